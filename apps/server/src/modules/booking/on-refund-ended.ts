// "A provider has paid back", or refuses to: the refund is done, or its money goes to the rider's wallet instead.
import { z } from 'zod';
import type { Subscriber } from '../../kit/index.ts';
import type { BookingDeps } from './booking.deps.ts';
import { tellChanged } from './booking.events.ts';
import { bookingRepository } from './booking.repository.ts';
import { refundRepository } from './refund.repository.ts';

const ended = z.object({ refund: z.string() });

export function onRefundEnded({ withTx, wallet }: Pick<BookingDeps, 'withTx' | 'wallet'>): Subscriber {
  return {
    name: 'booking.on-refund-ended',
    events: ['payment.refunded', 'payment.refund-failed'],
    async handle({ name, data }) {
      const { refund: id } = ended.parse(data);
      const isBack = name === 'payment.refunded';
      await withTx(async (tx) => {
        const refund = await refundRepository(tx).end(id, isBack ? 'done' : 'failed');
        const booking = refund && (await bookingRepository(tx).lock(refund.booking));
        if (!booking) return;
        if (!isBack)
          await wallet.returnHeld(tx, id, {
            ...{ booking: booking.id, rider: booking.customer, amount: refund.to_card },
          });
        await tellChanged(tx, booking);
      });
    },
  };
}
