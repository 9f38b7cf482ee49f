// Dialog that the specification calls an alert: the title "Alert", one sentence, and a Close button.
import type { AlertDialogProps } from './alert-dialog-view.tsx';
import { dialogCode, LazyDialog } from './lazy-dialog.tsx';

const code = dialogCode<AlertDialogProps>({
  load: async () => (await import('./alert-dialog-view.tsx')).AlertDialogView,
  isOpen: ({ message }) => message !== null,
  close: ({ onClose }) => onClose(),
});

export function AlertDialog(props: AlertDialogProps) {
  return <LazyDialog code={code} props={props} />;
}
