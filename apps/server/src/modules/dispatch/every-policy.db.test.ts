// Tests the same failures under each policy, over real bookings and drivers: every search ends with a driver, or with
// the message that no driver was found.

import { routes } from '@kerb/contract';
import { NO_DRIVER_REASON } from '@kerb/domain/booking';
import { dispatchPolicy } from '@kerb/domain/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { PLAZA } from '../booking/testing/booking-environment.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { SEARCH_TIMEOUT_MS } from './end-of-search.ts';
import { createDispatchCity, type DispatchCity, north, straightRoads } from './testing/dispatch-city.ts';

let city: DispatchCity;
let stood: { uid: string; metres: number }[] = [];
beforeAll(async () => {
  city = await createDispatchCity();
});
afterAll(() => city.close());
beforeEach(async () => {
  await city.clear();
  city.map.arrivalTimes = straightRoads;
  stood = [];
});

const stand = () => {
  for (const { uid, metres } of stood) city.environment.stand(uid, north(PLAZA, metres));
};

/**
 * Adds drivers at these distances in metres north of the pickup; their phones report that position until they go
 * offline.
 */
async function addDrivers(...metres: number[]): Promise<Actor[]> {
  const drivers = await city.environment.addDrivers(metres.length);
  stood.push(...drivers.map(({ uid }, index) => ({ uid, metres: metres[index] ?? 0 })));
  stand();
  return drivers;
}

function disappear({ uid }: Actor): void {
  stood = stood.filter((one) => one.uid !== uid);
  city.environment.fleet.live.remove(uid);
}

const book = async (): Promise<string> => city.environment.book(await city.environment.addRider());

/** A driver's answer to an offer; null for no answer. */
type Answer = (driver: Actor) => 'accept' | 'decline' | null;

async function answerAll(drivers: readonly Actor[], answer: Answer): Promise<void> {
  for (const driver of drivers)
    for (const id of await city.openOffers(driver.uid)) {
      const said = answer(driver);
      const route = said === 'accept' ? routes.acceptBooking : routes.declineBooking;
      if (said !== null) await city.environment.call(driver, route, id, {});
    }
  await city.settle();
}

async function pass(ms: number): Promise<void> {
  city.environment.pass(ms);
  stand();
  await city.settle();
}

/** Runs the search until the booking is no longer NEW or the time limit is reached. The server restarts repeatedly. */
async function search(
  id: string,
  atMostMs: number,
  drivers: readonly Actor[] = [],
  answer: Answer = () => null,
) {
  const end = city.environment.now() + atMostMs;
  await city.settle();
  while ((await city.environment.record(id)).status === 'NEW' && city.environment.now() < end) {
    await answerAll(drivers, answer);
    await city.restart();
    // Answered offers must not expire first.
    await pass((await asked(drivers)).length > 0 ? 1_000 : 31_000);
  }
  return city.environment.record(id);
}

async function outcomes(id: string): Promise<Map<string, string | null>> {
  const { rows } = await city.environment.database.pool.query<{ driver: string; outcome: string | null }>(
    'select driver, outcome from booking_requests where booking = $1',
    [id],
  );
  return new Map(rows.map(({ driver, outcome }) => [driver, outcome]));
}

const asked = async (drivers: readonly Actor[]): Promise<Actor[]> => {
  const open = await Promise.all(drivers.map(({ uid }) => city.openOffers(uid)));
  return drivers.filter((_, index) => (open[index] ?? []).length > 0);
};

const ended = { status: 'CANCELLED', reason: NO_DRIVER_REASON };
const WHOLE_SEARCH = SEARCH_TIMEOUT_MS + 60_000;

