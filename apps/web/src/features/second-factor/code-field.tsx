// Field for the six-digit code of an authenticator app.
import TextField from '@mui/material/TextField';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { otpIn } from '../../ui/otp-text.ts';

interface CodeFieldProps {
  readonly value: string;
  readonly problem: string | null;
  readonly readOnly: boolean;
  readonly onChange: (code: string) => void;
}

export function CodeField({ value, problem, readOnly, onChange }: CodeFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Select a rejected code, so that typing replaces it.
    if (problem !== null) input.current?.select();
  }, [problem]);
  return (
    <TextField
      name="code"
      autoComplete="one-time-code"
      label={t('authenticator_code')}
      value={value}
      autoFocus
      inputRef={input}
      onChange={(event) => onChange(otpIn(event.target.value))}
      error={problem !== null}
      helperText={problem}
      slotProps={{
        htmlInput: {
          dir: 'ltr',
          inputMode: 'numeric',
          readOnly,
          style: { fontSize: '1.5rem', letterSpacing: '0.35em', fontVariantNumeric: 'tabular-nums' },
        },
        formHelperText: { role: problem === null ? undefined : 'alert' },
      }}
      fullWidth
    />
  );
}
