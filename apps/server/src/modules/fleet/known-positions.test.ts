// Tests that a car's newest position is read from memory where it is received, and otherwise from the shared positions.
import { fakeClock, testId } from '@kerb/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { createKnownPositions } from './known-positions.ts';
import { createLiveFleet, type SeenPosition } from './live-fleet.ts';

const driver = testId(1);
const other = testId(2);
const place = { lat: -34.9, lng: -56.2 };
const far = { lat: -33.9, lng: -56.2 };

afterEach(() => {
  vi.useRealTimers();
});

function harness() {
  const clock = fakeClock();
  const live = createLiveFleet({ now: clock.now });
  /** The positions that other servers shared, and those in the database. */
  const stored = new Map<string, SeenPosition>();
  const saved = new Map<string, SeenPosition>();
  const state: { isReadable: boolean; receives: boolean; receivingSince: number | null } = {
    isReadable: true,
    receives: false,
    receivingSince: 1,
  };
  const reads: string[] = [];
  const released: string[] = [];
  let gap: () => void = () => undefined;
  const read = (name: string, drivers: Iterable<string>): boolean => {
    reads.push(name);
    if (!state.isReadable) return false;
    for (const uid of drivers) {
      const position = stored.get(uid);
      if (position !== undefined) live.restore(position);
    }
    return true;
  };
  const { stop, ...positions } = createKnownPositions({
    live,
    now: clock.now,
    cars: {
      need: async (_, area) => read(`need ${JSON.stringify(area)}`, stored.keys()),
      release: (name) => released.push(name),
      receives: () => state.receives,
      // The shared cell contains only cars that are in it now.
      refreshArea: async () =>
        read(
          'area',
          [...stored.keys()].filter((uid) => stored.get(uid)?.lat === place.lat),
        ),
      refreshDrivers: async (drivers) => read(`drivers ${drivers.length}`, drivers),
      forget: () => undefined,
      onGap(listener) {
        gap = listener;
      },
      receivingSince: () => state.receivingSince,
    },
    async restoreSaved(drivers) {
      reads.push(drivers === null ? 'saved' : `saved ${drivers.length}`);
      for (const [uid, position] of saved) if (drivers?.includes(uid) ?? true) live.restore(position);
    },
    onError(error) {
      throw error;
    },
  });
  const at = (uid: string, where: { lat: number; lng: number }): SeenPosition => ({
    driver: uid,
    ...where,
    heading: null,
    at: clock.now(),
    seenAt: clock.now(),
  });
  return { clock, live, stored, saved, state, reads, released, positions, stop, at, gap: () => gap() };
}

test('returns a recent position from memory, and reads the stored positions for an older one', async () => {
  const { clock, live, stored, positions, reads, at } = harness();
  live.put(at(driver, place));
  expect(await positions.of(driver)).toMatchObject(place);
  expect(reads).toEqual([]);
  clock.advance(2_000);
  stored.set(driver, at(driver, far));
  expect(await positions.of(driver)).toMatchObject(far);
  expect(await positions.of(other)).toBeNull();
  expect(reads).toEqual(['drivers 1', 'drivers 1']);
});

test('reads many drivers in one query and leaves out those without a position', async () => {
  const { live, stored, positions, reads, at } = harness();
  live.put(at(driver, place));
  stored.set(other, at(other, far));
  const found = await positions.ofMany([driver, other, testId(3)]);
  expect([...found.keys()]).toEqual([driver, other]);
  expect(reads).toEqual(['drivers 2']);
});

test('falls back to the saved positions when the stored ones cannot be read', async () => {
  const { clock, live, saved, state, positions, reads, at } = harness();
  live.put(at(driver, place));
  clock.advance(9_000);
  state.isReadable = false;
  expect(await positions.of(driver)).toMatchObject(place);
  expect(reads).toEqual(['drivers 1']);
  clock.advance(1_000);
  saved.set(driver, at(driver, far));
  expect(await positions.of(driver)).toMatchObject(far);
  expect(reads.at(-1)).toBe('saved 1');
});

test('a search around a point finds positions stored by other servers, and no car that has left', async () => {
  const { clock, live, stored, positions, at } = harness();
  live.put(at(driver, place));
  clock.advance(10_000);
  stored.set(driver, at(driver, far));
  stored.set(other, at(other, place));
  const found = [...(await positions.nearestFirst(place, 5))];
  expect(found.map(({ position }) => position.driver)).toEqual([other]);
});

test('a search reads no stored positions while the server receives all positions', async () => {
  const { clock, live, state, positions, reads, at } = harness();
  live.put(at(driver, place));
  clock.advance(60_000);
  state.receives = true;
  expect([...(await positions.nearestFirst(place, 5))]).toHaveLength(1);
  expect(reads).toEqual([]);
});

test('hold resolves with the area complete, from saved positions if the stored ones cannot be read', async () => {
  const { saved, state, live, positions, reads, released, gap, stop, at } = harness();
  await positions.subscribeArea('dispatch', 'everywhere');
  expect(reads).toEqual(['need "everywhere"']);
  state.isReadable = false;
  saved.set(driver, at(driver, place));
  await positions.subscribeArea('dispatch', 'everywhere');
  expect(live.get(driver)).toMatchObject(place);
  await positions.subscribeArea('dispatch', 'everywhere');
  expect(reads.filter((read) => read === 'saved')).toHaveLength(1);
  saved.set(other, at(other, place));
  gap();
  await positions.subscribeArea('dispatch', 'everywhere');
  expect(live.get(other)).toMatchObject(place);
  positions.release('dispatch');
  expect(released).toEqual(['dispatch']);
  stop();
});

test('positions are complete from now on while none are received', () => {
  const { positions, state, clock, stop } = harness();
  expect(positions.completeSince()).toBe(1);
  state.receivingSince = null;
  expect(positions.completeSince()).toBe(clock.now());
  stop();
});

test('after a gap the saved positions are read immediately, and again after ten seconds', async () => {
  vi.useFakeTimers();
  const { saved, live, reads, gap, stop, at } = harness();
  gap();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(reads).toEqual(['saved']);
  saved.set(driver, at(driver, place));
  await vi.advanceTimersByTimeAsync(1);
  expect(live.get(driver)).toMatchObject(place);
  gap();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toEqual(['saved', 'saved', 'saved']);
});
