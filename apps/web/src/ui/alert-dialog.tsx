// The alert of the specification: titled Alert, one sentence, a Close button.
import { lazy, type ReactNode, Suspense } from 'react';
import { useOpenedOnce } from './use-opened-once.ts';

export interface AlertDialogProps {
  /** Null keeps it closed. */
  message: ReactNode | null;
  onClose: () => void;
  /** What to do about it, such as a link to the profile: then the main button, and Close the quiet one. */
  action?: ReactNode;
}

const View = lazy(async () => ({ default: (await import('./alert-dialog-view.tsx')).AlertDialogView }));

export function AlertDialog(props: AlertDialogProps) {
  const needed = useOpenedOnce(props.message !== null);
  if (!needed) return null;
  return (
    <Suspense fallback={null}>
      <View {...props} />
    </Suspense>
  );
}
