// Tests merging of live positions with reloaded lists, in either order of arrival.
import { describe, expect, it } from 'vitest';
import { isWithin, type LiveDriver, listed, matching, moved } from './live-drivers.ts';

const driver = (id: string, change: Partial<LiveDriver> = {}): LiveDriver => ({
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

describe('positions', () => {
  it('move the listed drivers, and are ignored when outdated', () => {
    const { drivers } = moved([driver('1'), driver('2')], [position('1', 101), position('2', 99)]);
    expect(drivers).toEqual([driver('1', { lat: 2, lng: 2, at: 101, heading: 90 }), driver('2')]);
  });

  it('retain the last known heading of a stationary car', () => {
    const { drivers } = moved([driver('1', { heading: 45 })], [position('1', 101, { heading: null })]);
    expect(drivers[0]?.heading).toBe(45);
  });

  it('of an unknown driver request a new list', () => {
    expect(moved([driver('1')], [position('1', 101)]).isIncomplete).toBe(false);
    const other = moved([driver('1')], [position('3', 101)]);
    expect(other.isIncomplete).toBe(true);
    expect(other.drivers).toEqual([driver('1')]);
  });
});

describe('a new list', () => {
  it('adds new drivers and removes absent ones, sorted by name', () => {
    const after = listed([driver('1'), driver('3')], [driver('2'), driver('1', { queue: true })]);
    expect(after).toEqual([driver('1', { queue: true }), driver('2')]);
  });

  it('does not replace a newer position of a car', () => {
    const before = [driver('1', { lat: 9, at: 200, heading: 10 })];
    expect(listed(before, [driver('1', { queue: true })])).toEqual([
      driver('1', { lat: 9, at: 200, heading: 10, queue: true }),
    ]);
    expect(listed(before, [driver('1', { lat: 3, at: 300 })])[0]).toMatchObject({ lat: 3, heading: 10 });
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
