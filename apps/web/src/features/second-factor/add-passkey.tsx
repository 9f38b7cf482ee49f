// Adds a passkey with a name; the browser's own dialog does the rest.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { createPasskey } from './passkeys.ts';
import { useAttempt } from './use-attempt.ts';

interface AddPasskeyProps {
  readonly onAdded: (recoveryCodes: readonly string[] | null) => void;
  readonly onCancel: () => void;
}

const MAX_NAME_LENGTH = 60;

export function AddPasskey({ onAdded, onCancel }: AddPasskeyProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(t('passkey_title'));
  const { busy, problem, attempt } = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || name.trim() === '') return;
    void attempt(async () => onAdded(await createPasskey(name.trim())));
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      <TextField
        name="passkeyName"
        autoComplete="off"
        label={t('passkey_name')}
        helperText={t('passkey_name_help')}
        value={name}
        autoFocus
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_NAME_LENGTH, readOnly: busy } }}
        fullWidth
      />
      {problem !== null && (
        <Typography role="alert" variant="body2" color="error">
          {problem}
        </Typography>
      )}
      <PrimaryAction type="submit" loading={busy} disabled={name.trim() === ''}>
        {t('passkey_add')}
      </PrimaryAction>
      <Button size="large" disabled={busy} onClick={onCancel}>
        {t('back')}
      </Button>
    </Box>
  );
}
