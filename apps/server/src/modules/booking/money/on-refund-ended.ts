// "A provider finished a refund": marks the refund as done; after a failure, credits the rider's wallet instead, unless
// the payments module holds the amount for an admin: the refund then waits until the provider has paid it back after
// all.
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
  /** Whether a part of the payment still waits for an admin. */
  held: z.boolean().default(false),
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

  /**
   * Records a refund that was not requested here: the operator issued it in the provider's console, or it is what had
   * waited for an admin.
   */
  async function recordOther(
    tx: Tx,
    id: string,
    { refund, payment, held }: { refund: string; payment: string; held: boolean },
  ): Promise<void> {
    const booking = await bookingRepository(tx).lock(id);
    if (!booking) return;
    const recorded = await recordProviderRefunds(deps, tx, booking, payment);
    const elsewhere = await deps.payments.elsewhereOf(tx, payment);
    const isOfHeld = !held && !elsewhere.some((one) => one.refund === refund);
    const hasEnded = isOfHeld && (await refundRepository(tx).endHeld(id, payment));
    if (recorded > 0 || hasEnded) await publishChanged(tx, booking);
  }

  return [
    {
      name: 'booking.on-refund-ended',
      events: ['payment.refunded', 'payment.refund-failed'],
      async handle({ name, data }) {
        const { refund: id, payment, booking, held } = ended.parse(data);
        const isBack = name === 'payment.refunded';
        await withTx(async (tx) => {
          const refund = await refundRepository(tx).end(id, isBack ? 'done' : 'failed');
          if (refund) await endOwn(tx, refund, !isBack);
          else if (isBack && payment && booking)
            await recordOther(tx, booking, { refund: id, payment, held });
        });
      },
    },
    {
      name: 'booking.on-refund-held',
      events: ['payment.refund-held'],
      async handle({ data }) {
        const { refund: id } = ended.parse(data);
        await withTx(async (tx) => {
          const refund = await refundRepository(tx).end(id, 'held');
          if (refund) await endOwn(tx, refund, false);
        });
      },
    },
  ];
}
