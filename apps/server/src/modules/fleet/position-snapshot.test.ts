// Tests saved positions: each move is saved once, a failed batch is saved later, and old positions are not restored.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLiveFleet, type LivePosition, POSITION_VALID_MS, type SeenPosition } from './live-fleet.ts';
import { createPositionSnapshot, SNAPSHOT_EVERY_MS } from './position-snapshot.ts';

const NOW = 1_700_000_000_000;
const at = (driver: string, lat: number): LivePosition => ({ driver, lat, lng: 0, heading: null, at: NOW });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp(stored: readonly SeenPosition[] = []) {
  const live = createLiveFleet({ now: () => NOW });
  const saved: { driver: string; lat: number }[][] = [];
  const errors: unknown[] = [];
  const database: { isDown: boolean; duringSave: () => void } = {
    isDown: false,
    duringSave: () => undefined,
  };
  const snapshot = createPositionSnapshot({
    live,
    now: () => NOW,
    save: async (positions) => {
      database.duringSave();
      if (database.isDown) throw new Error('database away');
      saved.push(positions.map(({ driver, lat }) => ({ driver, lat })));
    },
    load: async () => stored,
    onError: (error) => errors.push(error),
  });
  return { live, saved, errors, database, snapshot };
}

it('saves the latest position of each driver that moved, and nothing when no driver moved', async () => {
  const { live, saved, snapshot } = setUp();
  await snapshot.start();
  live.put(at('one', 1));
  live.put(at('one', 2));
  live.put(at('other', 3));
  await vi.advanceTimersByTimeAsync(SNAPSHOT_EVERY_MS);
  expect(saved).toEqual([
    [
      { driver: 'one', lat: 2 },
      { driver: 'other', lat: 3 },
    ],
  ]);
  await vi.advanceTimersByTimeAsync(SNAPSHOT_EVERY_MS);
  expect(saved).toHaveLength(1);
});

it('saves a failed batch with the next one, unless the driver has moved since', async () => {
  const { live, saved, errors, database, snapshot } = setUp();
  await snapshot.start();
  live.put(at('one', 1));
  live.put(at('other', 2));
  database.isDown = true;
  database.duringSave = () => live.put(at('one', 9));
  await snapshot.saveNow();
  expect(errors).toHaveLength(1);
  database.isDown = false;
  database.duringSave = () => undefined;
  await snapshot.saveNow();
  expect(saved).toEqual([
    expect.arrayContaining([
      { driver: 'one', lat: 9 },
      { driver: 'other', lat: 2 },
    ]),
  ]);
});

it('restores saved positions at the start, except expired ones', async () => {
  const { live, snapshot } = setUp([
    { ...at('valid', 1), seenAt: NOW - POSITION_VALID_MS },
    { ...at('old', 2), seenAt: NOW - POSITION_VALID_MS - 1 },
  ]);
  await snapshot.start();
  expect(live.all().map(({ driver }) => driver)).toEqual(['valid']);
});

it('saves the remaining positions when stopped, and nothing afterwards', async () => {
  const { live, saved, snapshot } = setUp();
  await snapshot.start();
  live.put(at('one', 1));
  await snapshot.stop();
  expect(saved).toEqual([[{ driver: 'one', lat: 1 }]]);
  live.put(at('one', 2));
  await vi.advanceTimersByTimeAsync(10 * SNAPSHOT_EVERY_MS);
  expect(saved).toHaveLength(1);
});
