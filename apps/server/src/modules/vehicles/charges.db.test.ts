// Tests of the charges of shared vehicles: rent of each calendar day once, commissions of paid trips once, and their
// ledger entries.
import { routes } from '@kerb/contract';
import { commissionOf } from '@kerb/domain/fleet';
import { MS_PER_DAY, MS_PER_HOUR, minor } from '@kerb/domain/kernel';
import { afterAll, afterEach, describe, expect, it, test } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { createVehiclesEnvironment } from './testing/vehicles-environment.ts';

const environment = await createVehiclesEnvironment({ timezone: 'America/Montevideo' });
afterAll(() => environment.close());
const { addDriver, addFleetAdmin, vehicle, take, giveBack, runJob, pass, wallet } = environment;

/** Monday, 9:00 in Montevideo. */
const start = environment.now();
afterEach(async () => {
  pass(start - environment.now());
  environment.set({ timezone: 'America/Montevideo' });
  // The ledger must match the trips, in own cars and shared vehicles, and all charges.
  expect(await environment.ledgerDifferences()).toEqual([]);
});

const rent = { plan: 'rent', rentPerDay: 900 } as const;
const RENT = 90_000;

async function daysCharged({ uid }: Actor): Promise<string[]> {
  const { rows } = await environment.database.pool.query<{ day: string }>(
    'select day::text from vehicle_charges where driver = $1 and day is not null order by day',
    [uid],
  );
  return rows.map(({ day }) => day);
}

/** Number of days of rent that were moved from the driver's wallet to the fleet admin's, which both began empty. */
async function movedDays(driver: Actor, fleetadmin: Actor): Promise<number> {
  const paid = await wallet.balanceOf(driver.uid);
  const got = await wallet.balanceOf(fleetadmin.uid);
  expect(got).toBe(0 - paid);
  return got / RENT;
}

async function rented(change: object = {}) {
  const fleetadmin = await addFleetAdmin();
  const driver = await addDriver(fleetadmin.uid);
  const car = await vehicle([driver], { ...rent, ...change }, fleetadmin);
  return { fleetadmin, driver, car };
}

describe('rent', () => {
  it('is charged when the vehicle is taken, also below a zero balance, and once for each started day', async () => {
    const { fleetadmin, driver, car } = await rented();
    await take(driver, car);
    expect(await movedDays(driver, fleetadmin)).toBe(1);
    for (let hour = 0; hour < 50; hour += 5) {
      await runJob();
      pass(5 * MS_PER_HOUR);
    }
    expect(await daysCharged(driver)).toEqual(['2026-03-02', '2026-03-03', '2026-03-04']);
    expect(await movedDays(driver, fleetadmin)).toBe(3);
    expect((await environment.handovers(fleetadmin, car))[0]).toMatchObject({ charged: 2700, charges: 3 });
  });

  it('of days missed by the job is charged by the next run, or at the return', async () => {
    const { fleetadmin, driver, car } = await rented();
    await take(driver, car);
    pass(3 * MS_PER_DAY);
    await runJob();
    expect(await movedDays(driver, fleetadmin)).toBe(4);
    pass(2 * MS_PER_DAY);
    await giveBack(driver, car);
    expect(await movedDays(driver, fleetadmin)).toBe(6);
    pass(5 * MS_PER_DAY);
    await runJob();
    expect(await movedDays(driver, fleetadmin)).toBe(6);
  });

  it('of a day is charged once to a driver who takes the vehicle twice, and to each of two drivers', async () => {
    const { fleetadmin, driver, car } = await rented();
    await take(driver, car);
    await giveBack(driver, car);
    await take(driver, car);
    expect(await movedDays(driver, fleetadmin)).toBe(1);
    const second = await addDriver(fleetadmin.uid);
    await environment.call(fleetadmin, routes.setVehicleDrivers, car.id, {
      drivers: [driver.uid, second.uid],
    });
    await giveBack(driver, car);
    await take(second, car);
    expect([await wallet.balanceOf(driver.uid), await wallet.balanceOf(second.uid)]).toEqual([-RENT, -RENT]);
  });

  it('is charged once when several servers run the job concurrently, also during the return', async () => {
    const { fleetadmin, driver, car } = await rented();
    await take(driver, car);
    pass(2 * MS_PER_DAY);
    await Promise.all([runJob(), runJob(), giveBack(driver, car), runJob()]);
    expect(await movedDays(driver, fleetadmin)).toBe(3);
  });

  it.each([
    [
      'a day of 23 hours',
      'Europe/Madrid',
      '2026-03-28T12:00Z',
      23,
      ['2026-03-28', '2026-03-29', '2026-03-30'],
    ],
    [
      'a day of 25 hours',
      'Europe/Madrid',
      '2026-10-24T12:00Z',
      25,
      ['2026-10-24', '2026-10-25', '2026-10-26'],
    ],
    ['the date line', 'Pacific/Kiritimati', '2026-03-02T12:00Z', 24, ['2026-03-03', '2026-03-04']],
  ])('follows the operator’s calendar over %s', async (_, timezone, from, hours, days) => {
    environment.set({ timezone });
    pass(Date.parse(from) - environment.now());
    const { driver, car } = await rented();
    await take(driver, car);
    for (let hour = 0; hour < 11 + hours; hour += 1) {
      pass(MS_PER_HOUR);
      await runJob();
    }
    expect(await daysCharged(driver)).toEqual(days);
  });

  it('is fixed when the vehicle is taken, also when its plan changes meanwhile', async () => {
    const { fleetadmin, driver, car } = await rented();
    await take(driver, car);
    await environment.edit(fleetadmin, car, environment.request({ plan: 'rent', rentPerDay: 1 }));
    pass(MS_PER_DAY);
    await runJob();
    expect(await movedDays(driver, fleetadmin)).toBe(2);
  });

  it('of the platform’s own vehicle is revenue, and is shown with its name in the driver’s wallet', async () => {
    const driver = await addDriver();
    const car = await vehicle([driver], rent);
    await take(driver, car);
    const { rows } = await environment.database.pool.query(
      `select a.kind, e.amount from ledger_entries e join ledger_accounts a on a.id = e.account
       join ledger_transactions t on t.id = e.transaction join vehicle_charges c on c.id::text = t.reference
       where c.driver = $1 order by e.amount`,
      [driver.uid],
    );
    expect(rows).toEqual([
      { kind: 'driver', amount: -RENT },
      { kind: 'platform_revenue', amount: RENT },
    ]);
    const { body } = await environment.call<{ items: object[] }>(driver, routes.getWallet, null);
    expect(body.items).toMatchObject([{ kind: 'vehicle_rent', type: 'Debit', amount: 900, booking: null }]);
  });
});

