// Traces that a dishonest driver could send to make a trip appear longer.
import { decodePolyline, measureLine, pointAlong } from '@kerb/domain/geo';
import {
  type Drive,
  type Fix,
  fixesOf,
  gaussian,
  offset,
  placeAfter,
  type Random,
  somewhere,
} from './drives.ts';
import { someDrive, type Trace, type TraceMaker } from './honest-traces.ts';

export interface DishonestTrace {
  make: TraceMaker;
  /**
   * Whether no car could have driven the trace, so that the meter itself must not count it. A trace that a car could
   * have driven is limited by the fare tolerance only.
   */
  isImpossible: boolean;
  /** For a trace faster than cars: the highest average speed in km/h that may be counted. */
  maxKmPerHour?: number;
}

const SECOND = 1000;
const phone = { every: 2, noise: 8, wander: 0.8 };

/**
 * Changes the fixes of an honest phone except at the start and end, because the server checks the places of these steps
 * against the positions around them before it measures a trip.
 */
function altered(
  change: (fixes: Fix[], driven: Drive, random: Random) => Fix[],
  isImpossible = true,
): DishonestTrace {
  return {
    isImpossible,
    async make(roads, random) {
      const driven = await someDrive(roads, random);
      const honest = fixesOf(driven, phone, random);
      const ends = [honest[0], honest.at(-1)].flatMap((fix) => (fix ? [fix] : []));
      const reported = change(honest, driven, random).filter(
        ({ at }) => at > driven.startedAt && at < driven.startedAt + driven.seconds * SECOND,
      );
      return { drive: driven, fixes: [...ends, ...reported] };
    },
  };
}

/** The car stands at its pickup for this number of seconds and reports these places. */
function parked(
  seconds: number,
  everyMs: number,
  place: (home: Fix, index: number, random: Random) => { lat: number; lng: number },
): DishonestTrace {
  return {
    isImpossible: true,
    async make(roads, random) {
      const driven = await someDrive(roads, random);
      const home: Fix = { ...placeAfter(driven, 0), at: driven.startedAt };
      const count = Math.floor((seconds * SECOND) / everyMs);
      const fixes = Array.from({ length: count }, (_, index) => ({
        ...place(home, index, random),
        at: home.at + index * everyMs,
        accuracy: 250,
      }));
      const end = { ...home, at: home.at + seconds * SECOND };
      return {
        drive: { ...driven, km: 0, seconds, kmAtSecond: Array.from({ length: seconds + 1 }, () => 0) },
        fixes: [home, ...fixes, end],
      };
    },
  };
}

/** The fixes of another drive with the times of this one, so faster or slower than driven. */
function stretched(fixes: readonly Fix[], from: number, to: number): Fix[] {
  const first = fixes[0]?.at ?? 0;
  const last = fixes.at(-1)?.at ?? first + 1;
  const scale = (to - from) / Math.max(1, last - first);
  return fixes.map((fix) => ({ ...fix, at: Math.round(from + (fix.at - first) * scale) }));
}

/** Claims a detour through a third place, in the time of the real drive. */
const claimedDetour: TraceMaker = async (roads, random) => {
  const driven = await someDrive(roads, random);
  const [pickup, drop] = driven.stops;
  for (;;) {
    const via = somewhere(random);
    const route = pickup && drop ? await roads.directions([pickup, via, drop]).catch(() => null) : null;
    if (route === null) continue;
    const line = measureLine(decodePolyline(route.polylinePoints));
    const fixes = Array.from({ length: Math.floor(driven.seconds / 2) + 1 }, (_, index) => {
      const share = (index * 2) / driven.seconds;
      return {
        ...pointAlong(line, line.totalKm * share).point,
        at: driven.startedAt + index * 2 * SECOND,
      };
    });
    return { drive: driven, fixes };
  }
};

