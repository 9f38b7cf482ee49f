// Tests that reports match the formulas of the specification, independently computed sums, and the ledger.
import { randomUUID } from 'node:crypto';
import { DomainError, minor, startOfMonth } from '@kerb/domain/kernel';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readPdf } from '../../adapters/pdf/testing/pdf-text.ts';
import type { Actor } from '../../kit/index.ts';
import { createExportDriverEarnings, createExportEarnings } from './export-reports.ts';
import { createPrintDriverEarnings, createPrintEarnings, createPrintStatement } from './print-reports.ts';
import { actorOf, createReportEnvironment } from './testing/report-environment.ts';
import { createViewDriverEarnings } from './view-driver-earnings.ts';
import { createViewEarnings } from './view-earnings.ts';
import { createViewMyStatement, createViewStatement } from './view-statement.ts';

const environment = await createReportEnvironment();
afterAll(() => environment.database.close());
const { deps, pool } = environment;
const viewEarnings = createViewEarnings(deps);
const viewDriverEarnings = createViewDriverEarnings(deps);
const viewStatement = createViewStatement(deps);
const viewMyStatement = createViewMyStatement(deps);
const admin = actorOf('admin');
const at = (iso: string) => Date.parse(iso);

const fleet = await environment.addPerson('fleetadmin', 'Flora');
const otherFleet = await environment.addPerson('fleetadmin', 'Otto');
const sergio = await environment.addPerson('driver', 'Sergio', fleet);
const lucia = await environment.addPerson('driver', 'Lucia', otherFleet);

beforeEach(async () => {
  environment.current.timezone = 'America/Montevideo';
  await pool.query('delete from bookings');
});

describe('the earning report', () => {
  test('has every field of the specification, and its formulas', async () => {
    const may = at('2021-05-10T12:00:00Z');
    await environment.addRide({ at: may, driver: sergio, share: 10_000, fee: 1500, discount: 500 });
    await environment.addRide({ at: may, driver: lucia, share: 20_000, fee: 2500 });
    await environment.addCancelled({ at: may, driver: sergio, fee: 700 });
    const { items, total } = await viewEarnings(admin, { from: '2021-05', to: '2021-05' });
    const sums = {
      total_rides: 3,
      cancelled_rides: 1,
      tripCost: 340,
      rideCost: 300,
      cancellationFee: 7,
      convenienceFee: 40,
      discountAmount: 5,
      profit: 42,
      grossTripCost: 347,
      refunds: 0,
    };
    expect(items).toEqual([{ year: 2021, month: 5, monthsName: 'May', ...sums }]);
    expect(total).toEqual(sums);
  });

  test('counts PAID, COMPLETE and CANCELLED bookings with a fee only', async () => {
    const june = at('2021-06-10T12:00:00Z');
    await environment.addCancelled({ at: june, driver: sergio, fee: 0 });
    const { id } = await environment.addRide({ at: june, driver: sergio, share: 100, fee: 10 });
    expect((await viewEarnings(admin, { from: '2021-06', to: '2021-06' })).total.total_rides).toBe(1);
    await pool.query(`update bookings set status = 'PENDING' where id = $1`, [id]);
    expect(await viewEarnings(admin, { from: '2021-06', to: '2021-06' })).toMatchObject({
      items: [],
      total: { total_rides: 0, profit: 0 },
    });
  });

  test.each(['America/Montevideo', 'Asia/Kathmandu', 'Europe/Berlin'])(
    'begins its months when the clocks in %s say so',
    async (timezone) => {
      environment.current.timezone = timezone;
      const begins = startOfMonth(at('2021-04-15T00:00:00Z'), timezone);
      await environment.addRide({ at: begins - 1, driver: sergio, share: 1, fee: 0 });
      await environment.addRide({ at: begins, driver: sergio, share: 10, fee: 0 });
      await environment.addCancelled({ at: begins - 1, driver: sergio, fee: 100 });
      await environment.addCancelled({ at: begins, driver: sergio, fee: 1000 });
      const { items } = await viewEarnings(admin, { from: '2021-03', to: '2021-04' });
      expect(items.map(({ month, grossTripCost }) => [month, grossTripCost])).toEqual([
        [4, 10.1],
        [3, 1.01],
      ]);
    },
  );

  test('shows a refund in the month in which it was made', async () => {
    const { id, rider } = await environment.addRide({
      at: at('2021-07-10T12:00:00Z'),
      driver: sergio,
      share: 900,
      fee: 100,
    });
    await environment.refund(id, rider, 250, at('2021-08-02T12:00:00Z'));
    await environment.refund(id, rider, 50, at('2021-08-03T12:00:00Z'));
    const { items } = await viewEarnings(admin, { from: '2021-07', to: '2021-08' });
    expect(items.map(({ month, total_rides, refunds }) => [month, total_rides, refunds])).toEqual([
      [8, 0, 3],
      [7, 1, 0],
    ]);
  });

  test('is empty for months without data and for a reversed range; an invalid month is rejected', async () => {
    expect((await viewEarnings(admin, { from: '2010-01', to: '2010-12' })).items).toEqual([]);
    expect((await viewEarnings(admin, { from: '2021-08', to: '2021-07' })).items).toEqual([]);
    await expect(viewEarnings(admin, { from: '2021-13' })).rejects.toThrowError(/^invalid_input/);
  });

  test.each(['rider', 'driver', 'fleetadmin'] as const)('is not for a %s', async (usertype) => {
    await expect(viewEarnings(actorOf(usertype), {})).rejects.toEqual(new DomainError('forbidden'));
  });
});

