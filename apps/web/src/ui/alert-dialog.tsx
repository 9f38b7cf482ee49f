// Dialog that the specification calls an alert: the title "Alert", one sentence, and a Close button.
import { lazy, Suspense } from 'react';
import type { AlertDialogProps } from './alert-dialog-view.tsx';
import { useOpenedOnce } from './use-opened-once.ts';

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
