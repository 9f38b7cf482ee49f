// Tests the countdown to arrival: follows the clock, stops at zero, and applies to one end of the trip.
import { describe, expect, it } from 'vitest';
import { arrivalOf, type Eta, etaFor, isStale, secondsLeft } from './arrival.ts';

const eta: Eta = {
  to: 'pickup',
  time_in_secs: 240,
  distance_in_km: 1.4,
  polyline: '',
  receivedAt: 1_000_000,
};

describe('arrival', () => {
  it('counts down with the clock and never below zero', () => {
    expect(secondsLeft(eta, 1_000_000)).toBe(240);
    expect(secondsLeft(eta, 1_090_000)).toBe(150);
    expect(secondsLeft(eta, 9_000_000)).toBe(0);
  });

  it('does not increase when the device clock is behind the server', () => {
    expect(secondsLeft(eta, 900_000)).toBe(240);
  });

  it('applies only to the leg it was computed for', () => {
    expect(etaFor('ACCEPTED', eta)).toBe(eta);
    expect(etaFor('STARTED', eta)).toBeNull();
    expect(etaFor('ARRIVED', eta)).toBeNull();
    expect(etaFor('STARTED', { ...eta, to: 'drop' })).not.toBeNull();
  });

  it('marks a position as stale after 30 seconds', () => {
    expect(isStale(0, 30_000)).toBe(false);
    expect(isStale(0, 30_001)).toBe(true);
  });
});

describe('the arrival time of a car that may be offline', () => {
  const eta = { time_in_secs: 300, receivedAt: 1_000_000 };

  it('counts down while positions arrive', () => {
    expect(arrivalOf(eta, 1_055_000, 1_060_000)).toEqual({ seconds: 240, from: 1_060_000, isStale: false });
    expect(arrivalOf(eta, null, 1_060_000)).toMatchObject({ seconds: 240, isStale: false });
  });

  it('stops at the time of the last position, once that is stale', () => {
    const longAgo = arrivalOf(eta, 1_060_000, 1_200_000);
    expect(longAgo).toEqual({ seconds: 240, from: 1_060_000, isStale: true });
    expect(arrivalOf(eta, 1_060_000, 9_000_000)).toEqual(longAgo);
  });
});
