// Finds the cells of the city where more riders than free drivers are expected, without revealing single riders.
import type { LatLng } from '../geo/index.ts';

/** A rider's request with any outcome. */
export interface RiderRequest {
  rider: string;
  pickup: LatLng;
}

export interface CityDemand {
  /** Requests of the last hour. */
  recent: readonly RiderRequest[];
  /** Requests in the same hour of past weeks, one list for each week; weeks without requests are empty lists. */
  pastWeeks: readonly (readonly RiderRequest[])[];
  freeDrivers: readonly LatLng[];
}

export interface CellBounds {
  south: number;
  west: number;
  north: number;
  east: number;
}

export interface BusyCell extends CellBounds {
  /** Expected surplus of riders over drivers, from 1 (a few) to 3 (many). */
  level: 1 | 2 | 3;
}

/** Cells with fewer different riders are not shown, because one of them could be recognised. */
export const MIN_RIDERS = 5;
/** Maximum number of cells shown, the busiest ones. */
export const MAX_BUSY_CELLS = 12;

/** About 1 km from south to north. */
const CELL_DEGREES = 0.009;
/** Cells of a row are about as wide as they are high; near a pole they are wider. */
const MIN_SHRINK = 0.01;

/** Number of riders without a driver from which a cell has this level. */
const LEVEL_2_FROM = 3;
const LEVEL_3_FROM = 6;

const rowOf = ({ lat }: LatLng): number => Math.floor(lat / CELL_DEGREES);
const widthOf = (row: number): number =>
  CELL_DEGREES / Math.max(MIN_SHRINK, Math.cos(((row + 0.5) * CELL_DEGREES * Math.PI) / 180));

/**
 * Returns the name of the cell of a place, "row:column". The grid is fixed, so that cells do not move while a driver
 * looks at them.
 */
export function cellOf(place: LatLng): string {
  const row = rowOf(place);
  return `${row}:${Math.floor(place.lng / widthOf(row))}`;
}

function boundsAt(row: number, column: number): CellBounds {
  const width = widthOf(row);
  return {
    south: row * CELL_DEGREES,
    west: column * width,
    north: (row + 1) * CELL_DEGREES,
    east: (column + 1) * width,
  };
}

export function boundsOfCell(place: LatLng): CellBounds {
  const row = rowOf(place);
  return boundsAt(row, Math.floor(place.lng / widthOf(row)));
}

/** Returns the bounds of a cell named by `cellOf`; null for any other text. */
export function boundsOfCellNamed(cell: string): CellBounds | null {
  const [, row, column] = /^(-?\d{1,6}):(-?\d{1,6})$/.exec(cell) ?? [];
  return row === undefined || column === undefined ? null : boundsAt(Number(row), Number(column));
}

export const centreOfBounds = ({ south, west, north, east }: CellBounds): LatLng => ({
  lat: (south + north) / 2,
  lng: (west + east) / 2,
});

/** Counts each rider once per cell, also when they repeat their request. */
function ridersByCell(requests: readonly RiderRequest[]): Map<string, Set<string>> {
  const riders = new Map<string, Set<string>>();
  for (const { rider, pickup } of requests) {
    const cell = cellOf(pickup);
    riders.set(cell, (riders.get(cell) ?? new Set()).add(rider));
  }
  return riders;
}

function levelOf(missing: number): BusyCell['level'] {
  if (missing >= LEVEL_3_FROM) return 3;
  return missing >= LEVEL_2_FROM ? 2 : 1;
}

/**
 * Returns the cells in which, within the next hour, at least one rider more is expected than there are free drivers,
 * the busiest first. The expected number is that of the last hour, or the average of the same hour in past weeks if
 * that is higher.
 */
export function busyCells({ recent, pastWeeks, freeDrivers }: CityDemand): BusyCell[] {
  const now = ridersByCell(recent);
  const weeks = pastWeeks.map(ridersByCell);
  const all = ridersByCell([...recent, ...pastWeeks.flat()]);
  const places = new Map([...recent, ...pastWeeks.flat()].map(({ pickup }) => [cellOf(pickup), pickup]));
  const drivers = new Map<string, number>();
  for (const driver of freeDrivers) drivers.set(cellOf(driver), (drivers.get(cellOf(driver)) ?? 0) + 1);
  const busy = [...places].flatMap(([cell, place]) => {
    if ((all.get(cell)?.size ?? 0) < MIN_RIDERS) return [];
    const past = weeks.reduce((sum, week) => sum + (week.get(cell)?.size ?? 0), 0);
    const expected = Math.max(now.get(cell)?.size ?? 0, weeks.length === 0 ? 0 : past / weeks.length);
    const missing = expected - (drivers.get(cell) ?? 0);
    return missing < 1 ? [] : [{ cell, place, missing }];
  });
  return busy
    .toSorted((one, other) => other.missing - one.missing || (one.cell < other.cell ? -1 : 1))
    .slice(0, MAX_BUSY_CELLS)
    .map(({ place, missing }) => ({ ...boundsOfCell(place), level: levelOf(missing) }));
}
