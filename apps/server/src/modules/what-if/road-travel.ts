// Travel times of a replayed day: by road, from cells of about 200 m to the pickups, with the traffic of the hour;
// computed once for all runs.
import type { LatLng } from '@kerb/domain/geo';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { type TravelTimeModel, trafficAt } from '@kerb/domain/travel-times';
import { createTravelTimes, type TravelTimes } from '@kerb/lab';
import { arrivalTimes, type RoadGraph, travelTime } from '@kerb/roads';
import { MAX_SNAP_METRES } from '../../ports/roads.ts';

const CELL_DEGREES = 0.002;
/** Drivers may be this far outside the box of the pickups and drop-offs, in degrees. */
const MARGIN_DEGREES = 0.02;
/**
 * Places farther than this from the median pickup, in degrees, are outside the cells, so that one ride to another city
 * does not make a table of every cell in between. About 44 km.
 */
const REACH_DEGREES = 0.4;
/** Most memory of all tables, in bytes. The limit of the child process's heap does not include it. */
const MAX_TABLE_BYTES = 1_000_000_000;
const BYTES_PER_CELL = 2 * Uint16Array.BYTES_PER_ELEMENT;
/** Limit of a search between two places, in seconds; rides between cities take longer than the search's default. */
const TRIP_WITHIN_SECONDS = 12 * 3600;
const NO_ROUTE = 65_535;
const METRES_PER_STEP = 10;
/** Offsets of time zones change at whole quarters of an hour only. */
const QUARTER_MS = 15 * MS_PER_MINUTE;

interface Drive {
  secs: number;
  km: number;
}

/** Free-flow distances and times from every cell to one place. */
interface Table {
  secs: Uint16Array;
  /** In units of 10 m. */
  lengths: Uint16Array;
}

/** `pickups`: the places that drivers drive to from anywhere. */
export interface DayPlaces {
  pickups: readonly LatLng[];
  drops: readonly LatLng[];
}

export interface DayTraffic {
  model: TravelTimeModel;
  /** Beginning of the day in ms since the epoch; times of the simulation are relative to it. */
  dayStart: number;
}

/** Cache of the keys of places, because formatting a key takes longer than the look-up. */
const keys = new WeakMap<LatLng, string>();

function keyOf(place: LatLng): string {
  const known = keys.get(place);
  if (known !== undefined) return known;
  const key = `${place.lat.toFixed(4)},${place.lng.toFixed(4)}`;
  keys.set(place, key);
  return key;
}

