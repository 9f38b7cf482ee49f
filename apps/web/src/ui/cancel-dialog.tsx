// Dialog in which a rider or driver cancels a ride: shows the consequences, requires a reason, and shows a rejection.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CancelReasons } from './cancel-reasons.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ProblemText } from './problem-text.tsx';

interface CancelDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** The consequences of cancelling. */
  readonly text: string;
  readonly confirmText: string;
  readonly cancelText: string;
  readonly action: {
    readonly busy: boolean;
    readonly problem: unknown;
    clear(): void;
  };
  /** Resolves to true when the ride is cancelled. */
  readonly onCancel: (reason: string) => Promise<boolean>;
  readonly onClose: () => void;
}

export function CancelDialog({ open, text, action, onCancel, onClose, ...words }: CancelDialogProps) {
  const [reason, setReason] = useState('');
  const cancel = async () => {
    if (await onCancel(reason)) onClose();
  };
  return (
    <ConfirmDialog
      {...words}
      open={open}
      destructive
      busy={action.busy}
      disabled={reason === ''}
      onConfirm={() => void cancel()}
      onClose={() => {
        action.clear();
        onClose();
      }}
    >
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Typography color="text.secondary">{text}</Typography>
        {open && <CancelReasons reason={reason} onChange={setReason} />}
        <ProblemText problem={action.problem} />
      </Box>
    </ConfirmDialog>
  );
}
