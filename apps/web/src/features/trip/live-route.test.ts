// Tests which lines a rider sees on the map, with the operator's setting for the live route on and off.
import { expect, it } from 'vitest';
import { linesOfRide } from './live-route.ts';

const ride = (status: 'NEW' | 'ACCEPTED' | 'ARRIVED' | 'STARTED' | 'PAID', drivenLine = '') => ({
  status,
  polyline: 'whole',
  drivenLine,
});
const noLines = { route: null, ahead: null, driven: null };

it('draws the route, and the remaining route over it', () => {
  const lines = { route: 'whole', ahead: 'ahead', driven: null };
  expect(linesOfRide(ride('STARTED'), 'ahead', { showLiveRoute: true })).toEqual(lines);
  expect(linesOfRide(null, null, null)).toEqual(noLines);
});

it('draws the driven line of a finished trip, also when the live route is disabled', () => {
  for (const showLiveRoute of [true, false])
    expect(linesOfRide(ride('PAID', 'roads'), null, { showLiveRoute })).toEqual({
      route: 'whole',
      ahead: null,
      driven: 'roads',
    });
});

it('draws no route of a moving car when the operator has disabled it', () => {
  const hidden = { showLiveRoute: false };
  for (const status of ['ACCEPTED', 'ARRIVED', 'STARTED'] as const)
    expect(linesOfRide(ride(status), 'ahead', hidden)).toEqual(noLines);
  for (const status of ['NEW', 'PAID'] as const)
    expect(linesOfRide(ride(status), null, hidden)).toEqual({ route: 'whole', ahead: null, driven: null });
});
