// Tests that large matrices reach the engine in bounded chunks and are reassembled completely.
import type { LatLng } from '@kerb/domain/geo';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunkSize, computeInChunks } from './matrix-chunks.ts';

const line = (length: number, from: number): LatLng[] =>
  Array.from({ length }, (_, n) => ({ lat: from + n, lng: 0 }));

it('joins small parts into the same matrix as one request, for any number of points', async () => {
  const side = fc.integer({ min: 1, max: 60 });
  await fc.assert(
    fc.asyncProperty(side, side, async (starts, dests) => {
      const sizes: [number, number][] = [];
      const rows = await computeInChunks(line(starts, 0), line(dests, 1000), async (some, others) => {
        sizes.push([some.length, others.length]);
        return some.map((one) => others.map((other) => `${one.lat} ${other.lat}`));
      });
      expect(rows).toEqual(
        line(starts, 0).map((one) => line(dests, 1000).map((other) => `${one.lat} ${other.lat}`)),
      );
      for (const [some, others] of sizes) {
        expect(some * others).toBeLessThanOrEqual(100);
        expect(Math.max(some, others)).toBeLessThanOrEqual(20);
      }
    }),
    { numRuns: 60 },
  );
});

it.each([
  [50, 50, { starts: 10, dests: 10 }],
  [40, 1, { starts: 20, dests: 1 }],
  [1, 50, { starts: 1, dests: 20 }],
  [4, 25, { starts: 4, dests: 20 }],
  [3, 2, { starts: 20, dests: 2 }],
])('of %i by %i takes parts of a known size', (starts, dests, size) => {
  expect(chunkSize(starts, dests)).toEqual(size);
});

it('requests one part at a time', async () => {
  let running = 0;
  let most = 0;
  await computeInChunks(line(50, 0), line(50, 1000), async (some, others) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    return some.map(() => others.map(() => 0));
  });
  expect(most).toBe(1);
});
