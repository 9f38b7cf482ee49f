// "A provider captured a payment" for a tip, which is now in the rider's wallet: transfers it to the driver.
import { z } from 'zod';
import type { Subscriber } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import { giveTip } from './tip-driver.ts';

const captured = z.object({ payment: z.string(), purpose: z.string().optional() });

/**
 * The amount stays in the rider's wallet when it cannot be transferred: the trip was already tipped, the driver
 * has no wallet (deleted, or an admin now), or the rider's wallet was in debt.
 */
export function onTipPaid(deps: BookingDeps): Subscriber {
  const { withTx, payments, wallet, identity } = deps;
  return {
    name: 'booking.on-tip-paid',
    events: ['payment.captured'],
    async handle({ data }) {
      const { payment, purpose } = captured.parse(data);
      if (purpose !== 'tip') return;
      await withTx(async (tx) => {
        // Lock order: the booking's row before the payment's.
        const id = (await payments.captureOf(payment))?.booking;
        const booking = id ? await bookingRepository(tx).lock(id) : null;
        const paid = await payments.captureOf(payment, tx);
        if (!booking || paid === null || paid.amount === 0) return;
        const { driver, customer, tip } = booking;
        if (driver === null || tip > 0 || customer !== paid.uid) return;
        if (!(await identity.lockWalletHolder(tx, driver))) return;
        if ((await wallet.lockBalance(tx, customer)) < paid.amount) return;
        await giveTip(deps, tx, booking, { driver, tip: paid.amount });
      });
    },
  };
}
