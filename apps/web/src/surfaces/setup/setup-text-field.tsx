// Text field of the set-up form, with its problem below.
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import type { SetupFields, StepProps } from './setup-rules.ts';

type TextName = {
  [Name in keyof SetupFields]: SetupFields[Name] extends string ? Name : never;
}[keyof SetupFields];

interface SetupTextFieldProps extends StepProps {
  readonly name: TextName;
  readonly label: string;
  readonly help?: string;
  readonly optional?: boolean;
  readonly autoComplete?: string;
  readonly type?: TextFieldProps['type'];
}

export function SetupTextField({ name, label, help, optional = false, ...props }: SetupTextFieldProps) {
  const { t } = useTranslation();
  const { fields, problems, change } = props;
  const problem = problems[name];
  return (
    <TextField
      name={name}
      label={label}
      type={props.type ?? 'text'}
      value={fields[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      error={problem !== undefined}
      helperText={problem === undefined ? help : t(problem)}
      autoComplete={props.autoComplete ?? 'off'}
      slotProps={{
        htmlInput: {
          'aria-required': !optional,
          ...(props.type === 'email' ? { dir: 'ltr' } : {}),
          // A symbol such as "E£" has the direction of its own letters, regardless of the page's language.
          ...(name === 'symbol' ? { dir: 'auto' } : {}),
        },
        formHelperText: { role: problem === undefined ? undefined : 'alert' },
      }}
      fullWidth
    />
  );
}
