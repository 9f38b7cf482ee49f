// A calendar day, by the browser's own picker: quick on phones and by keyboard.
import TextField from '@mui/material/TextField';

interface DayFieldProps {
  readonly label: string;
  /** "YYYY-MM-DD"; '' while nothing is chosen. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  /** Earliest day, "YYYY-MM-DD". */
  readonly min?: string | undefined;
  readonly help?: string | undefined;
  /** Sentence of what is wrong; takes the place of the help. */
  readonly problem?: string | null | undefined;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly name?: string | undefined;
}

export function DayField(props: DayFieldProps) {
  const { label, value, onChange, min, help, problem = null, required, disabled, name } = props;
  return (
    <TextField
      type="date"
      name={name}
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      disabled={disabled}
      error={problem !== null}
      helperText={problem ?? help}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { min, max: '2099-12-31', 'aria-required': required },
        formHelperText: { role: problem === null ? undefined : 'alert' },
      }}
      // The browser draws its picker in the scheme of the page.
      sx={{ colorScheme: 'light', '[data-theme="dark"] &': { colorScheme: 'dark' } }}
      fullWidth
    />
  );
}
