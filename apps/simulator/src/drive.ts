// Driving a road route in time: where the car is so many seconds after setting out, and which way it looks.
import { bearingDegrees, between, distanceKm, type LatLng } from '@kerb/domain/geo';

export interface Drive {
  /** How long it takes. */
  secs: number;
  start: LatLng;
  end: LatLng;
  at(secs: number): { position: LatLng; heading: number };
  /** Metres a second, the same all the way. */
  metresPerSecond: number;
}

/** A drive along the points in so many seconds; null for a line without points. */
export function planDrive(points: readonly LatLng[], secs: number): Drive | null {
  const start = points[0];
  const end = points.at(-1);
  if (!start || !end) return null;
  const hops: { from: LatLng; to: LatLng; startKm: number; km: number }[] = [];
  let total = 0;
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (!from) continue;
    const km = distanceKm(from, to);
    if (km === 0) continue;
    hops.push({ from, to, startKm: total, km });
    total += km;
  }
  // Never faster than any car, even where the map says that no time passes.
  const takes = Math.max(secs, (total * 1000) / 35);

  return {
    secs: takes,
    start,
    end,
    metresPerSecond: takes === 0 ? 0 : (total * 1000) / takes,
    at(elapsed) {
      const km = takes === 0 ? total : (Math.min(Math.max(elapsed, 0), takes) / takes) * total;
      const hop = hops.findLast(({ startKm }) => startKm <= km);
      if (!hop) return { position: start, heading: 0 };
      return {
        position: between(hop.from, hop.to, Math.min(1, (km - hop.startKm) / hop.km)),
        heading: bearingDegrees(hop.from, hop.to),
      };
    },
  };
}

/** How long to wait between two positions so that no hop looks impossible, however fast time goes; ms. */
export function positionIntervalMs(usualMs: number, speed: number): number {
  // A car does 25 m/s at most here; what may not be exceeded is 69 m/s, beyond the 100 m that fixes may be off.
  const excess = 25 * speed - 69;
  return excess <= 0 ? usualMs : Math.min(usualMs, Math.max(200, (90 / excess) * 1000));
}
