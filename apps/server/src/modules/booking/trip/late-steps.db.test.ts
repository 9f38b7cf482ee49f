// Steps that a phone without a network tells later: kept with the times they happened at, once, in order, and never to the rider's cost.
import { type BookingView, type RouteDefinition, routes } from '@kerb/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BookingWorld, createBookingWorld, PARQUE, PLAZA } from '../testing/booking-world.ts';

const MADRID = { lat: 40.4168, lng: -3.7038 };
const minutes = (count: number): number => count * 60_000;
let world: BookingWorld;
beforeAll(async () => {
  world = await createBookingWorld();
});
afterAll(() => world.close());

type Trip = Awaited<ReturnType<BookingWorld['trip']>>;
const onTrip = ({ id, driver }: Pick<Trip, 'driver' | 'id'>) => ({ booking: id, driver: driver.uid });
const tell = (
  { driver, id }: Pick<Trip, 'driver' | 'id'>,
  route: RouteDefinition,
  body: object,
  key?: string,
) =>
  world.call<BookingView>(driver, route, id, body, '', key === undefined ? {} : { 'idempotency-key': key });

describe('steps told late', () => {
  it('are kept with the times they happened at, and the price is of those', async () => {
    const trip = await world.trip('ACCEPTED');
    const accepted = world.now();
    world.pass(minutes(40));
    world.stand(trip.driver.uid, PARQUE);
    const at = (count: number) => accepted + minutes(count);
    await tell(trip, routes.arriveBooking, { location: PLAZA, at: at(4) });
    await tell(trip, routes.startBooking, { location: PLAZA, at: at(6) });
    const reached = await tell(trip, routes.reachBooking, { location: PARQUE, at: at(18) });
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
    await tell(trip, routes.collectBooking, { at: at(19) });
    expect(await world.record(trip.id)).toMatchObject({ status: 'PAID', paid_at: at(19) });
    const entries = await world.booking.timelineOf(trip.id);
    expect(entries.map((entry) => [entry.status, entry.at])).toEqual([
      ['ACCEPTED', accepted],
      ['ARRIVED', at(4)],
      ['STARTED', at(6)],
      ['REACHED', at(18)],
    ]);
  });

  it('by a clock that is ahead are kept as they come', async () => {
    const trip = await world.trip('ARRIVED');
    world.pass(minutes(2));
    const started = await tell(trip, routes.startBooking, { location: PLAZA, at: world.now() + minutes(7) });
    expect(started.body.trip_start_time).toBe(world.now());
    world.pass(minutes(5));
    const reached = await tell(trip, routes.reachBooking, { location: PLAZA, at: world.now() + minutes(7) });
    expect(reached.body).toMatchObject({ trip_end_time: world.now(), total_trip_time: 300 });
  });

  it('before the step before them are kept at its time', async () => {
    const trip = await world.trip('ACCEPTED');
    const accepted = world.now();
    world.pass(minutes(10));
    expect((await tell(trip, routes.arriveBooking, { at: 0 })).body.driver_arrive_time).toBe(accepted);
    const started = await tell(trip, routes.startBooking, { location: PLAZA, at: world.now() - minutes(2) });
    const start = started.body.trip_start_time;
    const reached = await tell(trip, routes.reachBooking, { location: PLAZA, at: accepted });
    expect(reached.body).toMatchObject({ trip_end_time: start, total_trip_time: 0 });
  });

  it('charge no minute of waiting that a phone with a network could have told of', async () => {
    const trip = await world.trip('ARRIVED');
    const arrived = world.now();
    for (let minute = 1; minute <= 10; minute += 1) {
      world.pass(minutes(1));
      await world.booking.appendTrail(onTrip(trip), [{ ...PLAZA, at: world.now() }]);
    }
    const started = await tell(trip, routes.startBooking, { location: PLAZA, at: arrived });
    expect(started.body.trip_start_time).toBe(world.now() - minutes(1) - minutes(1));
  });

  it('count from when they happened though the car was seen again before they were told', async () => {
    const trip = await world.trip('ARRIVED');
    await world.booking.appendTrail(onTrip(trip), [{ ...PLAZA, at: world.now() }]);
    const began = world.now() + minutes(1);
    world.pass(minutes(15));
    await world.booking.appendTrail(onTrip(trip), [{ ...PARQUE, at: world.now() }]);
    world.pass(20_000);
    const started = await tell(trip, routes.startBooking, { location: PLAZA, at: began });
    expect(started.body.trip_start_time).toBe(began);
  });

  it('are placed where the car was then, not where it is now', async () => {
    const trip = await world.trip('STARTED');
    const ended = world.now() + minutes(12);
    await world.booking.appendTrail(onTrip(trip), [{ ...PARQUE, at: ended - minutes(1) }]);
    world.pass(minutes(80));
    world.stand(trip.driver.uid, { lat: -34.3, lng: -56.7 });
    const reached = await tell(trip, routes.reachBooking, { location: MADRID, at: ended });
    expect(reached.body.drop).toMatchObject({ lat: PARQUE.lat, lng: PARQUE.lng });
  });
});

