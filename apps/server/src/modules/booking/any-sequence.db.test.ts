// Property test: after random sequences of actions by all roles, concurrent and with arbitrary phone times, bookings,
// ledger, queue flags and promo uses are consistent.
import { routes } from '@kerb/contract';
import { type BookingStatus, occupiesDriver, transitions } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { walletRepository } from '../wallet/wallet.repository.ts';
import type { BookingRecord } from './store/booking.tables.ts';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PARQUE,
  PLAZA,
} from './testing/booking-environment.ts';
import { createPromoTools, type PromoTools } from './testing/promo-tools.ts';

let environment: BookingEnvironment;
let tools: PromoTools;
beforeAll(async () => {
  environment = await createBookingEnvironment();
  tools = createPromoTools(environment);
});
afterAll(() => environment.close());

const attempts = {
  accept: [routes.acceptBooking, {}],
  decline: [routes.declineBooking, {}],
  arrive: [routes.arriveBooking, {}],
  start: [routes.startBooking, { location: PARQUE }],
  reach: [routes.reachBooking, { location: PARQUE }],
  collect: [routes.collectBooking, {}],
  payWallet: [routes.payBooking, { payment_mode: 'wallet' }],
  payCash: [routes.payBooking, { payment_mode: 'cash' }],
  rate: [routes.rateBooking, { rating: 5 }],
  skip: [routes.rateBooking, { rating: null }],
  cancel: [routes.cancelBooking, { reason: 'Because' }],
} as const;
type Attempt = keyof typeof attempts | 'positions';

/**
 * Request fields from a phone: a time that may be far in the past or future, and an idempotency key that may have been
 * used.
 */
