// Tests that a driver is eligible only when every condition holds, and that otherwise the first failed condition is
// returned.
import { describe, expect, it } from 'vitest';
import { checkDriver, type DriverState, dispatchGates, eligibleDrivers } from './eligibility.ts';

const pickup = { lat: -34.9, lng: -56.16 };
const search = { pickup, carType: 'economy' };
const settings = { driverRadius: 10, convert_to_mile: false };
// 0.09 degrees of latitude are 10.008 km.
const north = (degrees: number) => ({ lat: pickup.lat + degrees, lng: pickup.lng });

const ready: DriverState = {
  uid: 'leo',
  approved: true,
  driverActiveStatus: true,
  queue: false,
  location: north(0.01),
  carType: 'economy',
};

const closed: [string, Partial<DriverState>][] = [
  ['not_approved', { approved: false }],
  ['documents_expired', { documentsExpired: true }],
  ['off_duty', { driverActiveStatus: false }],
  ['busy', { queue: true }],
  ['duty_limit', { dutyEnded: true }],
  ['no_location', { location: null }],
  ['other_car_type', { carType: 'van' }],
  ['too_far', { location: north(0.09) }],
  ['declined', { declined: true }],
  ['wallet_blocked', { walletBlocked: true }],
  ['offer_limit', { offerLimitReached: true }],
  ['reserved', { reserved: true }],
];

describe('checkDriver', () => {
  it('accepts a ready driver, and returns the distance', () => {
    const { gate, distance } = checkDriver(ready, search, settings);
    expect(gate).toBeNull();
    expect(distance).toBeCloseTo(1.112, 3);
  });

  it.each(closed)('stops at %s: %j', (gate, change) => {
    expect(checkDriver({ ...ready, ...change }, search, settings).gate).toBe(gate);
  });

  it('returns the first failed check in the fixed order', () => {
    expect(closed.map(([gate]) => gate)).toEqual([...dispatchGates]);
    closed.forEach(([gate], index) => {
      // When two changes set the same field, the earlier one is used.
      const changes = closed.slice(index).map(([, change]) => change);
      const broken: DriverState = Object.assign({ ...ready }, ...changes.reverse());
      expect(checkDriver(broken, search, settings).gate).toBe(gate);
    });
  });

  it('uses the radius in the unit of the operator, and any car type when the request has no car type', () => {
    expect(
      checkDriver({ ...ready, location: north(0.09) }, search, { ...settings, convert_to_mile: true }).gate,
    ).toBeNull();
    expect(checkDriver({ ...ready, carType: null }, search, settings).gate).toBe('other_car_type');
    expect(checkDriver({ ...ready, carType: null }, { pickup, carType: null }, settings).gate).toBeNull();
  });
});

describe('eligibleDrivers', () => {
  it('lists the drivers who pass every check, nearest first', () => {
    const near = { ...ready, uid: 'eva', location: north(0.002) };
    const drivers = [ready, ...closed.map(([, change]) => ({ ...ready, ...change })), near];
    expect(eligibleDrivers(drivers, search, settings).map(({ driver }) => driver.uid)).toEqual([
      'eva',
      'leo',
    ]);
  });
});

it('a driver at exactly the radius is eligible', () => {
  const { distance } = checkDriver(ready, search, settings);
  const at = (driverRadius: number) => checkDriver(ready, search, { ...settings, driverRadius }).gate;
  expect(at(distance ?? 0)).toBeNull();
  expect(at((distance ?? 0) - 0.001)).toBe('too_far');
});

it('a driver of any car type is eligible when the request has no car type', () => {
  const near = checkDriver({ ...ready, carType: 'van' }, { pickup, carType: null }, settings);
  expect(near.gate).toBeNull();
});

it('a driver without a position has no distance', () => {
  expect(checkDriver({ ...ready, location: null }, search, settings)).toEqual({
    gate: 'no_location',
    distance: null,
  });
});

it('eligible drivers are listed with their distance in km', () => {
  const [first] = eligibleDrivers([ready], search, settings);
  expect(first?.driver).toBe(ready);
  expect(first?.distance).toBeCloseTo(1.112, 3);
});
