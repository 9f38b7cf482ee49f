// Tests busy cells: riders compared with free drivers, and no cell with so few riders that one could be recognised.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LatLng } from '../geo/index.ts';
import {
  boundsOfCell,
  busyCells,
  cellOf,
  centreOfBounds,
  MAX_BUSY_CELLS,
  MIN_RIDERS,
  type RiderRequest,
} from './busy-cells.ts';

const pocitos: LatLng = { lat: -34.9105, lng: -56.1505 };
const requests = (count: number, pickup = pocitos, from = 0): RiderRequest[] =>
  Array.from({ length: count }, (_, index) => ({ rider: `rider ${from + index}`, pickup }));
const drivers = (count: number): LatLng[] => Array.from({ length: count }, () => pocitos);
const quiet = { recent: [], pastWeeks: [], freeDrivers: [] };

describe('a cell', () => {
  it('is busy when more riders requested a trip in the last hour than drivers are free', () => {
    const recent = requests(7);
    expect(busyCells({ ...quiet, recent, freeDrivers: drivers(7) })).toEqual([]);
    expect(busyCells({ ...quiet, recent, freeDrivers: drivers(6) })).toEqual([
      { ...boundsOfCell(pocitos), level: 1 },
    ]);
    expect(busyCells({ ...quiet, recent, freeDrivers: drivers(4) })[0]?.level).toBe(2);
    expect(busyCells({ ...quiet, recent, freeDrivers: drivers(1) })[0]?.level).toBe(3);
  });

  it('is busy by the average of the same hour in past weeks, even without a current request', () => {
    const pastWeeks = [requests(8), requests(4), [], requests(4)];
    expect(busyCells({ ...quiet, pastWeeks, freeDrivers: drivers(4) })).toEqual([]);
    expect(busyCells({ ...quiet, pastWeeks, freeDrivers: drivers(3) })).toHaveLength(1);
  });

  it('counts a rider with repeated requests once', () => {
    const again = Array.from({ length: 50 }, () => ({ rider: 'one', pickup: pocitos }));
    expect(busyCells({ ...quiet, recent: again })).toEqual([]);
    const recent = [...requests(MIN_RIDERS), ...again];
    expect(busyCells({ ...quiet, recent, freeDrivers: drivers(MIN_RIDERS) })[0]?.level).toBe(1);
  });

  it('is not shown with too few different riders over all weeks', () => {
    const few = requests(MIN_RIDERS - 1);
    expect(busyCells({ ...quiet, recent: few })).toEqual([]);
    expect(busyCells({ ...quiet, recent: few, pastWeeks: [few, few, few, few] })).toEqual([]);
    const another = requests(1, pocitos, MIN_RIDERS);
    expect(busyCells({ ...quiet, recent: few, pastWeeks: [another] })).toHaveLength(1);
  });
});

const near = fc.record({
  lat: fc.double({ min: -34.95, max: -34.87, noNaN: true }),
  lng: fc.double({ min: -56.25, max: -56.05, noNaN: true }),
});
const request = fc.record({ rider: fc.integer({ min: 0, max: 40 }).map(String), pickup: near });
const demand = fc.record({
  recent: fc.array(request, { maxLength: 150 }),
  pastWeeks: fc.array(fc.array(request, { maxLength: 80 }), { maxLength: 4 }),
  freeDrivers: fc.array(near, { maxLength: 40 }),
});

it('every busy cell has enough different riders, and more of them than free drivers', () => {
  fc.assert(
    fc.property(demand, (city) => {
      const busy = busyCells(city);
      expect(busy.length).toBeLessThanOrEqual(MAX_BUSY_CELLS);
      const names = busy.map((cell) => cellOf(centreOfBounds(cell)));
      expect(new Set(names).size).toBe(names.length);
      for (const cell of busy) {
        const isWithin = ({ lat, lng }: LatLng) =>
          lat >= cell.south && lat < cell.north && lng >= cell.west && lng < cell.east;
        const ridersOf = (list: readonly RiderRequest[]) =>
          new Set(list.filter(({ pickup }) => isWithin(pickup)).map(({ rider }) => rider)).size;
        expect(ridersOf([...city.recent, ...city.pastWeeks.flat()])).toBeGreaterThanOrEqual(MIN_RIDERS);
        const weeks = city.pastWeeks.length;
        const average = city.pastWeeks.reduce((sum, week) => sum + ridersOf(week), 0) / Math.max(1, weeks);
        const free = city.freeDrivers.filter(isWithin).length;
        expect(Math.max(ridersOf(city.recent), average) - free).toBeGreaterThanOrEqual(1);
      }
    }),
  );
});

it('a cell contains its places and its centre, everywhere', () => {
  const anywhere = fc.record({
    lat: fc.double({ min: -89, max: 89, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(anywhere, (place) => {
      const bounds = boundsOfCell(place);
      expect(place.lat).toBeGreaterThanOrEqual(bounds.south - 1e-9);
      expect(place.lat).toBeLessThanOrEqual(bounds.north + 1e-9);
      expect(place.lng).toBeGreaterThanOrEqual(bounds.west - 1e-9);
      expect(place.lng).toBeLessThanOrEqual(bounds.east + 1e-9);
      expect(cellOf(centreOfBounds(bounds))).toBe(cellOf(place));
    }),
  );
});
