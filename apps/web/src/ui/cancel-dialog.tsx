// Dialog in which a rider or driver cancels a ride: shows the consequences, requires a reason, and shows a rejection.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../lib/error-code.ts';
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
    /** The code `conflict` means that the fee is higher than the one that was shown. */
    readonly problem: unknown;
    clear(): void;
  };
  /** Resolves to true when the ride is cancelled. */
  readonly onCancel: (reason: string) => Promise<boolean>;
  readonly onClose: () => void;
}

export function CancelDialog({ open, text, action, onCancel, onClose, ...words }: CancelDialogProps) {
  const { t } = useTranslation();
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
        {codeOf(action.problem) === 'conflict' ? (
          <Typography role="alert" color="error">
            {t('cancel_fee_changed')}
          </Typography>
        ) : (
          <ProblemText problem={action.problem} />
        )}
      </Box>
    </ConfirmDialog>
  );
}