/** Drives through third places: a real detour that only the tolerance can limit. */
function drivenDetour(places: number): TraceMaker {
  return async (roads, random): Promise<Trace> => {
    const driven = await someDrive(roads, random, {
      through: ([pickup, drop]) =>
        pickup && drop ? [pickup, ...Array.from({ length: places }, () => somewhere(random)), drop] : [],
    });
    return { drive: driven, fixes: fixesOf(driven, phone, random) };
  };
}

/** Waits at the drop-off for this number of minutes while the phone reports drives around the neighbourhood. */
function loopsAfterArrival(minutes: number): TraceMaker {
  return async (roads, random): Promise<Trace> => {
    const driven = await someDrive(roads, random);
    const honest = fixesOf(driven, phone, random);
    const arrived = driven.startedAt + driven.seconds * SECOND;
    const loop = await someDrive(roads, random, {
      stops: 3,
      through: (stops) => [...stops, ...stops],
    });
    const places = fixesOf(loop, phone, random);
    const late = places
      .map((fix) => ({ ...fix, at: arrived + (fix.at - loop.startedAt) }))
      .filter(({ at }) => at <= arrived + minutes * 60 * SECOND);
    const last = honest.at(-1);
    const end = last ? [{ ...last, at: arrived + minutes * 60 * SECOND }] : [];
    return { drive: driven, fixes: [...honest, ...late, ...end] };
  };
}

/** Along real roads and back at this speed in km/h, which no car reaches there, in the time of the real trip. */
const racedDetour =
  (kmPerHour: number): TraceMaker =>
  async (roads, random) => {
    const driven = await someDrive(roads, random);
    const [pickup, drop] = driven.stops;
    for (;;) {
      const far = somewhere(random);
      const route =
        pickup && drop ? await roads.directions([pickup, far, pickup, far, drop]).catch(() => null) : null;
      if (route === null) continue;
      const line = measureLine(decodePolyline(route.polylinePoints));
      const seconds = Math.floor((line.totalKm / kmPerHour) * 3600);
      const fixes = Array.from({ length: Math.floor(seconds / 2) + 1 }, (_, index) => ({
        ...pointAlong(line, (kmPerHour / 3600) * index * 2).point,
        at: driven.startedAt + index * 2 * SECOND,
      }));
      return { drive: driven, fixes };
    }
  };

const possible = (make: TraceMaker): DishonestTrace => ({ make, isImpossible: false });

const between = (fixes: readonly Fix[], make: (fix: Fix, index: number) => Fix[]): Fix[] =>
  fixes.flatMap((fix, index) => [fix, ...make(fix, index)]);

const shifted = (fix: Fix, ms: number): Fix => ({ ...fix, at: fix.at + ms });

