// Calls that move money, or open a payment, and take effect.
import { randomUUID } from 'node:crypto';
import type { RouteName } from '@kerb/contract';
import { v7 } from 'uuid';
import { z } from 'zod';
import { insertRow } from '../../../apps/server/src/testing/insert-row.ts';
import type { Caller } from '../../../apps/server/src/testing/send-to.ts';
import { insertBooking } from '../../lib/insert-booking.ts';
import type { Case, CaseContext, Prepare } from '../prepared-call.ts';

/** A user with 500 in their wallet. */
async function withMoney({ environment, send }: CaseContext, role: 'rider' | 'driver'): Promise<Caller> {
  const caller = await environment.person(role);
  const body = { amount: 500, source: 'cash', reason: 'Proof' };
  await send('addToWallet', { params: { id: caller.uid }, body }, await environment.person('admin'));
  return caller;
}

async function paidTrip({ environment, pool }: CaseContext, rider: Caller): Promise<string> {
  const driver = (await environment.person('driver')).uid;
  const { carType } = environment;
  return insertBooking(pool, { status: 'PAID', carType, customer: rider.uid, driver });
}

const onPaidTrip =
  (body: object, by: 'rider' | 'admin'): Prepare =>
  async (context) => {
    const rider = await withMoney(context, 'rider');
    const params = { id: await paidTrip(context, rider) };
    return {
      caller: by === 'rider' ? rider : await context.environment.person('admin'),
      input: { params, body },
    };
  };

const heldPayment: Prepare = async ({ environment, pool, send }) => {
  const payer = await withMoney({ environment, pool, send }, 'rider');
  const id = v7();
  await insertRow(pool, 'payments', {
    id,
    purpose: 'topup',
    order_id: randomUUID(),
    uid: payer.uid,
    account: 'rider',
    provider: 'test',
    provider_ref: id,
    status: 'held',
    held: true,
    reason: 'amount',
    amount: 500,
    captured_amount: 400,
    captured_at: Date.now(),
    reported_value: '4.00',
    reported_currency: 'UYU',
    currency: 'UYU',
    decimals: 2,
    product_name: 'Proof',
    created_at: Date.now(),
  });
  const input = { params: { id }, body: { reason: 'Proof' } };
  return { caller: await environment.person('admin'), input };
};

const openedCheckout: Prepare = async ({ environment, send }) => {
  const caller = await environment.person('rider');
  const { text } = await send('openTopup', { body: { amount: 5 } }, caller);
  const form = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  const body = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]));
  return { caller, input: { params: { provider: 'test' }, body } };
};

export const moneyCases: Partial<Record<RouteName, Case>> = {
  refundBooking: { prepare: onPaidTrip({ amount: 1, reason: 'Proof' }, 'admin') },
  tipDriver: { prepare: onPaidTrip({ amount: 1 }, 'rider') },
  openTipPayment: { prepare: onPaidTrip({ amount: 1 }, 'rider') },
  sendReceipt: {
    prepare: async (context) => {
      const { caller, input } = await onPaidTrip({}, 'rider')(context);
      await context.pool.query('update users set email_verified = true where uid = $1', [caller.uid]);
      return { caller, input };
    },
  },
  openCheckout: { prepare: openedCheckout },
  recheckPayment: { readsOnly: 'the provider knows nothing new about the payment' },
  refundPayment: { prepare: heldPayment },
  acceptPayment: { prepare: heldPayment },
  requestWithdraw: {
    prepare: async (context) => {
      const caller = await withMoney(context, 'driver');
      const body = { bankName: 'Proof', bankCode: '1', bankAccount: '1' };
      await context.send('updateProfile', { body }, caller);
      return { caller, input: { body: { amount: 5 } } };
    },
  },
};
