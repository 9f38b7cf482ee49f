// Tests that the trip meter counts only distance that a car can have driven, for any positions.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fastestSeconds, type Hop, meterHops, meterLimits, scaleSpeeds } from './trip-meter.ts';

/** Returns a hop of this many km on a road with 45 km/h free flow, driven in this many seconds. */
const hop = (km: number, seconds: number, straightKm = km): Hop => ({
  km,
  straightKm,
  freeFlowSeconds: (km / 45) * 3600,
  seconds,
});

describe('fastestSeconds', () => {
  it('is the time at 1.6 times the free-flow speed and 15 km/h', () => {
    // 45 km/h × 1.6 + 15 = 87 km/h
    expect(fastestSeconds({ km: 87, freeFlowSeconds: (87 / 45) * 3600 })).toBeCloseTo(3600, 6);
  });

  it('assumes 110 km/h when the speed of the roads is unknown', () => {
    expect(fastestSeconds({ km: 110, freeFlowSeconds: null })).toBeCloseTo(3600, 6);
    expect(fastestSeconds({ km: 0, freeFlowSeconds: 0 })).toBe(0);
  });

  it('assumes 110 km/h when the road has no positive travel time', () => {
    expect(fastestSeconds({ km: 110, freeFlowSeconds: 0 })).toBeCloseTo(3600, 6);
    expect(fastestSeconds({ km: 110, freeFlowSeconds: -1 })).toBeCloseTo(3600, 6);
  });

  it('is 0 for a road without length, at any speed', () => {
    expect(fastestSeconds({ km: 0, freeFlowSeconds: 60 })).toBe(0);
    expect(fastestSeconds({ km: -1, freeFlowSeconds: null })).toBe(0);
  });
});

describe('meterHops', () => {
  it('adds up the distance driven at usual speed', () => {
    expect(meterHops([hop(1, 80), hop(0.5, 60), hop(0, 30)])).toEqual({ km: 1.5, rejectedKm: 0 });
    expect(meterHops([])).toEqual({ km: 0, rejectedKm: 0 });
  });

  it('counts the straight line of a hop that is too fast to be driven', () => {
    // 600 m around the block between two positions that are 40 m and 4 s apart, after the slack was used up.
    const usedUp = hop(0.9, 23);
    const { km, rejectedKm } = meterHops([usedUp, hop(0.6, 4, 0.04)]);
    expect(km).toBeCloseTo(0.94, 6);
    expect(rejectedKm).toBeCloseTo(0.56, 6);
  });

  it('grants the slack once: a hundred jumps add no more than one', () => {
    const jumps = Array.from({ length: 100 }, () => hop(0.98, 0.205));
    const { km } = meterHops(jumps);
    const seconds = 100 * 0.205 + meterLimits.slackSeconds;
    expect(km).toBeLessThanOrEqual((87 / 3600) * seconds + 1e-9);
    expect(km).toBeLessThan(1);
  });

  it('shares the slack over the whole trip, even when each hop alone is within it', () => {
    // Each hop takes 10 s and is 10.7 s faster than the fastest drive.
    const hops = Array.from({ length: 10 }, () => hop(0.5, 10));
    const seconds = 100 + meterLimits.slackSeconds;
    expect(meterHops(hops).km).toBeLessThanOrEqual((87 / 3600) * seconds + 1e-9);
    // Slower driving in between recovers the slack, so that each of them counts in full.
    const pause = hop(0.1, 40);
    expect(meterHops(hops.flatMap((one) => [one, pause]))).toEqual({
      km: expect.closeTo(6, 9),
      rejectedKm: 0,
    });
  });

  it('continues after a stop when the slack is completely used up', () => {
    const usedUp: Hop = {
      km: 0.5333333333343339,
      straightKm: 0.45833333333333337,
      freeFlowSeconds: null,
      seconds: 0,
    };
    const standing: Hop = { km: 0, straightKm: 0, freeFlowSeconds: null, seconds: 0 };
    expect(meterHops([usedUp, standing]).km).toBeCloseTo(0.4583, 4);
  });

  it('never counts more than the fastest car drives in the total time plus the slack', () => {
    const anyHop = fc.record({
      km: fc.double({ min: 0, max: 5, noNaN: true }),
      straightKm: fc.double({ min: 0, max: 5, noNaN: true }),
      freeFlowSeconds: fc.constant(null),
      seconds: fc.double({ min: 0, max: 120, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(anyHop, { maxLength: 60 }), (hops) => {
        const { km, rejectedKm } = meterHops(hops);
        const seconds = hops.reduce((sum, one) => sum + one.seconds, 0) + meterLimits.slackSeconds;
        expect(km).toBeLessThanOrEqual((meterLimits.unknownRoadKmPerHour / 3600) * seconds + 1e-6);
        const roadKm = hops.reduce((sum, one) => sum + one.km, 0);
        expect(km + rejectedKm).toBeCloseTo(roadKm, 6);
      }),
    );
  });

  it('counts a positive distance for a hop that is too short for its time', () => {
    const overdrawn = { km: 0.5333333333343339, straightKm: 0.46, freeFlowSeconds: null, seconds: 0 };
    const tiny = { km: Number.MIN_VALUE, straightKm: 0, freeFlowSeconds: null, seconds: 0 };
    expect(meterHops([overdrawn, tiny])).toEqual({
      km: expect.closeTo(0.458, 3),
      rejectedKm: expect.closeTo(0.075, 3),
    });
  });

  it('counts a whole hop up to exactly 15 seconds faster than the fastest drive', () => {
    // 11 km at 110 km/h take 360 s.
    const ahead = (seconds: number): Hop => ({ km: 11, straightKm: 5, freeFlowSeconds: null, seconds });
    expect(meterHops([ahead(345)])).toEqual({ km: 11, rejectedKm: 0 });
    expect(meterHops([ahead(344)])).toEqual({ km: 5, rejectedKm: 6 });
  });

  it('limits the straight line to the distance that can be driven', () => {
    // 15 s of slack and 345 s at 110 km/h are 11 km, of a straight line of 20.
    const far: Hop = { km: 22, straightKm: 20, freeFlowSeconds: null, seconds: 345 };
    expect(meterHops([far])).toEqual({ km: expect.closeTo(11, 9), rejectedKm: expect.closeTo(11, 9) });
    // The slack is used up, so only the time of the next hop itself counts.
    expect(meterHops([far, far]).km).toBeCloseTo(11 + (345 / 3600) * 110, 9);
  });

  it('recovers the slack in the time that a shortened hop leaves', () => {
    // Shortened to 5 km, which take 163.6 s of 344 s; then 11 km are again 15 s ahead of the fastest drive.
    const shortened: Hop = { km: 11, straightKm: 5, freeFlowSeconds: null, seconds: 344 };
    const ahead: Hop = { km: 11, straightKm: 5, freeFlowSeconds: null, seconds: 345 };
    expect(meterHops([shortened, ahead])).toEqual({ km: 16, rejectedKm: 6 });
  });

  it('counts a longer distance with faster cars', () => {
    const fast = Array.from({ length: 20 }, () => hop(1, 20));
    expect(meterHops(fast, scaleSpeeds(meterLimits, 4)).km).toBe(20);
    expect(meterHops(fast).km).toBeLessThan(12);
  });
});

it('doubles every speed for cars twice as fast, with the same slack', () => {
  expect(scaleSpeeds(meterLimits, 2)).toEqual({
    speedFactor: 3.2,
    extraKmPerHour: 30,
    unknownRoadKmPerHour: 220,
    slackSeconds: 15,
  });
});
