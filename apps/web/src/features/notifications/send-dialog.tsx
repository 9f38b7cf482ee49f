// Confirmation dialog before a message is sent, with the number of people it reaches now; shows the error of a failed
// attempt.
import type { NotificationView } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { useAudienceSize } from './use-audience-size.ts';

interface SendDialogProps {
  /** Null closes the dialog. */
  readonly message: NotificationView | null;
  readonly onClose: () => void;
}

export function SendDialog({ message, onClose }: SendDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const errorText = useErrorText();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const [sendTo, { isLoading: busy }] = answers.sendNotificationToUsers.useMutation();
  const [alert, setAlert] = useState<string | null>(null);
  const shown = useLastShown(message);
  const { count, problem } = useAudienceSize(message);
  const refusal = message !== null && !critical ? 'demo_mode' : null;

  const send = async ({ id, version }: NotificationView): Promise<void> => {
    const { error } = await sendTo({ params: { id }, body: { version } });
    if (error) setAlert(errorText(error));
    onClose();
  };
  const closeAlert = () => {
    setAlert(null);
    if (refusal !== null) onClose();
  };
  return (
    <>
      <ConfirmDialog
        open={message !== null && refusal === null}
        title={t('notifications_send_title')}
        confirmText={
          count === null
            ? t('notifications_send')
            : t('notifications_send_to', { count, people: number(count) })
        }
        busy={busy}
        disabled={count === null || count === 0}
        onConfirm={() => message && void send(message)}
        onClose={onClose}
      >
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Box sx={{ p: 2, borderRadius: '14px', bgcolor: 'background.subtle', overflowWrap: 'anywhere' }}>
            <Typography dir="auto" sx={{ fontWeight: 650 }}>
              {shown?.title}
            </Typography>
            <Typography dir="auto" variant="body2" sx={{ whiteSpace: 'pre-line', unicodeBidi: 'plaintext' }}>
              {shown?.body}
            </Typography>
          </Box>
          <Typography role="status" color={count === 0 ? 'error' : 'text.secondary'}>
            {problem !== null
              ? errorText(problem)
              : count === null
                ? t('notifications_counting')
                : t('notifications_send_text', { count, people: number(count) })}
          </Typography>
        </Box>
      </ConfirmDialog>
      <AlertDialog message={alert ?? (refusal && errorText(refusal))} onClose={closeAlert} />
    </>
  );
}
