// Tests which positions of a trip are measured, and how their noise is reduced.
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

/** Returns a fix this many seconds after the start and this many metres north and east of it. */
const fix = (seconds: number, north: number, east = 0): TraceFix => ({
  lat: start.lat + north / METRES_PER_DEGREE,
  lng: start.lng + east / (METRES_PER_DEGREE * Math.cos((start.lat * Math.PI) / 180)),
  at: 1_000_000_000 + seconds * 1000,
});
/** Returns fixes of a drive to the north at 12 m/s. */
const driven = (from: number, to: number, every = 1): TraceFix[] =>
  Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, index) =>
    fix(from + index * every, (from + index * every) * 12),
  );

describe('orderFixes', () => {
  it('sorts positions by time, without duplicates and those of the same moment', () => {
    const fixes = driven(0, 30);
    expect(orderFixes([...fixes].reverse())).toEqual(fixes);
    expect(orderFixes([...fixes, ...fixes])).toEqual(fixes);
    expect(orderFixes([fix(0, 0), fix(0.2, 3)])).toEqual([fix(0, 0)]);
  });
});

describe('plausibleFixes', () => {
  it('returns the positions of a real car unchanged', () => {
    const fixes = driven(0, 60);
    expect(plausibleFixes(fixes)).toEqual(fixes);
  });

  it('drops an unreachable jump, and judges later positions from the last accepted one', () => {
    const before = driven(0, 20);
    const after = driven(22, 40);
    expect(plausibleFixes([...before, fix(21, 3000), ...after])).toEqual([...before, ...after]);
  });

  it('drops nearly all positions that alternate by a kilometre every 205 ms', () => {
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
  it('returns one position for each ten seconds, and leaves the first and the last unchanged', () => {
    const fixes = driven(0, 60);
    const averaged = averageFixes(fixes);
    expect(averaged[0]).toEqual(fixes[0]);
    expect(averaged.at(-1)).toEqual(fixes.at(-1));
    expect(averaged.length).toBe(8);
    expect(averaged[1]?.at).toBe(fix(5.5, 0).at);
    expect(distanceKm(averaged[1] ?? start, fix(5.5, 66))).toBeLessThan(0.001);
  });

  it('removes the noise of a car that stands still', () => {
    const noise = (index: number) => (index % 2 === 0 ? 30 : -30);
    const standing = Array.from({ length: 101 }, (_, index) => fix(index, noise(index), noise(index + 1)));
    expect(lengthKm(standing)).toBeGreaterThan(8);
    expect(lengthKm(thinFixes(averageFixes(standing)))).toBeLessThan(0.15);
  });

  it('drops a window whose positions scatter, or move faster than a car', () => {
    const fixes = driven(0, 100);
    const scattered = fixes.map((one, index) => (index === 25 ? fix(25, 3000) : one));
    expect(averageFixes(scattered)).toHaveLength(averageFixes(fixes).length - 1);
    const flight = Array.from({ length: 10 }, (_, index) => fix(21 + index, 252 + index * 70));
    const flown = [...driven(0, 20), ...flight, ...driven(31, 100)];
    expect(averageFixes(flown)).toHaveLength(averageFixes(fixes).length - 1);
  });

  it('drops all windows when many of them scatter', () => {
    const scattered = driven(0, 100).map((one, index) => (index % 3 === 1 ? fix(index, 5000) : one));
    expect(averageFixes(scattered)).toEqual([scattered[0], scattered.at(-1)]);
  });

  it('accepts no position and a single position', () => {
    expect(averageFixes([])).toEqual([]);
    expect(averageFixes([fix(0, 0)])).toEqual([fix(0, 0)]);
  });
});

describe('a window of positions', () => {
  /**
   * Returns a first and a last position, and between them several fixes per second that move by these metres per
   * second.
   */
  const windowOf = (north: number, east: number, wander = 0): TraceFix[] => [
    fix(-20, 0),
    ...Array.from({ length: 10 }, (_, at) =>
      fix(at, at * north, at * east + (at % 2 === 0 ? wander : -wander)),
    ),
    fix(30, 0),
  ];

  it.each([
    ['north', 35, 0],
    ['south', -35, 0],
    ['east', 0, 35],
    ['west', 0, -35],
    ['north-east', 25, 25],
    ['south-east', -25, 25],
  ])('is believed at up to 130 km/h to the %s', (_direction, north, east) => {
    expect(averageFixes(windowOf(north, east))).toHaveLength(3);
    expect(averageFixes(windowOf(north * 1.06, east * 1.06))).toHaveLength(2);
  });

  it('is averaged to the middle of its positions and times', () => {
    const [, middle = start] = averageFixes(windowOf(20, 10));
    expect(distanceKm(middle, fix(0, 90, 45))).toBeLessThan(0.0001);
    expect(middle).toMatchObject({ at: fix(4.5, 0).at });
  });

  it('is accepted while its positions are at most 100 m off a straight drive', () => {
    expect(averageFixes(windowOf(5, 0, 95))).toHaveLength(3);
    expect(averageFixes(windowOf(5, 0, 115))).toHaveLength(2);
  });

  it('with a single position is that position', () => {
    const sparse = driven(0, 200, 20);
    expect(averageFixes(sparse)).toEqual(sparse);
  });

  it('ends after ten seconds', () => {
    const at = (seconds: number) => averageFixes([fix(-20, 0), fix(0, 0), fix(seconds, 0), fix(60, 0)]);
    expect(at(9.9)).toHaveLength(3);
    expect(at(10)).toHaveLength(4);
  });

  it('is accepted while at most three of ten are dropped', () => {
    const windows = (doubted: number) => [
      fix(-20, 0),
      ...Array.from({ length: 10 }, (_, index) => [
        fix(index * 20, 0),
        fix(index * 20 + 5, index < doubted ? 900 : 0),
      ]).flat(),
      fix(260, 0),
    ];
    expect(averageFixes(windows(0))).toHaveLength(12);
    expect(averageFixes(windows(3))).toHaveLength(9);
    expect(averageFixes(windows(4))).toHaveLength(2);
  });

  it('is not applied between two positions', () => {
    expect(averageFixes([fix(0, 0), fix(5, 40)])).toEqual([fix(0, 0), fix(5, 40)]);
  });
});

describe('the limits of a trace', () => {
  it('are half a second between positions', () => {
    expect(orderFixes([fix(0, 0), fix(0.5, 3)])).toHaveLength(2);
    expect(orderFixes([fix(0, 0), fix(0.499, 3)])).toHaveLength(1);
  });

  it('are 250 m ahead of the fastest car, over all positions together', () => {
    // A car at 130 km/h drives 361 m in ten seconds.
    expect(plausibleFixes([fix(0, 0), fix(10, 605)])).toHaveLength(2);
    expect(plausibleFixes([fix(0, 0), fix(10, 617)])).toHaveLength(1);
    expect(plausibleFixes([fix(0, 0), fix(10, 561), fix(20, 961)])).toHaveLength(3);
    expect(plausibleFixes([fix(0, 0), fix(10, 561), fix(20, 1000)])).toHaveLength(2);
  });

  it('are not regained by driving slowly', () => {
    expect(plausibleFixes([fix(0, 0), fix(10, 561), fix(30, 561), fix(40, 1000)])).toHaveLength(3);
  });

  it('are 120 m between thinned positions, half of it before the end', () => {
    expect(thinFixes([fix(0, 0), fix(5, 119), fix(10, 200)])).toEqual([fix(0, 0), fix(10, 200)]);
    expect(thinFixes([fix(0, 0), fix(5, 121), fix(10, 200)])).toHaveLength(3);
    expect(thinFixes([fix(0, 0), fix(5, 130), fix(10, 185)])).toEqual([fix(0, 0), fix(10, 185)]);
    expect(thinFixes([fix(0, 0), fix(5, 130), fix(10, 195)])).toHaveLength(3);
    expect(thinFixes([fix(0, 0), fix(5, 30)])).toHaveLength(2);
    expect(thinFixes([fix(0, 0)])).toEqual([fix(0, 0)]);
  });

  it('are more than 45 seconds and 800 m for a gap', () => {
    expect(splitAtGaps([fix(0, 0), fix(45, 1000)])).toHaveLength(1);
    expect(splitAtGaps([fix(0, 0), fix(45.001, 1000)])).toHaveLength(2);
    expect(splitAtGaps([fix(0, 0), fix(60, 799)])).toHaveLength(1);
    expect(splitAtGaps([fix(0, 0), fix(60, 801)])).toHaveLength(2);
  });

  it('find no gap in a long drive', () => {
    expect(splitAtGaps(driven(0, 300))).toHaveLength(1);
  });
});

describe('thinFixes', () => {
  it('leaves positions 120 m apart, and both ends', () => {
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
  it('splits where the car moved during a gap, not where it stood still', () => {
    const before = driven(0, 30);
    const after = driven(120, 150);
    expect(splitAtGaps([...before, ...after]).map((stretch) => stretch.length)).toEqual([31, 31]);
    expect(splitAtGaps([fix(0, 0), fix(300, 20)])).toHaveLength(1);
  });

  it('returns no stretches for no positions', () => {
    expect(traceStretches([])).toEqual([]);
    expect(traceStretches([fix(0, 0)])).toEqual([[fix(0, 0)]]);
  });
});
