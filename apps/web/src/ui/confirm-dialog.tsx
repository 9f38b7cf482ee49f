// Confirmation before an action that cannot be undone; stays open and busy until the action is done.
import type { ConfirmDialogProps } from './confirm-dialog-view.tsx';
import { dialogCode, LazyDialog } from './lazy-dialog.tsx';

const code = dialogCode<ConfirmDialogProps>({
  load: async () => (await import('./confirm-dialog-view.tsx')).ConfirmDialogView,
  isOpen: ({ open }) => open,
  close: ({ onClose }) => onClose(),
});

export function ConfirmDialog(props: ConfirmDialogProps) {
  return <LazyDialog code={code} props={props} />;
}
