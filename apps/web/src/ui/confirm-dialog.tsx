// Confirmation before an action that cannot be undone; stays open and busy until the action is done.
import type { ConfirmDialogProps } from './confirm-dialog-view.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

export const ConfirmDialog = lazyDialog<ConfirmDialogProps>({
  load: async () => (await import('./confirm-dialog-view.tsx')).ConfirmDialogView,
  isOpen: ({ open }) => open,
  close: ({ onClose }) => onClose(),
});
