// Tests that cars glide, turn in the shorter direction, and stay on the line between two positions.
import { distanceKm } from '@kerb/domain/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Car, isMoving, poseAt, steerCars, turn } from './car-motion.ts';

const car = (lat: number, lng: number, heading: number | null = null): Car => ({
  id: 'a',
  lat,
  lng,
  heading,
});
const here = car(-34.9, -56.17, 0);
const near = car(-34.9, -56.169, 90);

function poseOf(motions: ReturnType<typeof steerCars>, now: number) {
  const motion = motions.get('a');
  if (!motion) throw new Error('the car has left');
  return poseAt(motion, now);
}

describe('the animation of cars', () => {
  it('shows a new car at its position, at rest', () => {
    const motions = steerCars(new Map(), [here], 1000);
    expect(poseOf(motions, 1000)).toMatchObject({ lat: -34.9, lng: -56.17, heading: 0 });
    expect(isMoving(motions, 1001)).toBe(false);
  });

  it('moves to the next position in about the time since the last one', () => {
    const motions = steerCars(steerCars(new Map(), [here], 0), [near], 2000);
    expect(isMoving(motions, 3999)).toBe(true);
    expect(poseOf(motions, 3000).lng).toBeCloseTo(-56.1695, 5);
    expect(poseOf(motions, 4000)).toMatchObject({ lng: near.lng, heading: 90 });
    expect(isMoving(motions, 4000)).toBe(false);
  });

  it('continues from the displayed position when positions arrive early', () => {
    const first = steerCars(steerCars(new Map(), [here], 0), [near], 2000);
    const shown = poseOf(first, 3000);
    const second = steerCars(first, [car(-34.9, -56.168, 90)], 3000);
    expect(poseOf(second, 3000).lng).toBeCloseTo(shown.lng, 9);
  });

  it('derives an unknown heading from the movement, and retains it while the car is stationary', () => {
    const moved = steerCars(steerCars(new Map(), [here], 0), [car(-34.9, -56.169)], 1000);
    expect(poseOf(moved, 9000).heading).toBeCloseTo(90, 0);
    const stood = steerCars(moved, [car(-34.9, -56.169)], 9000);
    expect(poseOf(stood, 9500).heading).toBeCloseTo(90, 0);
  });

  it('jumps over a long distance, and removes absent cars', () => {
    const motions = steerCars(steerCars(new Map(), [here], 0), [car(-34.8, -56.1, 10)], 1000);
    expect(poseOf(motions, 1000)).toMatchObject({ lat: -34.8, lng: -56.1 });
    expect(steerCars(motions, [], 2000).size).toBe(0);
  });

  it('never rotates by more than half a circle', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 0, max: 359 }), (from, to) => {
        const half = turn(from, to, 0.5);
        const away = Math.abs(((half - from + 540) % 360) - 180);
        expect(away).toBeLessThanOrEqual(90);
        expect(turn(from, to, 1)).toBeCloseTo(to === 360 ? 0 : to, 6);
      }),
    );
  });

  it('stays between the two positions at all times', () => {
    fc.assert(
      fc.property(fc.double({ min: -500, max: 9000, noNaN: true }), (later) => {
        const motions = steerCars(steerCars(new Map(), [here], 0), [near], 2000);
        const pose = poseOf(motions, 2000 + later);
        const whole = distanceKm(here, near);
        expect(distanceKm(here, pose) + distanceKm(pose, near)).toBeCloseTo(whole, 6);
      }),
    );
  });
});
