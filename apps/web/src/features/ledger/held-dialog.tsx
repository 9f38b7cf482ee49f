// Confirms returning or capturing a held payment, with a reason for the ledger.
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface HeldDialogProps {
  /** Null closes the dialog. */
  readonly decision: { readonly what: 'refund' | 'accept' } | null;
  readonly busy: boolean;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}

export function HeldDialog({ decision, busy, onConfirm, onClose }: HeldDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const what = decision?.what ?? 'refund';
  const missing = reason.trim() === '';
  return (
    <ConfirmDialog
      open={decision !== null}
      busy={busy}
      destructive={what === 'refund'}
      title={t(`held_${what}_title`)}
      confirmText={t(`held_${what}`)}
      onConfirm={() => (missing ? setTried(true) : onConfirm(reason.trim()))}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>{t(`held_${what}_text`)}</Typography>
      <TextField
        label={t('money_reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={tried && missing}
        helperText={tried && missing ? t('money_reason_missing') : ' '}
        fullWidth
        autoFocus
        slotProps={{ htmlInput: { maxLength: 300, 'aria-required': true, dir: 'auto' } }}
      />
    </ConfirmDialog>
  );
}
