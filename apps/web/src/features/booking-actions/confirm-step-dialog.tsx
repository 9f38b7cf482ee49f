// Confirmation dialog before an admin's step on a booking: sends it, stays open with the problem when it is rejected.
import Typography from '@mui/material/Typography';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { ActionBooking } from './action-rules.ts';

export interface StepDialogProps {
  /** Null closes the dialog. */
  readonly booking: ActionBooking | null;
  readonly onClose: () => void;
}

interface StepTexts {
  readonly title: string;
  readonly text: string;
  readonly confirmText: string;
}

interface ConfirmStepDialogProps extends StepDialogProps {
  readonly textsOf: (booking: ActionBooking) => StepTexts;
  readonly send: (args: { params: { id: string }; body: Record<string, never> }) => Promise<{
    error?: unknown;
  }>;
  /** The state of the call that `send` makes. */
  readonly sending: { readonly isLoading: boolean; readonly error?: unknown; readonly reset: () => void };
}

export function ConfirmStepDialog({ booking, textsOf, send, sending, onClose }: ConfirmStepDialogProps) {
  // The texts stay while the dialog closes.
  const shown = useLastShown(booking);
  if (shown === null) return null;
  const { title, text, confirmText } = textsOf(shown);
  const close = () => {
    sending.reset();
    onClose();
  };
  const confirm = async () => {
    // A press while the dialog closes.
    if (booking === null) return;
    const { error } = await send({ params: { id: booking.id }, body: {} });
    if (error === undefined) close();
  };
  return (
    <ConfirmDialog
      open={booking !== null}
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
