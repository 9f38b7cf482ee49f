// Helpers for tests of payments at a scripted provider that are captured, held or refunded.
import { randomUUID } from 'node:crypto';
import { minor } from '@kerb/domain/kernel';
import { waitFor } from '../../../kit/testing/wait-for.ts';
import { createPaymentsEnvironment, createScriptedProvider } from './payments-environment.ts';

export const uyu = (value: string) => ({ value, currency: 'UYU' });

export async function createPaidBookingEnvironment() {
  const stripe = createScriptedProvider('stripe');
  const environment = await createPaymentsEnvironment({
    providers: [stripe.provider],
    env: { KERB_TEST_PAYMENTS: 'off' },
  });
  const { person, booking, topup, checkout, webhook, statusOf, sql } = environment;
  const { withTx, payments } = environment.app.modules;

  /** The provider accepts every refund. */
  function agree(): void {
    stripe.script.error = null;
    stripe.script.answer = { status: 'done', refundRef: 're_1', reason: null };
  }

  async function paid(more: Parameters<typeof stripe.say>[2] = {}, isTopup = false) {
    const rider = await person('rider');
    const order = await (isTopup ? topup(rider) : booking(rider));
    const payment = await checkout('stripe', rider, order);
    await webhook('stripe', stripe.webhook(stripe.say(payment, 'captured', more)));
    if (!isTopup && (await statusOf(payment)) === 'captured') await captureReceived(order);
    return { rider, order, payment };
  }
  /** Waits until the booking has received its capture event. */
  const captureReceived = (booking: string) =>
    waitFor(
      async () => (await sql('select status from bookings where id = $1', [booking]))[0]?.status === 'PAID',
      `the payment of ${booking}`,
    );
  const refund = (payment: string, amount: number, id: string = randomUUID()) =>
    withTx((tx) =>
      payments.api.refund(tx, { refund: id, payment, amount: minor(amount), reason: 'Not made' }),
    ).then(() => id);
  /** Runs the job of a refund; afterwards the payment is no longer `refunding`. */
  const ended = (payment: string) =>
    waitFor(async () => (await statusOf(payment)) !== 'refunding', `the refund of ${payment}`);
  const refundOf = async (id: string) => (await sql('select * from payment_refunds where id = $1', [id]))[0];
  const walletOf = async (uid: string) =>
    Number((await sql('select balance from ledger_accounts where owner = $1', [uid]))[0]?.balance ?? 0);

  return {
    ...environment,
    stripe,
    withTx,
    payments,
    agree,
    paid,
    captureReceived,
    refund,
    ended,
    refundOf,
    walletOf,
  };
}
