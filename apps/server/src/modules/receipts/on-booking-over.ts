// Subscriber to paid rides and cancellations with a fee: issues the receipt with the current tax rate, and sends that
// of a paid ride by e-mail.
import { bookingStatus } from '@kerb/domain/booking';
import { z } from 'zod';
import type { Subscriber } from '../../kit/index.ts';
import { issueReceipt } from './issue-receipt.ts';
import type { ReceiptsDeps } from './receipts.deps.ts';
import { hasReceipt } from './receipts.policy.ts';
import { planMail, type SendReceiptDeps } from './send-receipt.ts';
import { addressOf } from './view-receipt.ts';

const changed = z.object({ booking_id: z.string(), status: bookingStatus, from: bookingStatus.optional() });

export function onBookingOver(deps: SendReceiptDeps & Pick<ReceiptsDeps, 'email'>): Subscriber {
  return {
    name: 'receipts.on-booking-over',
    events: ['booking.changed'],
    async handle({ data }) {
      const { booking_id: id, status, from } = changed.parse(data);
      const ended = from !== undefined && (status === 'PAID' || status === 'CANCELLED');
      const booking = ended ? await deps.booking.find(id) : null;
      if (!booking || !hasReceipt(booking)) return;
      const mails =
        status === 'PAID' && deps.email !== null && (await addressOf(deps, booking.customer)) !== null;
      const settings = await deps.settings.get();
      await deps.withTx(async (tx) => {
        await issueReceipt(tx, id, settings);
        if (mails) await planMail(deps, tx, id, true);
      });
    },
  };
}
