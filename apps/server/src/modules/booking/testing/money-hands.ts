// Hands for tests of money: a card that was charged, and what the platform's accounts changed by.
import type { Minor } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { createBookingWorld } from './booking-world.ts';

type World = Awaited<ReturnType<typeof createBookingWorld>>;

export const card = (usedWalletMoney = 0) => ({ paymentPacket: { payment_mode: 'card', usedWalletMoney } });

export function moneyHands(world: World) {
  /** Platform account → balance, minor units. */
  async function accountBalances(): Promise<Map<string, number>> {
    const { rows } = await world.database.pool.query(
      'select coalesce(provider, kind) as account, balance from ledger_account where owner is null',
    );
    return new Map(rows.map(({ account, balance }) => [account, Number(balance)]));
  }
  return {
    balanceOf: (uid: string) => world.wallet.balanceOf(uid),

    /** The provider captured it: the ledger holds it and the booking hears of it. */
    async captured(booking: string, rider: Actor, amount: Minor): Promise<string> {
      const made = world.payments.capture({ uid: rider.uid, booking, amount });
      await world.withTx((tx) =>
        world.wallet.holdCapture(tx, made.payment, { booking, provider: 'stripe', amount }),
      );
      await world.tell('payment.captured', { payment: made.payment, booking });
      return made.payment;
    },

    /** What the platform's accounts have changed by since. */
    async changes(work: () => Promise<unknown>): Promise<Record<string, number>> {
      const before = await accountBalances();
      await work();
      const after = await accountBalances();
      return Object.fromEntries(
        [...after]
          .map(([account, balance]) => [account, balance - (before.get(account) ?? 0)] as const)
          .filter(([, by]) => by !== 0),
      );
    },
  };
}
