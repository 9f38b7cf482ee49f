// Tests of the dashboard's amounts by the formulas of the specification: the counted bookings, the scope, and the
// beginning of days and months.
import { randomUUID } from 'node:crypto';
import type { BookingStatus } from '@kerb/domain/booking';
import type { Usertype } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { insertBooking } from './testing/insert-booking.ts';
import { createViewDashboard } from './view-dashboard.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const { pool } = database;
beforeEach(async () => {
  await pool.query('delete from bookings');
});

let now = 0;
let settings = { timezone: 'America/Montevideo', decimal: 2 };
const viewDashboard = createViewDashboard({
  db: database.queries,
  clock: { now: () => now },
  settings: { get: async () => settings },
});
const person = (usertype: Usertype): Actor => ({ uid: randomUUID(), usertype, sessionId: 'of the test' });
const admin = person('admin');
const at = (iso: string) => Date.parse(iso);

interface Booked {
  status?: BookingStatus;
  /** In minor units. */
  fee?: number;
  paidAt?: number | null;
  fleetadmin?: string | null;
}

async function addBooking({ status = 'PAID', fee = 100, paidAt = now, fleetadmin = null }: Booked) {
  const hasDriver = !['NEW', 'PAYMENT_PENDING', 'CANCELLED'].includes(status);
  const isPaid = ['PAID', 'COMPLETE'].includes(status);
  const cost = 900 + fee;
  const isCancelled = status === 'CANCELLED';
  await insertBooking(pool, {
    status,
    estimate: cost,
    trip_cost: cost,
    convenience_fees: fee,
    driver_share: 900,
    payable_amount: cost,
    customer_paid: isPaid ? cost : 0,
    driver: hasDriver ? randomUUID() : null,
    driver_name: hasDriver ? 'Sergio' : null,
    driver_accept_time: hasDriver ? 1 : null,
    paid_at: isPaid ? paidAt : null,
    fleetadmin,
    cancelled_by: isCancelled ? 'rider' : null,
    reason: isCancelled ? 'Plans have changed' : null,
  });
}

describe('gross earnings', () => {
  test('are the fees of PAID and COMPLETE bookings only', async () => {
    now = at('2026-05-10T15:00:00Z');
    await addBooking({ status: 'PAID', fee: 1050 });
    await addBooking({ status: 'COMPLETE', fee: 225 });
    for (const status of ['NEW', 'ACCEPTED', 'STARTED', 'REACHED', 'PENDING', 'CANCELLED'] as const)
      await addBooking({ status, fee: 7000 });
    expect(await viewDashboard(admin)).toMatchObject({ today: 12.75, month: 12.75, total: 12.75 });
  });

  test('are compared with yesterday and last month until the same time', async () => {
    now = at('2026-05-10T15:00:00Z');
    await addBooking({ paidAt: at('2026-05-10T14:00:00Z'), fee: 500 });
    await addBooking({ paidAt: at('2026-05-09T14:59:59Z'), fee: 100 });
    await addBooking({ paidAt: at('2026-05-09T15:00:00Z'), fee: 7000 });
    await addBooking({ paidAt: at('2026-04-10T14:59:59Z'), fee: 30 });
    await addBooking({ paidAt: at('2026-04-10T15:00:00Z'), fee: 7000 });
    expect(await viewDashboard(admin)).toMatchObject({ today: 5, previous: { day: 1, month: 0.3 } });
  });

  test('are zero before the first booking, and a booking without a fee adds nothing', async () => {
    now = at('2026-05-10T15:00:00Z');
    expect(await viewDashboard(admin)).toMatchObject({ today: 0, month: 0, total: 0 });
    await addBooking({ fee: 0 });
    expect(await viewDashboard(admin)).toMatchObject({ today: 0, month: 0, total: 0 });
  });

  test.each([
    ['America/Montevideo', '2026-05-10T03:00:00Z', '2026-05-01T03:00:00Z'],
    ['Asia/Kathmandu', '2026-05-09T18:15:00Z', '2026-04-30T18:15:00Z'],
  ])('start at midnight and on the first of the month in %s', async (timezone, day, month) => {
    settings = { timezone, decimal: 2 };
    now = at('2026-05-10T12:00:00Z');
    await addBooking({ paidAt: at(day), fee: 1 });
    await addBooking({ paidAt: at(day) - 1, fee: 10 });
    await addBooking({ paidAt: at(month), fee: 100 });
    await addBooking({ paidAt: at(month) - 1, fee: 1000 });
    expect(await viewDashboard(admin)).toMatchObject({ today: 0.01, month: 1.11, total: 11.11 });
  });

  test('are rounded to the decimals of the currency, without floating-point residue', async () => {
    now = at('2026-05-10T15:00:00Z');
    for (const fee of [10, 20, 30]) await addBooking({ fee });
    settings = { timezone: 'UTC', decimal: 2 };
    expect((await viewDashboard(admin)).total).toBe(0.6);
    settings = { timezone: 'UTC', decimal: 0 };
    expect((await viewDashboard(admin)).total).toBe(60);
    settings = { timezone: 'UTC', decimal: 3 };
    expect((await viewDashboard(admin)).total).toBe(0.06);
  });
});

describe('whose bookings', () => {
  test('a fleet admin sees only bookings that their own drivers accepted', async () => {
    settings = { timezone: 'UTC', decimal: 2 };
    now = at('2026-05-10T15:00:00Z');
    const mine = person('fleetadmin');
    const other = person('fleetadmin');
    await addBooking({ fee: 500, fleetadmin: mine.uid });
    await addBooking({ fee: 30, fleetadmin: other.uid });
    await addBooking({ fee: 4 });
    await addBooking({ status: 'STARTED', fleetadmin: mine.uid });
    await addBooking({ status: 'STARTED', fleetadmin: other.uid });
    await addBooking({ status: 'NEW' });
    const seen = await viewDashboard(mine);
    expect(seen).toMatchObject({ today: 5, month: 5, total: 5 });
    expect(seen.bookings).toMatchObject({ STARTED: 1, NEW: 0, PAID: 1 });
    expect((await viewDashboard(admin)).total).toBe(5.34);
    expect(await viewDashboard(person('fleetadmin'))).toMatchObject({ total: 0, bookings: { STARTED: 0 } });
  });

  test.each(['rider', 'driver'] as const)('a %s sees none', async (usertype) => {
    await expect(viewDashboard(person(usertype))).rejects.toEqual(new DomainError('forbidden'));
  });
});

test('active bookings are counted by status, ended ones are not', async () => {
  for (const status of ['NEW', 'NEW', 'ARRIVED', 'PENDING', 'COMPLETE', 'CANCELLED'] as const)
    await addBooking({ status });
  expect((await viewDashboard(admin)).bookings).toEqual({
    PAYMENT_PENDING: 0,
    NEW: 2,
    ACCEPTED: 0,
    ARRIVED: 1,
    STARTED: 0,
    REACHED: 0,
    PENDING: 1,
    PAID: 0,
  });
});
