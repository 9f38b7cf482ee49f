// Tests of the nightly files of trips: which days have one, contents, permissions and retention.
import { routes, type TripFile } from '@kerb/contract';
import { calendarDay, isoDay, MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, parseDay } from '@kerb/domain/kernel';
import { afterAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { PARQUE } from '../booking/testing/booking-environment.ts';
import { rewriteFilesOfRider } from './rewrite-trip-files.ts';
import { createMobilityEnvironment } from './testing/mobility-environment.ts';
import { REWRITE_FILE_JOB, tripFileKey } from './write-trip-files.ts';

const environment = await createMobilityEnvironment();
afterAll(() => environment.close());

describe('the nightly files', () => {
  const rewriteFilesOf = (rider: Actor, booking: string) =>
    environment.withTx((tx) =>
      rewriteFilesOfRider(tx, rider.uid, {
        bookings: [booking],
        timezone: 'America/Montevideo',
        now: environment.now(),
      }),
    );
  const write = async () => {
    await environment.writeFiles();
    const { body } = await environment.call<{ items: TripFile[] }>(
      environment.admin,
      routes.listTripFiles,
      null,
    );
    return body.items;
  };

  /** The trips in the file of a day, by column. */
  const linesIn = (day: string): Record<string, string | undefined>[] => {
    const [header = '', ...lines] =
      environment.stored.get(tripFileKey(day))?.bytes.toString().trim().split('\r\n') ?? [];
    const names = header.split(',');
    return lines.map((line) => {
      const values = line.split(',');
      return Object.fromEntries(names.map((name, index) => [name, values[index]]));
    });
  };

  /** Values of columns of the only ride in the file of a day. */
  const rideIn = (day: string, ...columns: string[]): (string | undefined)[] => {
    const rides = linesIn(day).filter((line) => line.trip_type === 'private');
    expect(rides).toHaveLength(1);
    return columns.map((column) => rides[0]?.[column]);
  };

  /** Handles changed amounts, which are written when an hour is over. */
  const handleAmountsOf = async (id: string): Promise<void> => {
    await environment.publishEventsOf(id);
    environment.pass(MS_PER_HOUR);
    await environment.runRewriteJobs();
  };

  /** Writes the file of the day of a trip that has just ended; returns the day. */
  const writeFileOf = async (id: string): Promise<string> => {
    const day = isoDay(calendarDay(environment.now(), 'America/Montevideo'));
    await environment.publishEventsOf(id);
    environment.pass(MS_PER_DAY);
    await environment.reachAll();
    await write();
    await environment.runRewriteJobs();
    return day;
  };

  /** Number of decimals of each coordinate of the first ride in the file of a day. */
  const decimalsOfRide = (day: string): number[] => {
    const lines = environment.stored.get(tripFileKey(day))?.bytes.toString().trim().split('\r\n');
    const ride = (lines ?? []).find((line) => line.includes(',private,'))?.split(',');
    return (ride ?? []).slice(7, 11).map((place) => place.split('.')[1]?.length ?? 0);
  };

  test('contain the trips of a day in the operator’s time zone, also of missed nights, and expire', async () => {
    // Noon in Montevideo, when the local day and the UTC day are the same.
    environment.pass(MS_PER_DAY - (environment.now() % MS_PER_DAY) + 15 * MS_PER_HOUR);
    const { driver } = await environment.trip('PAID');
    const day = new Date(environment.now()).toISOString().slice(0, 10);
    environment.pass(MS_PER_DAY);
    await environment.reachAll();
    environment.set({ appName: '=1+1' });
    await Promise.all([write(), write()]);
    const [first] = await write();
    expect(first).toMatchObject({ day, trips: 2, written_at: environment.now() });
    environment.pass(MS_PER_HOUR);
    expect((await write())[0]).toEqual(first);
    const url = `/api/v1/mobility-data/files/${day}`;
    const download = (token: string, at = url) =>
      environment.server.inject({ url: at, headers: { authorization: `Bearer ${token}` } });
    const file = await download(environment.admin.uid);
    expect(file.statusCode).toBe(200);
    const lines = file.body.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]?.replace('\ufeff', '').split(',').slice(0, 5)).toEqual([
      'provider_id',
      'device_id',
      'trip_id',
      'journey_id',
      'trip_type',
    ]);
    expect(lines[2]).toContain(await environment.deviceOf(driver.uid));
    // The quote prevents that a spreadsheet evaluates the name as a formula.
    expect(lines[2]).toContain(",'=1+1,");
    expect((await download(driver.uid)).statusCode).toBe(403);
    expect((await download(environment.admin.uid, url.replace(day, '2020-01-01'))).statusCode).toBe(404);
    expect((await download(environment.admin.uid, url.replace(day, '..%2Fsecret'))).statusCode).toBe(400);

    environment.pass(3 * MS_PER_DAY);
    await environment.reachAll();
    expect((await write()).length).toBe(4);
    environment.pass(95 * MS_PER_DAY);
    await environment.reachAll();
    const left = await write();
    expect(left).toHaveLength(90);
    expect(left.map((one) => one.day)).not.toContain(day);
    expect([...environment.stored.keys()].some((name) => name.includes(day))).toBe(false);
  });

  test('are written again when an admin ends a ride of their day later', async () => {
    const { id, driver } = await environment.trip('STARTED');
    environment.pass(10 * MS_PER_MINUTE);
    environment.stand(driver.uid, PARQUE);
    const day = isoDay(calendarDay(environment.now(), 'America/Montevideo'));
    environment.pass(MS_PER_DAY);
    await environment.reachAll();
    const [first] = await write();
    expect(first).toMatchObject({ day, trips: 1 });
    expect((await environment.call(environment.admin, routes.reachBooking, id)).status).toBe(200);
    await environment.handleEventsOf(id);
    const [again] = await write();
    expect(again).toMatchObject({ day, trips: 2 });
    expect(again?.bytes).toBe(environment.stored.get(tripFileKey(day))?.bytes.length);
  });

  test('do not wait for a day that fails, which is written by the next run', async () => {
    await environment.trip('PAID');
    const day = isoDay(calendarDay(environment.now(), 'America/Montevideo'));
    const next = isoDay(parseDay(day, 1));
    environment.pass(2 * MS_PER_DAY);
    await environment.reachAll();
    environment.whileWriting(() => Promise.reject(new Error('The disk is full')));
    await expect(environment.writeFiles()).rejects.toThrow('Some files of trips');
    expect(environment.stored.has(tripFileKey(day))).toBe(false);
    expect(environment.stored.has(tripFileKey(next))).toBe(true);
    await environment.writeFiles();
    expect(environment.stored.has(tripFileKey(day))).toBe(true);
  });

  test('are written again with less precise places when a rider of their day deletes the account', async () => {
    const { id, rider } = await environment.trip('PAID');
    const day = isoDay(calendarDay(environment.now(), 'America/Montevideo'));
    environment.pass(MS_PER_DAY);
    await environment.reachAll();
    await write();
    expect(Math.max(...decimalsOfRide(day))).toBe(3);
    const { pool } = environment.database;
    await pool.query('update users set deleted_at = $2 where uid = $1', [rider.uid, environment.now()]);
    await rewriteFilesOf(rider, id);
    await environment.runRewriteJobs();
    expect(Math.max(...decimalsOfRide(day))).toBe(2);
  });

  test('are written again once for the tips of an hour', async () => {
    const { id, rider } = await environment.trip('PAID', { credit: 10_000 });
    const other = await environment.trip('PAID', { credit: 10_000 });
    await environment.publishEventsOf(other.id);
    const day = await writeFileOf(id);
    const tips = () =>
      linesIn(day)
        .map((line) => line.tip)
        .toSorted();
    expect(tips()).toEqual(['', '', '0', '0']);
    expect((await environment.call(rider, routes.tipDriver, id, { amount: 20.5 })).status).toBe(200);
    await environment.handleEventsOf(id);
    environment.pass(50 * MS_PER_MINUTE);
    const { status } = await environment.call(other.rider, routes.tipDriver, other.id, { amount: 10 });
    expect(status).toBe(200);
    await environment.handleEventsOf(other.id);
    expect(tips()).toEqual(['', '', '0', '0']);
    environment.pass(10 * MS_PER_MINUTE);
    await environment.runRewriteJobs();
    expect(tips()).toEqual(['', '', '1000', '2050']);
  });

  test('are written again when an admin decides later on a fare of their day', async () => {
    const { id, driver } = await environment.trip('STARTED', {
      paymentPacket: { payment_mode: 'wallet' },
      credit: 100_000,
    });
    environment.pass(2 * MS_PER_HOUR);
    environment.stand(driver.uid, PARQUE);
    expect((await environment.call(driver, routes.reachBooking, id)).status).toBe(200);
    const day = await writeFileOf(id);
    const [collected] = rideIn(day, 'actual_cost');
    const decision = { decision: 'approve', note: 'Road works' };
    expect((await environment.call(environment.admin, routes.decideFareReview, id, decision)).status).toBe(
      200,
    );
    await handleAmountsOf(id);
    const { trip_cost } = await environment.record(id);
    expect(trip_cost).toBeGreaterThan(Number(collected));
    expect(rideIn(day, 'actual_cost', 'standard_cost')).toEqual([String(trip_cost), String(trip_cost)]);
  });

  test('are written again when a ride of their day is paid later, in another way', async () => {
    const { id, rider, driver } = await environment.trip('REACHED', {
      paymentPacket: { payment_mode: 'card' },
    });
    const day = await writeFileOf(id);
    expect(rideIn(day, 'payment_type')).toEqual(['credit_card']);
    const cash = { payment_mode: 'cash', usedWalletMoney: 0 };
    expect((await environment.call(rider, routes.payBooking, id, cash)).status).toBe(200);
    expect((await environment.call(driver, routes.collectBooking, id)).status).toBe(200);
    await handleAmountsOf(id);
    expect(rideIn(day, 'payment_type')).toEqual(['cash']);
  });

  test('contain a ride that ended while they were being written', async () => {
    const { id, driver } = await environment.trip('STARTED');
    environment.pass(10 * MS_PER_MINUTE);
    environment.stand(driver.uid, PARQUE);
    const day = isoDay(calendarDay(environment.now(), 'America/Montevideo'));
    environment.pass(MS_PER_DAY);
    await environment.reachAll();
    environment.whileWriting(async () => {
      expect((await environment.call(environment.admin, routes.reachBooking, id)).status).toBe(200);
      await environment.handleEventsOf(id);
    });
    const [before] = await write();
    expect(before).toMatchObject({ day, trips: 1 });
    await environment.runRewriteJobs();
    expect((await write())[0]).toMatchObject({ day, trips: 2 });
  });

  test('contain a ride that ended while they were being written again', async () => {
    const first = await environment.trip('STARTED');
    const second = await environment.trip('STARTED');
    environment.pass(10 * MS_PER_MINUTE);
    for (const { driver } of [first, second]) environment.stand(driver.uid, PARQUE);
    environment.pass(MS_PER_DAY);
    await environment.reachAll();
    await write();
    await environment.runRewriteJobs();
    const [before] = await write();
    const end = async (id: string) => {
      expect((await environment.call(environment.admin, routes.reachBooking, id)).status).toBe(200);
      await environment.publishEventsOf(id);
    };
    await end(first.id);
    environment.whileWriting(() => end(second.id));
    await environment.runRewriteJobs();
    expect(await environment.queuesOfRewriteJobs()).toEqual([REWRITE_FILE_JOB]);
    await environment.runRewriteJobs();
    expect((await write())[0]).toMatchObject({ day: before?.day, trips: (before?.trips ?? 0) + 2 });
  });

  test('are written again when a phone reports later that it arrived at a pickup of their day', async () => {
    const { id, driver } = await environment.trip('ACCEPTED');
    const arrivedAt = environment.now() + MS_PER_MINUTE;
    const day = isoDay(calendarDay(arrivedAt, 'America/Montevideo'));
    environment.pass(MS_PER_DAY);
    await environment.reachAll();
    const [before] = await write();
    expect(before).toMatchObject({ day, trips: 0 });
    expect((await environment.call(driver, routes.arriveBooking, id)).status).toBe(200);
    // The phone's report of an earlier time is tested with the steps of bookings.
    await environment.database.pool.query('update bookings set driver_arrive_time = $2 where id = $1', [
      id,
      arrivedAt,
    ]);
    await environment.handleEventsOf(id);
    expect((await write())[0]).toMatchObject({ day, trips: 1 });
  });

  test('have less precise places of a rider who deleted the account while they were being written', async () => {
    const { id, rider } = await environment.trip('PAID');
    const day = isoDay(calendarDay(environment.now(), 'America/Montevideo'));
    environment.pass(MS_PER_DAY);
    await environment.reachAll();
    environment.whileWriting(async () => {
      const { pool } = environment.database;
      await pool.query('update users set deleted_at = $2 where uid = $1', [rider.uid, environment.now()]);
      await rewriteFilesOf(rider, id);
      await environment.runRewriteJobs();
    });
    await write();
    expect(Math.max(...decimalsOfRide(day))).toBe(3);
    await environment.runRewriteJobs();
    expect(Math.max(...decimalsOfRide(day))).toBe(2);
  });

  test('are delayed while a driver on a trip is offline', async () => {
    await environment.trip('STARTED');
    await environment.reachAll();
    const [before] = await write();
    const untilMidnight = MS_PER_DAY - ((environment.now() - 3 * MS_PER_HOUR) % MS_PER_DAY);
    environment.pass(untilMidnight + MS_PER_HOUR);
    expect((await write())[0]).toEqual(before);
    await environment.reachAll();
    const [written] = await write();
    expect(Date.parse(written?.day ?? '')).toBe(Date.parse(before?.day ?? '') + MS_PER_DAY);
  });
});