describe('a step told again', () => {
  const steps = [
    [routes.arriveBooking, { location: PLAZA }],
    [routes.startBooking, { location: PLAZA }],
    [routes.reachBooking, { location: PARQUE }],
    [routes.collectBooking, {}],
  ] as const;

  it('with its key has the same answer, with another the booking has moved on; it happens once', async () => {
    const trip = await world.trip('ACCEPTED');
    for (const [index, [route, place]] of steps.entries()) {
      world.pass(minutes(3));
      const body = { ...place, at: world.now() - 1000 };
      const key = `${trip.id}-${index}`;
      const first = await tell(trip, route, body, key);
      expect(first.status).toBe(200);
      const record = await world.record(trip.id);
      const again = await tell(trip, route, body, key);
      expect(again).toMatchObject({ status: 200, body: first.body });
      expect(again.headers['idempotency-replayed']).toBe('true');
      // Started anew the server has forgotten where the car was.
      world.fleet.live.remove(trip.driver.uid);
      const anew = await tell(trip, route, body, `${key}-anew`);
      expect(anew).toMatchObject({ status: 409, code: 'transition_not_allowed' });
      expect(await world.record(trip.id)).toEqual(record);
    }
    const { rows } = await world.database.pool.query(
      `select count(*)::int as times from ledger_transaction where booking = $1 and kind = 'ride'`,
      [trip.id],
    );
    expect(rows).toEqual([{ times: 1 }]);
    expect(await world.booking.timelineOf(trip.id)).toHaveLength(4);
  });

  it('by two phones of the driver at once happens once', async () => {
    for (const [from, route, place] of [
      ['ACCEPTED', routes.arriveBooking, PLAZA],
      ['ARRIVED', routes.startBooking, PLAZA],
      ['STARTED', routes.reachBooking, PARQUE],
    ] as const) {
      const trip = await world.trip(from);
      world.pass(minutes(10));
      const answers = await Promise.all(
        [1, 2, 3].map((seconds) => tell(trip, route, { location: place, at: world.now() - seconds * 1000 })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const entries = await world.booking.timelineOf(trip.id);
      expect(new Set(entries.map(({ status }) => status)).size).toBe(entries.length);
    }
  });

  it('out of order or by another driver changes nothing', async () => {
    const [accepted, arrived] = [await world.trip('ACCEPTED'), await world.trip('ARRIVED')];
    const other = await world.addDriver();
    const at = world.now();
    for (const [trip, route] of [
      [accepted, routes.startBooking],
      [accepted, routes.reachBooking],
      [arrived, routes.reachBooking],
      [arrived, routes.arriveBooking],
      [arrived, routes.collectBooking],
    ] as const) {
      const before = await world.record(trip.id);
      const answer = await tell(trip, route, { location: PLAZA, at });
      expect(answer).toMatchObject({ status: 409, code: 'transition_not_allowed' });
      for (const [anyStep] of steps) {
        const byOther = await tell({ driver: other, id: trip.id }, anyStep, { location: PLAZA, at });
        expect(byOther.status).toBe(404);
      }
      expect(await world.record(trip.id)).toEqual(before);
    }
  });

  it('after the rider has cancelled finds the trip cancelled, though it was done before', async () => {
    for (const [from, route] of [
      ['ACCEPTED', routes.arriveBooking],
      ['ARRIVED', routes.startBooking],
    ] as const) {
      const trip = await world.trip(from);
      const done = world.now() + minutes(1);
      world.pass(minutes(5));
      await world.call(trip.rider, routes.cancelBooking, trip.id, { reason: 'Nobody came' });
      const cancelled = await world.record(trip.id);
      const answer = await tell(trip, route, { location: PLAZA, at: done });
      expect(answer).toMatchObject({ status: 409, code: 'transition_not_allowed' });
      expect(await world.record(trip.id)).toEqual(cancelled);
      expect(await world.queueOf(trip.driver.uid)).toBe(false);
      const { body } = await tell(trip, routes.getBooking, {});
      expect(body).toMatchObject({ status: 'CANCELLED', cancelledBy: 'rider' });
    }
  });

  it('with a time that is none is refused beside it', async () => {
    const trip = await world.trip('ARRIVED');
    for (const at of ['soon', 1.5, null, 1e300]) {
      const answer = await tell(trip, routes.startBooking, { location: PLAZA, at });
      expect(answer).toMatchObject({ code: 'invalid_input', body: { errors: [{ path: 'at' }] } });
    }
  });
});

describe('off duty', () => {
  it('nobody goes while on a trip; the trip goes on', async () => {
    const trip = await world.trip('STARTED');
    const duty = { driverActiveStatus: false };
    expect((await world.call(trip.driver, routes.setDuty, null, duty)).code).toBe('driver_busy');
    world.pass(minutes(5));
    expect((await tell(trip, routes.reachBooking, { location: PARQUE })).status).toBe(200);
    expect((await world.call(trip.driver, routes.setDuty, null, duty)).code).toBe('driver_busy');
    expect((await tell(trip, routes.collectBooking, {})).status).toBe(200);
    expect((await world.call(trip.driver, routes.setDuty, null, duty)).status).toBe(200);
    const next = await world.book(await world.addRider());
    await world.ask(next, [trip.driver]);
    expect((await world.call(trip.driver, routes.acceptBooking, next)).code).toBe('driver_not_eligible');
  });
});
