// Which positions of a trip are measured, and how noise is taken out of them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceKm, lengthKm } from './haversine.ts';
import {
  averageFixes,
  orderFixes,
  plausibleFixes,
  splitAtGaps,
  type TraceFix,
  thinFixes,
  traceLimits,
  traceStretches,
} from './trip-trace.ts';

const start = { lat: -34.9, lng: -56.2 };
const METRES_PER_DEGREE = 111_195;

/** So many seconds after the start, so many metres north and east of it. */
const fix = (seconds: number, north: number, east = 0): TraceFix => ({
  lat: start.lat + north / METRES_PER_DEGREE,
  lng: start.lng + east / (METRES_PER_DEGREE * Math.cos((start.lat * Math.PI) / 180)),
  at: 1_000_000_000 + seconds * 1000,
});
/** Northwards at 12 m/s. */
const driven = (from: number, to: number, every = 1): TraceFix[] =>
  Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, index) =>
    fix(from + index * every, (from + index * every) * 12),
  );

describe('orderFixes', () => {
  it('puts positions in order of time, without those sent again and those of the same moment', () => {
    const fixes = driven(0, 30);
    expect(orderFixes([...fixes].reverse())).toEqual(fixes);
    expect(orderFixes([...fixes, ...fixes])).toEqual(fixes);
    expect(orderFixes([fix(0, 0), fix(0.2, 3)])).toEqual([fix(0, 0)]);
  });
});

describe('plausibleFixes', () => {
  it('keeps the positions of a car', () => {
    const fixes = driven(0, 60);
    expect(plausibleFixes(fixes)).toEqual(fixes);
  });

  it('drops a jump out of reach, and what comes after it is judged from where the car was', () => {
    const before = driven(0, 20);
    const after = driven(22, 40);
    expect(plausibleFixes([...before, fix(21, 3000), ...after])).toEqual([...before, ...after]);
  });

  it('drops nearly all of positions that alternate by a kilometre every 205 ms', () => {
    const jumps = Array.from({ length: 100 }, (_, index) => fix(index * 0.205, index % 2 === 0 ? 0 : 978));
    expect(lengthKm(plausibleFixes(jumps))).toBeLessThan(1.2);
  });

  it('is never longer than the fastest car drives plus one slack, for any positions', () => {
    const step = fc.record({
      seconds: fc.double({ min: 0, max: 30, noNaN: true }),
      north: fc.double({ min: -2000, max: 2000, noNaN: true }),
      east: fc.double({ min: -2000, max: 2000, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let seconds = 0;
        const fixes = steps.map((one) => {
          seconds += one.seconds;
          return fix(seconds, one.north, one.east);
        });
        const plausible = plausibleFixes(orderFixes(fixes));
        const first = plausible[0];
        const last = plausible.at(-1);
        if (first === undefined || last === undefined) return;
        const hours = (last.at - first.at) / 3_600_000;
        const most = traceLimits.maxSpeedKmPerHour * hours + traceLimits.slackKm;
        expect(lengthKm(plausible)).toBeLessThanOrEqual(most + 1e-6);
      }),
    );
  });
});

describe('averageFixes', () => {
  it('makes one position of each ten seconds, and keeps the first and the last', () => {
    const fixes = driven(0, 60);
    const averaged = averageFixes(fixes);
    expect(averaged[0]).toEqual(fixes[0]);
    expect(averaged.at(-1)).toEqual(fixes.at(-1));
    expect(averaged.length).toBe(8);
    expect(averaged[1]?.at).toBe(fix(5.5, 0).at);
    expect(distanceKm(averaged[1] ?? start, fix(5.5, 66))).toBeLessThan(0.001);
  });

  it('takes the noise out of a car that stands', () => {
    const noise = (index: number) => (index % 2 === 0 ? 30 : -30);
    const standing = Array.from({ length: 101 }, (_, index) => fix(index, noise(index), noise(index + 1)));
    expect(lengthKm(standing)).toBeGreaterThan(8);
    expect(lengthKm(thinFixes(averageFixes(standing)))).toBeLessThan(0.15);
  });

  it('leaves out a window whose positions scatter, or move faster than a car', () => {
    const fixes = driven(0, 100);
    const scattered = fixes.map((one, index) => (index === 25 ? fix(25, 3000) : one));
    expect(averageFixes(scattered)).toHaveLength(averageFixes(fixes).length - 1);
    const flight = Array.from({ length: 10 }, (_, index) => fix(21 + index, 252 + index * 70));
    const flown = [...driven(0, 20), ...flight, ...driven(31, 100)];
    expect(averageFixes(flown)).toHaveLength(averageFixes(fixes).length - 1);
  });

  it('believes no window where many of them scatter', () => {
    const scattered = driven(0, 100).map((one, index) => (index % 3 === 1 ? fix(index, 5000) : one));
    expect(averageFixes(scattered)).toEqual([scattered[0], scattered.at(-1)]);
  });

  it('answers for none and for one', () => {
    expect(averageFixes([])).toEqual([]);
    expect(averageFixes([fix(0, 0)])).toEqual([fix(0, 0)]);
  });
});

describe('thinFixes', () => {
  it('keeps positions 120 m apart, and both ends', () => {
    const fixes = driven(0, 61);
    const thinned = thinFixes(fixes);
    expect(thinned[0]).toEqual(fixes[0]);
    expect(thinned.at(-1)).toEqual(fixes.at(-1));
    expect(thinned.length).toBe(7);
    expect(thinFixes([fix(0, 0), fix(5, 40)])).toEqual([fix(0, 0), fix(5, 40)]);
    expect(thinFixes([])).toEqual([]);
  });
});

describe('splitAtGaps', () => {
  it('splits where the car drove on during a silence, not where it stood', () => {
    const before = driven(0, 30);
    const after = driven(120, 150);
    expect(splitAtGaps([...before, ...after]).map((stretch) => stretch.length)).toEqual([31, 31]);
    expect(splitAtGaps([fix(0, 0), fix(300, 20)])).toHaveLength(1);
  });

  it('makes stretches of nothing for no positions', () => {
    expect(traceStretches([])).toEqual([]);
    expect(traceStretches([fix(0, 0)])).toEqual([[fix(0, 0)]]);
  });
});
