// Dialog that the specification calls an alert: the title "Alert", one sentence, and a Close button.
import type { AlertDialogProps } from './alert-dialog-view.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

export const AlertDialog = lazyDialog<AlertDialogProps>({
  load: async () => (await import('./alert-dialog-view.tsx')).AlertDialogView,
  isOpen: ({ message }) => message !== null,
  close: ({ onClose }) => onClose(),
});
