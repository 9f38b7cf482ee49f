// Editable slabs of the cancellation fee (amount from a number of minutes on), repeated below as sentences.
import { MAX_SLABS } from '@kerb/domain/fleet';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';
import { type CarTypeForm, inputOf } from './car-type-form.ts';
import { NumberInput } from './number-input.tsx';
import { RowList } from './row-list.tsx';

export function SlabsField() {
  const { t } = useTranslation();
  const { fields, append, remove } = useFieldArray<CarTypeForm, 'cancelSlab'>({ name: 'cancelSlab' });
  const nameOf = (at: number) => t('cartype_slab', { number: at + 1 });
  return (
    <RowList
      ids={fields.map(({ id }) => id)}
      labelOf={nameOf}
      nameOf={nameOf}
      fieldsOf={(at) => (
        <>
          <NumberInput
            name={`cancelSlab.${at}.minsDelayed`}
            label={t('cartype_slab_from')}
            unit={t('cartype_minutes')}
          />
          <NumberInput name={`cancelSlab.${at}.amount`} label={t('cartype_slab_amount')} />
        </>
      )}
      rowSx={rowLayout}
      most={MAX_SLABS}
      addText={t('cartype_slab_add')}
      onAdd={() => append({ minsDelayed: '', amount: '' })}
      onRemove={remove}
    >
      <Sentences />
    </RowList>
  );
}

const rowLayout = {
  display: 'grid',
  gap: { xs: 1.5, sm: 1 },
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto',
} as const;

/** The slabs as sentences, in ascending order of minutes; incomplete rows are skipped. */
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
