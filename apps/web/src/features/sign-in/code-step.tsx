// Second step of the sign-in: the six-digit code, verified as soon as the last digit is typed.
import { isOtp, OTP_DIGITS } from '@kerb/domain/identity';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { otpIn } from '../../ui/otp-text.ts';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { ResendCode } from './resend-code.tsx';
import { needsNewCode } from './sign-in-problem.ts';
import type { SignIn } from './use-sign-in.ts';
import { useWebOtp } from './use-web-otp.ts';

/** State of the code field, with an error found before sending. */
function useCode(signIn: SignIn) {
  const [otp, setOtp] = useState('');
  const [isShort, setIsShort] = useState(false);
  const verify = (code: string) => {
    setIsShort(!isOtp(code));
    if (isOtp(code) && !signIn.loading) signIn.verify(code);
  };
  const type = (text: string) => {
    const code = otpIn(text);
    setOtp(code);
    setIsShort(false);
    if (code.length === OTP_DIGITS && code !== otp) verify(code);
  };
  return { otp, type, isShort, submit: () => verify(otp) };
}

export function CodeStep({ signIn }: { signIn: SignIn }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const sentId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { otp, type, isShort, submit } = useCode(signIn);
  useWebOtp(type);

  const problem = isShort ? 'otp_validate_error' : signIn.loading ? null : signIn.problems.code;
  useEffect(() => {
    // Select a rejected code, so that typing replaces it.
    if (problem !== null) input.current?.select();
  }, [problem]);
  const isSpent = problem !== null && needsNewCode(problem);

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      <Box sx={{ pb: 0.5 }}>
        <Typography id={sentId} role="status">
          {t('otp_sent_to', { mobile: `\u2066${signIn.mobile ?? ''}\u2069` })}
        </Typography>
        <Link
          component="button"
          type="button"
          color="text.primary"
          underline="always"
          onClick={signIn.changeNumber}
        >
          {t('change_number')}
        </Link>
      </Box>
      <TextField
        name="otp"
        autoComplete="one-time-code"
        label={t('otp')}
        value={otp}
        autoFocus
        inputRef={input}
        onChange={(event) => type(event.target.value)}
        error={problem !== null}
        helperText={problem === null ? t('otp_help') : errorText(problem)}
        slotProps={{
          htmlInput: {
            dir: 'ltr',
            inputMode: 'numeric',
            readOnly: signIn.loading,
            'aria-describedby': sentId,
            style: { fontSize: '1.5rem', letterSpacing: '0.35em', fontVariantNumeric: 'tabular-nums' },
          },
          formHelperText: { role: problem === null ? undefined : 'alert' },
        }}
        fullWidth
      />
      {!isSpent && (
        <PrimaryAction type="submit" loading={signIn.loading && !signIn.checking}>
          {t('verify_otp')}
        </PrimaryAction>
      )}
      {signIn.resendAt !== null && signIn.mobile !== null && (
        <ResendCode
          resendAt={signIn.resendAt}
          disabled={signIn.loading}
          onResend={() => signIn.mobile !== null && signIn.ask(signIn.mobile)}
        />
      )}
      <Button size="large" disabled={signIn.loading} onClick={signIn.cancel}>
        {t('cancel')}
      </Button>
    </Box>
  );
}
