// The country whose dial code completes a phone number; the browser's own select, quick on phones and by keyboard.
import TextField from '@mui/material/TextField';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';

interface CountryPickerProps {
  /** ISO 3166-1 alpha-2. */
  value: string;
  onChange: (country: string) => void;
}

export function CountryPicker({ value, onChange }: CountryPickerProps) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'region' });
    const byName = new Intl.Collator(locale);
    return getCountries()
      .map((code) => ({ code, name: names.of(code) ?? code, dial: getCountryCallingCode(code) }))
      .sort((a, b) => byName.compare(a.name, b.name));
  }, [locale]);
  return (
    <TextField
      select
      name="country"
      label={t('country')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        select: { native: true },
        inputLabel: { shrink: true },
        htmlInput: { autoComplete: 'country' },
      }}
      fullWidth
    >
      {countries.map(({ code, name, dial }) => (
        <option key={code} value={code}>
          {`${name} (\u2066+${dial}\u2069)`}
        </option>
      ))}
    </TextField>
  );
}
