// Tests the filters of the live map.
import { describe, expect, it } from 'vitest';
import { allDrivers, filtered, stateOf } from './fleet-filter.ts';
import type { LiveDriver } from './live-drivers.ts';

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
  it('are free, on the way to a pickup, or on a trip', () => {
    expect(fleet.map(stateOf)).toEqual(['free', 'on_way', 'on_way', 'on_trip', 'on_trip', 'on_trip']);
  });

  it('are filtered by state, by car type, by both, and without a filter', () => {
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
