// Payments at a scripted provider that are paid, held, refunded or forgotten; what the tests of those share.
import { randomUUID } from 'node:crypto';
import { minor } from '@kerb/domain/kernel';
import { waitFor } from '../../../kit/testing/wait-for.ts';
import { createPaymentsWorld, createScriptedProvider } from './payments-world.ts';

export const uyu = (value: string) => ({ value, currency: 'UYU' });

export async function createPaidWorld() {
  const stripe = createScriptedProvider('stripe');
  const world = await createPaymentsWorld({
    providers: [stripe.provider],
    env: { KERB_TEST_PAYMENTS: 'off' },
  });
  const { person, booking, topup, checkout, webhook, statusOf, sql } = world;
  const { withTx, payments } = world.app.modules;

  /** The provider refunds whatever it is asked to. */
  function agree(): void {
    stripe.script.error = null;
    stripe.script.answer = { status: 'done', refundRef: 're_1', reason: null };
  }

  async function paid(more: Parameters<typeof stripe.say>[2] = {}, isTopup = false) {
    const rider = await person('rider');
    const order = await (isTopup ? topup(rider) : booking(rider));
    const payment = await checkout('stripe', rider, order);
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured', more)));
    if (!isTopup && (await statusOf(payment)) === 'captured') await heard(order);
    return { rider, order, payment };
  }
  /** The ride hears of its money by itself. */
  const heard = (booking: string) =>
    waitFor(
      async () => (await sql('select status from booking where id = $1', [booking]))[0]?.status === 'PAID',
      `the payment of ${booking}`,
    );
  const refund = (payment: string, amount: number, id: string = randomUUID()) =>
    withTx((tx) =>
      payments.api.refund(tx, { refund: id, payment, amount: minor(amount), reason: 'Not made' }),
    ).then(() => id);
  /** The job of a refund runs by itself; after it the payment is no longer on its way back. */
  const ended = (payment: string) =>
    waitFor(async () => (await statusOf(payment)) !== 'refunding', `the refund of ${payment}`);
  const refundOf = async (id: string) => (await sql('select * from payment_refund where id = $1', [id]))[0];
  const walletOf = async (uid: string) =>
    Number((await sql('select balance from ledger_account where owner = $1', [uid]))[0]?.balance ?? 0);

  return { ...world, stripe, withTx, payments, agree, paid, heard, refund, ended, refundOf, walletOf };
}
