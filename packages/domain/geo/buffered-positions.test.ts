// Which positions buffered while offline belong into the trail.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeBufferedPositions, MIN_SPACING_MS } from './buffered-positions.ts';
import { lengthKm } from './haversine.ts';
import { positionLimits } from './plausible-position.ts';

const start = { lat: -34.9, lng: -56.2 };
const since = 1_000_000_000;
const now = since + 3_600_000;
const METRES_PER_DEGREE = 91_190;

/** So many seconds after the start, so many metres east. */
const east = (seconds: number, metres: number, more: { accuracy?: number } = {}) => ({
  lat: start.lat,
  lng: start.lng + metres / METRES_PER_DEGREE,
  at: since + seconds * 1000,
  ...more,
});
const drive = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => east(from + index, (from + index) * 12));
const judge = (positions: Parameters<typeof judgeBufferedPositions>[0], known: typeof positions = []) =>
  judgeBufferedPositions(positions, { known, since, now });

describe('positions buffered while offline', () => {
  it('fill a gap of the trail in chronological order', () => {
    const all = drive(0, 100);
    const isInHole = ({ at }: { at: number }) => at > since + 20_000 && at < since + 80_000;
    const known = all.filter((one) => !isInHole(one));
    expect(judge(all.filter(isInHole), known)).toEqual({
      fitting: all.filter(isInHole),
      known: 0,
      rejected: 0,
    });
    expect(judge(all, known)).toEqual({ fitting: all.filter(isInHole), known: known.length, rejected: 0 });
  });

  it('uploaded again are recognised and not added', () => {
    expect(judge(drive(0, 50), drive(0, 50))).toEqual({ fitting: [], known: 51, rejected: 0 });
  });

  it.each([
    ['from another continent', { lat: 40.4, lng: -3.7, at: since + 30_500 }],
    ['at 900 km/h', { ...east(0, 30 * 12 + 3000), at: since + 31_000 }],
    ['before the trip', { ...east(0, 0), at: since - 1 }],
    ['from the future', { ...east(0, 1200), at: now + positionLimits.maxClockSkewMs + 1 }],
    ['too vague', { ...east(30.5, 366), accuracy: 251 }],
    ['not a place', { lat: Number.NaN, lng: 0, at: since + 30_500 }],
    ['a moment after another', { ...east(30, 360), at: since + 30_000 + MIN_SPACING_MS - 1 }],
  ])('%s are rejected, and later ones accepted', (_, odd) => {
    const before = drive(0, 30);
    const after = drive(32, 60);
    expect(judge([...before, odd, ...after])).toEqual({
      fitting: [...before, ...after],
      known: 0,
      rejected: 1,
    });
  });

  it('out of order are rejected', () => {
    expect(judge([east(10, 120), east(5, 60), east(11, 132)])).toMatchObject({ rejected: 1 });
  });

  it('must lead to where the car was seen next', () => {
    expect(judge([east(10, 3000)], [east(0, 0), east(20, 240)])).toMatchObject({ fitting: [], rejected: 1 });
    expect(judge([east(10, 120)], [east(0, 0), east(20, 240)])).toMatchObject({ rejected: 0 });
  });

  it('never add up to a longer distance than the fastest car drives', () => {
    const metres = fc.integer({ min: -200, max: 200 });
    const step = fc.tuple(fc.integer({ min: 1, max: 2000 }), metres, metres);
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 60 }), (steps) => {
        let at = since;
        const positions = steps.map(([ms, x, y]) => {
          at += ms;
          return { lat: start.lat + x / 111_195, lng: start.lng + y / METRES_PER_DEGREE, at };
        });
        const { fitting, rejected } = judge(positions);
        expect(fitting.length + rejected).toBe(positions.length);
        const seconds = ((fitting.at(-1)?.at ?? 0) - (fitting[0]?.at ?? 0)) / 1000;
        expect(lengthKm(fitting)).toBeLessThanOrEqual((250 / 3600) * seconds + 0.1 + 1e-9);
      }),
    );
  });
});
