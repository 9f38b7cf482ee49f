// Tests batches of trail positions: written after their delay, in order, and retained when the database fails.
import { describe, expect, test } from 'vitest';
import type { TrailPoint } from './tracking.deps.ts';
import { createTrailBuffer } from './trail-buffer.ts';

const trip = (booking: string) => ({ booking, driver: 'driver' });
const point = (at: number): TrailPoint => ({ at, lat: -34.9, lng: -56.2 });

function harness() {
  const written: { booking: string; points: readonly TrailPoint[] }[] = [];
  const errors: unknown[] = [];
  const due: (() => void)[] = [];
  let failing = false;
  const buffer = createTrailBuffer({
    append: async ({ booking }, points) => {
      if (failing) throw new Error('database away');
      written.push({ booking, points });
    },
    onError: (error) => errors.push(error),
    schedule: (work) => {
      due.push(work);
      return () => due.splice(due.indexOf(work), due.includes(work) ? 1 : 0);
    },
  });
  return { buffer, written, errors, due, fail: (on: boolean) => (failing = on) };
}

describe('the trail buffer', () => {
  test('writes one second of positions in one call per booking', async () => {
    const { buffer, written, due } = harness();
    buffer.add(trip('a'), point(1));
    buffer.add(trip('b'), point(2));
    buffer.add(trip('a'), point(3));
    expect(written).toEqual([]);
    expect(due).toHaveLength(1);
    due[0]?.();
    await buffer.flush();
    expect(written).toEqual([
      { booking: 'a', points: [point(1), point(3)] },
      { booking: 'b', points: [point(2)] },
    ]);
    expect(due).toEqual([]);
  });

  test('retains a failed batch before later positions', async () => {
    const { buffer, written, errors, fail, due } = harness();
    fail(true);
    buffer.add(trip('a'), point(1));
    await buffer.flush();
    expect(errors).toHaveLength(1);
    expect(due).toHaveLength(1);
    buffer.add(trip('a'), point(2));
    fail(false);
    await buffer.flush();
    expect(written).toEqual([{ booking: 'a', points: [point(1), point(2)] }]);
  });

  test('writes a failed batch before positions that were added while it failed', async () => {
    const { buffer, written, fail } = harness();
    fail(true);
    buffer.add(trip('a'), point(1));
    const flushed = buffer.flush();
    await Promise.resolve();
    buffer.add(trip('a'), point(2));
    await flushed;
    fail(false);
    await buffer.flush();
    expect(written).toEqual([{ booking: 'a', points: [point(1), point(2)] }]);
  });

  test('buffers the newest 600 positions of a booking while the database is down, in order', async () => {
    const { buffer, written, fail } = harness();
    fail(true);
    for (let at = 1; at <= 700; at += 1) {
      buffer.add(trip('a'), point(at));
      if (at % 100 === 0) await buffer.flush();
    }
    buffer.add(trip('b'), point(1));
    fail(false);
    await buffer.flush();
    const last600 = Array.from({ length: 600 }, (_, index) => point(101 + index));
    expect(written).toEqual([
      { booking: 'a', points: last600 },
      { booking: 'b', points: [point(1)] },
    ]);
  });

  test('buffers the newest 600 positions of a failed batch and of those added while it failed', async () => {
    const { buffer, written, fail } = harness();
    fail(true);
    for (let at = 1; at <= 500; at += 1) buffer.add(trip('a'), point(at));
    const flushed = buffer.flush();
    await Promise.resolve();
    for (let at = 501; at <= 800; at += 1) buffer.add(trip('a'), point(at));
    await flushed;
    fail(false);
    await buffer.flush();
    expect(written).toEqual([
      { booking: 'a', points: Array.from({ length: 600 }, (_, index) => point(201 + index)) },
    ]);
  });

  test('buffers the newest 600 positions of a booking while the database does not answer', async () => {
    const written: (readonly TrailPoint[])[] = [];
    let answer: () => void = () => undefined;
    const silence = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const buffer = createTrailBuffer({
      async append(_, points) {
        written.push([...points]);
        await silence;
      },
      onError: () => undefined,
      schedule: () => () => undefined,
    });
    buffer.add(trip('a'), point(0));
    void buffer.flush();
    await Promise.resolve();
    expect(written).toEqual([[point(0)]]);
    for (let at = 1; at <= 2_000; at += 1) buffer.add(trip('a'), point(at));
    answer();
    await buffer.flush();
    expect(written[1]).toEqual(Array.from({ length: 600 }, (_, index) => point(1_401 + index)));
  });

  test('writes at most four trips at once, and all of a flush although some are slow', async () => {
    const started: string[] = [];
    const answers = new Map<string, () => void>();
    const buffer = createTrailBuffer({
      append({ booking }) {
        started.push(booking);
        return new Promise((resolve) => answers.set(booking, resolve));
      },
      onError: () => undefined,
      schedule: () => () => undefined,
    });
    for (const booking of 'abcdef') buffer.add(trip(booking), point(1));
    const flushed = buffer.flush();
    await expect.poll(() => started).toEqual([...'abcd']);
    answers.get('b')?.();
    await expect.poll(() => started).toEqual([...'abcde']);
    answers.get('e')?.();
    await expect.poll(() => started).toEqual([...'abcdef']);
    for (const booking of 'acdf') answers.get(booking)?.();
    await flushed;
  });

  test('writes the remaining positions when closed, and leaves no timer', async () => {
    const { buffer, written, due } = harness();
    buffer.add(trip('a'), point(1));
    await buffer.close();
    expect(written).toHaveLength(1);
    expect(due).toEqual([]);
  });
});