describe.each(dispatchPolicy.options)('under %s', (policy) => {
  beforeEach(() => city.changeSettings({ dispatchPolicy: policy }));

  it('a search without an answer of a driver ends after its time', async () => {
    const drivers = await addDrivers(300, 600);
    const id = await book();
    expect(await search(id, SEARCH_TIMEOUT_MS - 60_000)).toMatchObject({ status: 'NEW' });
    expect((await asked(drivers)).length).toBeGreaterThan(0);
    expect(await search(id, 120_000)).toMatchObject(ended);
    expect(await asked(drivers)).toEqual([]);
  });

  it('drivers who all decline get one offer each', async () => {
    const drivers = await addDrivers(300, 600, 900);
    const id = await book();
    expect(await search(id, WHOLE_SEARCH, drivers, () => 'decline')).toMatchObject(ended);
    expect([...(await outcomes(id))].sort()).toEqual(drivers.map(({ uid }) => [uid, 'declined']).sort());
  });

  it('drivers without a travel time get offers after those with one', async () => {
    const drivers = await addDrivers(300, 600, 1_000, 1_200);
    const timed = new Set(drivers.slice(0, 2));
    city.map.arrivalTimes = async (starts, point) => {
      const times = await straightRoads(starts, point);
      return times.map((time) => ((time?.distance_in_km ?? 0) < 0.8 ? time : null));
    };
    const id = await book();
    await city.settle();
    const first = await asked(drivers);
    expect(drivers.slice(0, 2).some((driver) => first.includes(driver))).toBe(true);
    if (policy !== 'broadcast') expect(first.every((driver) => timed.has(driver))).toBe(true);
    const record = await search(id, WHOLE_SEARCH, drivers, (driver) =>
      timed.has(driver) ? 'decline' : 'accept',
    );
    expect(record).toMatchObject({ status: 'ACCEPTED' });
    expect([...timed].map(({ uid }) => uid)).not.toContain(record.driver);
    const all = await outcomes(id);
    expect([...timed].map(({ uid }) => all.get(uid))).toEqual(['declined', 'declined']);
  });

  it.each([
    ['another one gets the trip', [300, 600], { status: 'ACCEPTED' }],
    ['the search ends after its time, without another one', [300], ended],
  ])('a driver who accepts and disappears: %s', async (_, metres, end) => {
    const drivers = await addDrivers(...metres);
    const id = await book();
    const { driver } = await search(id, 60_000, drivers, () => 'accept');
    const gone = drivers.find(({ uid }) => uid === driver);
    if (!gone) throw new Error('no driver has accepted');
    disappear(gone);
    await city.restart();
    await pass(600_001);
    expect(await city.environment.record(id)).toMatchObject({ status: 'NEW', driver: null });
    expect(await city.environment.queueOf(gone.uid)).toBe(false);
    const again = await search(id, WHOLE_SEARCH, drivers, () => 'accept');
    expect(again).toMatchObject(end);
    expect(again.driver).not.toBe(gone.uid);
    expect((await outcomes(id)).get(gone.uid)).toBe('silent');
  });

  it('a clock set back a minute during an open offer leaves the offer open, and the search still ends', async () => {
    const drivers = await addDrivers(300);
    const id = await book();
    await city.settle();
    expect(await asked(drivers)).toEqual(drivers);
    await pass(-60_000);
    await city.restart();
    await pass(1_000);
    expect(await asked(drivers)).toEqual(drivers);
    expect(await outcomes(id)).toEqual(new Map([[drivers[0]?.uid, null]]));
    expect(await search(id, WHOLE_SEARCH + 60_000)).toMatchObject(ended);
  });

  it('a clock set back a minute before the first offer delays the search by that minute', async () => {
    const drivers = await addDrivers(300);
    const id = await book();
    await pass(-60_000);
    expect(await asked(drivers)).toEqual([]);
    await pass(60_200);
    expect(await asked(drivers)).toEqual(drivers);
    expect(await search(id, 60_000, drivers, () => 'accept')).toMatchObject({ status: 'ACCEPTED' });
  });

  it.each(dispatchPolicy.options.filter((other) => other !== policy))(
    'changed to %s in a round: its offers stay open to their end, and the other policy goes on',
    async (other) => {
      const drivers = await addDrivers(300, 600);
      const id = await book();
      await city.settle();
      const first = await asked(drivers);
      expect(first.length).toBeGreaterThan(0);
      await city.changeSettings({ dispatchPolicy: other });
      await pass(3_000);
      expect(await asked(drivers)).toEqual(first);
      await pass(30_000);
      const rounds = await dispatchRepository(city.environment.database.queries).receipts(id);
      expect(rounds.map((round) => round.policy)).toEqual([policy, other]);
      expect(await asked(drivers)).toHaveLength(rounds[1]?.asked ?? 0);
      expect(await search(id, WHOLE_SEARCH)).toMatchObject(ended);
    },
  );
});
