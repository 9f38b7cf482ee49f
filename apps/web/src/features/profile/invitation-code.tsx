// Enters the referral code of the user's inviter: once, before the first trip.
import type { Me } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepMe } from '../../lib/keep-me.ts';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';

export function InvitationCode({ user }: { user: Me }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  if (user.signupViaReferral !== null)
    return (
      <Typography role="status" variant="body2" color="text.secondary">
        {t('invitation_used', { code: `\u2066${user.signupViaReferral}\u2069` })}
      </Typography>
    );

  const isTooLate = problem instanceof ApiError && problem.code === 'forbidden';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return;
    setBusy(true);
    setProblem(null);
    try {
      keepMe(await client.updateProfile({ body: { signupViaReferral: code } }));
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event: FormEvent) => void submit(event)}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}
    >
      <TextField
        size="small"
        name="invitation"
        label={t('invitation_code')}
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setProblem(null);
        }}
        error={problem !== null}
        helperText={
          problem === null ? t('invitation_help') : isTooLate ? t('invitation_late') : errorText(problem)
        }
        autoComplete="off"
        slotProps={{
          htmlInput: { dir: 'ltr', maxLength: 60, autoCapitalize: 'none', spellCheck: false },
          formHelperText: { role: problem === null ? undefined : 'alert' },
        }}
        sx={{ flex: '1 1 200px', maxWidth: 320, '& .MuiInputBase-root': { minHeight: 44 } }}
      />
      <Button
        type="submit"
        variant="outlined"
        color="inherit"
        loading={busy}
        disabled={code.trim() === ''}
        sx={{ minHeight: 44 }}
      >
        {t('invitation_use')}
      </Button>
    </Box>
  );
}
