// Tests bookings that wait for payment: the time limit, what extends it, and late payments.
import { routes } from '@kerb/contract';
import { INCOMPLETE_BOOKING_REASON, TRIP_TIME_PASSED_REASON, UNPAID_AFTER_MS } from '@kerb/domain/booking';
import { minor } from '@kerb/domain/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { type BookingEnvironment, createBookingEnvironment, PLAZA } from '../testing/booking-environment.ts';

let environment: BookingEnvironment;
let driver: Actor;
/** Bookings for which a payment may still succeed. */
const maybePaid = new Set<string>();
beforeAll(async () => {
  environment = await createBookingEnvironment();
  driver = await environment.addDriver();
  environment.payments.asked.mayStillPay = async (id) => maybePaid.has(id);
});
afterAll(() => environment.close());

const sweep = () => environment.jobs['booking.cancel-unpaid']?.({});
const statusOf = async (id: string) => (await environment.record(id)).status;

async function unpaid(change: Record<string, unknown> = {}): Promise<{ id: string; rider: Actor }> {
  const rider = await environment.addRider();
  environment.stand(driver.uid, PLAZA);
  environment.set({ appcat: 'delivery' });
  const instructionData = { deliveryPerson: 'Leo', deliveryPersonPhone: '099 123 456' };
  const id = await environment.book(rider, { instructionData, ...change });
  environment.set({ appcat: 'taxi' });
  return { id, rider };
}

it('is cancelled by the server after half an hour without payment, and not before', async () => {
  const { id } = await unpaid();
  environment.pass(UNPAID_AFTER_MS - 1);
  await sweep();
  expect(await statusOf(id)).toBe('PAYMENT_PENDING');
  environment.pass(1);
  await sweep();
  await sweep();
  expect(await environment.record(id)).toMatchObject({
    status: 'CANCELLED',
    cancelled_by: 'system',
    reason: INCOMPLETE_BOOKING_REASON,
    cancellation_fee: 0,
  });
});

it('a later booking is cancelled at its trip time at the latest', async () => {
  const { id } = await unpaid({ bookLater: true, tripdate: environment.now() + 16 * 60_000 });
  environment.pass(15 * 60_000);
  await sweep();
  expect(await statusOf(id)).toBe('PAYMENT_PENDING');
  environment.pass(60_000);
  await sweep();
  expect(await statusOf(id)).toBe('CANCELLED');
});

it('is not cancelled while a payment may still succeed, and is when that has failed', async () => {
  const { id } = await unpaid();
  maybePaid.add(id);
  environment.pass(3 * UNPAID_AFTER_MS);
  await sweep();
  expect(await statusOf(id)).toBe('PAYMENT_PENDING');
  maybePaid.delete(id);
  await sweep();
  expect(await statusOf(id)).toBe('CANCELLED');
});

it('a failure of one does not stop the others and is reported', async () => {
  const first = await unpaid();
  const second = await unpaid();
  environment.pass(UNPAID_AFTER_MS);
  const { mayStillPay } = environment.payments.asked;
  environment.payments.asked.mayStillPay = async (id) =>
    id === first.id ? Promise.reject(new Error('the payments are away')) : false;
  await expect(sweep()).rejects.toThrow('Some unpaid bookings could not be cancelled');
  environment.payments.asked.mayStillPay = mayStillPay;
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['PAYMENT_PENDING', 'CANCELLED']);
  await sweep();
  expect(await statusOf(first.id)).toBe('CANCELLED');
});

it('a payment after the cancellation is refunded to the card', async () => {
  const { id, rider } = await unpaid();
  await environment.call(rider, routes.payBooking, id, { payment_mode: 'card', usedWalletMoney: 0 });
  environment.pass(UNPAID_AFTER_MS);
  await sweep();
  const { payment } = environment.payments.capture({ uid: rider.uid, booking: id, amount: minor(500) });
  await environment.deliverEvent('payment.captured', { payment, booking: id });
  expect(environment.payments.refundsOf(payment)).toMatchObject([{ amount: 500 }]);
});

it.each([
  { minutes: 60, status: 'NEW', refunded: [] },
  { minutes: 61, status: 'CANCELLED', refunded: ['all'] },
])(
  'a payment $minutes min after the time of the trip leaves it $status',
  async ({ minutes, status, refunded }) => {
    const tripdate = environment.now() + 20 * 60_000;
    const { id, rider } = await unpaid({ bookLater: true, tripdate });
    await environment.call(rider, routes.payBooking, id, { payment_mode: 'card', usedWalletMoney: 0 });
    maybePaid.add(id);
    environment.pass((20 + minutes) * 60_000);
    await sweep();
    expect(await statusOf(id)).toBe('PAYMENT_PENDING');
    const { trip_cost: amount } = await environment.record(id);
    const { payment } = environment.payments.capture({ uid: rider.uid, booking: id, amount });
    await environment.deliverEvent('payment.captured', { payment, booking: id });
    const record = await environment.record(id);
    expect(record.status).toBe(status);
    if (status === 'CANCELLED') expect(record.reason).toBe(TRIP_TIME_PASSED_REASON);
    expect(environment.payments.refundsOf(payment)).toMatchObject(refunded.map(() => ({ amount })));
  },
);

it('a later delivery paid after its dispatch time is dispatched at once', async () => {
  const tripdate = environment.now() + 20 * 60_000;
  const { id, rider } = await unpaid({ bookLater: true, tripdate });
  await environment.credit(rider.uid, 5000_00);
  environment.pass(10 * 60_000);
  await environment.call(rider, routes.payBooking, id, { payment_mode: 'wallet' });
  expect(await environment.record(id)).toMatchObject({
    status: 'NEW',
    tripdate,
    dispatch_at: environment.now(),
  });
  const { rows } = await environment.database.pool.query<{ run_at: Date }>(
    'select run_at from graphile_worker.jobs where key = $1',
    [`booking.due:${id}`],
  );
  expect(rows.map(({ run_at }) => run_at.getTime())).toEqual([environment.now()]);
  expect((await environment.booking.searching(environment.now())).map((one) => one.id)).toContain(id);
});