describe('random bookings', () => {
  const ride = fc.record({
    day: fc.integer({ min: 0, max: 120 }),
    share: fc.integer({ min: 1, max: 5_000_000 }),
    fee: fc.integer({ min: 0, max: 500_000 }),
    off: fc.integer({ min: 0, max: 100 }),
    cash: fc.boolean(),
    isCancelled: fc.boolean(),
    bySergio: fc.boolean(),
  });
  const start = at('2022-01-01T03:00:00Z');
  let year = 2022;

  test('have the same sums in SQL and TypeScript, agree with the ledger, and equal the statement', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ride, { minLength: 1, maxLength: 12 }), async (rides) => {
        await pool.query('delete from bookings');
        // Each run uses its own year, because ledger entries cannot be deleted.
        year += 1;
        const shift = Date.UTC(year, 0, 1) - Date.UTC(2022, 0, 1);
        const expected = new Map<number, { revenue: number; promo: number; fees: number; share: number }>();
        let sergiosShare = 0;
        for (const { day, share, fee, off, cash, isCancelled, bySergio } of rides) {
          const when = start + shift + day * 86_400_000 + 12 * 3_600_000;
          const driver = bySergio ? sergio : lucia;
          const discount = Math.floor(((share + fee) * off) / 100);
          if (isCancelled) await environment.addCancelled({ at: when, driver, fee });
          else await environment.addRide({ at: when, driver, share, fee, discount, cash });
          const month = new Date(when - 3 * 3_600_000).getUTCMonth() + 1;
          const sums = expected.get(month) ?? { revenue: 0, promo: 0, fees: 0, share: 0 };
          if (isCancelled) sums.fees += fee;
          else {
            sums.revenue += fee;
            sums.promo += discount;
            sums.share += share;
            if (bySergio) sergiosShare += share;
          }
          if (!isCancelled || fee > 0) expected.set(month, sums);
        }
        const range = { from: `${year}-01`, to: `${year}-12` };
        const { items } = await viewEarnings(admin, range);
        const cents = (amount: number) => Math.round(amount * 100);
        expect(new Map(items.map((row) => [row.month, row])).size).toBe(expected.size);
        for (const row of items) {
          const sums = expected.get(row.month);
          expect({
            revenue: cents(row.convenienceFee),
            promo: cents(row.discountAmount),
            fees: cents(row.cancellationFee),
            share: cents(row.rideCost),
          }).toEqual(sums);
          expect(cents(row.profit)).toBe((sums?.revenue ?? 0) + (sums?.fees ?? 0) - (sums?.promo ?? 0));
          const month = startOfMonth(Date.UTC(year, row.month - 1, 15), 'America/Montevideo');
          const next = startOfMonth(Date.UTC(year, row.month, 15), 'America/Montevideo');
          const { rows } = await pool.query(
            `select coalesce(sum(e.amount) filter (where a.kind = 'platform_revenue'), 0)::bigint as revenue,
                    coalesce(-sum(e.amount) filter (where a.kind = 'promo_expense'), 0)::bigint as promo
             from ledger_entries e join ledger_accounts a on a.id = e.account
             join ledger_transactions t on t.id = e.transaction where t.at >= $1 and t.at < $2`,
            [month, next],
          );
          expect(rows).toEqual([{ revenue: sums?.revenue, promo: sums?.promo }]);
          await addsUp(sergio, `${year}-${String(row.month).padStart(2, '0')}`);
        }
        const mine = await viewDriverEarnings(admin, { ...range, by: 'driver', driver: sergio });
        expect(cents(mine.total.driverShare)).toBe(sergiosShare);
      }),
      { numRuns: 8 },
    );
  });

  /** Checks that opening balance, totals by kind and running balances give the closing balance of the ledger. */
  async function addsUp(uid: string, month: string) {
    const statement = await viewStatement(admin, uid, month);
    const cents = (amount: number) => Math.round(amount * 100);
    const moved = statement.totals.reduce((sum, { amount }) => sum + cents(amount), 0);
    expect(cents(statement.opening) + moved).toBe(cents(statement.closing));
    let balance = cents(statement.opening);
    for (const entry of statement.entries) {
      balance += cents(entry.amount);
      expect(cents(entry.balance)).toBe(balance);
    }
    expect(balance).toBe(cents(statement.closing));
    expect(await environment.wallet.balanceOf(uid)).toBe(await ledgerSum(uid));
  }

  async function ledgerSum(uid: string) {
    const { rows } = await pool.query(
      `select coalesce(sum(e.amount), 0)::bigint as sum from ledger_entries e
       join ledger_accounts a on a.id = e.account where a.owner = $1`,
      [uid],
    );
    return minor(rows[0].sum);
  }
});

