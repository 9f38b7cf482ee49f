// Dialog around a form, with title and submit button; full-screen on phones.
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { markUnsaved } from '../lib/unsaved-input.ts';
import { LoadingButton } from './loading-button.tsx';
import { useFormClosing } from './use-form-closing.tsx';

interface FormDialogProps {
  readonly title: string;
  /** Id of the form inside, which the button submits. */
  readonly formId: string;
  readonly submitText: string;
  /** While true, the form is being sent and the dialog cannot be closed. */
  readonly busy: boolean;
  /** Whether the form has unsaved input; found out from its fields when left out. */
  readonly changed?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The dialog is open while it is mounted. */
export function FormDialog(props: FormDialogProps) {
  const { title, formId, submitText, busy, children } = props;
  const { t } = useTranslation();
  const closing = useFormClosing(props);
  const titleId = useId();
  // Counts as unsaved input from the start, because days, switches and pictures are not typed.
  useEffect(markUnsaved, []);
  const small = useMediaQuery((theme: { breakpoints: { down: (key: 'sm') => string } }) =>
    theme.breakpoints.down('sm'),
  );
  return (
    <Dialog
      open
      onClose={closing.onDialogClose}
      aria-labelledby={titleId}
      fullScreen={small}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { ...closing.paper, sx: small ? { borderRadius: 0 } : {} } }}
    >
      <DialogTitle id={titleId} variant="h4" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent dividers>{children}</DialogContent>
      <DialogActions sx={{ p: 2 }}>
        <Button onClick={closing.cancel} disabled={busy}>
          {t('cancel')}
        </Button>
        <LoadingButton type="submit" form={formId} variant="contained" loading={busy}>
          {submitText}
        </LoadingButton>
      </DialogActions>
      {closing.question}
    </Dialog>
  );
}
