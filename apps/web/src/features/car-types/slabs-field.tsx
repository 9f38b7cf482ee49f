// What cancelling costs from how many minutes on, and the same in sentences.
import { MOST_SLABS } from '@kerb/domain/fleet';
import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-settings.ts';
import { type CarTypeForm, inputOf } from './car-type-form.ts';
import { rowLayout } from './choices-field.tsx';
import { NumberInput } from './number-input.tsx';
import { RowTools, useRowFocus } from './row-tools.tsx';

export function SlabsField() {
  const { t } = useTranslation();
  const { fields, append, remove } = useFieldArray<CarTypeForm, 'cancelSlab'>({ name: 'cancelSlab' });
  const { host, focus } = useRowFocus();
  return (
    <Box ref={host} sx={{ display: 'grid', gap: 2 }}>
      {fields.map(({ id }, at) => (
        <Box
          key={id}
          role="group"
          aria-label={t('cartype_slab', { number: at + 1 })}
          sx={{
            ...rowLayout,
            gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto',
            '& > :first-of-type': {},
          }}
        >
          <NumberInput
            name={`cancelSlab.${at}.minsDelayed`}
            label={t('cartype_slab_from')}
            unit={t('cartype_minutes')}
          />
          <NumberInput name={`cancelSlab.${at}.amount`} label={t('cartype_slab_amount')} />
          <RowTools
            at={at}
            count={fields.length}
            name={t('cartype_slab', { number: at + 1 })}
            onRemove={() => {
              remove(at);
              focus({ row: Math.min(at, fields.length - 2), tool: 'remove' });
            }}
          />
        </Box>
      ))}
      <Button
        data-tool="add"
        variant="outlined"
        color="inherit"
        startIcon={<AddOutlined />}
        disabled={fields.length >= MOST_SLABS}
        onClick={() => append({ minsDelayed: '', amount: '' })}
        sx={{ justifySelf: 'start' }}
      >
        {t('cartype_slab_add')}
      </Button>
      <Sentences />
    </Box>
  );
}

/** In the order in which they are reached; rows that are not filled in yet say nothing. */
function Sentences() {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { money } = useFormat();
  useWatch<CarTypeForm>({ name: 'cancelSlab' });
  const { getValues } = useFormContext<CarTypeForm>();
  const slabs = inputOf(getValues(), locale)
    .cancelSlab.filter(({ minsDelayed, amount }) => minsDelayed >= 0 && amount >= 0)
    .sort((one, other) => one.minsDelayed - other.minsDelayed);
  const [first] = slabs;
  const isFreeFirst = first === undefined || first.minsDelayed > 0;
  return (
    <Box role="status">
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
        {isFreeFirst && (
          <Typography component="li" variant="body2" color="text.secondary">
            {first ? t('cartype_slab_free', { count: first.minsDelayed }) : t('cartype_slab_none')}
          </Typography>
        )}
        {slabs.map(({ minsDelayed, amount }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same until one is corrected
          <Typography key={at} component="li" variant="body2" color="text.secondary">
            {minsDelayed === 0
              ? t('cartype_slab_at_once', { amount: money(amount) })
              : t('cartype_slab_says', { count: minsDelayed, amount: money(amount) })}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}
