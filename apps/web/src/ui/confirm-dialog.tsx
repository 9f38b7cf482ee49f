// Confirmation before an action that cannot be undone; stays open and busy until the action is done.
import { lazy, Suspense } from 'react';
import type { ConfirmDialogProps } from './confirm-dialog-view.tsx';
import { useOpenedOnce } from './use-opened-once.ts';

const View = lazy(async () => ({ default: (await import('./confirm-dialog-view.tsx')).ConfirmDialogView }));

export function ConfirmDialog(props: ConfirmDialogProps) {
  const needed = useOpenedOnce(props.open);
  if (!needed) return null;
  return (
    <Suspense fallback={null}>
      <View {...props} />
    </Suspense>
  );
}
