// Select field of a filter: one of a few values, or any.
import TextField from '@mui/material/TextField';

interface FilterSelectProps {
  readonly label: string;
  /** '' for any. */
  readonly value: string;
  /** Text of the option for any value. */
  readonly anyText: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly onChange: (value: string) => void;
}

export function FilterSelect({ label, value, anyText, options, onChange }: FilterSelectProps) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ inputLabel: { shrink: true }, select: { native: true } }}
    >
      <option value="">{anyText}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </TextField>
  );
}
