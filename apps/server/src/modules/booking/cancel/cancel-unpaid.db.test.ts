// A booking that waits for its payment: how long, what keeps it waiting, and what ends it.
import { type PaymentView, routes } from '@kerb/contract';
import { INCOMPLETE_BOOKING_REASON, UNPAID_AFTER_MS } from '@kerb/domain/booking';
import { minor } from '@kerb/domain/kernel';
import type { PaymentStatus } from '@kerb/domain/payment';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { type BookingWorld, createBookingWorld, PLAZA } from '../testing/booking-world.ts';

let world: BookingWorld;
let driver: Actor;
const attempts: PaymentView[] = [];
beforeAll(async () => {
  world = await createBookingWorld();
  driver = await world.addDriver();
  world.payments.asked.ofBooking = async (id) => attempts.filter(({ booking }) => booking === id);
});
afterAll(() => world.close());

const sweep = () => world.jobs['booking.cancel-unpaid']?.({});
const statusOf = async (id: string) => (await world.record(id)).status;

async function unpaid(change: Record<string, unknown> = {}): Promise<{ id: string; rider: Actor }> {
  const rider = await world.addRider();
  world.stand(driver.uid, PLAZA);
  world.set({ appcat: 'delivery' });
  const instructionData = { deliveryPerson: 'Leo', deliveryPersonPhone: '099 123 456' };
  const id = await world.book(rider, { instructionData, ...change });
  world.set({ appcat: 'taxi' });
  return { id, rider };
}

function attempt(booking: string, status: PaymentStatus): PaymentView {
  const made: PaymentView = {
    ...{ id: booking, purpose: 'booking', booking, provider: 'stripe', status, amount: 1 },
    ...{ currency: 'UYU', createdAt: 0, capturedAt: null, reason: null },
  };
  attempts.push(made);
  return made;
}

it('is cancelled by Kerb when nobody has paid for half an hour, and not before', async () => {
  const { id } = await unpaid();
  world.pass(UNPAID_AFTER_MS - 1);
  await sweep();
  expect(await statusOf(id)).toBe('PAYMENT_PENDING');
  world.pass(1);
  await sweep();
  await sweep();
  expect(await world.record(id)).toMatchObject({
    status: 'CANCELLED',
    cancelled_by: 'system',
    reason: INCOMPLETE_BOOKING_REASON,
    cancellation_fee: 0,
  });
});

it('a later one waits no longer than until its time', async () => {
  const { id } = await unpaid({ bookLater: true, tripdate: world.now() + 16 * 60_000 });
  world.pass(15 * 60_000);
  await sweep();
  expect(await statusOf(id)).toBe('PAYMENT_PENDING');
  world.pass(60_000);
  await sweep();
  expect(await statusOf(id)).toBe('CANCELLED');
});

it.each(['open', 'pending', 'held', 'captured'] as const)(
  'never while a payment is %s; when that has failed, it is cancelled',
  async (status) => {
    const { id } = await unpaid();
    const made = attempt(id, status);
    world.pass(3 * UNPAID_AFTER_MS);
    await sweep();
    expect(await statusOf(id)).toBe('PAYMENT_PENDING');
    attempts.splice(attempts.indexOf(made), 1, { ...made, status: 'failed' });
    await sweep();
    expect(await statusOf(id)).toBe('CANCELLED');
  },
);

it('one that fails keeps no other waiting, and is told', async () => {
  const [first, second] = [await unpaid(), await unpaid()];
  world.pass(UNPAID_AFTER_MS);
  const { ofBooking } = world.payments.asked;
  world.payments.asked.ofBooking = async (id) =>
    id === first.id ? Promise.reject(new Error('the payments are away')) : [];
  await expect(sweep()).rejects.toThrow('Some unpaid bookings could not be cancelled');
  world.payments.asked.ofBooking = ofBooking;
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['PAYMENT_PENDING', 'CANCELLED']);
  await sweep();
  expect(await statusOf(first.id)).toBe('CANCELLED');
});

it('what is paid all the same afterwards goes back to the card', async () => {
  const { id, rider } = await unpaid();
  await world.call(rider, routes.payBooking, id, { payment_mode: 'card', usedWalletMoney: 0 });
  world.pass(UNPAID_AFTER_MS);
  await sweep();
  const { payment } = world.payments.capture({ uid: rider.uid, booking: id, amount: minor(500) });
  await world.tell('payment.captured', { payment, booking: id });
  expect(world.payments.refundsOf(payment)).toMatchObject([{ amount: 500 }]);
});

it('a later delivery paid after the time to look for drivers is looked for at once', async () => {
  const tripdate = world.now() + 20 * 60_000;
  const { id, rider } = await unpaid({ bookLater: true, tripdate });
  await world.credit(rider.uid, 5000_00);
  world.pass(10 * 60_000);
  await world.call(rider, routes.payBooking, id, { payment_mode: 'wallet' });
  expect(await world.record(id)).toMatchObject({ status: 'NEW', tripdate, dispatch_at: world.now() });
  const { rows } = await world.database.pool.query<{ run_at: Date }>(
    'select run_at from graphile_worker.jobs where key = $1',
    [`booking.due:${id}`],
  );
  expect(rows.map(({ run_at }) => run_at.getTime())).toEqual([world.now()]);
  expect((await world.booking.searching(world.now())).map((one) => one.id)).toContain(id);
});
