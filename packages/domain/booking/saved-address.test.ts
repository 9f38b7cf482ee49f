// Tests that a drop within 0.1 of the operator's unit counts as the same saved address.
import { describe, expect, it } from 'vitest';
import { countVisit } from './saved-address.ts';

// A thousandth of a degree of latitude is 0.1112 km.
const home = { id: 'home', lat: -34.9, lng: -56.16, count: 3 };
const north = (km: number) => ({ lat: home.lat + km / 111.195, lng: home.lng });
const inKm = { convert_to_mile: false };
const inMiles = { convert_to_mile: true };

describe('countVisit', () => {
  it.each([
    [0, inKm, 'visited-again'],
    [0.099, inKm, 'visited-again'],
    [0.101, inKm, 'new'],
    [0.101, inMiles, 'visited-again'],
    [0.16, inMiles, 'visited-again'],
    [0.162, inMiles, 'new'],
  ])('%d km away, %j: %s', (away, unit, expected) => {
    expect(countVisit([home], north(away), unit).kind).toBe(expected);
  });

  it('increments the count of the nearest address, or starts it at 1', () => {
    const work = { ...north(0.12), id: 'work', count: 8 };
    expect(countVisit([home, work], north(0.07), inKm)).toEqual({
      kind: 'visited-again',
      address: work,
      count: 9,
    });
    expect(countVisit([work, home], north(0.03), inKm)).toEqual({
      kind: 'visited-again',
      address: home,
      count: 4,
    });
    expect(countVisit([], home, inKm)).toEqual({ kind: 'new', count: 1 });
  });
});

it('counts the visit for the first of two addresses equally near', () => {
  const twin = { ...home, id: 'twin', count: 7 };
  expect(countVisit([home, twin], home, inKm)).toMatchObject({ address: { id: 'home' }, count: 4 });
});
