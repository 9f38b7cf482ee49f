// Form fields of a promo.
import type { Promo } from '@kerb/domain/fare';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { Controller, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { DateTimeField } from '../../ui/dates/date-time-field.tsx';
import { type NumberField, numberProblemOf, type PromoForm, problemTextOf } from './promo-form.ts';

const wide = { gridColumn: '1 / -1' } as const;
const lengths = { promo_name: 60, promo_description: 300 } as const;

/** `promo` is null when a promo is being added. */
export function PromoFormFields({ promo }: { promo: Promo | null }) {
  const type = useWatch<PromoForm, 'promo_discount_type'>({ name: 'promo_discount_type' });
  const isPercentage = type === 'percentage';
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        pt: 1,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <Words name="promo_name" />
      <Words name="promo_description" />
      <TypeField />
      <NumberInput name="promo_discount_value" unit={isPercentage ? 'percent' : 'money'} required />
      {isPercentage && <NumberInput name="max_promo_discount_value" unit="money" />}
      <NumberInput name="min_order" unit="money" />
      <ValidityField />
      <NumberInput name="promo_usage_limit" unit="count" required />
      {promo && <UsesSoFar promo={promo} />}
    </Box>
  );
}

function Words({ name }: { name: keyof typeof lengths }) {
  const { t } = useTranslation();
  const isName = name === 'promo_name';
  return (
    <Controller<PromoForm, typeof name>
      name={name}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...field}
          inputRef={ref}
          label={t(`promos_field_${name}`)}
          error={error !== undefined}
          helperText={t(error ? problemTextOf(name, error.type, field.value) : `promos_help_${name}`)}
          autoComplete="off"
          multiline={!isName}
          sx={wide}
          slotProps={{ htmlInput: { maxLength: lengths[name], 'aria-required': isName, dir: 'auto' } }}
        />
      )}
    />
  );
}

function TypeField() {
  const { t } = useTranslation();
  return (
    <Controller<PromoForm, 'promo_discount_type'>
      name="promo_discount_type"
      render={({ field: { ref, ...field } }) => (
        <TextField
          {...field}
          inputRef={ref}
          select
          label={t('promos_field_promo_discount_type')}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value="flat">{t('promos_type_flat')}</option>
          <option value="percentage">{t('promos_type_percentage')}</option>
        </TextField>
      )}
    />
  );
}

interface NumberInputProps {
  readonly name: NumberField;
  readonly unit: 'money' | 'percent' | 'count';
  readonly required?: boolean;
}

function NumberInput({ name, unit, required = false }: NumberInputProps) {
  const { t } = useTranslation();
  const settings = useSettings();
  const discount = useWatch<PromoForm, 'promo_discount_type'>({ name: 'promo_discount_type' });
  const symbol = unit === 'percent' ? '%' : settings?.symbol;
  const isEnd = unit === 'percent' || settings?.swipe_symbol === true;
  const adornment = (
    <InputAdornment position={isEnd ? 'end' : 'start'}>
      <bdi dir="ltr">{symbol}</bdi>
    </InputAdornment>
  );
  const input = unit === 'count' ? {} : isEnd ? { endAdornment: adornment } : { startAdornment: adornment };
  const help =
    name === 'max_promo_discount_value' || name === 'min_order' ? t(`promos_help_${name}`) : undefined;
  return (
    <Controller<PromoForm, NumberField>
      name={name}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...field}
          inputRef={ref}
          label={t(`promos_field_${name}`)}
          error={error !== undefined}
          helperText={error ? t(numberProblemOf(name, discount)) : help}
          autoComplete="off"
          slotProps={{
            input,
            htmlInput: {
              inputMode: unit === 'count' ? 'numeric' : 'decimal',
              maxLength: 20,
              className: 'tabular',
              'aria-required': required,
            },
          }}
        />
      )}
    />
  );
}

function ValidityField() {
  const { t } = useTranslation();
  return (
    <Controller<PromoForm, 'promo_validity'>
      name="promo_validity"
      render={({ field: { value, onChange }, fieldState: { error } }) => {
        const isPast = value !== null && value < Date.now();
        const text = error
          ? t('promos_wrong_promo_validity')
          : isPast
            ? t('promos_validity_past')
            : undefined;
        return (
          <DateTimeField
            label={t('promos_field_promo_validity')}
            value={value}
            onChange={onChange}
            step={1}
            // Without an error the picker shows its own state, because it knows whether a date is incomplete.
            {...(error ? { error: true } : {})}
            {...(text === undefined ? {} : { helperText: text })}
          />
        );
      }}
    />
  );
}

/** The number of uses, counted from bookings; read-only. */
function UsesSoFar({ promo }: { promo: Promo }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <TextField
      label={t('promos_field_user_avail')}
      value={number(promo.user_avail)}
      helperText={t('promos_help_user_avail')}
      slotProps={{ input: { readOnly: true }, htmlInput: { className: 'tabular' } }}
      sx={{ '& .MuiInputBase-root': { bgcolor: 'background.subtle' } }}
    />
  );
}
