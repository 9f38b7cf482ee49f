// Tests steps that an offline phone reports later: stored once, in order, with the time of the event, and never at the
// rider's cost.
import { type BookingView, type RouteDefinition, routes } from '@kerb/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PARQUE,
  PLAZA,
} from '../testing/booking-environment.ts';

const MADRID = { lat: 40.4168, lng: -3.7038 };
const minutes = (count: number): number => count * 60_000;
let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterAll(() => environment.close());

type Trip = Awaited<ReturnType<BookingEnvironment['trip']>>;
const onTrip = ({ id, driver }: Pick<Trip, 'driver' | 'id'>) => ({ booking: id, driver: driver.uid });
const report = (
  { driver, id }: Pick<Trip, 'driver' | 'id'>,
  route: RouteDefinition,
  body: object,
  key?: string,
) =>
  environment.call<BookingView>(
    driver,
    route,
    id,
    body,
    '',
    key === undefined ? {} : { 'idempotency-key': key },
  );

describe('steps reported late', () => {
  it('are stored with the reported times, which determine the price', async () => {
    const trip = await environment.trip('ACCEPTED');
    const accepted = environment.now();
    environment.pass(minutes(40));
    environment.stand(trip.driver.uid, PARQUE);
    const at = (count: number) => accepted + minutes(count);
    await report(trip, routes.arriveBooking, { location: PLAZA, at: at(4) });
    await report(trip, routes.startBooking, { location: PLAZA, at: at(6) });
    const reached = await report(trip, routes.reachBooking, { location: PARQUE, at: at(18) });
    expect(reached.body).toMatchObject({
      status: 'REACHED',
      driver_arrive_time: at(4),
      trip_start_time: at(6),
      startTime: at(6),
      trip_end_time: at(18),
      endTime: at(18),
      total_trip_time: 720,
      drop: { lat: PARQUE.lat, lng: PARQUE.lng },
    });
    const fare = 50 + (reached.body.distance ?? 0) * 30 + (720 / 3600) * 600;
    expect(reached.body.driver_share).toBeCloseTo(fare, 1);
    await report(trip, routes.collectBooking, { at: at(19) });
    expect(await environment.record(trip.id)).toMatchObject({ status: 'PAID', paid_at: at(19) });
    const entries = await environment.booking.timelineOf(trip.id);
    expect(entries.map((entry) => [entry.status, entry.at])).toEqual([
      ['ACCEPTED', accepted],
      ['ARRIVED', at(4)],
      ['STARTED', at(6)],
      ['REACHED', at(18)],
    ]);
  });

  it('by a clock that is ahead are stored with the server’s time', async () => {
    const trip = await environment.trip('ARRIVED');
    environment.pass(minutes(2));
    const started = await report(trip, routes.startBooking, {
      location: PLAZA,
      at: environment.now() + minutes(7),
    });
    expect(started.body.trip_start_time).toBe(environment.now());
    environment.pass(minutes(5));
    const reached = await report(trip, routes.reachBooking, {
      location: PLAZA,
      at: environment.now() + minutes(7),
    });
    expect(reached.body).toMatchObject({ trip_end_time: environment.now(), total_trip_time: 300 });
  });

  it('earlier than the previous step are stored with its time', async () => {
    const trip = await environment.trip('ACCEPTED');
    const accepted = environment.now();
    environment.pass(minutes(10));
    expect((await report(trip, routes.arriveBooking, { at: 0 })).body.driver_arrive_time).toBe(accepted);
    const started = await report(trip, routes.startBooking, {
      location: PLAZA,
      at: environment.now() - minutes(2),
    });
    const start = started.body.trip_start_time;
    const reached = await report(trip, routes.reachBooking, { location: PLAZA, at: accepted });
    expect(reached.body).toMatchObject({ trip_end_time: start, total_trip_time: 0 });
  });

  it('do not extend the charged time while the phone was online', async () => {
    const trip = await environment.trip('ARRIVED');
    const arrived = environment.now();
    for (let minute = 1; minute <= 10; minute += 1) {
      environment.pass(minutes(1));
      await environment.booking.appendTrail(onTrip(trip), [{ ...PLAZA, at: environment.now() }]);
    }
    const started = await report(trip, routes.startBooking, { location: PLAZA, at: arrived });
    expect(started.body.trip_start_time).toBe(environment.now() - minutes(1) - minutes(1));
  });

  it('count from the reported time even if positions of the car arrived before the report', async () => {
    const trip = await environment.trip('ARRIVED');
    await environment.booking.appendTrail(onTrip(trip), [{ ...PLAZA, at: environment.now() }]);
    const began = environment.now() + minutes(1);
    environment.pass(minutes(15));
    await environment.booking.appendTrail(onTrip(trip), [{ ...PARQUE, at: environment.now() }]);
    environment.pass(20_000);
    const started = await report(trip, routes.startBooking, { location: PLAZA, at: began });
    expect(started.body.trip_start_time).toBe(began);
  });

  it('use the position of the car at the reported time, not the current one', async () => {
    const trip = await environment.trip('STARTED');
    const ended = environment.now() + minutes(12);
    await environment.booking.appendTrail(onTrip(trip), [{ ...PARQUE, at: ended - minutes(1) }]);
    environment.pass(minutes(80));
    environment.stand(trip.driver.uid, { lat: -34.3, lng: -56.7 });
    const reached = await report(trip, routes.reachBooking, { location: MADRID, at: ended });
    expect(reached.body.drop).toMatchObject({ lat: PARQUE.lat, lng: PARQUE.lng });
  });
});