export const dishonestTraces: Readonly<Record<string, DishonestTrace>> = {
  'parked, jumps of 1 km every 205 ms': parked(21, 205, (home, index) =>
    offset(home, index % 2 === 0 ? 489 : -489, 0),
  ),
  'parked, jumps of 200 m every second': parked(300, 1000, (home, index) =>
    offset(home, 0, index % 2 === 0 ? 100 : -100),
  ),
  'parked, jumps of 60 m every second': parked(600, 1000, (home, index) =>
    offset(home, index % 2 === 0 ? 30 : -30, 0),
  ),
  'parked, circles of 50 m': parked(600, 1000, (home, index) =>
    offset(home, 50 * Math.sin(index), 50 * Math.cos(index)),
  ),
  'parked, places all over the quarter': parked(300, 2000, (home, _, random) =>
    offset(home, gaussian(random) * 400, gaussian(random) * 400),
  ),
  'every fix sent twice': altered((fixes) => [...fixes, ...fixes]),
  'every fix again a second later': altered((fixes) => between(fixes, (fix) => [shifted(fix, SECOND)])),
  'every fix again ten seconds later': altered((fixes) =>
    fixes.flatMap((fix) => [fix, shifted(fix, 11 * SECOND)]),
  ),
  'the whole trail again, two minutes later': altered((fixes, driven) =>
    [...fixes, ...fixes.map((fix) => shifted(fix, 121 * SECOND))].filter(
      ({ at }) => at <= driven.startedAt + driven.seconds * SECOND,
    ),
  ),
  'the trail backwards in between': altered((fixes) =>
    between(fixes, (fix, index) => {
      const mirror = fixes[fixes.length - 1 - index];
      return mirror ? [{ ...mirror, at: fix.at + 900 }] : [];
    }),
  ),
  'sent in random order': altered((fixes, _, random) => [...fixes].sort(() => random() - 0.5)),
  'one jump of 5 km and back': altered((fixes) => {
    const middle = Math.floor(fixes.length / 2);
    return fixes.map((fix, index) => (index === middle ? { ...fix, ...offset(fix, 5000, 0) } : fix));
  }),
  'a jump of 2 km every tenth fix': altered((fixes) =>
    fixes.map((fix, index) => (index % 10 === 5 ? { ...fix, ...offset(fix, 0, 2000) } : fix)),
  ),
  'a jump of 300 m every fifth fix': altered((fixes) =>
    fixes.map((fix, index) => (index % 5 === 2 ? { ...fix, ...offset(fix, 300, 0) } : fix)),
  ),
  'left and right by 60 m': altered((fixes) =>
    fixes.map((fix, index) => ({ ...fix, ...offset(fix, index % 2 === 0 ? 60 : -60, 0) })),
  ),
  'left and right by 150 m': altered((fixes) =>
    fixes.map((fix, index) => ({ ...fix, ...offset(fix, 0, index % 2 === 0 ? 150 : -150) })),
  ),
  'noise of 250 m': altered((fixes, _, random) =>
    fixes.map((fix) => ({ ...fix, ...offset(fix, gaussian(random) * 250, gaussian(random) * 250) })),
  ),
  'a straight line at 250 km/h and back': altered((fixes) =>
    fixes.map((fix, index) => {
      const away = Math.min(index, fixes.length - 1 - index);
      return { ...fix, ...offset(fix, away * 139, 0) };
    }),
  ),
  'backdated by up to two minutes': altered((fixes, _, random) =>
    fixes.map((fix) => shifted(fix, -Math.floor(random() * 120 * SECOND))),
  ),
  'ahead of time by up to ten seconds': altered((fixes, _, random) =>
    fixes.map((fix) => shifted(fix, Math.floor(random() * 10 * SECOND))),
  ),
  'the trail of the trip in a tenth of its time, ten times': altered((fixes, driven) => {
    const part = (driven.seconds * SECOND) / 10;
    return Array.from({ length: 10 }, (_, index) => {
      const from = driven.startedAt + index * part;
      const there = stretched(fixes, from, from + part);
      if (index % 2 === 0) return there;
      const places = [...fixes].reverse();
      return there.map((fix, at) => ({ ...fix, ...pick(places[at] ?? fix) }));
    }).flat();
  }),
  'uploaded: out and back by 20 km during a silence': altered((fixes, driven) => {
    const from = driven.startedAt + (driven.seconds / 3) * SECOND;
    const to = driven.startedAt + (driven.seconds / 2) * SECOND;
    const base = fixes.find(({ at }) => at >= from);
    const steps = 60;
    const claimed = Array.from({ length: base ? steps : 0 }, (_, index) => {
      const away = Math.min(index, steps - index) / (steps / 2);
      return {
        ...offset(base ?? { lat: 0, lng: 0 }, 10_000 * away, 0),
        at: Math.round(from + ((to - from) * index) / steps),
      };
    });
    return [...fixes.filter(({ at }) => at < from || at > to), ...claimed];
  }),
  'a claimed detour in the time of the trip': possible(claimedDetour),
  'a detour along real roads at 125 km/h': { ...possible(racedDetour(125)), maxKmPerHour: 115 },
  'a detour through one place': possible(drivenDetour(1)),
  'a detour through three places': possible(drivenDetour(3)),
  'loops for 10 minutes after the arrival': possible(loopsAfterArrival(10)),
  'loops for 40 minutes after the arrival': possible(loopsAfterArrival(40)),
};

function pick({ lat, lng }: Fix): { lat: number; lng: number } {
  return { lat, lng };
}
