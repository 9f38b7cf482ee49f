// Autocomplete field for the operation's time zone: those of the country first, all others below.
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { timeZonesOf } from '../../lib/country-defaults.ts';
import type { ChoiceFieldProps } from './choice-field.ts';

export function TimeZoneField(props: ChoiceFieldProps & { readonly country: string }) {
  const { value, country, onChange, texts, help } = props;
  const zones = useMemo(
    () => [...new Set([...timeZonesOf(country), value, ...Intl.supportedValuesOf('timeZone')])],
    [country, value],
  );
  return (
    <Autocomplete
      options={zones}
      value={value}
      onChange={(_, zone) => onChange(zone)}
      disableClearable
      autoHighlight
      getOptionLabel={(zone) => zone.replaceAll('_', ' ')}
      noOptionsText={texts.nothingFound}
      renderInput={(params) => (
        <TextField {...params} name="timezone" label={texts.label} helperText={help} />
      )}
    />
  );
}
