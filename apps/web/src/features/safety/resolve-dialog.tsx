// Dialog that resolves an alert with a note on the action taken; reports when another admin resolved it first.
import type { SafetyAlert } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';

interface ResolveDialogProps {
  /** Null closes the dialog. */
  readonly alert: SafetyAlert | null;
  readonly onClose: () => void;
}

export function ResolveDialog({ alert: asked, onClose }: ResolveDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const alert = useLastShown(asked);
  const [note, setNote] = useState('');
  const [send, { isLoading, error, reset }] = answers.resolveAlert.useMutation();
  const isTaken = error !== undefined && codeOf(error) === 'already_processed';
  const close = () => {
    setNote('');
    reset();
    onClose();
  };
  const resolve = async () => {
    if (asked === null) return;
    const resolved = await send({ params: { id: asked.id }, body: { note: note.trim() } });
    if (!resolved.error) close();
  };
  return (
    <ConfirmDialog
      open={asked !== null}
      title={alert ? t('alert_resolve_title', { reference: alert.reference }) : ''}
      confirmText={t('alert_resolve')}
      busy={isLoading}
      disabled={isTaken}
      onConfirm={() => void resolve()}
      onClose={close}
    >
      <Typography sx={{ mb: 2 }}>{t('alert_resolve_text')}</Typography>
      <TextField
        label={t('alert_note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        multiline
        minRows={2}
        fullWidth
        slotProps={{ htmlInput: { maxLength: 500, dir: 'auto' } }}
      />
      {error !== undefined && (
        <Alert severity={isTaken ? 'info' : 'error'} sx={{ mt: 2 }}>
          {isTaken ? t('alert_taken') : errorText(error)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