describe('a step reported again', () => {
  const steps = [
    [routes.arriveBooking, { location: PLAZA }],
    [routes.startBooking, { location: PLAZA }],
    [routes.reachBooking, { location: PARQUE }],
    [routes.collectBooking, {}],
  ] as const;

  it('is applied once: the same idempotency key replays the response, another key gets a conflict', async () => {
    const trip = await environment.trip('ACCEPTED');
    for (const [index, [route, place]] of steps.entries()) {
      environment.pass(minutes(3));
      const body = { ...place, at: environment.now() - 1000 };
      const key = `${trip.id}-${index}`;
      const first = await report(trip, route, body, key);
      expect(first.status).toBe(200);
      const record = await environment.record(trip.id);
      const again = await report(trip, route, body, key);
      expect(again).toMatchObject({ status: 200, body: first.body });
      expect(again.headers['idempotency-replayed']).toBe('true');
      // As after a restart: the server has no position of the car.
      environment.fleet.live.remove(trip.driver.uid);
      const afterRestart = await report(trip, route, body, `${key}-again`);
      expect(afterRestart).toMatchObject({ status: 409, code: 'transition_not_allowed' });
      expect(await environment.record(trip.id)).toEqual(record);
    }
    const { rows } = await environment.database.pool.query(
      `select count(*)::int as times from ledger_transactions where booking = $1 and kind = 'ride'`,
      [trip.id],
    );
    expect(rows).toEqual([{ times: 1 }]);
    expect(await environment.booking.timelineOf(trip.id)).toHaveLength(4);
  });

  it('by several phones of the driver concurrently is applied once', async () => {
    for (const [from, route, place] of [
      ['ACCEPTED', routes.arriveBooking, PLAZA],
      ['ARRIVED', routes.startBooking, PLAZA],
      ['STARTED', routes.reachBooking, PARQUE],
    ] as const) {
      const trip = await environment.trip(from);
      environment.pass(minutes(10));
      const answers = await Promise.all(
        [1, 2, 3].map((seconds) =>
          report(trip, route, { location: place, at: environment.now() - seconds * 1000 }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const entries = await environment.booking.timelineOf(trip.id);
      expect(new Set(entries.map(({ status }) => status)).size).toBe(entries.length);
    }
  });

  it('out of order or by another driver is rejected without a change', async () => {
    const accepted = await environment.trip('ACCEPTED');
    const arrived = await environment.trip('ARRIVED');
    const other = await environment.addDriver();
    const at = environment.now();
    for (const [trip, route] of [
      [accepted, routes.startBooking],
      [accepted, routes.reachBooking],
      [arrived, routes.reachBooking],
      [arrived, routes.arriveBooking],
      [arrived, routes.collectBooking],
    ] as const) {
      const before = await environment.record(trip.id);
      const answer = await report(trip, route, { location: PLAZA, at });
      expect(answer).toMatchObject({ status: 409, code: 'transition_not_allowed' });
      for (const [anyStep] of steps) {
        const byOther = await report({ driver: other, id: trip.id }, anyStep, { location: PLAZA, at });
        expect(byOther.status).toBe(404);
      }
      expect(await environment.record(trip.id)).toEqual(before);
    }
  });

  it('after the rider has cancelled is rejected, even with an earlier time', async () => {
    for (const [from, route] of [
      ['ACCEPTED', routes.arriveBooking],
      ['ARRIVED', routes.startBooking],
    ] as const) {
      const trip = await environment.trip(from);
      const done = environment.now() + minutes(1);
      environment.pass(minutes(5));
      await environment.call(trip.rider, routes.cancelBooking, trip.id, { reason: 'No driver came' });
      const cancelled = await environment.record(trip.id);
      const answer = await report(trip, route, { location: PLAZA, at: done });
      expect(answer).toMatchObject({ status: 409, code: 'transition_not_allowed' });
      expect(await environment.record(trip.id)).toEqual(cancelled);
      expect(await environment.queueOf(trip.driver.uid)).toBe(false);
      const { body } = await report(trip, routes.getBooking, {});
      expect(body).toMatchObject({ status: 'CANCELLED', cancelledBy: 'rider' });
    }
  });

  it('with an invalid time is rejected at that field', async () => {
    const trip = await environment.trip('ARRIVED');
    for (const at of ['soon', 1.5, null, 1e300]) {
      const answer = await report(trip, routes.startBooking, { location: PLAZA, at });
      expect(answer).toMatchObject({ code: 'invalid_input', body: { errors: [{ path: 'at' }] } });
    }
  });
});

describe('off duty', () => {
  it('is impossible during a trip; the trip continues', async () => {
    const trip = await environment.trip('STARTED');
    const duty = { driverActiveStatus: false };
    expect((await environment.call(trip.driver, routes.setDuty, null, duty)).code).toBe('driver_busy');
    environment.pass(minutes(5));
    expect((await report(trip, routes.reachBooking, { location: PARQUE })).status).toBe(200);
    expect((await environment.call(trip.driver, routes.setDuty, null, duty)).code).toBe('driver_busy');
    expect((await report(trip, routes.collectBooking, {})).status).toBe(200);
    expect((await environment.call(trip.driver, routes.setDuty, null, duty)).status).toBe(200);
    const next = await environment.book(await environment.addRider());
    await environment.ask(next, [trip.driver]);
    expect((await environment.call(trip.driver, routes.acceptBooking, next)).code).toBe(
      'driver_not_eligible',
    );
  });
});
