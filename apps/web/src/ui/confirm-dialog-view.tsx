// View of ConfirmDialog; loaded with the first confirmation.
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingButton } from './loading-button.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  /** Label of the confirming button, which names the action: "Cancel the ride", never just "OK". */
  confirmText: string;
  cancelText?: string;
  destructive?: boolean;
  busy?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialogView(props: ConfirmDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const {
    open,
    title,
    children,
    confirmText,
    cancelText,
    destructive,
    busy = false,
    disabled = false,
  } = props;
  return (
    <Dialog
      open={open}
      onClose={busy ? undefined : props.onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={titleId} variant="h4" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      {children && <DialogContent>{children}</DialogContent>}
      <DialogActions sx={{ p: 2 }}>
        <Button onClick={props.onClose} disabled={busy}>
          {cancelText ?? t('back')}
        </Button>
        <LoadingButton
          variant="contained"
          color={destructive ? 'error' : 'primary'}
          onClick={props.onConfirm}
          loading={busy}
          disabled={disabled}
        >
          {confirmText}
        </LoadingButton>
      </DialogActions>
    </Dialog>
  );
}
