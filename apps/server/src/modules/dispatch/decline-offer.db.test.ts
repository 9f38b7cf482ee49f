// Tests a booking whose only offer is declined: the search continues while another round has a candidate.
import { routes } from '@kerb/contract';
import { settings as settingsSchema } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PLAZA,
} from '../booking/testing/booking-environment.ts';
import { createFindCandidates } from './rank-candidates.ts';

const FAR_AWAY = { ...PLAZA, lng: PLAZA.lng + 1 };

let environment: BookingEnvironment;
const owing = new Set<string>();
let searches = 0;
beforeAll(async () => {
  environment = await createBookingEnvironment(
    {},
    {
      search({ booking, fleet }) {
        const candidates = createFindCandidates({
          booking,
          fleet,
          wallet: { blockedAmong: async (uids) => new Set(uids.filter((uid) => owing.has(uid))) },
          clock: { now: () => environment.now() },
          settings: { get: async () => settingsSchema.parse({}) },
          maps: { matrix: async () => [], arrivalTimes: async () => [], reverse: async () => '' },
          logger: { warn: () => undefined },
        });
        return {
          candidates(id) {
            searches += 1;
            return candidates(id);
          },
        };
      },
    },
  );
});
afterAll(() => environment.close());

const drivers: Actor[] = [];
/** Adds a driver on duty at the pickup of every booking of these tests, until the test is over. */
async function addDriver(): Promise<Actor> {
  const driver = await environment.addDriver();
  environment.stand(driver.uid, PLAZA);
  drivers.push(driver);
  return driver;
}
afterEach(() => {
  for (const { uid } of drivers.splice(0)) environment.fleet.live.remove(uid);
  owing.clear();
  searches = 0;
  environment.set({ autoDispatch: true, dispatchPolicy: 'broadcast' });
});

const decline = (driver: Actor, id: string) => environment.call(driver, routes.declineBooking, id);
const statusOf = async (id: string): Promise<string> => (await environment.record(id)).status;

async function askOnly(driver: Actor): Promise<string> {
  const id = await environment.book(await environment.addRider());
  await environment.ask(id, [driver]);
  return id;
}

describe('the only driver with an offer declines', () => {
  it('assigned manually: it is cancelled without a search, even with other drivers nearby', async () => {
    environment.set({ autoDispatch: false });
    const driver = await addDriver();
    await addDriver();
    const id = await askOnly(driver);
    expect((await decline(driver, id)).status).toBe(204);
    expect(await statusOf(id)).toBe('CANCELLED');
    expect(searches).toBe(0);
  });

  it.each(['broadcast', 'nearest'] as const)(
    'by %s with another eligible driver: the search goes on, and dispatch is notified',
    async (dispatchPolicy) => {
      environment.set({ autoDispatch: true, dispatchPolicy });
      const driver = await addDriver();
      const other = await addDriver();
      const id = await askOnly(driver);
      await decline(driver, id);
      expect(await statusOf(id)).toBe('NEW');
      const { rows } = await environment.database.pool.query(
        "select 1 from outbox_events where name = 'booking.changed' and data ->> 'booking_id' = $1",
        [id],
      );
      expect(rows.length).toBeGreaterThan(0);
      // The other driver gets an offer in the next round and is the last candidate.
      await environment.ask(id, [other]);
      await decline(other, id);
      expect(await statusOf(id)).toBe('CANCELLED');
    },
  );

  it.each(['broadcast', 'nearest'] as const)(
    'by %s without other candidates: it is cancelled on behalf of the driver',
    async (dispatchPolicy) => {
      environment.set({ autoDispatch: true, dispatchPolicy });
      const driver = await addDriver();
      const id = await askOnly(driver);
      await decline(driver, id);
      expect(await environment.record(id)).toMatchObject({ status: 'CANCELLED', cancelled_by: 'driver' });
    },
  );

  it('with only ineligible drivers left: it is cancelled', async () => {
    const driver = await addDriver();
    const tooFar = await addDriver();
    const offDuty = await addDriver();
    const owes = await addDriver();
    environment.stand(tooFar.uid, FAR_AWAY);
    owing.add(owes.uid);
    await environment.database.pool.query('update drivers set driver_active_status = false where uid = $1', [
      offDuty.uid,
    ]);
    const id = await askOnly(driver);
    await decline(driver, id);
    expect(await statusOf(id)).toBe('CANCELLED');
  });
});

it('the only driver with an offer of a later booking declines before its time: the search goes on', async () => {
  const driver = await addDriver();
  const rider = await environment.addRider();
  const tripdate = environment.now() + 30 * 60_000;
  const later = async () => {
    const estimate = await environment.estimate(rider, { tripdate });
    const id = await environment.book(rider, { estimate, bookLater: true, tripdate });
    await environment.ask(id, [driver]);
    return id;
  };
  const early = await later();
  await decline(driver, early);
  expect(await statusOf(early)).toBe('NEW');
  const late = await later();
  environment.pass(30 * 60_000);
  await environment.ask(late, [driver]);
  await decline(driver, late);
  expect(await statusOf(late)).toBe('CANCELLED');
});

describe('one of several declines', () => {
  it('and the offers of the others remain open', async () => {
    const driver = await addDriver();
    const other = await addDriver();
    const id = await environment.book(await environment.addRider());
    await environment.ask(id, [driver, other]);
    environment.fleet.live.remove(other.uid);
    await decline(driver, id);
    expect(await statusOf(id)).toBe('NEW');
  });

  it('all of them concurrently: it is cancelled, even though each was a candidate in the others’ search', async () => {
    const asked = [await addDriver(), await addDriver(), await addDriver()];
    const id = await environment.book(await environment.addRider());
    await environment.ask(id, asked);
    const answers = await Promise.all(asked.map((driver) => decline(driver, id)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await statusOf(id)).toBe('CANCELLED');
  });
});

it('a driver without an offer triggers no search', async () => {
  const driver = await addDriver();
  const id = await askOnly(driver);
  expect((await decline(await addDriver(), id)).code).toBe('not_found');
  expect(searches).toBe(0);
  expect(await statusOf(id)).toBe('NEW');
});
