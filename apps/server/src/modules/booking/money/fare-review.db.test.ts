// Tests fares far above their quote: the collected amount, the review by an admin, and the ledger entries of the
// decision.
import { type BookingView, type FareReviewRow, routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { createMemoryFiles } from '../../fleet/testing/memory-files.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { type BookingEnvironment, createBookingEnvironment, PARQUE } from '../testing/booking-environment.ts';

const asAtFirst = settings.parse({});
let environment: BookingEnvironment;
let admin: Actor;
beforeAll(async () => {
  environment = await createBookingEnvironment();
  admin = await environment.addAdmin();
});
afterEach(async () => {
  environment.set(asAtFirst);
  const { checks } = await verifyLedger({
    db: environment.database.queries,
    storage: createMemoryFiles().storage,
    secret: 'of the test',
  });
  expect(checks.flatMap(({ differences }) => differences)).toEqual([]);
});
afterAll(() => environment.close());

const MINUTE = 60_000;

/** Makes a trip that takes this many minutes until the driver has reached the drop. */
async function trip(minutes: number, change: Record<string, unknown> = {}) {
  const booked = await environment.trip('STARTED', change);
  environment.pass(minutes * MINUTE);
  environment.stand(booked.driver.uid, PARQUE);
  const answer = await environment.call<BookingView>(booked.driver, routes.reachBooking, booked.id);
  expect(answer.status).toBe(200);
  return { ...booked, reached: answer.body };
}
const decide = (id: string, decision: 'approve' | 'waive', actor = admin) =>
  environment.call<BookingView>(actor, routes.decideFareReview, id, { decision, note: 'Road works' });
const wallet = { paymentPacket: { payment_mode: 'wallet' } };

describe('a fare above the tolerance', () => {
  it('is collected up to the tolerance; the excess is put up for review, with the reason shown to both', async () => {
    const { id, rider, driver, reached } = await trip(120);
    const record = await environment.record(id);
    expect(reached.trip_cost).toBeCloseTo(reached.estimate * 1.5, 1);
    expect(reached.driver_share + reached.convenience_fees).toBeCloseTo(reached.trip_cost, 2);
    expect(reached.driver_share * 0.1).toBeCloseTo(reached.convenience_fees, 1);
    expect(record.fare_review).toBe('open');
    for (const actor of [rider, driver, admin]) {
      const { body } = await environment.call<BookingView>(actor, routes.getBooking, id);
      expect(body.fareReview).toMatchObject({
        status: 'open',
        reason: 'time',
        quoted: reached.estimate,
        collected: reached.trip_cost,
      });
      const lines = body.breakdown.lines.reduce((sum, { amount }) => sum + amount, 0);
      expect(lines).toBeCloseTo(body.trip_cost, 2);
      expect(body.breakdown.lines.at(-1)?.kind).toBe('over_tolerance');
      expect(body.meterMethod).toBe('matched');
      expect(body.drivenLine).not.toBe('');
    }
    const { rows } = await environment.database.pool.query(
      `select name from outbox_events where data ->> 'booking_id' = $1 and name like 'fare-review.%'`,
      [id],
    );
    expect(rows).toEqual([{ name: 'fare-review.opened' }]);
  });

  it('needs no review while the excess is within 3 km or 10 minutes, or within the operator’s tolerance', async () => {
    expect((await trip(12)).reached.fareReview).toBeNull();
    environment.set({ fareTolerance: 1000 });
    expect((await trip(45)).reached.fareReview).toBeNull();
  });

  it('approved: the rider’s wallet pays the rest, the driver and the operator get their shares, once', async () => {
    const { id, rider, driver, reached } = await trip(120, { ...wallet, credit: 100_000 });
    expect(reached.status).toBe('PAID');
    const before = {
      rider: await environment.wallet.balanceOf(rider.uid),
      driver: await environment.wallet.balanceOf(driver.uid),
    };
    const review = reached.fareReview;
    const answers = await Promise.all([decide(id, 'approve'), decide(id, 'approve')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await decide(id, 'waive')).code).toBe('already_processed');
    const decided = (await environment.call<BookingView>(rider, routes.getBooking, id)).body;
    expect(decided.fareReview?.status).toBe('approved');
    const extra = Math.round((review?.extra ?? 0) * 100);
    const share = Math.round((review?.extraShare ?? 0) * 100);
    expect(extra).toBeGreaterThan(0);
    expect(await environment.wallet.balanceOf(rider.uid)).toBe(before.rider - extra);
    expect(await environment.wallet.balanceOf(driver.uid)).toBe(before.driver + share);
    expect(decided.trip_cost).toBe(review?.metered);
    expect(decided.customer_paid).toBeCloseTo(decided.trip_cost - decided.discount_amount, 2);
  });

  it('approved before the payment: the rest is charged when the trip is paid', async () => {
    const { id, rider, driver, reached } = await trip(90);
    expect((await decide(id, 'approve')).body).toMatchObject({
      status: 'REACHED',
      trip_cost: reached.trip_cost,
    });
    expect(await environment.wallet.balanceOf(rider.uid)).toBe(0);
    const paid = await environment.call<BookingView>(driver, routes.collectBooking, id);
    expect(paid.body).toMatchObject({ status: 'PAID', cashPaymentAmount: reached.trip_cost });
    const { fareReview } = paid.body;
    expect(fareReview).toMatchObject({ status: 'approved', note: 'Road works' });
    expect(paid.body.trip_cost).toBe(fareReview?.metered);
    expect(await environment.wallet.balanceOf(rider.uid)).toBe(-Math.round((fareReview?.extra ?? 0) * 100));
    expect(paid.body.breakdown.lines.some(({ kind }) => kind === 'over_tolerance')).toBe(false);
  });

  it('waived: no further ledger entries', async () => {
    const { id, rider, driver } = await trip(90);
    await environment.call(driver, routes.collectBooking, id);
    const balance = await environment.wallet.balanceOf(driver.uid);
    const { body } = await decide(id, 'waive');
    expect(body.fareReview).toMatchObject({ status: 'waived', decidedAt: environment.now() });
    expect(body.trip_cost).toBe(body.fareReview?.collected);
    expect(await environment.wallet.balanceOf(driver.uid)).toBe(balance);
    expect(await environment.wallet.balanceOf(rider.uid)).toBe(0);
    expect((await decide(id, 'approve')).code).toBe('already_processed');
  });
});

describe('the queue', () => {
  it('lists open reviews, then decided ones, newest first, page by page, for admins only', async () => {
    const first = await trip(90);
    environment.pass(MINUTE);
    const second = await trip(90);
    const list = (query: string, actor = admin) =>
      environment.call<{ items: FareReviewRow[]; nextCursor: string | null; open: number }>(
        actor,
        routes.listFareReviews,
        null,
        undefined,
        query,
      );
    const page = await list('?limit=1');
    expect(page.body.items.map(({ booking }) => booking)).toEqual([second.id]);
    expect(page.body.open).toBeGreaterThanOrEqual(2);
    const next = await list(`?limit=1&cursor=${page.body.nextCursor}`);
    expect(next.body.items.map(({ booking }) => booking)).toEqual([first.id]);
    expect(next.body.items[0]).toMatchObject({ reference: first.reached.reference, total_trip_time: 5400 });
    await decide(first.id, 'waive');
    const decided = await list('?status=decided');
    expect(decided.body.items[0]?.booking).toBe(first.id);
    expect((await list('', first.rider)).status).toBe(403);
    expect((await list('?cursor=abc')).status).toBe(400);
  });

  it('is decided by admins, for bookings that have a review', async () => {
    const { id, rider, driver } = await trip(90);
    expect((await decide(id, 'waive', rider)).status).toBe(403);
    expect((await decide(id, 'waive', driver)).status).toBe(403);
    expect((await decide(v7(), 'waive')).code).toBe('not_found');
    const usual = await trip(5);
    expect((await decide(usual.id, 'waive')).code).toBe('not_found');
    const empty = await environment.call(admin, routes.decideFareReview, id, {
      decision: 'waive',
      note: ' ',
    });
    expect(empty.status).toBe(400);
    expect((await environment.record(id)).fare_review).toBe('open');
  });
});

describe('the driven line', () => {
  it('is shown to the driver without its ends after the trip', async () => {
    const { id, rider, driver } = await trip(10);
    await environment.call(driver, routes.collectBooking, id);
    const seenBy = async (actor: Actor) =>
      (await environment.call<BookingView>(actor, routes.getBooking, id)).body.drivenLine;
    const whole = await seenBy(rider);
    const trimmed = await seenBy(driver);
    expect(whole).not.toBe('');
    expect(trimmed).not.toBe(whole);
  });
});

it('the verification finds a review whose amount differs from the ledger', async () => {
  const { id } = await trip(120, { ...wallet, credit: 100_000 });
  await decide(id, 'approve');
  const change = (by: number) =>
    environment.database.pool.query(
      'update fare_reviews set extra_share = extra_share + $2, extra_payable = extra_payable + $2, metered = metered + $2 where booking = $1',
      [id, by],
    );
  await change(1);
  const { checks } = await verifyLedger({
    db: environment.database.queries,
    storage: createMemoryFiles().storage,
    secret: 'of the test',
  });
  const found = checks.flatMap(({ differences }) => differences);
  expect(found.some((text) => text.startsWith(`fare review of booking ${id}`))).toBe(true);
  await change(-1);
});
