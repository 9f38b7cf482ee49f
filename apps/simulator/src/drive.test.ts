// A drive along a route: starts at its start, ends at its end, never jumps.
import { distanceKm, judgePosition, type LatLng } from '@kerb/domain/geo';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planDrive, positionIntervalMs } from './drive.ts';

const bend: LatLng[] = [
  { lat: -34.9, lng: -56.2 },
  { lat: -34.9, lng: -56.19 },
  { lat: -34.9, lng: -56.19 },
  { lat: -34.892, lng: -56.19 },
];

function driveOf(points: LatLng[], secs: number) {
  const drive = planDrive(points, secs);
  if (!drive) throw new Error('no drive');
  return drive;
}

test('from start to end, looking along the road', () => {
  const drive = driveOf(bend, 180);
  expect(drive.at(0).position).toEqual(bend[0]);
  expect(drive.at(0).heading).toBeCloseTo(90, 0);
  expect(distanceKm(drive.at(180).position, drive.end)).toBeLessThan(0.001);
  expect(drive.at(179).heading).toBeCloseTo(0, 0);
  expect(drive.at(9999)).toEqual(drive.at(180));
  expect(planDrive([], 10)).toBeNull();
});

test('equal times, equal distances', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 178, noNaN: true }), (secs) => {
      const drive = driveOf(bend, 180);
      const hop = distanceKm(drive.at(secs).position, drive.at(secs + 1).position) * 1000;
      // Around the corner the crow is shorter than the road.
      expect(hop).toBeLessThanOrEqual(drive.metresPerSecond + 0.01);
    }),
  );
});

test('a standing car has a place', () => {
  const drive = driveOf([{ lat: -34.9, lng: -56.2 }], 0);
  expect(drive.at(5).position).toEqual({ lat: -34.9, lng: -56.2 });
  expect(drive.secs).toBe(0);
});

test('at every time factor the server finds every position plausible', () => {
  const now = 1_000_000_000;
  for (const speed of [0.5, 1, 2, 4, 7, 10, 15, 20]) {
    const interval = positionIntervalMs(2000, speed);
    expect(interval).toBeGreaterThanOrEqual(200);
    const degrees = (25 * speed * interval) / 1000 / 111_195;
    const verdict = judgePosition(
      { lat: degrees, lng: 0, at: now },
      { lat: 0, lng: 0, at: now - interval },
      now,
    );
    expect({ speed, verdict }).toEqual({ speed, verdict: { ok: true } });
  }
});