/** Returns the traffic factor of a time and a distance; looked up once for each quarter of an hour. */
function createFactor({ model, dayStart }: DayTraffic): (at: number, km: number) => number {
  const quarters = new Map<number, (km: number) => number>();
  return (at, km) => {
    const quarter = Math.floor((dayStart + at) / QUARTER_MS);
    const known = quarters.get(quarter) ?? trafficAt(model, quarter * QUARTER_MS);
    quarters.set(quarter, known);
    return known(km);
  };
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** The pickup that is nearest to the medians of both coordinates, which may come from different pickups. */
function middlePickup(pickups: readonly LatLng[]): LatLng | null {
  const lat = medianOf(pickups.map((place) => place.lat));
  const lng = medianOf(pickups.map((place) => place.lng));
  const degreesFrom = (place: LatLng) => Math.max(Math.abs(place.lat - lat), Math.abs(place.lng - lng));
  return pickups.reduce<LatLng | null>(
    (nearest, place) => (nearest === null || degreesFrom(place) < degreesFrom(nearest) ? place : nearest),
    null,
  );
}

/** The places that are near enough to the middle of the pickups to be in cells; empty only without pickups. */
function nearPlaces({ pickups, drops }: DayPlaces): LatLng[] {
  const middle = middlePickup(pickups);
  if (middle === null) return [];
  return [...pickups, ...drops].filter(
    (place) =>
      Math.abs(place.lat - middle.lat) <= REACH_DEGREES && Math.abs(place.lng - middle.lng) <= REACH_DEGREES,
  );
}

/** `cellOf` returns null for a place outside the cells. */
export function createGrid(places: DayPlaces) {
  let south = 90;
  let north = -90;
  let west = 180;
  let east = -180;
  for (const { lat, lng } of nearPlaces(places)) {
    south = Math.min(south, lat);
    north = Math.max(north, lat);
    west = Math.min(west, lng);
    east = Math.max(east, lng);
  }
  const bottom = south - MARGIN_DEGREES;
  const left = west - MARGIN_DEGREES;
  // Without places there are no cells.
  const rows = Math.max(0, Math.ceil((north - south + 2 * MARGIN_DEGREES) / CELL_DEGREES));
  const columns = Math.max(0, Math.ceil((east - west + 2 * MARGIN_DEGREES) / CELL_DEGREES));
  return {
    cellOf({ lat, lng }: LatLng): number | null {
      const row = Math.floor((lat - bottom) / CELL_DEGREES);
      const column = Math.floor((lng - left) / CELL_DEGREES);
      return row < 0 || row >= rows || column < 0 || column >= columns ? null : row * columns + column;
    },
    centers: Array.from({ length: rows * columns }, (_, cell) => ({
      lat: bottom + (Math.floor(cell / columns) + 0.5) * CELL_DEGREES,
      lng: left + ((cell % columns) + 0.5) * CELL_DEGREES,
    })),
  };
}

/** Travel from every cell to a pickup; searched once for each pickup, when it is first needed. */
function createTables(graph: RoadGraph, centers: readonly LatLng[]) {
  const tables = new Map<string, Table>();
  const maxTables = Math.floor(MAX_TABLE_BYTES / (centers.length * BYTES_PER_CELL));

  function search(destination: LatLng): Table {
    const drives = arrivalTimes(graph, destination, centers, { snapMetres: MAX_SNAP_METRES });
    const table = {
      secs: new Uint16Array(centers.length).fill(NO_ROUTE),
      lengths: new Uint16Array(centers.length),
    };
    for (const [cell, drive] of drives.entries()) {
      if (drive === null) continue;
      table.secs[cell] = Math.min(NO_ROUTE - 1, Math.round(drive.seconds));
      table.lengths[cell] = Math.min(NO_ROUTE, Math.round(drive.metres / METRES_PER_STEP));
    }
    return table;
  }

  return function tableOf(destination: LatLng): Table {
    const key = keyOf(destination);
    const known = tables.get(key);
    if (known) return known;
    const [oldest] = tables.keys();
    if (oldest !== undefined && tables.size >= maxTables) tables.delete(oldest);
    const table = search(destination);
    tables.set(key, table);
    return table;
  };
}

/** Travel between places of the day. */
export function createRoadTravel(graph: RoadGraph, places: DayPlaces, traffic: DayTraffic): TravelTimes {
  const factorOf = createFactor(traffic);
  const straight = createTravelTimes();
  const grid = createGrid(places);
  const tableOf = createTables(graph, grid.centers);
  const pickups = new Set(places.pickups.map(keyOf));
  const trips = new Map<string, Drive | null>();

  function fromCell(cell: number, to: LatLng): Drive | null {
    const table = tableOf(to);
    const secs = table.secs[cell] ?? NO_ROUTE;
    return secs === NO_ROUTE ? null : { secs, km: ((table.lengths[cell] ?? 0) * METRES_PER_STEP) / 1000 };
  }

  function trip(from: LatLng, to: LatLng): Drive | null {
    const key = `${keyOf(from)}>${keyOf(to)}`;
    const known = trips.get(key);
    if (known !== undefined) return known;
    const found = travelTime(graph, from, to, {
      snapMetres: MAX_SNAP_METRES,
      withinSeconds: TRIP_WITHIN_SECONDS,
    });
    const drive = found && { secs: found.seconds, km: found.metres / 1000 };
    trips.set(key, drive);
    return drive;
  }

  function driveOf(from: LatLng, to: LatLng): Drive | null {
    const cell = pickups.has(keyOf(to)) && grid.cellOf(to) !== null ? grid.cellOf(from) : null;
    return cell === null ? trip(from, to) : fromCell(cell, to);
  }

  return {
    secondsTo: (destination, starts, at) =>
      starts.map((start) => {
        const drive = driveOf(start, destination);
        return drive && drive.secs * factorOf(at, drive.km);
      }),
    pointOn: straight.pointOn,
    kmBetween: (from, to) => driveOf(from, to)?.km ?? straight.kmBetween(from, to),
  };
}

/** Fallback without a road graph: straight lines with a detour factor, and the same traffic. */
export function createStraightTravel(traffic: DayTraffic): TravelTimes {
  const factorOf = createFactor(traffic);
  const straight = createTravelTimes();
  return {
    ...straight,
    secondsTo: (destination, starts, at) =>
      straight.secondsTo(destination, starts, at).map((secs, index) => {
        const km = straight.kmBetween(starts[index] ?? destination, destination);
        return secs === null ? null : secs * factorOf(at, km);
      }),
  };
}
