// "A provider finished a refund": marks the refund as done; after a failure, credits the rider's wallet instead, unless
// the payments module holds the amount for an admin.
import { z } from 'zod';
import type { Subscriber, Tx } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { publishChanged } from '../booking.events.ts';
import { recordProviderRefunds } from '../step/provider-refunds.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import type { BookingRefund } from '../store/booking.tables.ts';
import { refundRepository } from '../store/refund.repository.ts';

const ended = z.object({
  refund: z.string(),
  payment: z.string().nullish(),
  booking: z.string().nullish(),
});

type Deps = Pick<BookingDeps, 'withTx' | 'wallet' | 'payments' | 'clock'>;

/**
 * Two subscribers: servers of an earlier version do not know the event of the second one, and must not pass it over.
 */
export function onRefundEnded(deps: Deps): Subscriber[] {
  const { withTx, wallet } = deps;

  async function endOwn(tx: Tx, { id, booking: of, to_card: amount }: BookingRefund, toWallet: boolean) {
    const booking = await bookingRepository(tx).lock(of);
    if (!booking) return;
    const { id: bookingId, customer: rider } = booking;
    if (toWallet) await wallet.returnHeld(tx, id, { booking: bookingId, rider, amount });
    await publishChanged(tx, booking);
  }

  /** Records a refund that was not requested here: the operator issued it in the provider's console. */
  async function recordProviderRefund(tx: Tx, id: string, payment: string): Promise<void> {
    const booking = await bookingRepository(tx).lock(id);
    if (!booking) return;
    if ((await recordProviderRefunds(deps, tx, booking, payment)) > 0) await publishChanged(tx, booking);
  }

  return [
    {
      name: 'booking.on-refund-ended',
      events: ['payment.refunded', 'payment.refund-failed'],
      async handle({ name, data }) {
        const { refund: id, payment, booking } = ended.parse(data);
        const isBack = name === 'payment.refunded';
        await withTx(async (tx) => {
          const refund = await refundRepository(tx).end(id, isBack ? 'done' : 'failed');
          if (refund) await endOwn(tx, refund, !isBack);
          else if (isBack && payment && booking) await recordProviderRefund(tx, booking, payment);
        });
      },
    },
    {
      name: 'booking.on-refund-held',
      events: ['payment.refund-held'],
      async handle({ data }) {
        const { refund: id } = ended.parse(data);
        await withTx(async (tx) => {
          const refund = await refundRepository(tx).end(id, 'failed');
          if (refund) await endOwn(tx, refund, false);
        });
      },
    },
  ];
}
