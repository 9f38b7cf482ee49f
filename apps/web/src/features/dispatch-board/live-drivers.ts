// State of the drivers on the operator's map: the server's list with live positions.
import type { RouteAnswer, Routes } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import type { DriverPosition } from '@kerb/sdk/live';

type Listed = RouteAnswer<Routes['liveDrivers']>['items'][number];

export interface LiveDriver extends Listed {
  /** Degrees clockwise from north; null until a position contains it. */
  readonly heading: number | null;
}

/** The latest live position of each driver. */
export type Positions = ReadonlyMap<string, DriverPosition>;

/** Adds positions to those known before. An older position is ignored; without a heading the last known one remains. */
export function withLatest(before: Positions, latest: readonly DriverPosition[]): Positions {
  const after = new Map(before);
  for (const position of latest) {
    const known = after.get(position.driver);
    if (known && position.at < known.at) continue;
    after.set(position.driver, { ...position, heading: position.heading ?? known?.heading ?? null });
  }
  return after;
}

/** Moves the listed drivers to their live positions, unless the list is newer. */
export function withPositions(items: readonly Listed[], positions: Positions): LiveDriver[] {
  return items.map((item) => {
    const position = positions.get(item.driver);
    const { lat, lng, at } = position && position.at > item.at ? position : item;
    return { ...item, lat, lng, at, heading: position?.heading ?? null };
  });
}

export const byName = (items: readonly Listed[]): Listed[] =>
  items.toSorted((one, other) => one.name.localeCompare(other.name));

/** Drivers whose name or plate contains the search text, ignoring case. */
export function matching(drivers: readonly LiveDriver[], words: string): LiveDriver[] {
  const wanted = words.trim().toLocaleLowerCase();
  if (wanted === '') return [...drivers];
  return drivers.filter(({ name, vehicle_number }) =>
    `${name} ${vehicle_number}`.toLocaleLowerCase().includes(wanted),
  );
}

/** `box`: west, south, east, north in degrees. */
export function isWithin({ lat, lng }: LatLng, box: readonly [number, number, number, number]): boolean {
  const [west, south, east, north] = box;
  return lng >= west && lng <= east && lat >= south && lat <= north;
}
