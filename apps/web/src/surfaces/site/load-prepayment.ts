// Loads the payment dialog for prepaid deliveries with its texts, for the booking form.
import type { ComponentType } from 'react';
import type { PrepayDialogProps } from '../../features/payment/prepay-dialog.tsx';
import { loadTexts } from '../../lib/i18n/index.ts';

export async function loadPrepayment(): Promise<ComponentType<PrepayDialogProps>> {
  const [{ PrepayDialog }] = await Promise.all([
    import('../../features/payment/prepay-dialog.tsx'),
    loadTexts('wallet'),
  ]);
  return PrepayDialog;
}
