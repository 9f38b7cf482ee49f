// Settings that are chosen from long lists: country, time zone and currency.
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { useTranslation } from 'react-i18next';
import { CountryPicker } from '../../ui/country-picker/country-picker.tsx';
import { CurrencyField } from '../../ui/operation/currency-field.tsx';
import { TimeZoneField } from '../../ui/operation/time-zone-field.tsx';
import type { SettingProps } from './use-settings-editor.ts';

function useListTexts(name: SettingProps['name']) {
  const { t } = useTranslation();
  return {
    label: t(`setting_${name}`),
    nothingFound: t('settings_nothing_found'),
  };
}

export function CountrySetting({ name, editor }: SettingProps) {
  const { t } = useTranslation();
  return (
    <Box>
      <CountryPicker value={String(editor.valueOf(name))} onChange={({ code }) => editor.set(name, code)} />
      <FormHelperText sx={{ mx: 1.75 }}>{t(`setting_${name}_why`)}</FormHelperText>
    </Box>
  );
}

export function ZoneSetting({ name, editor }: SettingProps) {
  const { t } = useTranslation();
  return (
    <TimeZoneField
      value={String(editor.valueOf(name))}
      country={String(editor.valueOf('country'))}
      onChange={(zone) => editor.set(name, zone)}
      texts={useListTexts(name)}
      help={t(`setting_${name}_why`)}
    />
  );
}

export function CurrencySetting({ name, editor, closed }: SettingProps) {
  const { t } = useTranslation();
  return (
    <CurrencyField
      value={String(editor.valueOf(name))}
      onChange={(code) => editor.set(name, code)}
      disabled={closed !== null}
      texts={useListTexts(name)}
      help={closed ?? t(`setting_${name}_why`)}
    />
  );
}
