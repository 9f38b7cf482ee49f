// Asks before something that cannot be taken back; stays open and busy until it is done.
import { lazy, type ReactNode, Suspense } from 'react';
import { useOpenedOnce } from './use-opened-once.ts';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  /** Says what happens: "Cancel the ride", never just "OK". */
  confirmText: string;
  cancelText?: string;
  destructive?: boolean;
  busy?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

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
