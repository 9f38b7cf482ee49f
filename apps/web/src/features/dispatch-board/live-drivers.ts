// State of the drivers on the operator's map: the server's list, updated by incoming positions.
import type { RouteAnswer, Routes } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import type { DriverPosition } from '@kerb/sdk/live';

type Listed = RouteAnswer<Routes['liveDrivers']>['items'][number];

export interface LiveDriver extends Listed {
  /** Degrees clockwise from north; null until a position contains it. */
  readonly heading: number | null;
}

/** Merges a reloaded list: a position that arrived while the list was loading is newer, so it is retained. */
export function listed(before: readonly LiveDriver[], items: readonly Listed[]): LiveDriver[] {
  const known = new Map(before.map((driver) => [driver.driver, driver]));
  return items
    .map((item) => {
      const old = known.get(item.driver);
      if (!old) return { ...item, heading: null };
      if (old.at <= item.at) return { ...item, heading: old.heading };
      return { ...item, lat: old.lat, lng: old.lng, at: old.at, heading: old.heading };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
}

interface Moved {
  readonly drivers: LiveDriver[];
  /** A position of an unknown driver arrived: the list must be loaded again. */
  readonly isIncomplete: boolean;
}

export function moved(before: readonly LiveDriver[], positions: readonly DriverPosition[]): Moved {
  const latest = new Map(positions.map((position) => [position.driver, position]));
  const known = new Set(before.map(({ driver }) => driver));
  return {
    drivers: before.map((driver) => {
      const position = latest.get(driver.driver);
      if (!position || position.at < driver.at) return driver;
      const { lat, lng, at, heading } = position;
      return { ...driver, lat, lng, at, heading: heading ?? driver.heading };
    }),
    isIncomplete: positions.some(({ driver }) => !known.has(driver)),
  };
}

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
