// Tests that the exact search finds the same schedule as trying every order.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KnownTrace, minTotalWait } from './clairvoyant.ts';

interface Line {
  requests: { at: number; pickup: number; drop: number }[];
  starts: number[];
}

/** Places on a line, one second for each unit. */
const traceOf = ({ requests, starts }: Line): KnownTrace => ({
  requests: requests.map(({ at, pickup, drop }) => ({ at, tripSecs: Math.abs(drop - pickup) })),
  drivers: starts.length,
  fromStart: (driver, request) => Math.abs((requests[request]?.pickup ?? 0) - (starts[driver] ?? 0)),
  between: (before, request) => Math.abs((requests[request]?.pickup ?? 0) - (requests[before]?.drop ?? 0)),
});

/** Tries every request next for every driver. */
function tryAll({ requests, starts }: Line): number {
  const search = (open: number[], cars: { place: number; free: number }[]): number => {
    if (open.length === 0) return 0;
    let least = Number.POSITIVE_INFINITY;
    for (const index of open) {
      const request = requests[index];
      if (!request) continue;
      for (const [car, { place, free }] of cars.entries()) {
        const pickup = Math.max(free, request.at) + Math.abs(place - request.pickup);
        const after = { place: request.drop, free: pickup + Math.abs(request.drop - request.pickup) };
        const rest = search(
          open.filter((other) => other !== index),
          cars.map((other, at) => (at === car ? after : other)),
        );
        least = Math.min(least, pickup - request.at + rest);
      }
    }
    return least;
  };
  return search(
    requests.map((_, index) => index),
    starts.map((place) => ({ place, free: 0 })),
  );
}

const place = fc.integer({ min: 0, max: 50 });
const lines = fc.record({
  requests: fc.array(fc.record({ at: fc.integer({ min: 0, max: 100 }), pickup: place, drop: place }), {
    maxLength: 4,
  }),
  starts: fc.array(place, { minLength: 1, maxLength: 2 }),
});

describe('the clairvoyant optimum', () => {
  it('returns the least total wait of all schedules', () => {
    fc.assert(
      fc.property(lines, (line) => {
        expect(minTotalWait(traceOf(line))).toBe(tryAll(line));
      }),
    );
  });

  it('delays a rider for a later request when that reduces the total wait', () => {
    const line = {
      requests: [
        { at: 0, pickup: 10, drop: 90 },
        { at: 1, pickup: 1, drop: 10 },
      ],
      starts: [0],
    };
    expect(minTotalWait(traceOf(line))).toBe(tryAll(line));
    expect(minTotalWait(traceOf(line))).toBe(12);
  });
});
