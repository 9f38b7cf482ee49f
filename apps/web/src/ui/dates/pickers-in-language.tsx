// Gives the pickers inside the language's calendar and the product's texts.
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import type { PickersLocaleText } from '@mui/x-date-pickers/locales';
import type { ReactNode } from 'react';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { pickerLocale } from './picker-locale.ts';
import { usePickerTexts } from './picker-texts.ts';

interface PickersInLanguageProps {
  /** What is chosen: the name of the dialog and of the button that opens it. */
  readonly title: string;
  readonly texts?: Partial<PickersLocaleText>;
  readonly children: ReactNode;
}

export function PickersInLanguage({ title, texts, children }: PickersInLanguageProps) {
  const shared = usePickerTexts(title);
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={pickerLocale(useLanguage())}
      localeText={{ ...shared, ...texts }}
    >
      {children}
    </LocalizationProvider>
  );
}
