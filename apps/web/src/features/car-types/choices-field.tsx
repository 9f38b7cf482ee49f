// Editable list of parcel types or options with their surcharges, in the order in which riders see them.
import { MAX_CHOICES } from '@kerb/domain/fleet';
import TextField from '@mui/material/TextField';
import { Controller, useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CarTypeForm } from './car-type-form.ts';
import { NumberInput } from './number-input.tsx';
import { RowList } from './row-list.tsx';
import { TranslatedChoices } from './translated-texts.tsx';
import { useFieldText } from './use-field-text.ts';

type ListName = 'parcelTypes' | 'options';

export function ChoicesField({ name }: { name: ListName }) {
  const { t } = useTranslation();
  // Watched, because the labels of each row's buttons contain its description.
  const rows = useWatch<CarTypeForm, ListName>({ name });
  const { fields, append, remove, move } = useFieldArray<CarTypeForm, ListName>({ name });
  const nameOf = (at: number) => rows[at]?.description.trim() || t('cartype_unnamed');
  return (
    <RowList
      ids={fields.map(({ id }) => id)}
      labelOf={(at) => `${t(`cartype_${name}_one`)} ${at + 1}`}
      nameOf={nameOf}
      fieldsOf={(at) => (
        <>
          <Description name={`${name}.${at}.description`} label={t(`cartype_${name}_one`)} />
          <NumberInput name={`${name}.${at}.amount`} label={t('cartype_more')} />
        </>
      )}
      rowSx={rowLayout}
      most={MAX_CHOICES}
      addText={t(`cartype_${name}_add`)}
      onAdd={() => append({ description: '', amount: '', translations: {} })}
      onMove={move}
      onRemove={remove}
    >
      <TranslatedChoices name={name} nameOf={nameOf} />
    </RowList>
  );
}

const rowLayout = {
  display: 'grid',
  gap: { xs: 1.5, sm: 1 },
  alignItems: 'start',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr) auto',
    sm: 'minmax(0, 1.6fr) minmax(0, 1fr) auto',
  },
  '& > :first-of-type': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
} as const;

function Description({ name, label }: { name: `${ListName}.${number}.description`; label: string }) {
  const text = useFieldText();
  return (
    <Controller<CarTypeForm, typeof name>
      name={name}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...field}
          inputRef={ref}
          label={label}
          error={error !== undefined}
          helperText={text(error)}
          fullWidth
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: 120, dir: 'auto' } }}
        />
      )}
    />
  );
}
