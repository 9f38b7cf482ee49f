// Dialog with a form that sends an amount of money to the server; it shows progress and errors, and closes on success.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReactNode, type Ref, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmission } from '../lib/use-submission.ts';
import { ProblemText } from './problem-text.tsx';

interface AmountDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** While true, the form is being sent and the dialog cannot be closed. */
  readonly busy: boolean;
  readonly onClose: () => void;
  /** The form, mounted only while the dialog is open, so that its input is empty each time. */
  readonly children: ReactNode;
}

export function AmountDialog({ open, title, busy, onClose, children }: AmountDialogProps) {
  const titleId = useId();
  return (
    <Dialog
      open={open}
      onClose={busy ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {open && children}
    </Dialog>
  );
}

export interface Sending {
  readonly busy: boolean;
  /** Error of the last attempt, or null. */
  readonly problem: unknown;
  readonly clearProblem: () => void;
  /** Runs `call`, then `onDone` if it succeeds; an error is stored in `problem`. Does nothing while `busy`. */
  readonly send: (call: () => Promise<unknown>) => Promise<void>;
}

/** Call it in the component that renders AmountDialog, which needs `busy`. */
export function useSending(onDone: () => void): Sending {
  const { busy, problem, clearProblem, run } = useSubmission();
  return {
    busy,
    problem,
    clearProblem,
    async send(call) {
      if (await run(call)) onDone();
    },
  };
}

interface DialogFormProps {
  readonly formRef?: Ref<HTMLFormElement> | undefined;
  readonly note: string;
  readonly sending: Sending;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** The button that submits the form. */
  readonly action: ReactNode;
  readonly children: ReactNode;
}

export function DialogForm({ formRef, note, sending, onSubmit, onClose, action, children }: DialogFormProps) {
  const { t } = useTranslation();
  const { clearProblem } = sending;
  // The form is unmounted when the dialog closes; the next time it opens without the error.
  useEffect(() => clearProblem, [clearProblem]);
  return (
    <Box
      component="form"
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {children}
        <Typography variant="body2" color="text.secondary">
          {note}
        </Typography>
        <ProblemText problem={sending.problem} />
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1 }}>
        <Button onClick={onClose} disabled={sending.busy} sx={{ flexShrink: 0 }}>
          {t('cancel')}
        </Button>
        {action}
      </DialogActions>
    </Box>
  );
}
