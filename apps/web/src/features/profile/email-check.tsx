// Says that the e-mail address is not verified, sends the code to it, and takes the code.
import type { Me } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepMe } from '../../lib/keep-me.ts';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export function EmailCheck({ user }: { user: Me }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [code, setCode] = useState('');
  if (user.email === '' || user.emailVerified) return null;

  const attempt = async (action: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await action();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const send = () =>
    attempt(async () => {
      await client.sendEmailCode({ body: {} });
      setCode('');
      setConfirming(true);
    });
  const verify = () => attempt(async () => keepMe(await client.verifyEmail({ body: { code } })));

  return (
    <>
      <Alert
        severity={problem === null || isConfirming ? 'info' : 'error'}
        // On a phone the action stands below its text: beside it, neither has room.
        sx={{ mt: 1.5, flexWrap: { xs: 'wrap', sm: 'nowrap' }, '& .MuiAlert-message': { flex: 1 } }}
        action={
          <Button
            color="inherit"
            loading={busy && !isConfirming}
            onClick={() => void send()}
            sx={{ whiteSpace: 'nowrap' }}
          >
            {t('profile_email_send')}
          </Button>
        }
      >
        {problem === null || isConfirming ? t('profile_email_unverified') : errorText(problem)}
      </Alert>
      <ConfirmDialog
        open={isConfirming}
        title={t('profile_email_title')}
        confirmText={t('profile_email_confirm')}
        busy={busy}
        disabled={code.trim() === ''}
        onConfirm={() => void verify()}
        onClose={() => {
          setConfirming(false);
          setProblem(null);
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
            setProblem(null);
          }}
          error={problem !== null}
          helperText={problem === null ? ' ' : errorText(problem)}
          autoComplete="one-time-code"
          autoFocus
          fullWidth
          slotProps={{
            htmlInput: { dir: 'ltr', maxLength: 40 },
            formHelperText: { role: problem === null ? undefined : 'alert' },
          }}
        />
      </ConfirmDialog>
    </>
  );
}