describe('driver earnings', () => {
  const range = { from: '2020-03', to: '2020-04' } as const;
  const march = at('2020-03-10T12:00:00Z');
  const april = at('2020-04-10T12:00:00Z');
  beforeEach(async () => {
    await environment.addRide({ at: march, driver: sergio, fleetadmin: fleet, share: 1000, fee: 100 });
    await environment.addRide({ at: march, driver: sergio, fleetadmin: fleet, share: 500, fee: 0 });
    await environment.addRide({ at: april, driver: lucia, fleetadmin: otherFleet, share: 300, fee: 30 });
    await environment.addCancelled({ at: march, driver: sergio, fee: 9999 });
  });

  test('are grouped by month and driver, with name and vehicle', async () => {
    const { items, total } = await viewDriverEarnings(admin, { ...range, by: 'driver' });
    expect(items).toEqual([
      {
        year: 2020,
        month: 4,
        monthsName: 'April',
        uid: lucia,
        driverName: 'Lucia Paz',
        fleet: 'Otto Paz',
        driverVehicleNo: 'SBA 1234',
        total_rides: 1,
        driverShare: 3,
        hasStatement: true,
      },
      {
        year: 2020,
        month: 3,
        monthsName: 'March',
        uid: sergio,
        driverName: 'Sergio Paz',
        fleet: 'Flora Paz',
        driverVehicleNo: 'SBA 1234',
        total_rides: 2,
        driverShare: 15,
        hasStatement: true,
      },
    ]);
    expect(total).toEqual({ total_rides: 3, driverShare: 18 });
  });

  test('are summed by fleet, with drivers without a fleet in one group', async () => {
    await environment.addRide({ at: april, driver: sergio, share: 7, fee: 0 });
    const { items } = await viewDriverEarnings(admin, { ...range, by: 'fleet' });
    expect(items.map((row) => [row.month, row.uid, row.fleet, row.driverShare])).toEqual([
      [4, otherFleet, 'Otto Paz', 3],
      [4, null, '', 0.07],
      [3, fleet, 'Flora Paz', 15],
    ]);
  });

  test('show a fleet admin only their own drivers’ trips, for any filter', async () => {
    const flora = actorOf('fleetadmin', fleet);
    const mine = await viewDriverEarnings(flora, { ...range, by: 'driver' });
    expect(mine.items.map(({ uid }) => uid)).toEqual([sergio]);
    const wanted = { ...range, by: 'driver' as const };
    expect(
      (await viewDriverEarnings(flora, { ...wanted, driver: sergio, fleetadmin: fleet })).items,
    ).toHaveLength(1);
    for (const foreign of [{ driver: lucia }, { fleetadmin: otherFleet }, { driver: randomUUID() }])
      await expect(viewDriverEarnings(flora, { ...wanted, ...foreign })).rejects.toEqual(
        new DomainError('not_found'),
      );
    await expect(viewDriverEarnings(admin, { ...wanted, driver: fleet })).rejects.toEqual(
      new DomainError('not_found'),
    );
    await expect(viewDriverEarnings(actorOf('driver'), wanted)).rejects.toEqual(new DomainError('forbidden'));
  });

  test('show a fleet admin the vehicle of their own trips, and no statement, for a driver who left the fleet', async () => {
    const marta = await environment.addPerson('driver', 'Marta', otherFleet);
    const left = { at: march, driver: marta, fleetadmin: fleet, share: 100, fee: 0 };
    const { id } = await environment.addRide(left);
    await pool.query(`update bookings set vehicle_number = 'SBA 9999' where id = $1`, [id]);
    await environment.addRide({ ...left, at: april, fleetadmin: otherFleet });
    const rowOf = async (actor: Actor) => {
      const { items } = await viewDriverEarnings(actor, {
        ...range,
        to: '2020-03',
        by: 'driver',
        driver: marta,
      });
      return items.map((row) => [row.fleet, row.driverVehicleNo, row.driverShare, row.hasStatement]);
    };
    expect(await rowOf(actorOf('fleetadmin', fleet))).toEqual([['Flora Paz', 'SBA 9999', 1, false]]);
    expect(await rowOf(admin)).toEqual([['Otto Paz', 'SBA 1234', 1, true]]);
    await pool.query(`update bookings set vehicle_number = '' where id = $1`, [id]);
    expect(await rowOf(actorOf('fleetadmin', fleet))).toEqual([['Flora Paz', '', 1, false]]);
  });

  test('statements of drivers of another fleet are not found', async () => {
    const flora = actorOf('fleetadmin', fleet);
    expect((await viewStatement(flora, sergio, '2020-03')).total_rides).toBeGreaterThanOrEqual(2);
    for (const foreign of [lucia, fleet, randomUUID()])
      await expect(viewStatement(flora, foreign, '2020-03')).rejects.toEqual(new DomainError('not_found'));
    await expect(viewMyStatement(actorOf('rider'), '2020-03')).rejects.toEqual(new DomainError('forbidden'));
  });
});

