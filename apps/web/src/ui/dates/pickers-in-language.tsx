// Provides the date pickers inside with the localised calendar and the product's texts.
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import type { PickersLocaleText } from '@mui/x-date-pickers/locales';
import type { ReactNode } from 'react';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { pickerLocale } from './picker-locale.ts';
import { usePickerTexts } from './picker-texts.ts';
import { SettledKeys } from './settled-keys.tsx';

interface PickersInLanguageProps {
  /** Names the chosen value; labels the dialog and the button that opens it. */
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
      <SettledKeys>{children}</SettledKeys>
    </LocalizationProvider>
  );
}
