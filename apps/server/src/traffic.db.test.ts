// Tests traffic settings in the whole server: quotes, previews, pickup times, dispatch, and the values that a booking
// stores.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, signIn } from '../../../e2e/api/people.ts';
import { createTestApp, type TestApp } from './kit/testing/test-app.ts';

const PLAZA = { lat: -34.9058, lng: -56.1913, add: 'Plaza Independencia' };
const PARQUE = { lat: -34.9121, lng: -56.1645, add: 'Parque Rodó' };
const HOUR = 3_600_000;
/** Noon in Montevideo. */
const noon = Date.parse('2026-05-12T15:00:00Z');

let app: TestApp;
let rider: Person;
let admin: Person;
let carType: string;

beforeAll(async () => {
  app = await createTestApp({ city: true, seed: true, clock: { now: () => noon } });
  const origin = await app.listen();
  rider = await signIn(origin, '+59891000001');
  admin = await signIn(origin, '+59899000001');
  carType = (await rider.client.getCarTypes()).items[0]?.id ?? '';
}, 120_000);
afterAll(async () => {
  for (const person of [rider, admin]) person.leave();
  await app.close();
});

/** Doubles travel times at noon and triples them at three o'clock. */
async function setTraffic(): Promise<void> {
  const trafficByHour = Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 2 : hour === 15 ? 3 : 1));
  await admin.client.editSettings({ body: { timezone: 'America/Montevideo', trafficByHour } });
}

const quote = (tripdate?: number) =>
  rider.client.createEstimate({
    body: { pickup: PLAZA, drop: PARQUE, carType, ...(tripdate === undefined ? {} : { tripdate }) },
  });
const preview = (departAt?: number) =>
  rider.client.mapsDirections({
    query: {
      start: `${PLAZA.lat},${PLAZA.lng}`,
      dest: `${PARQUE.lat},${PARQUE.lng}`,
      ...(departAt === undefined ? {} : { departAt }),
    },
  });

it('quotes, previews, matrices and pickup times include traffic; free-flow time is stored in bookings', async () => {
  const freeFlow = await quote();
  const freePreview = await preview();
  const [freeArrival] = await app.modules.roads.inLane('dispatch').arrivalTimes([PARQUE], PLAZA);
  await setTraffic();
  // The server reloads its traffic model when it receives the event of the settings.
  await expect
    .poll(async () => (await preview()).time_in_secs, { timeout: 10_000 })
    .toBeCloseTo(2 * freePreview.time_in_secs, 6);

  const withTraffic = await quote();
  expect(withTraffic.time).toBeGreaterThanOrEqual(2 * freeFlow.time - 1);
  expect(withTraffic.time).toBeLessThanOrEqual(2 * freeFlow.time + 1);
  expect(withTraffic.distance).toBe(freeFlow.distance);
  const later = await quote(noon + 3 * HOUR);
  expect(Math.abs(later.time - 3 * freeFlow.time)).toBeLessThanOrEqual(2);
  expect(Math.round((await preview(noon + 3 * HOUR)).time_in_secs)).toBe(later.time);

  const [arrival] = await app.modules.roads.inLane('dispatch').arrivalTimes([PARQUE], PLAZA);
  expect(arrival?.time_in_secs).toBeCloseTo(2 * (freeArrival?.time_in_secs ?? 0), 6);
  expect(arrival?.free_flow_secs).toBe(freeArrival?.time_in_secs);

  const { booking_id } = await rider.client.createBooking({
    body: {
      estimate: later.id,
      bookLater: true,
      tripdate: noon + 3 * HOUR,
      pickup: PLAZA,
      drop: PARQUE,
      carType,
      paymentPacket: { payment_mode: 'cash' },
    },
  });
  const { rows } = await app.database.pool.query(
    'select estimate_time_secs, estimate_free_flow_secs from bookings where id = $1',
    [booking_id],
  );
  expect(rows).toEqual([{ estimate_time_secs: later.time, estimate_free_flow_secs: freeFlow.time }]);
});

it('a quote for one departure time cannot be used for another', async () => {
  const tripdate = noon + 3 * HOUR;
  const { id: estimate } = await quote(tripdate);
  const body = {
    estimate,
    pickup: PLAZA,
    drop: PARQUE,
    carType,
    paymentPacket: { payment_mode: 'cash' },
  } as const;
  const book = (time: number) =>
    rider.client.createBooking({ body: { ...body, bookLater: true, tripdate: time } });
  await expect(book(tripdate + HOUR)).rejects.toMatchObject({ code: 'quote_mismatch' });
  expect(await book(tripdate)).toMatchObject({ mainData: { status: 'NEW' } });
});

it('a quote for now cannot be used for a later booking', async () => {
  const { id: estimate } = await quote();
  const later = { bookLater: true, tripdate: noon + 3 * HOUR };
  const body = { estimate, pickup: PLAZA, drop: PARQUE, carType, ...later } as const;
  const booked = rider.client.createBooking({ body: { ...body, paymentPacket: { payment_mode: 'cash' } } });
  await expect(booked).rejects.toMatchObject({ code: 'quote_mismatch' });
});

it('a departure in the past or beyond the range of dates is quoted and previewed as now', async () => {
  expect((await quote(Number.MAX_SAFE_INTEGER)).time).toBe((await quote()).time);
  const { time_in_secs } = await preview();
  expect(await preview(Number.MAX_SAFE_INTEGER)).toMatchObject({ time_in_secs });
  expect(await preview(noon - 2 * HOUR)).toMatchObject({ time_in_secs });
});

it('an admin reads the report over HTTP, a rider does not', async () => {
  expect(await admin.client.getTravelTimes()).toMatchObject({ learned_at: null, errors: null });
  await expect(rider.client.getTravelTimes()).rejects.toMatchObject({ code: 'forbidden' });
});

it('the job is scheduled every hour', () => {
  const { jobs = {}, schedules } = app.modules.travelTimes;
  expect(Object.keys(jobs)).toEqual(['travel-times.learn']);
  expect(schedules).toEqual({ 'travel-times.learn': '11 * * * *' });
});
