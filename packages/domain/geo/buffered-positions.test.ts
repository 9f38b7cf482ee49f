// Tests which positions buffered while offline are inserted into the trail.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeBufferedPositions, MIN_SPACING_MS } from './buffered-positions.ts';
import { lengthKm } from './haversine.ts';
import { positionLimits } from './plausible-position.ts';

const start = { lat: -34.9, lng: -56.2 };
const since = 1_000_000_000;
const now = since + 3_600_000;
const METRES_PER_DEGREE = 91_190;

/** Returns a position this many seconds after the start and this many metres to the east. */
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

  it('are recognised when uploaded again, and not added', () => {
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

  it('are rejected when out of order', () => {
    expect(judge([east(10, 120), east(5, 60), east(11, 132)])).toMatchObject({ rejected: 1 });
  });

  it('must be within reach of the next position of the car', () => {
    expect(judge([east(10, 3000)], [east(0, 0), east(20, 240)])).toMatchObject({ fitting: [], rejected: 1 });
    expect(judge([east(10, 120)], [east(0, 0), east(20, 240)])).toMatchObject({ rejected: 0 });
  });

  it('never add up to more than the distance of the fastest car', () => {
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

const isAccepted = (position: Parameters<typeof judge>[0][number], known: Parameters<typeof judge>[0] = []) =>
  judge([position], known).fitting.length === 1;

describe('a buffered position without known ones', () => {
  const fine = { lat: 0, lng: 0, at: since + 1000 };

  it.each([
    ['at a pole', { lat: 90 }, { lat: 90.001 }],
    ['at the other pole', { lat: -90 }, { lat: -90.001 }],
    ['at the date line', { lng: 180 }, { lng: 180.001 }],
    ['at the date line, from the west', { lng: -180 }, { lng: -180.001 }],
    ['at the start of the trip', { at: since }, { at: since - 1 }],
    ['with a clock 10 s ahead', { at: now + 10_000 }, { at: now + 10_001 }],
    ['accurate to 250 m', { accuracy: 250 }, { accuracy: 250.1 }],
  ])('%s is accepted, beyond it rejected', (_where, allowed, rejected) => {
    expect(isAccepted({ ...fine, ...allowed })).toBe(true);
    expect(isAccepted({ ...fine, ...rejected })).toBe(false);
  });
});

describe('a buffered position between known ones', () => {
  const ms = (position: ReturnType<typeof east>, more: number) => ({ ...position, at: position.at + more });

  it('is at least half a second after the previous one and before the next', () => {
    const known = [east(0, 0), east(10, 0)];
    expect(isAccepted(ms(east(0, 0), 500), known)).toBe(true);
    expect(isAccepted(ms(east(0, 0), 499), known)).toBe(false);
    expect(isAccepted(ms(east(10, 0), -500), known)).toBe(true);
    expect(isAccepted(ms(east(10, 0), -499), known)).toBe(false);
  });

  // A car at 250 km/h drives 694 m in 10 s.
  it.each([
    ['50 m each where neither phone reports its accuracy', {}, {}, 794],
    ['the accuracy that both report', { accuracy: 5 }, { accuracy: 5 }, 704],
    ['50 m for the known one', {}, { accuracy: 5 }, 749],
    ['50 m for the buffered one', { accuracy: 5 }, {}, 749],
  ])('may be off by %s', (_name, ofKnown, ofBuffered, metres) => {
    expect(isAccepted(east(10, metres - 3, ofBuffered), [east(0, 0, ofKnown)])).toBe(true);
    expect(isAccepted(east(10, metres + 3, ofBuffered), [east(0, 0, ofKnown)])).toBe(false);
    expect(isAccepted(east(10, metres - 3, ofBuffered), [east(20, 0, ofKnown)])).toBe(true);
    expect(isAccepted(east(10, metres + 3, ofBuffered), [east(20, 0, ofKnown)])).toBe(false);
  });

  it('uses up the tolerance that the previous position needed', () => {
    // The first position is 96 m beyond the reach of a car; 100 m are allowed.
    const jump = east(10, 790);
    expect(judge([jump, east(20, 790 + 697)], [east(0, 0)]).fitting).toHaveLength(2);
    expect(judge([jump, east(20, 790 + 701)], [east(0, 0)]).fitting).toHaveLength(1);
  });

  it('recovers the tolerance during a slow stretch, but never more than the whole', () => {
    const slow = [east(10, 790), east(20, 790)];
    expect(judge([...slow, east(30, 790 + 790)], [east(0, 0)]).fitting).toHaveLength(3);
    expect(judge([...slow, east(30, 790 + 800)], [east(0, 0)]).fitting).toHaveLength(2);
  });

  it('has no tolerance left after a known jump, and no less than that', () => {
    const known = [east(0, 0), east(10, 3000)];
    expect(isAccepted(east(20, 3000 + 690), known)).toBe(true);
    expect(isAccepted(east(20, 3000 + 698), known)).toBe(false);
  });

  it('has the whole tolerance after the first known position', () => {
    expect(isAccepted(east(20, 780), [east(10, 0)])).toBe(true);
  });
});
