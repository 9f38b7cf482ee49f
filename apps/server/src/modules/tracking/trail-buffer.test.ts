// Batches of the trail: handed over after their time, in order, kept when the database refuses.
import { describe, expect, test } from 'vitest';
import type { TrailPoint } from './tracking.deps.ts';
import { createTrailBuffer } from './trail-buffer.ts';

const trip = (booking: string) => ({ booking, driver: 'driver' });
const point = (at: number): TrailPoint => ({ at, lat: -34.9, lng: -56.2 });

function harness() {
  const kept: { booking: string; points: readonly TrailPoint[] }[] = [];
  const errors: unknown[] = [];
  const due: (() => void)[] = [];
  let failing = false;
  const buffer = createTrailBuffer({
    append: async ({ booking }, points) => {
      if (failing) throw new Error('database away');
      kept.push({ booking, points });
    },
    onError: (error) => errors.push(error),
    schedule: (work) => {
      due.push(work);
      return () => due.splice(due.indexOf(work), due.includes(work) ? 1 : 0);
    },
  });
  return { buffer, kept, errors, due, fail: (on: boolean) => (failing = on) };
}

describe('the trail buffer', () => {
  test('hands a second of positions over in one call a booking', async () => {
    const { buffer, kept, due } = harness();
    buffer.add(trip('a'), point(1));
    buffer.add(trip('b'), point(2));
    buffer.add(trip('a'), point(3));
    expect(kept).toEqual([]);
    expect(due).toHaveLength(1);
    due[0]?.();
    await buffer.flush();
    expect(kept).toEqual([
      { booking: 'a', points: [point(1), point(3)] },
      { booking: 'b', points: [point(2)] },
    ]);
    expect(due).toEqual([]);
  });

  test('keeps what the database refused, before what came later', async () => {
    const { buffer, kept, errors, fail, due } = harness();
    fail(true);
    buffer.add(trip('a'), point(1));
    await buffer.flush();
    expect(errors).toHaveLength(1);
    expect(due).toHaveLength(1);
    buffer.add(trip('a'), point(2));
    fail(false);
    await buffer.flush();
    expect(kept).toEqual([{ booking: 'a', points: [point(1), point(2)] }]);
  });

  test('hands over the rest when it is closed, and leaves no timer', async () => {
    const { buffer, kept, due } = harness();
    buffer.add(trip('a'), point(1));
    await buffer.close();
    expect(kept).toHaveLength(1);
    expect(due).toEqual([]);
  });
});
