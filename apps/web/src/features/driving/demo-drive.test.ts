// Tests the demonstration's car: follows the road at its speed, stops at the end, and stays plausible.
import { distanceKm, type LatLng, positionLimits } from '@kerb/domain/geo';
import { describe, expect, it } from 'vitest';
import { poseOf, startDrive } from './demo-drive.ts';

const road: LatLng[] = [
  { lat: -34.9, lng: -56.2 },
  { lat: -34.9, lng: -56.19 },
  { lat: -34.89, lng: -56.19 },
];

describe('the demonstration drive', () => {
  it('takes the duration of the route', () => {
    const drive = startDrive(road, 240, 1_000);
    expect(poseOf(drive, 1_000).point).toEqual(road[0]);
    expect(poseOf(drive, 239_000).arrived).toBe(false);
    expect(poseOf(drive, 241_001)).toMatchObject({ point: road[2], arrived: true, speed: 0 });
  });

  it('moves only forward along the road', () => {
    const drive = startDrive(road, 240, 0);
    const steps = Array.from({ length: 24 }, (_, step) => poseOf(drive, step * 10_000).point);
    const left = steps.map((point) => distanceKm(point, { lat: -34.89, lng: -56.19 }));
    expect([...left].sort((a, b) => b - a)).toEqual(left);
    expect(poseOf(drive, 60_000).heading).toBeCloseTo(90, 0);
  });

  it('drives four times as fast on request, below the server’s speed limit', () => {
    const drive = startDrive(road, 1, 0);
    const before = poseOf(drive, 10_000, 1);
    const after = poseOf(drive, 10_000, 4);
    expect(after.speed / before.speed).toBeCloseTo(4, 5);
    const hurried = startDrive([road[0] ?? { lat: 0, lng: 0 }, { lat: -34.5, lng: -56.2 }], 1, 0);
    expect(hurried.kmPerHour).toBe(90);
    const steady = startDrive(road, 240, 0);
    expect(steady.kmPerHour * 4).toBeLessThan(positionLimits.maxSpeedKmPerHour);
  });
});
