// Autocomplete field with all currencies, by code and by name in the current language.
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import type { ChoiceFieldProps } from './choice-field.ts';

export function CurrencyField(props: ChoiceFieldProps & { readonly disabled?: boolean }) {
  const { value, onChange, texts, help, disabled = false } = props;
  const { locale } = useLanguage();
  const currencies = useMemo(() => Intl.supportedValuesOf('currency'), []);
  const names = useMemo(() => new Intl.DisplayNames([locale], { type: 'currency' }), [locale]);
  const labelOf = (code: string) => `${code} · ${names.of(code) ?? code}`;
  return (
    <Autocomplete
      options={[...new Set([value, ...currencies])]}
      value={value}
      onChange={(_, code) => onChange(code)}
      disabled={disabled}
      disableClearable
      autoHighlight
      getOptionLabel={labelOf}
      noOptionsText={texts.nothingFound}
      renderInput={(params) => <TextField {...params} name="code" label={texts.label} helperText={help} />}
    />
  );
}
