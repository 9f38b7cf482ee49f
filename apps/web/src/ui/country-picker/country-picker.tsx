// Field that shows the chosen country and opens the dialog with all countries.
import { type Country, countryOf } from '@kerb/domain/countries';
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { LazyDialog, openedDialogCode } from '../lazy-dialog.tsx';
import type { CountryDialogProps } from './country-dialog.tsx';
import { nameOf } from './country-search.ts';
import { Flag } from './flag.tsx';
import { dialCodeText } from './phone-number.ts';
import { PickerTexts } from './picker-texts.tsx';

const dialog = openedDialogCode<CountryDialogProps>(
  async () => (await import('./country-dialog.tsx')).CountryDialog,
);

/** The dialog, loaded when it is first opened. */
export function LazyCountryDialog(props: CountryDialogProps) {
  return <LazyDialog code={dialog} props={props} />;
}

interface CountryPickerProps {
  /** ISO 3166-1 alpha-2. */
  value: string;
  onChange: (country: Country) => void;
  disabled?: boolean;
}

export function CountryPicker(props: CountryPickerProps) {
  return (
    <PickerTexts>
      <Field {...props} />
    </PickerTexts>
  );
}

function Field({ value, onChange, disabled = false }: CountryPickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const country = countryOf(value);
  return (
    <>
      <ButtonBase
        disabled={disabled}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        sx={{
          font: 'inherit',
          width: '100%',
          minHeight: 56,
          px: 1.75,
          py: 1,
          gap: 1.5,
          justifyContent: 'flex-start',
          textAlign: 'start',
          borderRadius: '12px',
          border: '1px solid',
          borderColor: 'text.disabled',
          bgcolor: 'background.paper',
          '&:hover': { borderColor: 'text.primary' },
          '&.Mui-disabled': { opacity: 0.6 },
        }}
      >
        {country && <Flag code={country.code} />}
        <Box component="span" sx={{ flex: 1, minWidth: 0, display: 'grid' }}>
          <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
            {t('country')}
          </Box>
          <Box component="span" sx={{ fontSize: '1rem' }}>
            {country ? nameOf(country, language) : t('country_search')}
          </Box>
        </Box>
        {country && (
          <Box component="bdi" dir="ltr" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {dialCodeText(country)}
          </Box>
        )}
        <ExpandMoreOutlined aria-hidden="true" sx={{ color: 'text.secondary' }} />
      </ButtonBase>
      <LazyCountryDialog
        open={open}
        value={value}
        onClose={() => setOpen(false)}
        onChoose={(chosen) => {
          setOpen(false);
          onChange(chosen);
        }}
      />
    </>
  );
}
