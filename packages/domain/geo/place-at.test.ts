// Tests where the driver was at an action: the reported place, checked against the positions before and after.
import { describe, expect, it } from 'vitest';
import { isWithinReach, placeAt, placeOfReportedStep } from './plausible-position.ts';
import { traceLimits } from './trip-trace.ts';

const plaza = { lat: -34.9058, lng: -56.1913 };
const parque = { lat: -34.9121, lng: -56.1645 };
const madrid = { lat: 40.4168, lng: -3.7038 };
const at = 10_000_000;
const minutes = (count: number): number => count * 60_000;

describe('the place of a driver at a given time', () => {
  it('is the reported place when it is reachable from the positions before and after', () => {
    const seen = [
      { ...plaza, at: at - minutes(10) },
      { ...plaza, at: at + minutes(10) },
    ];
    expect(placeAt(parque, seen, at)).toEqual(parque);
    expect(placeAt(madrid, seen, at)).toEqual(plaza);
  });

  it('is checked against the last position before and the first after only', () => {
    const seen = [
      { ...plaza, at: at - minutes(1) },
      { ...parque, at: at + 1 },
      { lat: -34, lng: -56, at: at + minutes(120) },
      { lat: -33, lng: -56, at: at - minutes(120) },
    ];
    expect(placeAt(plaza, seen, at)).toEqual(parque);
    expect(placeAt({ lat: -34, lng: -56 }, seen, at)).toEqual(parque);
  });

  it('is the nearest known position without a report, the report alone, or unknown', () => {
    const seen = [
      { ...plaza, at: at - minutes(5) },
      { ...parque, at: at + minutes(4) },
    ];
    expect(placeAt(undefined, seen, at)).toEqual(parque);
    expect(placeAt(madrid, [], at)).toEqual(madrid);
    expect(placeAt(undefined, [], at)).toBeUndefined();
  });
});

describe('the position nearest in time', () => {
  it('can be the previous one', () => {
    const seen = [
      { ...parque, at: at + minutes(5) },
      { ...plaza, at: at - minutes(4) },
    ];
    expect(placeAt(undefined, seen, at)).toEqual(plaza);
  });

  it('at exactly the given time takes precedence over earlier ones', () => {
    const seen = [
      { ...plaza, at: at - 1 },
      { ...parque, at },
    ];
    const nearParque = { lat: parque.lat + 0.001, lng: parque.lng };
    expect(placeAt(nearParque, seen, at)).toEqual(nearParque);
  });
});

describe('isWithinReach', () => {
  const north = (km: number) => ({ lat: plaza.lat + km / 111.195, lng: plaza.lng });

  it.each([-60, 60])('is 250 km and one for an hour, %d minutes later', (later) => {
    const seen = { ...plaza, at };
    expect(isWithinReach(north(250.9), seen, at + minutes(later))).toBe(true);
    expect(isWithinReach(north(251.1), seen, at + minutes(later))).toBe(false);
  });

  it('allows a kilometre at the same time', () => {
    expect(isWithinReach(north(0.99), { ...plaza, at }, at)).toBe(true);
    expect(isWithinReach(north(1.01), { ...plaza, at }, at)).toBe(false);
  });

  it('uses the given speed', () => {
    const slow = { maxSpeedKmPerHour: 60 };
    expect(isWithinReach(north(60.9), { ...plaza, at }, at + minutes(60), slow)).toBe(true);
    expect(isWithinReach(north(61.1), { ...plaza, at }, at + minutes(60), slow)).toBe(false);
  });
});

describe('of several positions before and after', () => {
  const far = { lat: -34, lng: -56 };
  const before = { ...plaza, at: at - minutes(2) };
  const after = { ...parque, at: at + minutes(1) };
  const older = { ...far, at: at - minutes(120) };
  const newer = { ...far, at: at + minutes(120) };

  it.each([
    ['in order of time', [older, before, after, newer]],
    ['in another order', [newer, before, after, older]],
  ])('the next ones count, %s', (_order, seen) => {
    expect(placeAt(undefined, seen, at)).toEqual(parque);
    expect(placeAt(undefined, seen, at - minutes(1))).toEqual(plaza);
    expect(placeAt(undefined, [older, before], at)).toEqual(plaza);
    expect(placeAt(undefined, [before, older], at)).toEqual(plaza);
    expect(placeAt(undefined, [newer, after], at)).toEqual(parque);
    expect(placeAt(undefined, [after, newer], at)).toEqual(parque);
  });
});

describe('the place of a reported step', () => {
  /** The point this many km north of the square. */
  const north = (km: number) => ({ lat: plaza.lat + km / 111.195, lng: plaza.lng });
  const placeOf = (...seen: { km: number; after: number }[]) =>
    placeOfReportedStep(
      { ...plaza, at },
      seen.map(({ km, after }) => ({ ...north(km), at: at + after * 1000 })),
      traceLimits,
    );

  it('is the reported one without positions, and when a car can have been there between them', () => {
    expect(placeOf()).toEqual(plaza);
    expect(placeOf({ km: 0.25, after: -1 }, { km: 0.25, after: 1 })).toEqual(plaza);
    // 130 km/h are 2.17 km in a minute.
    expect(placeOf({ km: 2.4, after: -60 }, { km: 2.4, after: 60 })).toEqual(plaza);
  });

  it('is the position nearest in time when the car was too far away before or after', () => {
    expect(placeOf({ km: 2, after: -16 }, { km: 0, after: 60 })).toEqual(north(2));
    expect(placeOf({ km: 0, after: -60 }, { km: 1, after: 2 })).toEqual(north(1));
  });
});