describe('PDF and CSV reports', () => {
  const range = { from: '2019-02', to: '2019-02' };
  beforeEach(async () => {
    const when = at('2019-02-10T12:00:00Z');
    await environment.addRide({
      at: when,
      driver: sergio,
      fleetadmin: fleet,
      share: 123_450,
      fee: 1500,
      discount: 2000,
    });
  });

  test('CSV contains the fields of the specification as plain numbers', async () => {
    const csv = await createExportEarnings(deps, viewEarnings)(admin, range);
    expect(csv.trimEnd().split('\r\n')).toEqual([
      '\ufeffyear,monthsName,total_rides,cancelled_rides,tripCost,rideCost,cancellationFee,convenienceFee,discountAmount,profit,grossTripCost,refunds',
      '2019,February,1,0,1249.50,1234.50,0.00,15.00,20.00,-5.00,1249.50,0.00',
    ]);
    const exportDrivers = createExportDriverEarnings(deps, viewDriverEarnings);
    expect(await exportDrivers(admin, { ...range, by: 'driver' })).toContain(
      '2019,February,Sergio Paz,SBA 1234,Flora Paz,1,1234.50',
    );
    expect(await exportDrivers(admin, { ...range, by: 'fleet' })).toContain(
      '2019,February,Flora Paz,1,1234.50',
    );
  });

  test('PDF is in the reader’s language', async () => {
    const print = createPrintEarnings(deps, viewEarnings);
    const textOf = (bytes: Buffer) => readPdf(bytes).flatMap(({ lines }) => lines);
    const english = textOf(await print(admin, range)).join('\n');
    for (const part of ['Earning report', 'February 2019', '$U 1,249.50', '-$U 5.00', 'Page 1 of 1'])
      expect(english.replaceAll('\u00a0', ' ')).toContain(part);
    environment.languages.set(admin.uid, 'es');
    const spanish = textOf(await print(admin, range))
      .join('\n')
      .replaceAll('\u00a0', ' ');
    for (const part of ['Informe de ganancias', 'febrero de 2019', '$U 1.249,50', 'Página 1 de 1'])
      expect(spanish).toContain(part);
    environment.languages.set(admin.uid, 'ar');
    const [arabic] = readPdf(await print(admin, range));
    expect(arabic?.runs.some(({ text }) => text.includes('2019'))).toBe(true);
    environment.languages.delete(admin.uid);
  });

  test('an empty report contains a note, and a statement the balances from opening to closing', async () => {
    const print = createPrintDriverEarnings(deps, viewDriverEarnings);
    const empty = readPdf(await print(admin, { from: '2001-01', to: '2001-01', by: 'driver' }));
    expect(empty[0]?.lines).toContain('No data available.');
    const statement = await viewMyStatement(actorOf('driver', sergio), '2019-02');
    expect(statement.totals).toEqual([{ kind: 'driver_share', amount: expect.any(Number) }]);
    const page = readPdf(await createPrintStatement(deps)(admin, statement))[0];
    const lines = page?.lines.join('\n').replaceAll('\u00a0', ' ');
    for (const part of [
      'Monthly statement',
      'Opening balance',
      'Closing balance',
      'Trip share',
      'Sergio Paz',
    ])
      expect(lines).toContain(part);
  });
});
