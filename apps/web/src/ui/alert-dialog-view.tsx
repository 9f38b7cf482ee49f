// View of AlertDialog; loaded with the first alert.
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

export interface AlertDialogProps {
  /** The dialog is closed while this is null. */
  message: ReactNode | null;
  onClose: () => void;
  /** A remedy, such as a link to the profile; it becomes the primary button, and Close the secondary one. */
  action?: ReactNode;
}

export function AlertDialogView({ message, onClose, action }: AlertDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open={message !== null}
      onClose={onClose}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={titleId}>{t('alert')}</DialogTitle>
      <DialogContent>
        <DialogContentText id={textId} color="text.primary">
          {message}
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ p: 2 }}>
        <Button variant={action ? 'text' : 'contained'} onClick={onClose} autoFocus={!action}>
          {t('close')}
        </Button>
        {action}
      </DialogActions>
    </Dialog>
  );
}
