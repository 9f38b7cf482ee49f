// Tests merging of live positions with the server's list, in either order of arrival.
import { describe, expect, it } from 'vitest';
import {
  byName,
  isWithin,
  type LiveDriver,
  matching,
  type Positions,
  withLatest,
  withPositions,
} from './live-drivers.ts';

const driver = (id: string, change: Partial<LiveDriver> = {}) => ({
  driver: id,
  name: `Driver ${id}`,
  vehicle_number: `SAB ${id}`,
  carType: null,
  queue: false,
  lat: 1,
  lng: 1,
  at: 100,
  booking: null,
  heading: null,
  ...change,
});
const position = (id: string, at: number, change: { lat?: number; heading?: number | null } = {}) => ({
  driver: id,
  lat: 2,
  lng: 2,
  at,
  heading: 90,
  ...change,
});
const none: Positions = new Map();

describe('positions', () => {
  it('move the listed drivers, and are ignored when a newer one is known', () => {
    const seen = withLatest(withLatest(none, [position('1', 102)]), [position('1', 101, { lat: 9 })]);
    expect(withPositions([driver('1'), driver('2')], seen)).toEqual([
      driver('1', { lat: 2, lng: 2, at: 102, heading: 90 }),
      driver('2'),
    ]);
  });

  it('retain the last known heading of a stationary car', () => {
    const seen = withLatest(withLatest(none, [position('1', 101, { heading: 45 })]), [
      position('1', 102, { heading: null }),
    ]);
    expect(withPositions([driver('1')], seen)[0]).toMatchObject({ at: 102, heading: 45 });
  });

  it('of drivers that are not listed add no car', () => {
    expect(withPositions([driver('1')], withLatest(none, [position('3', 101)]))).toEqual([driver('1')]);
  });
});

describe('a list', () => {
  it('is sorted by name', () => {
    expect(byName([driver('2'), driver('1')])).toEqual([driver('1'), driver('2')]);
  });

  it('does not replace a newer position of a car', () => {
    const seen = withLatest(none, [position('1', 200, { heading: 10 })]);
    expect(withPositions([driver('1')], seen)[0]).toMatchObject({ lat: 2, at: 200, heading: 10 });
    expect(withPositions([driver('1', { lat: 3, at: 300 })], seen)[0]).toMatchObject({
      lat: 3,
      at: 300,
      heading: 10,
    });
  });
});

it('drivers are found by name and plate, ignoring case', () => {
  const all = [driver('1', { name: 'Ana Paz' }), driver('2')];
  expect(matching(all, ' ana ')).toEqual([all[0]]);
  expect(matching(all, 'sab 2')).toEqual([all[1]]);
  expect(matching(all, '')).toEqual(all);
  expect(matching(all, 'no such driver')).toEqual([]);
});

it('checks whether a place is within the city', () => {
  const box = [-57, -35, -56, -34] as const;
  expect(isWithin({ lat: -34.9, lng: -56.2 }, box)).toBe(true);
  expect(isWithin({ lat: -33.9, lng: -56.2 }, box)).toBe(false);
  expect(isWithin({ lat: -34.9, lng: -58 }, box)).toBe(false);
});
