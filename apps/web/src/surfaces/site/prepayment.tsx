// Lazily loaded payment dialog for prepaid deliveries, used by the booking form.
import { lazy, Suspense } from 'react';
import type { PrepayDialogProps } from '../../features/payment/prepay-dialog.tsx';
import { loadTexts } from '../../lib/i18n/index.ts';
import { useOpenedOnce } from '../../ui/use-opened-once.ts';

const PrepayDialog = lazy(async () => {
  const [{ PrepayDialog: Dialog }] = await Promise.all([
    import('../../features/payment/prepay-dialog.tsx'),
    loadTexts('wallet'),
  ]);
  return { default: Dialog };
});

export function Prepayment(props: PrepayDialogProps) {
  const needed = useOpenedOnce(props.booking !== null);
  if (!needed) return null;
  return (
    <Suspense fallback={null}>
      <PrepayDialog {...props} />
    </Suspense>
  );
}