const phone = fc.record({
  agoMs: fc.option(fc.constantFrom(-7_200_000, -30_000, 0, 1, 30_000, 90_000, 300_000, 1e9, 1e12)),
  key: fc.option(fc.nat({ max: 3 })),
});
const names = ['rider', 'first driver', 'second driver', 'admin', 'stranger'] as const;
const attempt = fc.record({
  who: fc.constantFrom<(typeof names)[number]>(...names, 'first driver', 'first driver', 'rider'),
  what: fc.constantFrom<Attempt>(
    'positions',
    ...Object.keys(attempts).filter((name): name is Attempt => name in attempts),
  ),
  which: fc.constantFrom(0, 0, 0, 1),
  phone,
});
/** The usual course of a trip, with other attempts in between, some of them concurrent. */
const usualSteps = (['accept', 'arrive', 'start', 'reach', 'collect'] as const).map((what) => ({
  who: 'first driver' as const,
  what,
  which: 0 as const,
  phone: { agoMs: null, key: null },
}));
const sequences = fc
  .tuple(
    fc.array(fc.array(attempt, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
    fc.array(fc.nat({ max: 8 }), { minLength: 5, maxLength: 5 }),
    fc.integer({ min: 0, max: 5 }),
    fc.array(phone, { minLength: 5, maxLength: 5 }),
  )
  .map(([tries, places, length, phones]) => {
    const at = [...places].sort((one, other) => one - other);
    return usualSteps
      .slice(0, length)
      .reduceRight(
        (moments, step, index) =>
          moments.toSpliced(at[index] ?? 0, 0, [{ ...step, phone: phones[index] ?? step.phone }]),
        tries,
      );
  });

/** Every status that the transition table allows after this one, in one step or several. */
function reachableFrom(status: BookingStatus): Set<BookingStatus> {
  const found = new Set<BookingStatus>([status]);
  for (const from of found) for (const row of transitions) if (row.from === from) found.add(row.to);
  return found;
}

/** Creates two bookings; the first has a promo of `off` percent, the second has no promo. */
async function setUp(payment_mode: string, credit: number, off: number) {
  const rider = await environment.addRider();
  const first = await environment.addDriver();
  const second = await environment.addDriver();
  const admin = await environment.addAdmin();
  const stranger = await environment.addDriver();
  if (credit > 0) await environment.credit(rider.uid, credit);
  const affords = payment_mode !== 'wallet' || credit > 300_00;
  const paymentPacket = { payment_mode: affords ? payment_mode : 'card' };
  const promo = await tools.add({ promo_discount_type: 'percentage', promo_discount_value: off });
  const withPromo = await tools.request(rider, promo.id, { paymentPacket });
  const bookings = [await environment.book(rider, withPromo), await environment.book(rider)];
  for (const id of bookings) await environment.ask(id, [first, second]);
  const people = { rider, 'first driver': first, 'second driver': second, admin, stranger };
  return { people, bookings, drivers: [first, second, stranger], promo: promo.id };
}

const given = (times: readonly (number | null)[]): number[] => times.filter((time) => time !== null);

/**
 * Checks that times are in the order of the steps and not in the future, that the trip's duration matches them, and
 * that trail positions have the status of their time.
 */
async function checkTimes(record: BookingRecord) {
  const { driver_accept_time, driver_arrive_time, trip_start_time, trip_end_time, paid_at } = record;
  const times = given([driver_accept_time, driver_arrive_time, trip_start_time, trip_end_time, paid_at]);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  for (const time of times) expect(time).toBeLessThanOrEqual(environment.now());
  const length = trip_end_time === null ? null : Math.round((trip_end_time - (trip_start_time ?? 0)) / 1000);
  expect(record.total_trip_time).toBe(length);
  const steps = await environment.booking.timelineOf(record.id);
  expect(new Set(steps.map(({ status }) => status)).size).toBe(steps.length);
  const { rows } = await environment.database.pool.query(
    'select at, status from booking_trails where booking = $1 order by at',
    [record.id],
  );
  for (const { at, status } of rows) {
    const isDriven = trip_start_time !== null && Number(at) >= trip_start_time;
    expect(['STARTED', 'REACHED'].includes(status)).toBe(isDriven);
  }
}

/** Uploads positions of the last minutes, some of them impossible, as a phone that was offline. */
async function sendBuffered(
  actor: Actor,
  booking: string,
  agoMs: number | null,
): Promise<{ status: number }> {
  const end = environment.now() - (agoMs ?? 0);
  const positions = Array.from({ length: 20 }, (_, index) => ({
    lat: (index % 7 === 3 ? 40 : PLAZA.lat) + index / 50_000,
    lng: PLAZA.lng,
    at: end - (20 - index) * 5_000,
  }));
  try {
    const { stored, rejected } = await environment.booking.addUploadedPositions(
      actor.uid,
      booking,
      positions,
    );
    expect(stored + rejected).toBe(positions.length);
    return { status: 200 };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return { status: 404 };
    throw error;
  }
}

async function checkEverything({
  bookings,
  drivers,
  promo,
}: Omit<Awaited<ReturnType<typeof setUp>>, 'people'>) {
  const records = await Promise.all(bookings.map(environment.record));
  for (const record of records) {
    const paid = record.used_wallet_money + record.cash_payment_amount + record.card_payment_amount;
    expect(record.customer_paid).toBe(paid);
    expect(record.customer_paid + record.payable_amount).toBe(record.trip_cost - record.discount_amount);
    await checkTimes(record);
    if (record.status !== 'NEW') expect(await environment.booking.openOffers(record.id)).toEqual([]);
  }
  const uses = records.filter((one) => one.promo_applied && one.status !== 'CANCELLED').length;
  expect(await tools.uses(promo)).toEqual({ counted: uses, written: uses });
  for (const { uid } of drivers) {
    const trips = records.filter((one) => one.driver === uid && occupiesDriver(one.status));
    expect(trips.length).toBeLessThanOrEqual(1);
    expect(await environment.queueOf(uid)).toBe(trips.length === 1);
  }
  expect(await walletRepository(environment.database.queries).mismatchedBalances()).toEqual([]);
  const { rows } = await environment.database.pool.query(
    `select kind, count(*)::int as times from ledger_transactions where booking = any($1::uuid[]) group by booking, kind`,
    [bookings],
  );
  for (const { times } of rows) expect(times).toBe(1);
  const settled = rows.filter(({ kind }) => kind === 'ride').length;
  expect(settled).toBe(records.filter(({ status }) => status === 'PAID' || status === 'COMPLETE').length);
  return records;
}

it('keeps bookings, queue flags and ledger consistent under any attempts by any role', async () => {
  const modes = fc.constantFrom('cash', 'wallet', 'card');
  const credits = fc.constantFrom(0, 200_00, 5_000_00);
  const percents = fc.constantFrom(10, 33.333, 100);
  let completed = 0;
  await fc.assert(
    fc.asyncProperty(sequences, modes, credits, percents, async (moments, payment_mode, credit, off) => {
      const { people, ...trips } = await setUp(payment_mode, credit, off);
      const { bookings, drivers } = trips;
      let before = await checkEverything(trips);
      for (const moment of moments) {
        const answers = await Promise.all(
          moment.map(({ who, what, which, phone: { agoMs, key } }) => {
            const id = bookings[which] ?? '';
            if (what === 'positions') return sendBuffered(people[who], id, agoMs);
            const [route, body] = attempts[what];
            const at = agoMs === null ? {} : { at: environment.now() - agoMs };
            const headers: Record<string, string> =
              key === null ? {} : { 'idempotency-key': `${id}-${what}-${key}` };
            return environment.call(people[who], route, id, { ...body, ...at }, '', headers);
          }),
        );
        expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
        const after = await checkEverything(trips);
        for (const [index, record] of after.entries())
          expect(reachableFrom(before[index]?.status ?? 'NEW')).toContain(record.status);
        // Failed calls must not change any data.
        if (answers.every(({ status }) => status >= 400)) expect(after).toEqual(before);
        before = after;
        environment.pass(61_000);
        for (const { uid } of drivers) environment.stand(uid, PARQUE);
      }
      completed += before.filter(({ status }) => status === 'PAID' || status === 'COMPLETE').length;
    }),
    // The first run is an undisturbed trip, so that every seed covers a completed booking.
    { numRuns: 40, examples: [[usualSteps.map((step) => [step]), 'cash', 0, 10]] },
  );
  expect(completed).toBeGreaterThan(0);
}, 240_000);
