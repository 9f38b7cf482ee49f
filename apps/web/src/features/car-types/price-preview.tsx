// Price of an example trip, itemised and recomputed from the form's prices while they are typed.
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { FareBreakdownLines } from '../../ui/fare-breakdown-lines.tsx';
import { type CarTypeForm, type ChoiceRow, inputOf } from './car-type-form.ts';
import { EXAMPLE_DISTANCE, EXAMPLE_SECONDS, quoteExample } from './quote-example.ts';

const metric = { convert_to_mile: false, decimal: 2 };

export function PricePreview() {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { distance, duration } = useFormat();
  const titleId = useId();
  // Subscribes to every field, to render again on each change; the values are read from the form below.
  useWatch<CarTypeForm>();
  const form = useFormContext<CarTypeForm>().getValues();
  const settings = useSettings() ?? metric;
  const [parcel, setParcel] = useState(-1);
  const [option, setOption] = useState(-1);
  const example = quoteExample(inputOf(form, locale), settings, { parcel, option });
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ bgcolor: 'background.subtle', borderRadius: '16px', p: 3, display: 'grid', gap: 2, minWidth: 0 }}
    >
      <Box>
        <Typography id={titleId} variant="h5" component="h2">
          {t('cartype_preview')}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {t('cartype_preview_trip', {
            distance: distance(EXAMPLE_DISTANCE),
            time: duration(EXAMPLE_SECONDS),
          })}
        </Typography>
      </Box>
      <Choice label={t('cartype_parcel')} rows={form.parcelTypes} value={parcel} onChange={setParcel} />
      <Choice label={t('cartype_option')} rows={form.options} value={option} onChange={setOption} />
      <Box role="status">
        {example ? (
          <FareBreakdownLines
            lines={example.lines}
            total={example.total}
            totalText={t('cartype_preview_total')}
          />
        ) : (
          <Typography variant="body2" color="text.secondary">
            {t('cartype_preview_missing')}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly rows: readonly ChoiceRow[];
  readonly value: number;
  readonly onChange: (at: number) => void;
}

/** Hidden while there are no rows. A selection whose row was removed counts as no selection. */
function Choice({ label, rows, value, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value < rows.length ? value : -1}
      onChange={(event) => onChange(Number(event.target.value))}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value={-1}>{t('cartype_choose_none')}</option>
      {rows.map(({ description }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
        <option key={at} value={at}>
          {description || t('cartype_unnamed')}
        </option>
      ))}
    </TextField>
  );
}
