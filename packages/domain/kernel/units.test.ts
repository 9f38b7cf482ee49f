// Tests that units convert by the factor of the specification and reject invalid lengths.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  inExactOperatorUnit,
  inOperatorUnit,
  km,
  kmToMetres,
  kmToMiles,
  metres,
  metresToKm,
  miles,
  milesToKm,
  seconds,
} from './units.ts';

describe('units', () => {
  it('has 1.609344 km to the mile', () => {
    expect(milesToKm(miles(1))).toBe(1.609344);
    expect(kmToMiles(km(16.09344))).toBeCloseTo(10, 12);
    expect(kmToMetres(km(1.5))).toBe(1500);
    expect(metresToKm(metres(250))).toBe(0.25);
  });

  it('converts to the other unit and back without a change', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 40_000, noNaN: true }), (value) => {
        expect(milesToKm(kmToMiles(km(value)))).toBeCloseTo(value, 8);
        expect(metresToKm(kmToMetres(km(value)))).toBeCloseTo(value, 8);
      }),
    );
  });

  it('returns distances in the unit of the operator', () => {
    expect(inOperatorUnit(km(1.609344), true)).toBe(1);
    expect(inOperatorUnit(km(1.609344), false)).toBe(1.609344);
  });

  it.each([
    ['kilometres', km],
    ['miles', miles],
    ['metres', metres],
    ['seconds', seconds],
  ])('rejects what is not a number of %s, and names the unit', (unit, make) => {
    for (const value of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => make(value)).toThrowError(`invalid_input: ${value} is not a number of ${unit}`);
    }
  });
});

describe('exact distances in the unit of the operator', () => {
  it('are decimals without binary fractions', () => {
    expect(inExactOperatorUnit(km(0.1), false).times(3).toString()).toBe('0.3');
    expect(inExactOperatorUnit(km(16.09344), true).toString()).toBe('10');
  });
});

it.each([
  ['kilometres', km],
  ['miles', miles],
  ['metres', metres],
  ['seconds', seconds],
])('0 is a number of %s', (_name, make) => {
  expect(make(0)).toBe(0);
});
