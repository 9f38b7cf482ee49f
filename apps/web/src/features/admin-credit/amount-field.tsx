// An amount with the operator's currency on the side where the operator writes it.
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useSettings } from '../../lib/use-settings.ts';

interface AmountFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

export function AmountField({ label, value, onChange }: AmountFieldProps) {
  const settings = useSettings();
  const after = settings?.swipe_symbol ?? false;
  const symbol = (
    <InputAdornment position={after ? 'end' : 'start'}>
      <bdi dir="ltr">{settings?.symbol}</bdi>
    </InputAdornment>
  );
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      fullWidth
      slotProps={{
        htmlInput: { inputMode: 'decimal', dir: 'ltr', maxLength: 20, autoComplete: 'off' },
        input: after ? { endAdornment: symbol } : { startAdornment: symbol },
        inputLabel: { shrink: true },
      }}
    />
  );
}
