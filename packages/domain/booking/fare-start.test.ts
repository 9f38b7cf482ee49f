// Tests when the charged part of a trip begins if its start was reported away from the pickup.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fareStart, metresOff } from './fare-start.ts';

const pickup = { lat: -34.9, lng: -56.2 };
const began = 1_000_000_000;
const minutes = (count: number): number => count * 60_000;
/** Returns the point this many metres north of the pickup. */
const north = (metres: number) => ({ lat: pickup.lat + metres / 111_195, lng: pickup.lng });
/** Returns positions at these distances north of the pickup, one minute apart. */
const drive = (...metres: number[]) =>
  metres.map((off, index) => ({ ...north(off), at: began + minutes(index + 1) }));
const starts = (metres: number, trail: ReturnType<typeof drive> = [], end = began + minutes(60)) =>
  (fareStart({ reported: { ...north(metres), at: began }, pickup, trail, end }) - began) / minutes(1);

describe('the charged start of a trip with a reported start', () => {
  it('is the reported time at or near the pickup', () => {
    for (const metres of [0, 299, -299]) expect(starts(metres, drive(900, 0))).toBe(0);
  });

  it('is the reported time near the pickup, even when the car then drives around the block', () => {
    expect(starts(200, drive(400, 0))).toBe(0);
  });

  it('is the time at which the car reached the pickup when the start was reported on the way there', () => {
    expect(starts(3000, drive(2000, 1000, 290, 0, -500))).toBe(3);
    expect(starts(310, drive(280))).toBe(1);
  });

  it('is the reported time within walking distance, even if the trip passes the pickup later', () => {
    expect(starts(600, drive(1500, 3000, 6000, 3000, 1000, 0))).toBe(0);
    expect(starts(600)).toBe(0);
    expect(starts(1000)).toBe(0);
  });

  it('is the earliest time a fast car could reach the pickup when reported beyond walking distance', () => {
    expect(starts(8000)).toBeCloseTo(8, 5);
    expect(starts(8000, drive(9000, 12_000, 20_000))).toBeCloseTo(8, 5);
    // No positions arrived until the car had picked the rider up and driven on.
    expect(starts(8000, [{ ...north(-2000), at: began + minutes(20) }])).toBeCloseTo(8, 5);
  });

  it('is never after the end of the trip or before the reported start', () => {
    expect(starts(8000, [], began + minutes(2))).toBe(2);
    const metres = fc.integer({ min: -20_000, max: 20_000 });
    fc.assert(
      fc.property(
        metres,
        fc.array(metres, { maxLength: 20 }),
        fc.integer({ min: 0, max: 30 }),
        (off, way, end) => {
          const trail = drive(...way).filter(({ at }) => at <= began + minutes(end));
          const at = starts(off, trail, began + minutes(end));
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThanOrEqual(end);
        },
      ),
    );
  });
});

it('metresOff returns the distance to the pickup, or null near it', () => {
  expect([
    metresOff(north(300), pickup),
    metresOff(north(301), pickup),
    metresOff(north(-2500), pickup),
  ]).toEqual([null, 301, 2500]);
});

describe('a start beyond walking distance', () => {
  it('begins at 1001 m, and is delayed by the time at 60 km/h', () => {
    expect(starts(1001)).toBeCloseTo(1.001, 3);
    expect(starts(1200)).toBeCloseTo(1.2, 3);
  });

  it('is charged from the pickup up to a detour of twice the straight line plus 500 m', () => {
    // 3 km away at the start: a route of up to 6.5 km counts as the drive to the pickup.
    expect(starts(3000, drive(4700, 0), began + minutes(60))).toBe(2);
    expect(starts(3000, drive(4800, 0), began + minutes(60))).toBeCloseTo(3, 3);
  });
});
