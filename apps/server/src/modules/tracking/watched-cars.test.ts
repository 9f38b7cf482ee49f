// Tests which positions a server receives: all cars for a console, and the cells around the car of a watched trip.
import { fakeClock, testId } from '@kerb/testing';
import { afterEach, expect, test, vi } from 'vitest';
import type { CarPosition } from './tracking.deps.ts';
import { createWatchedCars } from './watched-cars.ts';

const booking = testId(1);
const driver = testId(2);
const other = testId(3);
const place = { lat: -34.9, lng: -56.2 };
/** 0.6 km further north. */
const further = { lat: place.lat + 0.6 / 111.2, lng: place.lng };

afterEach(() => {
  vi.useRealTimers();
});

function harness() {
  vi.useFakeTimers();
  const clock = fakeClock();
  const held = new Map<string, unknown>();
  const known = new Map<string, CarPosition & { seenAt: number }>();
  const shown: CarPosition[] = [];
  const drivers = new Map<string, string | null>([[booking, driver]]);
  let watch: (topic: string, isWatched: boolean) => void = () => undefined;
  const cars = createWatchedCars({
    clock,
    live: {
      onWatch(listener) {
        watch = listener;
      },
    },
    positions: {
      of: async (uid) => known.get(uid) ?? null,
      ofMany: async (uids) =>
        new Map(uids.flatMap((uid) => known.get(uid) ?? []).map((car) => [car.driver, car])),
      subscribeArea: async (name, area) => {
        held.set(name, area);
      },
      release: (name) => held.delete(name),
    },
    driverOf: async (id) => drivers.get(id) ?? null,
    show: (position) => shown.push(position),
    onError(error) {
      throw error;
    },
  });
  const positionOf = (uid: string, at: { lat: number; lng: number }): CarPosition & { seenAt: number } => ({
    driver: uid,
    ...at,
    heading: null,
    at: clock.now(),
    seenAt: clock.now(),
  });
  return {
    clock,
    cars,
    held,
    known,
    shown,
    drivers,
    watch: (topic: string, isWatched = true) => watch(topic, isWatched),
    /** Another server publishes the position, and this server may look it up. */
    reports(uid: string, at: { lat: number; lng: number }): void {
      known.set(uid, positionOf(uid, at));
    },
    positionOf,
    async seconds(count: number): Promise<void> {
      for (let second = 0; second < count; second += 1) {
        clock.advance(1_000);
        await vi.advanceTimersByTimeAsync(1_000);
      }
    },
    settle: () => vi.advanceTimersByTimeAsync(0),
  };
}
const topic = `booking:${booking}`;

test('all cars are received while at least one console watches', () => {
  const { watch, held, cars } = harness();
  expect(cars.isWatched(driver)).toBe(false);
  watch('drivers:all');
  watch(`drivers:fleet:${testId(9)}`);
  expect(held.get('console')).toBe('everywhere');
  watch('drivers:all', false);
  expect(held.get('console')).toBe('everywhere');
  expect(cars.isWatched(driver)).toBe(true);
  watch(`drivers:fleet:${testId(9)}`, false);
  expect(held.size).toBe(0);
});

test('the cells around the car of a watched trip are received, and change as it moves', async () => {
  const { watch, held, cars, reports, positionOf, settle } = harness();
  reports(driver, place);
  watch(topic);
  watch(`${topic}:way`);
  await settle();
  expect([...held]).toEqual([[topic, { ...place, radiusKm: 1 }]]);
  expect([cars.isWatched(driver), cars.isWatched(other)]).toEqual([true, false]);
  cars.moved(positionOf(driver, { ...place, lat: place.lat + 0.001 }));
  expect(held.get(topic)).toMatchObject(place);
  cars.moved(positionOf(driver, further));
  expect(held.get(topic)).toMatchObject(further);
  watch(topic, false);
  expect([held.size, cars.isWatched(driver)]).toEqual([0, false]);
});

test('a trip that gets another driver is watched with that driver’s car', async () => {
  const { watch, held, cars, reports, drivers, settle } = harness();
  reports(other, further);
  drivers.set(booking, null);
  watch(topic);
  await settle();
  expect(held.size).toBe(0);
  drivers.set(booking, other);
  cars.changed(booking);
  await settle();
  expect(held.get(topic)).toMatchObject(further);
  drivers.set(booking, null);
  cars.changed(booking);
  await settle();
  expect([held.size, cars.isWatched(other)]).toEqual([0, false]);
});

test('no cell is received for a car that reports to this server, until it reports to another one', async () => {
  const { watch, held, cars, reports, seconds, settle } = harness();
  reports(driver, place);
  watch(topic);
  await settle();
  cars.reportedHere(driver);
  expect(held.size).toBe(0);
  reports(driver, further);
  await seconds(2);
  expect(held.size).toBe(0);
  await seconds(2);
  expect(held.get(topic)).toMatchObject(further);
});

test('a car without arriving positions is looked up, shown and received at its last position', async () => {
  const { watch, held, cars, reports, positionOf, shown, seconds, settle } = harness();
  reports(driver, place);
  watch(topic);
  await settle();
  expect(shown).toHaveLength(1);
  cars.moved(positionOf(driver, place));
  await seconds(2);
  const far = { lat: place.lat + 1, lng: place.lng };
  reports(driver, far);
  expect(shown).toHaveLength(1);
  await seconds(2);
  expect(shown.at(-1)).toMatchObject(far);
  expect(held.get(topic)).toMatchObject(far);
  const count = shown.length;
  await seconds(5);
  expect(shown).toHaveLength(count);
});

test('no car is looked up after closing', async () => {
  const { watch, cars, reports, shown, seconds, settle } = harness();
  reports(driver, place);
  watch(topic);
  await settle();
  cars.close();
  reports(driver, further);
  await seconds(10);
  expect(shown).toHaveLength(1);
});

test('a looked-up position is dated by the phone’s clock, however the servers’ clocks differ', async () => {
  const { watch, cars, clock, known, positionOf, shown, seconds, settle } = harness();
  const clockBehindMs = 20_000;
  known.set(driver, positionOf(driver, place));
  watch(topic);
  await settle();
  cars.moved(positionOf(driver, further));
  await seconds(2);
  const far = { lat: place.lat + 1, lng: place.lng };
  known.set(driver, { ...positionOf(driver, far), seenAt: clock.now() - clockBehindMs });
  await seconds(2);
  expect(shown.at(-1)).toMatchObject(far);
  const count = shown.length;
  await seconds(5);
  expect(shown).toHaveLength(count);
});
