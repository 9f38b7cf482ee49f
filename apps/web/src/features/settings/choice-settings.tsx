// Settings with a few choices each: app category, unit of distance, position of the currency symbol, and dispatch mode.
import { dispatchPolicy } from '@kerb/domain/settings';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { CategoryCards } from '../../ui/operation/category-cards.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { SettingProps } from './use-settings-editor.ts';

const EXAMPLE = 1250.5;
const FEW = 12;
const MAX_DECIMALS = 4;

function Labelled({ name, children }: { name: SettingProps['name']; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box>
        <Typography aria-hidden="true" sx={{ fontWeight: 560 }}>
          {t(`setting_${name}`)}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {t(`setting_${name}_why`)}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}

export function CategorySetting({ name, editor }: SettingProps) {
  const { t } = useTranslation();
  return (
    <Labelled name={name}>
      <CategoryCards
        value={editor.valueOf(name) === 'delivery' ? 'delivery' : 'taxi'}
        onChange={(category) => editor.set(name, category)}
        texts={{
          label: t(`setting_${name}`),
          taxi: t('settings_taxi'),
          taxiText: t('settings_taxi_text'),
          delivery: t('settings_delivery'),
          deliveryText: t('settings_delivery_text'),
        }}
      />
    </Labelled>
  );
}

export function UnitSetting({ name, editor }: SettingProps) {
  const { t } = useTranslation();
  return (
    <Labelled name={name}>
      <Segmented
        label={t(`setting_${name}`)}
        value={editor.valueOf(name) === true ? 'mi' : 'km'}
        options={[
          { value: 'km', text: t('settings_kilometres') },
          { value: 'mi', text: t('settings_miles') },
        ]}
        onChange={(unit) => editor.set(name, unit === 'mi')}
      />
    </Labelled>
  );
}

export function PolicySetting({ name, editor }: SettingProps) {
  const { t } = useTranslation();
  const policy = dispatchPolicy.safeParse(editor.valueOf(name));
  return (
    <Labelled name={name}>
      <Segmented
        label={t(`setting_${name}`)}
        value={policy.data ?? 'broadcast'}
        options={dispatchPolicy.options.map((value) => ({ value, text: t(`settings_${value}`) }))}
        onChange={(chosen) => editor.set(name, chosen)}
      />
    </Labelled>
  );
}

/** Each choice shows an example amount. */
export function PlaceSetting({ name, editor }: SettingProps) {
  const { t } = useTranslation();
  const { dateLocale } = useLanguage();
  const digits = Number(editor.valueOf('decimal'));
  const isFine = Number.isInteger(digits) && digits >= 0 && digits <= MAX_DECIMALS;
  const written = (amount: number, swipe_symbol: boolean) =>
    formatMoney(
      amount,
      {
        symbol: String(editor.valueOf('symbol')),
        decimal: isFine ? digits : editor.base.decimal,
        swipe_symbol,
      },
      dateLocale,
    );
  const isAfter = editor.valueOf(name) === true;
  return (
    <Labelled name={name}>
      <Segmented
        label={t(`setting_${name}`)}
        value={isAfter ? 'after' : 'before'}
        options={[
          { value: 'before', text: written(FEW, false) },
          { value: 'after', text: written(FEW, true) },
        ]}
        onChange={(place) => editor.set(name, place === 'after')}
      />
      <Typography variant="body2" color="text.secondary" role="status">
        {t('settings_money_example', { amount: written(EXAMPLE, isAfter) })}
      </Typography>
    </Labelled>
  );
}
