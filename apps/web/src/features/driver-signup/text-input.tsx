// Text field of the sign-up with its label, the reason why it is needed, and its error.
import TextField from '@mui/material/TextField';
import { useErrorText } from '../../lib/use-error-text.ts';

interface TextInputProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly help?: string | undefined;
  /** Language key of the error. */
  readonly problem?: string | undefined;
  readonly autoComplete?: string | undefined;
  readonly type?: 'text' | 'email' | undefined;
  readonly maxLength: number;
  readonly required?: boolean | undefined;
  readonly multiline?: boolean | undefined;
  /** True for codes and addresses that are written left-to-right in every language. */
  readonly ltr?: boolean | undefined;
  readonly capitals?: boolean | undefined;
}

export function TextInput(props: TextInputProps) {
  const { problem, ltr = false, capitals = false, required = false } = props;
  const errorText = useErrorText();
  const wrong = problem !== undefined;
  return (
    <TextField
      name={props.name}
      label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      type={props.type}
      autoComplete={props.autoComplete ?? 'off'}
      multiline={props.multiline}
      minRows={props.multiline ? 2 : undefined}
      error={wrong}
      helperText={wrong ? errorText(problem) : props.help}
      slotProps={{
        htmlInput: {
          'aria-required': required,
          maxLength: props.maxLength,
          dir: ltr ? 'ltr' : undefined,
          autoCapitalize: capitals ? 'characters' : undefined,
          spellCheck: ltr ? false : undefined,
        },
        formHelperText: { role: wrong ? 'alert' : undefined },
      }}
      fullWidth
    />
  );
}
