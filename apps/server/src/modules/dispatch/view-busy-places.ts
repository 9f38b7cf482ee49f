// Use case: places where a waiting driver is likely to be needed, computed once a minute for the whole city and shared
// by all drivers.
import type { BusyPlaces } from '@kerb/contract';
import { type BusyCell, busyCells, cellOf, centreOfBounds, type RiderRequest } from '@kerb/domain/dispatch';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, wallClock } from '@kerb/domain/kernel';
import { roundedAddress } from '@kerb/domain/safety';
import type { DispatchModuleDeps } from './dispatch.deps.ts';

const FRESH_MS = MS_PER_MINUTE;
const WEEKS = 4;
const RECENT_POSITION_MS = 10 * MS_PER_MINUTE;
/** Maximum number of requests of an hour that are read, newest first. */
const MAX_REQUESTS = 5_000;
/** Number of nearest cells in a straight line whose route is computed to find the soonest one by road. */
const ROUTED = 3;

export type BusyPlacesDeps = Pick<DispatchModuleDeps, 'clock' | 'logger' | 'fleet' | 'maps' | 'settings'> & {
  booking: Pick<DispatchModuleDeps['booking'], 'recentPickups' | 'openSearches'>;
};

interface NamedCell extends BusyCell {
  /** Quarter or street of the cell's centre; null when unknown. */
  place: string | null;
}

interface CityNow {
  at: number;
  cells: readonly NamedCell[];
  /** Cache, by the cell of the driver: the busy cell that is reached soonest from it. */
  nearest: Map<string, Promise<BusyPlaces['nearest']>>;
}

/** Returns the quarter of an address "street, quarter, town"; the street when it has no quarter. */
function quarterOf(address: string): string | null {
  const parts = roundedAddress(address).split(', ');
  return (parts.length > 2 ? parts[1] : parts[0]) || null;
}

const isWithin = ({ lat, lng }: LatLng, cell: BusyCell): boolean =>
  lat >= cell.south && lat < cell.north && lng >= cell.west && lng < cell.east;

export function createViewBusyPlaces(deps: BusyPlacesDeps) {
  const { clock, logger, fleet, maps, settings, booking } = deps;

  async function requestsIn(since: number, until: number): Promise<RiderRequest[]> {
    const rows = await booking.recentPickups(since, until, MAX_REQUESTS);
    return rows.map(({ customer, pickup }) => ({ rider: customer, pickup }));
  }

  /** Start of the coming hour, by local time in the city, in each of the past weeks; ms since the epoch. */
  function upcomingHourStarts(now: number, timezone: string): number[] {
    const offset = wallClock(now, timezone) - now;
    return Array.from({ length: WEEKS }, (_, week) => {
      const before = now - (week + 1) * 7 * MS_PER_DAY;
      return before + offset - (wallClock(before, timezone) - before);
    });
  }

  async function nameOf(cell: BusyCell): Promise<string | null> {
    try {
      return quarterOf(await maps.reverse(centreOfBounds(cell)));
    } catch (error) {
      logger.warn({ err: error }, 'A busy place has no name');
      return null;
    }
  }

  async function readCity(now: number): Promise<CityNow> {
    const { timezone } = await settings.get();
    const [booked, searched, drivers, ...pastWeeks] = await Promise.all([
      requestsIn(now - MS_PER_HOUR, now),
      // Riders who find no driver cannot book, so they are counted by their search only.
      booking.openSearches(now, MAX_REQUESTS),
      fleet.driversOnDuty(),
      ...upcomingHourStarts(now, timezone).map((begins) => requestsIn(begins, begins + MS_PER_HOUR)),
    ]);
    const freeDrivers = drivers.filter(({ busy }) => !busy);
    const cells = busyCells({ recent: [...booked, ...searched], pastWeeks, freeDrivers });
    const named = await Promise.all(cells.map(async (cell) => ({ ...cell, place: await nameOf(cell) })));
    return { at: now, cells: named, nearest: new Map() };
  }

  let city: { at: number; read: Promise<CityNow> } | null = null;

  function cityNow(): Promise<CityNow> {
    const now = clock.now();
    if (city !== null && now - city.at < FRESH_MS) return city.read;
    const reading = { at: now, read: readCity(now) };
    city = reading;
    reading.read.catch(() => {
      // A failed reading is not cached: the next driver's request retries it.
      if (city === reading) city = null;
    });
    return reading.read;
  }

  async function soonest(from: LatLng, cells: readonly NamedCell[]): Promise<BusyPlaces['nearest']> {
    const here = cells.find((cell) => isWithin(from, cell));
    if (here) return { ...centreOfBounds(here), place: here.place, secs: 0 };
    const near = cells
      .map((cell) => ({ cell, centre: centreOfBounds(cell) }))
      .toSorted((one, other) => distanceKm(from, one.centre) - distanceKm(from, other.centre))
      .slice(0, ROUTED);
    const reached = await Promise.all(
      near.map(async ({ cell, centre }) => {
        const [travel] = await maps.arrivalTimes([from], centre);
        return travel ? [{ ...centre, place: cell.place, secs: Math.round(travel.time_in_secs) }] : [];
      }),
    );
    return reached.flat().toSorted((one, other) => one.secs - other.secs)[0] ?? null;
  }

  /**
   * Returns the soonest reached busy cell. The route of the first driver who requests it from a cell is used for all
   * drivers in that cell.
   */
  function nearestOf({ cells, nearest }: CityNow, from: LatLng): Promise<BusyPlaces['nearest']> {
    const cell = cellOf(from);
    const known = nearest.get(cell);
    if (known) return known;
    const found = soonest(from, cells).catch((error: unknown) => {
      logger.warn({ err: error }, 'The way to a busy place is not known');
      return null;
    });
    nearest.set(cell, found);
    return found;
  }

  return async function viewBusyPlaces(driver: string): Promise<BusyPlaces> {
    const now = await cityNow();
    const position = await fleet.positions.of(driver);
    const isRecent = position != null && clock.now() - position.seenAt <= RECENT_POSITION_MS;
    return {
      at: now.at,
      cells: now.cells.map(({ south, west, north, east, level }) => ({ south, west, north, east, level })),
      nearest: isRecent && now.cells.length > 0 ? await nearestOf(now, position) : null,
    };
  };
}
