// Chooses a rider's trip by the hour: to work in the morning, home in the evening and at night, otherwise anywhere.
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { Chance } from './chance.ts';
import type { CityTrip, CityTrips, PlaceKind } from './city-trips.ts';
import { hourOf, weekdayOf } from './demand.ts';
import type { RiderOfPast } from './past-people.ts';

type Aim = readonly [from: PlaceKind, to: PlaceKind];

const anywhere: readonly Aim[] = [
  ['home', 'leisure'],
  ['leisure', 'home'],
  ['home', 'home'],
  ['home', 'transport'],
  ['transport', 'home'],
  ['work', 'leisure'],
  ['leisure', 'work'],
  ['home', 'work'],
  ['work', 'home'],
];
const morning: readonly Aim[] = [
  ['home', 'work'],
  ['home', 'work'],
  ['home', 'work'],
  ['transport', 'work'],
  ['home', 'transport'],
  ['home', 'leisure'],
];
const evening: readonly Aim[] = [
  ['work', 'home'],
  ['work', 'home'],
  ['work', 'home'],
  ['work', 'leisure'],
  ['leisure', 'home'],
  ['transport', 'home'],
];
const goingOut: readonly Aim[] = [
  ['home', 'night'],
  ['home', 'night'],
  ['leisure', 'night'],
  ['leisure', 'home'],
  ['home', 'home'],
];
const goingHome: readonly Aim[] = [
  ['night', 'home'],
  ['night', 'home'],
  ['night', 'home'],
  ['leisure', 'home'],
  ['home', 'home'],
];

function tripAimsAt(wall: number): readonly Aim[] {
  const hour = hourOf(wall);
  const isWeekend = weekdayOf(wall) >= 5;
  if (hour < 6) return goingHome;
  if (hour >= 20) return weekdayOf(wall) >= 4 ? goingOut : [...goingOut, ...evening];
  if (!isWeekend && hour < 10) return morning;
  if (!isWeekend && hour >= 16) return evening;
  return anywhere;
}

export function createChooseTrip(chance: Chance, { places, trips }: CityTrips) {
  const kindOf = (index: number): PlaceKind => places[index]?.kind ?? 'home';
  const byAim = new Map<string, CityTrip[]>();
  for (const trip of trips) {
    const aim = `${kindOf(trip.from)} ${kindOf(trip.to)}`;
    byAim.set(aim, [...(byAim.get(aim) ?? []), trip]);
  }
  return function chooseTrip(rider: RiderOfPast, wall: number): CityTrip {
    const [from, to] = chance.pick(tripAimsAt(wall));
    const pool = byAim.get(`${from} ${to}`) ?? trips;
    const own = pool.filter((trip) => trip.from === rider.home || trip.to === rider.home);
    return own.length > 0 && chance.is(0.75) ? chance.pick(own) : chance.pick(pool);
  };
}

/** Factors on free-flow times for each hour from midnight, for a city with moderate traffic. */
const traffic = [
  0.96, 0.95, 0.94, 0.94, 0.95, 0.98, 1.04, 1.16, 1.22, 1.14, 1.09, 1.1, 1.13, 1.12, 1.1, 1.11, 1.14, 1.22,
  1.26, 1.18, 1.09, 1.04, 1.0, 0.98,
];

/** Actual duration of a drive in ms, with traffic and random variation. */
export function drivenMs(chance: Chance, freeFlowSeconds: number, wall: number): number {
  const weekend = weekdayOf(wall) >= 5 ? 0.94 : 1;
  const factor = (traffic[hourOf(wall)] ?? 1) * weekend * Math.max(0.86, 1 + 0.07 * chance.normal());
  return (
    Math.round(freeFlowSeconds * factor * 1000) + (chance.is(0.04) ? chance.whole(1, 4) * MS_PER_MINUTE : 0)
  );
}
