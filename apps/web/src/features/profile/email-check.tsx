// Notice that the e-mail address is not verified, with a button that sends the code and a field to enter it.
import type { Me } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';

export function EmailCheck({ user }: { user: Me }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [sendCode, sending] = answers.sendEmailCode.useMutation();
  const [verify, verifying] = answers.verifyEmail.useMutation();
  const [isConfirming, setConfirming] = useState(false);
  const [code, setCode] = useState('');
  if (user.email === '' || user.emailVerified) return null;

  const send = async () => {
    const { error } = await sendCode({ body: {} });
    if (error !== undefined) return;
    setCode('');
    setConfirming(true);
  };
  const confirm = async () => {
    const { error } = await verify({ body: { code } });
    if (error === undefined) setConfirming(false);
  };

  return (
    <>
      <Alert
        severity={sending.isError ? 'error' : 'info'}
        // On a phone the button is below the text, because both do not fit side by side.
        sx={{ mt: 1.5, flexWrap: { xs: 'wrap', sm: 'nowrap' }, '& .MuiAlert-message': { flex: 1 } }}
        action={
          <LoadingButton
            color="inherit"
            loading={sending.isLoading}
            onClick={() => void send()}
            sx={{ whiteSpace: 'nowrap' }}
          >
            {t('profile_email_send')}
          </LoadingButton>
        }
      >
        {sending.isError ? errorText(sending.error) : t('profile_email_unverified')}
      </Alert>
      <ConfirmDialog
        open={isConfirming}
        title={t('profile_email_title')}
        confirmText={t('profile_email_confirm')}
        busy={verifying.isLoading}
        disabled={code.trim() === ''}
        onConfirm={() => void confirm()}
        onClose={() => {
          setConfirming(false);
          verifying.reset();
        }}
      >
        <Typography sx={{ mb: 2 }}>
          {t('profile_email_text', { email: `\u2066${user.email}\u2069` })}
        </Typography>
        <TextField
          label={t('profile_email_code')}
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
            verifying.reset();
          }}
          error={verifying.isError}
          helperText={verifying.isError ? errorText(verifying.error) : ' '}
          autoComplete="one-time-code"
          autoFocus
          fullWidth
          slotProps={{
            htmlInput: { dir: 'ltr', maxLength: 40 },
            formHelperText: { role: verifying.isError ? 'alert' : undefined },
          }}
        />
      </ConfirmDialog>
    </>
  );
}
