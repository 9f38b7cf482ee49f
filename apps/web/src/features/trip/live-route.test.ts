// What a rider sees of the way: all of it, or none while the car drives it and the operator does not show it.
import { expect, it } from 'vitest';
import { linesOfRide } from './live-route.ts';

const ride = (status: 'NEW' | 'ACCEPTED' | 'ARRIVED' | 'STARTED' | 'PAID') => ({ status, polyline: 'whole' });

it('draws the route, and the way ahead over it', () => {
  const lines = { route: 'whole', ahead: 'ahead' };
  expect(linesOfRide(ride('STARTED'), 'ahead', { showLiveRoute: true })).toEqual(lines);
  expect(linesOfRide(null, null, null)).toEqual({ route: null, ahead: null });
});

it('draws no way of a car under way where the operator does not show it', () => {
  const hidden = { showLiveRoute: false };
  for (const status of ['ACCEPTED', 'ARRIVED', 'STARTED'] as const)
    expect(linesOfRide(ride(status), 'ahead', hidden)).toEqual({ route: null, ahead: null });
  for (const status of ['NEW', 'PAID'] as const)
    expect(linesOfRide(ride(status), null, hidden)).toEqual({ route: 'whole', ahead: null });
});
