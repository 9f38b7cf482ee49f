// Field for the referral code of the person who invited the user; it can be entered once, before the first trip.
import type { Me } from '@kerb/contract';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';

export function InvitationCode({ user }: { user: Me }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [code, setCode] = useState('');
  const [enter, { isLoading, error: problem = null, reset }] = answers.updateProfile.useMutation();
  // The trips after which the server rejects a code.
  const trips = answers.listBookings.useQuery(
    { query: { status: 'PAID,COMPLETE', limit: 1 } },
    { skip: user.signupViaReferral !== null },
  );
  if (user.signupViaReferral !== null)
    return (
      <Typography role="status" variant="body2" color="text.secondary">
        {t('invitation_used', { code: `\u2066${user.signupViaReferral}\u2069` })}
      </Typography>
    );
  if (trips.isLoading || (trips.data?.items.length ?? 0) > 0) return null;

  const isTooLate = problem?.code === 'forbidden';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') void enter({ body: { signupViaReferral: code } });
  };

  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}
    >
      <TextField
        size="small"
        name="invitation"
        label={t('invitation_code')}
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          reset();
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
      <LoadingButton
        type="submit"
        variant="outlined"
        color="inherit"
        loading={isLoading}
        disabled={code.trim() === ''}
        sx={{ minHeight: 44 }}
      >
        {t('invitation_use')}
      </LoadingButton>
    </Box>
  );
}
