// How amounts are written, with one written that way.
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { decimalsOf, symbolOf } from './country-defaults.ts';
import type { StepProps } from './setup-form.tsx';
import { SetupTextField } from './setup-text-field.tsx';

const EXAMPLE = 1250.5;
const FEW = 12;
const decimals = ['0', '1', '2', '3'] as const;

export function MoneyFields(step: StepProps) {
  const { t } = useTranslation();
  const { dateLocale, locale } = useLanguage();
  const { fields, change } = step;
  const currencies = useMemo(() => Intl.supportedValuesOf('currency'), []);
  const names = useMemo(() => new Intl.DisplayNames([locale], { type: 'currency' }), [locale]);
  const labelOf = (code: string) => `${code} · ${names.of(code) ?? code}`;
  return (
    <>
      <Autocomplete
        options={[...new Set([fields.code, ...currencies])]}
        value={fields.code}
        onChange={(_, code) => change({ code, symbol: symbolOf(code), decimal: decimalsOf(code) })}
        disableClearable
        autoHighlight
        getOptionLabel={labelOf}
        noOptionsText={t('setup_nothing_found')}
        openText={t('setup_open_list')}
        closeText={t('close')}
        renderInput={(params) => <TextField {...params} name="code" label={t('setup_currency')} />}
      />
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <SetupTextField {...step} name="symbol" label={t('setup_symbol')} />
        <TextField
          select
          name="decimal"
          label={t('setup_decimals')}
          value={fields.decimal}
          onChange={({ target }) => change({ decimal: Number(target.value) })}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          fullWidth
        >
          {decimals.map((digits) => (
            <option key={digits} value={digits}>
              {digits}
            </option>
          ))}
        </TextField>
      </Box>
      <Segmented
        label={t('setup_symbol_place')}
        value={fields.swipe_symbol ? 'after' : 'before'}
        options={[
          { value: 'before', text: formatMoney(FEW, { ...fields, swipe_symbol: false }, dateLocale) },
          { value: 'after', text: formatMoney(FEW, { ...fields, swipe_symbol: true }, dateLocale) },
        ]}
        onChange={(place) => change({ swipe_symbol: place === 'after' })}
      />
      <Typography color="text.secondary" role="status">
        {t('setup_money_example', { amount: formatMoney(EXAMPLE, fields, dateLocale) })}
      </Typography>
    </>
  );
}
