// The clock of the operation: the country's own first, every other below, found by typing.
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { timeZonesOf } from './country-defaults.ts';

interface TimeZoneFieldProps {
  readonly value: string;
  readonly country: string;
  readonly onChange: (timezone: string) => void;
}

export function TimeZoneField({ value, country, onChange }: TimeZoneFieldProps) {
  const { t } = useTranslation();
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
      noOptionsText={t('setup_nothing_found')}
      openText={t('setup_open_list')}
      closeText={t('close')}
      renderInput={(params) => <TextField {...params} name="timezone" label={t('setup_timezone')} />}
    />
  );
}
