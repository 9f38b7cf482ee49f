// The filters of the live map, and which rows of its list are drawn.
import { describe, expect, it } from 'vitest';
import { allDrivers, filtered, stateOf } from './fleet-filter.ts';
import type { LiveDriver } from './live-drivers.ts';
import { windowRows } from './window-rows.ts';

const driver = (
  id: string,
  status: string | null,
  carType = 'economy',
  queue = status !== null,
): LiveDriver => ({
  driver: id,
  name: id,
  vehicle_number: '',
  carType,
  queue,
  lat: 1,
  lng: 1,
  at: 1,
  heading: null,
  booking: status === null ? null : { id: 'b', reference: 'R', status, dropAddress: '' },
});
const fleet = [
  driver('free', null),
  driver('accepted', 'ACCEPTED'),
  driver('arrived', 'ARRIVED', 'van'),
  driver('started', 'STARTED', 'van'),
  driver('reached', 'REACHED'),
  driver('of another fleet', null, 'van', true),
];
const ids = (drivers: readonly LiveDriver[]) => drivers.map((one) => one.driver);

describe('drivers', () => {
  it('are free, on the way, or on a trip', () => {
    expect(fleet.map(stateOf)).toEqual(['free', 'on_way', 'on_way', 'on_trip', 'on_trip', 'on_trip']);
  });

  it('are filtered by what they do, by car type, by both, and by nothing', () => {
    expect(filtered(fleet, allDrivers)).toBe(fleet);
    expect(ids(filtered(fleet, { state: 'on_way', carType: '' }))).toEqual(['accepted', 'arrived']);
    expect(ids(filtered(fleet, { state: 'all', carType: 'economy' }))).toEqual([
      'free',
      'accepted',
      'reached',
    ]);
    expect(ids(filtered(fleet, { state: 'on_trip', carType: 'van' }))).toEqual([
      'started',
      'of another fleet',
    ]);
    expect(filtered(fleet, { state: 'free', carType: 'van' })).toEqual([]);
    expect(filtered([], { state: 'free', carType: '' })).toEqual([]);
  });
});

describe('the rows drawn', () => {
  it('are those in sight and six more on either side; the list stays as long as all', () => {
    expect(windowRows(2000, 60, 6000, 600)).toEqual({ from: 94, to: 116, above: 5640, below: 113_040 });
    expect(windowRows(2000, 60, 0, 600)).toEqual({ from: 0, to: 16, above: 0, below: 119_040 });
    expect(windowRows(2000, 60, 119_400, 600)).toEqual({ from: 1984, to: 2000, above: 119_040, below: 0 });
  });

  it('are all of a short list, none of an empty one, and the last ones after a list became shorter', () => {
    expect(windowRows(3, 60, 0, 600)).toEqual({ from: 0, to: 3, above: 0, below: 0 });
    expect(windowRows(0, 60, 0, 600)).toEqual({ from: 0, to: 0, above: 0, below: 0 });
    expect(windowRows(20, 60, 9000, 600)).toMatchObject({ from: 4, to: 20, below: 0 });
  });
});
