// Fields for the format of amounts, with an example.
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { decimalsOf, symbolOf } from '../../lib/country-defaults.ts';
import { formatMoney } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { CurrencyField } from '../../ui/operation/currency-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { StepProps } from './setup-rules.ts';
import { SetupTextField } from './setup-text-field.tsx';

const EXAMPLE = 1250.5;
const FEW = 12;
const decimals = ['0', '1', '2', '3', '4'] as const;

export function MoneyFields(step: StepProps) {
  const { t } = useTranslation();
  const { dateLocale } = useLanguage();
  const { fields, change } = step;
  return (
    <>
      <CurrencyField
        value={fields.code}
        onChange={(code) => change({ code, symbol: symbolOf(code), decimal: decimalsOf(code) })}
        texts={{
          label: t('setup_currency'),
          nothingFound: t('setup_nothing_found'),
        }}
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