describe('commission', () => {
  const plan = { plan: 'commission', commissionPercent: 12.5 } as const;
  const chargedFor = async (booking: string): Promise<number[]> => {
    const { rows } = await environment.database.pool.query<{ amount: number }>(
      'select amount from vehicle_charges where booking = $1 order by part',
      [booking],
    );
    return rows.map(({ amount }) => amount);
  };
  const expected = async (booking: string) =>
    commissionOf((await environment.record(booking)).driver_share, plan.commissionPercent);

  it('of a paid trip is charged once, although the event is delivered twice and concurrently', async () => {
    const { fleetadmin, driver, car } = await rented({ ...plan, rentPerDay: null });
    await take(driver, car);
    const id = await environment.drive(driver, 'PAID');
    const before = await wallet.balanceOf(driver.uid);
    await Promise.all([environment.deliver(id), environment.deliver(id), environment.deliver(id)]);
    await environment.deliver(id);
    const amount = await expected(id);
    expect(amount).toBeGreaterThan(0);
    expect(await chargedFor(id)).toEqual([amount]);
    expect(await wallet.balanceOf(fleetadmin.uid)).toBe(amount);
    expect(before - (await wallet.balanceOf(driver.uid))).toBe(amount);
  });

  it('is charged for a trip driven in the vehicle, also if it is returned before the event arrives', async () => {
    const { driver, car } = await rented({ ...plan, rentPerDay: null });
    const own = await environment.drive(driver, 'PAID');
    pass(1000);
    await take(driver, car);
    pass(1000);
    const shared = await environment.drive(driver, 'PAID');
    pass(1000);
    await giveBack(driver, car);
    pass(1000);
    await environment.deliver(own);
    await environment.deliver(shared);
    expect(await chargedFor(own)).toEqual([]);
    expect(await chargedFor(shared)).toEqual([await expected(shared)]);
  });

  it('of a later booking accepted ahead is charged for the vehicle in which it was driven', async () => {
    for (const hasItAtAcceptance of [true, false]) {
      const { driver, car } = await rented({ ...plan, rentPerDay: null });
      if (hasItAtAcceptance) await take(driver, car);
      pass(1000);
      const tripdate = environment.now() + MS_PER_DAY;
      const id = await environment.book(await environment.addRider(), { bookLater: true, tripdate });
      await environment.ask(id, [driver]);
      expect((await environment.call(driver, routes.acceptBooking, id)).status).toBe(200);
      pass(1000);
      if (hasItAtAcceptance) await giveBack(driver, car);
      else await take(driver, car);
      pass(MS_PER_DAY - 2000);
      await environment.database.pool.query('update drivers set driver_active_status = true where uid = $1', [
        driver.uid,
      ]);
      expect(await environment.booking.beginAhead(id)).toBe('begun');
      await environment.finish(driver, id);
      await environment.deliver(id);
      expect(await chargedFor(id)).toEqual(hasItAtAcceptance ? [] : [await expected(id)]);
    }
  });

  it('is not charged for a trip that is paid after the fleet admin was deleted', async () => {
    const { fleetadmin, driver, car } = await rented({ ...plan, rentPerDay: null });
    await take(driver, car);
    pass(1000);
    const id = await environment.drive(driver, 'PAID');
    pass(1000);
    await giveBack(driver, car);
    await environment.erase(fleetadmin.uid);
    await environment.deliver(id);
    expect(await chargedFor(id)).toEqual([]);
    expect(await wallet.balanceOf(fleetadmin.uid)).toBe(0);
  });

  it('of a returned vehicle stays as agreed after the fleet admin left, and is not charged further', async () => {
    const { fleetadmin, driver, car } = await rented({ ...plan, rentPerDay: null });
    await take(driver, car);
    pass(1000);
    const charged = await environment.drive(driver, 'PAID');
    await environment.deliver(charged);
    const late = await environment.drive(driver, 'PAID');
    pass(1000);
    await giveBack(driver, car);
    const before = await environment.handovers(environment.admin, car);
    expect(before).toMatchObject([{ plan: 'commission', commissionPercent: 12.5, charges: 1 }]);
    await environment.withTx((tx) =>
      environment.identity.changeUser(tx, fleetadmin.uid, { usertype: 'rider' }),
    );
    await environment.leaveFleet(fleetadmin.uid);
    expect(await environment.handovers(environment.admin, car)).toEqual(before);
    await environment.deliver(late);
    expect(await chargedFor(late)).toEqual([]);
  });

  it('is adjusted to the driver’s share when an admin approves the rest of a fare', async () => {
    const { fleetadmin, driver, car } = await rented({ ...plan, rentPerDay: null });
    await take(driver, car);
    const id = await environment.drive(driver, 'PAID', 120);
    await environment.deliver(id);
    const first = await expected(id);
    const approve = { decision: 'approve', note: 'Road works' };
    expect((await environment.call(environment.admin, routes.decideFareReview, id, approve)).status).toBe(
      200,
    );
    await Promise.all([environment.deliver(id), environment.deliver(id)]);
    const whole = await expected(id);
    expect(whole).toBeGreaterThan(first);
    expect(await chargedFor(id)).toEqual([first, whole - first]);
    expect(await wallet.balanceOf(fleetadmin.uid)).toBe(whole);
    expect((await environment.handovers(fleetadmin, car))[0]).toMatchObject({ charges: 1 });
  });

  test('is not charged before the trip is paid, or with another plan', async () => {
    const { driver, car } = await rented();
    await take(driver, car);
    const id = await environment.drive(driver, 'PAID');
    await environment.deliver(id);
    expect(await chargedFor(id)).toEqual([]);
    const under = await rented({ ...plan, rentPerDay: null });
    await take(under.driver, under.car);
    const accepted = await environment.drive(under.driver, 'ACCEPTED');
    await environment.deliver(accepted);
    expect(await chargedFor(accepted)).toEqual([]);
  });
});

test('verification finds a charge that was not posted, or posted with another amount', async () => {
  const { driver, car } = await rented();
  await take(driver, car);
  const tamper = async (statement: string) => {
    const client = await environment.database.asOwner.connect();
    try {
      await client.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
    } finally {
      client.release();
    }
  };
  const ofDriver = `where driver = '${driver.uid}'`;
  await tamper(`update vehicle_charges set amount = amount + 1 ${ofDriver}`);
  expect(
    (await environment.ledgerDifferences()).filter((text) => text.includes('vehicle charge')),
  ).toHaveLength(2);
  await tamper(`update vehicle_charges set amount = amount - 1 ${ofDriver}`);
  expect(minor(await wallet.balanceOf(driver.uid))).toBe(-RENT);
});
