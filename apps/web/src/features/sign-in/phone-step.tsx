// First step of the sign-in: the phone number to which the code is sent.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { PhoneField } from '../../ui/country-picker/phone-field.tsx';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import type { SignIn } from './use-sign-in.ts';

export function PhoneStep({ signIn }: { signIn: SignIn }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [mobile, setMobile] = useState(signIn.mobile);
  // Error to show: hidden as soon as the number changes.
  const [shown, setShown] = useState<'invalid_mobile' | 'asked' | null>('asked');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShown(mobile === null ? 'invalid_mobile' : 'asked');
    if (mobile !== null) signIn.ask(mobile);
  };
  const refused = signIn.problems.phone;
  const problem =
    shown === 'invalid_mobile'
      ? errorText('invalid_mobile')
      : shown === 'asked' && refused !== null && !signIn.loading
        ? t('request_failed', { message: errorText(refused), code: refused })
        : null;

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      <PhoneField
        {...(signIn.mobile !== null && { defaultValue: signIn.mobile })}
        onChange={(next) => {
          setMobile(next);
          if (next === null || next !== mobile) setShown(null);
        }}
        problem={problem}
        help={t('mobile_help')}
        required
      />
      <PrimaryAction type="submit" loading={signIn.loading}>
        {t('request_otp')}
      </PrimaryAction>
      <Typography
        role="status"
        variant="body2"
        color="text.secondary"
        sx={{ textAlign: 'center', '&:empty': { mt: -2 } }}
      >
        {signIn.checking ? t('captcha_checking') : ''}
      </Typography>
    </Box>
  );
}
