// Tests tips from the wallet: permissions, amounts, deadline, one tip per trip, and the accounts that they credit.
import { type BookingView, routes } from '@kerb/contract';
import { TIP_WITHIN_MS } from '@kerb/domain/booking';
import { afterAll, describe, expect, it, test } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { createMemoryFiles } from '../../fleet/testing/memory-files.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { createBookingEnvironment } from '../testing/booking-environment.ts';
import { createMoneyTools } from '../testing/money-tools.ts';

const environment = await createBookingEnvironment();
afterAll(() => environment.close());
const { balanceOf } = createMoneyTools(environment);

/** A trip paid in cash, by a rider with 100.00 in the wallet. */
const paidTrip = () => environment.trip('PAID', { credit: 10_000 });
const tip = (who: Actor, id: string, amount: unknown) =>
  environment.call<BookingView>(who, routes.tipDriver, id, { amount });
const tippedEvents = async (id: string) =>
  (
    await environment.database.pool.query(
      `select data from outbox_events where name = 'booking.tipped' and data->>'booking_id' = $1`,
      [id],
    )
  ).rows;

test('pays the whole tip from the rider’s wallet to the driver and shows it to both on the booking', async () => {
  const { id, rider, driver } = await paidTrip();
  const earned = await balanceOf(driver.uid);
  const answer = await tip(rider, id, 20.5);
  expect(answer).toMatchObject({ status: 200, body: { status: 'PAID', tip: 20.5 } });
  expect(answer.body.actions).not.toContain('tip');
  expect([await balanceOf(rider.uid), await balanceOf(driver.uid)]).toEqual([7_950, earned + 2_050]);
  const seen = await environment.call<BookingView>(driver, routes.getBooking, id);
  expect(seen.body.tip).toBe(20.5);
  const { reference } = await environment.record(id);
  expect(await tippedEvents(id)).toEqual([
    { data: { booking_id: id, reference, driver: driver.uid, amount: 2_050 } },
  ]);
});

test('charges one tip when several are sent concurrently', async () => {
  const { id, rider, driver } = await paidTrip();
  const earned = await balanceOf(driver.uid);
  const answers = await Promise.all([tip(rider, id, 10), tip(rider, id, 10), tip(rider, id, 20)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const given = answers.find(({ status }) => status === 200)?.body.tip ?? 0;
  expect(await balanceOf(driver.uid)).toBe(earned + given * 100);
  expect(await tippedEvents(id)).toHaveLength(1);
});

describe('a tip is rejected and moves nothing', () => {
  test.each([
    ['of nothing', 0, 422, 'no_details_error'],
    ['below nothing', -5, 422, 'no_details_error'],
    ['of a part of a cent', 1.005, 422, 'no_details_error'],
    ['that is no number', '5', 400, 'invalid_input'],
    ['above the wallet’s balance', 100.01, 402, 'insufficient_wallet'],
  ])('%s', async (_, amount, status, code) => {
    const { id, rider } = await paidTrip();
    expect(await tip(rider, id, amount)).toMatchObject({ status, code });
    expect(await balanceOf(rider.uid)).toBe(10_000);
    expect(await tippedEvents(id)).toEqual([]);
  });

  it('above the price of the trip', async () => {
    const { id, rider } = await environment.trip('PAID', { credit: 10_000_000 });
    const price = (await environment.record(id)).trip_cost / 100;
    expect(await tip(rider, id, price + 0.01)).toMatchObject({ status: 422, code: 'tip_too_large' });
    expect((await tip(rider, id, price)).status).toBe(200);
  });

  it('before the trip is paid, and two weeks after its end', async () => {
    const running = await environment.trip('REACHED', { credit: 10_000 });
    expect((await tip(running.rider, running.id, 5)).code).toBe('transition_not_allowed');
    const { id, rider } = await paidTrip();
    const read = () => environment.call<BookingView>(rider, routes.getBooking, id);
    expect((await read()).body.actions).toContain('tip');
    environment.pass(TIP_WITHIN_MS);
    expect((await read()).body.actions).not.toContain('tip');
    expect((await tip(rider, id, 5)).code).toBe('transition_not_allowed');
  });

  it('from another rider, with not_found', async () => {
    const { id } = await paidTrip();
    const other = await environment.addRider();
    await environment.credit(other.uid, 10_000);
    expect(await tip(other, id, 5)).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('for a driver who became an admin, whose wallet could not be used', async () => {
    const { id, rider, driver } = await paidTrip();
    const earned = await balanceOf(driver.uid);
    await environment.database.pool.query("update users set usertype = 'admin' where uid = $1", [driver.uid]);
    expect((await tip(rider, id, 5)).code).toBe('transition_not_allowed');
    expect([await balanceOf(rider.uid), await balanceOf(driver.uid)]).toEqual([10_000, earned]);
  });

  it('for a driver whose account is deleted', async () => {
    const { id, rider, driver } = await paidTrip();
    await environment.database.pool.query('delete from users where uid = $1', [driver.uid]);
    expect((await tip(rider, id, 5)).code).toBe('transition_not_allowed');
  });
});

test('the verification of the ledger reports a tip that differs from its booking', async () => {
  const { id, rider } = await paidTrip();
  await tip(rider, id, 10);
  const verify = async () => {
    const { checks } = await verifyLedger({
      db: environment.database.queries,
      storage: createMemoryFiles().storage,
      secret: 'of the test',
    });
    return checks
      .flatMap(({ differences }) => differences)
      .filter((text) => text.startsWith('tip of booking'));
  };
  expect(await verify()).toEqual([]);
  const set = (minorUnits: number) =>
    environment.database.pool.query('update bookings set tip = $2 where id = $1', [id, minorUnits]);
  await set(1_001);
  expect(await verify()).toHaveLength(2);
  await set(1_000);
});
