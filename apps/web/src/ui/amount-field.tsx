// Field for an amount of money, with the operator's currency symbol before or after it.
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useSettings } from '../lib/use-settings.ts';

interface AmountFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Error text; '' when the amount is valid. */
  readonly error: string;
  readonly help?: string;
}

export function AmountField({ label, value, onChange, error, help }: AmountFieldProps) {
  const settings = useSettings();
  const symbol = (
    <InputAdornment position={settings?.swipe_symbol ? 'end' : 'start'}>
      <bdi dir="ltr">{settings?.symbol}</bdi>
    </InputAdornment>
  );
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error !== ''}
      helperText={error || help || ' '}
      fullWidth
      autoComplete="off"
      slotProps={{
        input: settings?.swipe_symbol ? { endAdornment: symbol } : { startAdornment: symbol },
        htmlInput: { inputMode: 'decimal', maxLength: 20, className: 'tabular' },
      }}
    />
  );
}
