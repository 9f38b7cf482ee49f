// Parcel types or options with what each costs more: added, removed, and put in the order riders see them in.
import { MOST_CHOICES } from '@kerb/domain/fleet';
import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { Controller, useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CarTypeForm } from './car-type-form.ts';
import { NumberInput } from './number-input.tsx';
import { RowTools, useRowFocus } from './row-tools.tsx';
import { useFieldText } from './use-field-text.ts';

type ListName = 'parcelTypes' | 'options';

export function ChoicesField({ name }: { name: ListName }) {
  const { t } = useTranslation();
  // Read as it is typed: the buttons of a row are called by it.
  const rows = useWatch<CarTypeForm, ListName>({ name });
  const { fields, append, remove, move } = useFieldArray<CarTypeForm, ListName>({ name });
  const { host, focus } = useRowFocus();
  const nameOf = (at: number): string => rows[at]?.description.trim() || t('cartype_unnamed');
  return (
    <Box ref={host} sx={{ display: 'grid', gap: 2 }}>
      {fields.map(({ id }, at) => (
        <Box key={id} role="group" aria-label={`${t(`cartype_${name}_one`)} ${at + 1}`} sx={rowLayout}>
          <Description name={`${name}.${at}.description`} label={t(`cartype_${name}_one`)} />
          <NumberInput name={`${name}.${at}.amount`} label={t('cartype_more')} />
          <RowTools
            at={at}
            count={fields.length}
            name={nameOf(at)}
            onMove={(to) => {
              move(at, to);
              focus({ row: to, tool: to < at ? 'up' : 'down' });
            }}
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
        disabled={fields.length >= MOST_CHOICES}
        onClick={() => append({ description: '', amount: '' })}
        sx={{ justifySelf: 'start' }}
      >
        {t(`cartype_${name}_add`)}
      </Button>
    </Box>
  );
}

export const rowLayout = {
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
