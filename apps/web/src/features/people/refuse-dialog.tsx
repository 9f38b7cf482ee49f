// Rejects a waiting driver or disables an account, with a reason that is shown to the user.
import type { User } from '@kerb/contract';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { usePersonName } from './person-name.tsx';

interface RefuseDialogProps {
  readonly person: User;
  readonly open: boolean;
  readonly busy: boolean;
  readonly onRefuse: (reason: string) => void;
  readonly onClose: () => void;
}

export function RefuseDialog({ person, open, busy, onRefuse, onClose }: RefuseDialogProps) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = reason.trim() === '';
  const waits = person.review === 'waiting';
  const name = nameOf(person);
  const close = () => {
    setReason('');
    setTried(false);
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      title={waits ? t('person_refuse_title', { name }) : t('person_disable_title', { name })}
      confirmText={waits ? t('person_refuse') : t('person_disable')}
      destructive
      busy={busy}
      onConfirm={() => (missing ? setTried(true) : onRefuse(reason.trim()))}
      onClose={close}
    >
      <Typography sx={{ mb: 2 }}>{waits ? t('person_refuse_text') : t('person_disable_text')}</Typography>
      <TextField
        label={t('person_reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={tried && missing}
        helperText={tried && missing ? t('person_reason_missing') : t('person_reason_help')}
        multiline
        minRows={2}
        fullWidth
        autoFocus
        slotProps={{ htmlInput: { maxLength: 500, 'aria-required': true, dir: 'auto' } }}
      />
    </ConfirmDialog>
  );
}
