// The two steps of signing in: a phone number, then the six digits sent to it.

import { clearLoginError, mobileSignIn, requestOtp } from '@kerb/sdk/store';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { CountryPicker } from './country-picker.tsx';
import { toE164 } from './to-e164.ts';

const notAnError = 'not_logged_in';

function useLoginError(): string | null {
  const { flag, msg } = useKerbSelector((state) => state.auth.error);
  return flag && msg !== notAnError ? msg : null;
}

export function OtpSignIn() {
  const verificationId = useKerbSelector((state) => state.auth.verificationId);
  const [mobile, setMobile] = useState('');
  return verificationId === null ? (
    <PhoneStep onSent={setMobile} />
  ) : (
    <CodeStep verificationId={verificationId} mobile={mobile} />
  );
}

function PhoneStep({ onSent }: { onSent: (mobile: string) => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const dispatch = useKerbDispatch();
  const settings = useSettings();
  const failure = useLoginError();
  const loading = useKerbSelector((state) => state.auth.loading);
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [invalid, setInvalid] = useState(false);
  const country = chosen ?? settings?.country ?? 'UY';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const mobile = toE164(text, country);
    setInvalid(mobile === null);
    if (mobile === null) return;
    onSent(mobile);
    void dispatch(requestOtp(mobile));
  };

  const problem = invalid ? 'invalid_mobile' : failure;
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {settings?.AllowCountrySelection && <CountryPicker value={country} onChange={setChosen} />}
      <TextField
        type="tel"
        name="mobile"
        autoComplete="tel"
        label={t('mobile')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setInvalid(false);
        }}
        error={problem !== null}
        helperText={problem === null ? t('mobile_help') : errorText(problem)}
        slotProps={{
          htmlInput: { dir: 'ltr', inputMode: 'tel' },
          formHelperText: { role: problem === null ? undefined : 'alert' },
        }}
        fullWidth
      />
      <PrimaryAction type="submit" loading={loading}>
        {t('request_otp')}
      </PrimaryAction>
    </Box>
  );
}

function CodeStep({ verificationId, mobile }: { verificationId: string; mobile: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const dispatch = useKerbDispatch();
  const failure = useLoginError();
  const loading = useKerbSelector((state) => state.auth.loading);
  const [otp, setOtp] = useState('');
  const [invalid, setInvalid] = useState(false);

  const verify = (code: string) => {
    const valid = /^[1-9]\d{5}$/.test(code);
    setInvalid(!valid);
    if (valid) void dispatch(mobileSignIn({ verificationId, otp: code }));
  };

  const problem = invalid ? 'otp_validate_error' : failure;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        verify(otp);
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      <Typography role="status">
        {mobile === '' ? t('otp_sent') : t('otp_sent_to', { mobile: `\u2066${mobile}\u2069` })}
      </Typography>
      <TextField
        name="otp"
        autoComplete="one-time-code"
        label={t('otp')}
        value={otp}
        autoFocus
        onChange={(event) => {
          const code = event.target.value.replaceAll(/\D/g, '').slice(0, 6);
          setOtp(code);
          setInvalid(false);
          if (code.length === 6 && otp.length < 6) verify(code);
        }}
        error={problem !== null}
        helperText={problem === null ? t('otp_help') : errorText(problem)}
        slotProps={{
          htmlInput: {
            dir: 'ltr',
            inputMode: 'numeric',
            maxLength: 12,
            style: { fontSize: '1.5rem', letterSpacing: '0.35em', fontVariantNumeric: 'tabular-nums' },
          },
          formHelperText: { role: problem === null ? undefined : 'alert' },
        }}
        fullWidth
      />
      <PrimaryAction type="submit" loading={loading}>
        {t('verify_otp')}
      </PrimaryAction>
      <Button size="large" disabled={loading} onClick={() => dispatch(clearLoginError())}>
        {t('cancel')}
      </Button>
    </Box>
  );
}
