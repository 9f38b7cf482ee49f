// Form field for a number: an amount of money, a percentage, or minutes.
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { Controller, type FieldPathByValue } from 'react-hook-form';
import { useSettings } from '../../lib/use-settings.ts';
import type { CarTypeForm } from './car-type-form.ts';
import { useFieldText } from './use-field-text.ts';

interface NumberInputProps {
  readonly name: FieldPathByValue<CarTypeForm, string>;
  readonly label: string;
  /** Shown behind the number; defaults to the currency's symbol. */
  readonly unit?: string;
  readonly help?: string;
}

export function NumberInput({ name, label, unit, help }: NumberInputProps) {
  const settings = useSettings();
  const text = useFieldText();
  const isEnd = unit !== undefined || settings?.swipe_symbol === true;
  const adornment = (
    <InputAdornment position={isEnd ? 'end' : 'start'}>
      <bdi dir={unit === undefined ? 'ltr' : 'auto'}>{unit ?? settings?.symbol}</bdi>
    </InputAdornment>
  );
  return (
    <Controller<CarTypeForm, typeof name>
      name={name}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...field}
          inputRef={ref}
          label={label}
          error={error !== undefined}
          helperText={text(error) || help}
          fullWidth
          autoComplete="off"
          slotProps={{
            input: isEnd ? { endAdornment: adornment } : { startAdornment: adornment },
            htmlInput: { inputMode: 'decimal', maxLength: 20, className: 'tabular' },
          }}
        />
      )}
    />
  );
}
