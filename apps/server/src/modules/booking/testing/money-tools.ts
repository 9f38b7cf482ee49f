// Helpers for tests of payments: card captures, and the changes of the platform's account balances.
import type { Minor } from '@kerb/domain/kernel';
import type { Actor } from '../../../kit/index.ts';
import type { createBookingEnvironment } from './booking-environment.ts';

type Environment = Awaited<ReturnType<typeof createBookingEnvironment>>;

export const card = (usedWalletMoney = 0) => ({ paymentPacket: { payment_mode: 'card', usedWalletMoney } });

export function createMoneyTools(environment: Environment) {
  /** Platform account → balance, minor units. */
  async function accountBalances(): Promise<Map<string, number>> {
    const { rows } = await environment.database.pool.query(
      'select coalesce(provider, kind) as account, balance from ledger_accounts where owner is null',
    );
    return new Map(rows.map(({ account, balance }) => [account, Number(balance)]));
  }
  return {
    balanceOf: (uid: string) => environment.wallet.balanceOf(uid),

    /** Simulates a capture: posts it to the ledger and delivers the event to the booking module. */
    async captured(booking: string, rider: Actor, amount: Minor): Promise<string> {
      const made = environment.payments.capture({ uid: rider.uid, booking, amount });
      await environment.withTx((tx) =>
        environment.wallet.holdCapture(tx, made.payment, { booking, provider: 'stripe', amount }),
      );
      await environment.deliverEvent('payment.captured', { payment: made.payment, booking });
      return made.payment;
    },

    /** The changes of the platform's account balances caused by `work`, minor units. */
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
