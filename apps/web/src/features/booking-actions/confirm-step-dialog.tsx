// Confirmation dialog before an admin's step on a booking: sends it, stays open with the problem when it is rejected.
import Typography from '@mui/material/Typography';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';

interface ConfirmStepDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly confirmText: string;
  /** The state of the call that `send` makes. */
  readonly sending: { readonly isLoading: boolean; readonly error?: unknown; readonly reset: () => void };
  readonly send: () => Promise<{ error?: unknown }>;
  readonly onClose: () => void;
}

export function ConfirmStepDialog({
  open,
  title,
  text,
  confirmText,
  sending,
  send,
  onClose,
}: ConfirmStepDialogProps) {
  const close = () => {
    sending.reset();
    onClose();
  };
  const confirm = async () => {
    // A press while the dialog closes.
    if (!open) return;
    const { error } = await send();
    if (error === undefined) close();
  };
  return (
    <ConfirmDialog
      open={open}
      title={title}
      confirmText={confirmText}
      busy={sending.isLoading}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <Typography>{text}</Typography>
      <ProblemText problem={sending.error} />
    </ConfirmDialog>
  );
}
