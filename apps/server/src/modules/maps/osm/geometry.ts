// Plane geometry on [lng, lat] lists: centres, areas and distances good enough inside one city.

export type LngLat = readonly [lng: number, lat: number];

const METRES_PER_DEGREE = 111_195;

/** Metres between two near points, treating the earth as flat around them. */
export function metresBetween(a: LngLat, b: LngLat): number {
  const x = (a[0] - b[0]) * Math.cos((((a[1] + b[1]) / 2) * Math.PI) / 180);
  return Math.hypot(x, a[1] - b[1]) * METRES_PER_DEGREE;
}

/** Twice the signed area in square degrees; positive when the ring runs counter-clockwise. */
export function signedArea(ring: readonly LngLat[]): number {
  let sum = 0;
  ring.forEach((point, i) => {
    const next = ring[(i + 1) % ring.length] ?? point;
    sum += point[0] * next[1] - next[0] * point[1];
  });
  return sum;
}

/** Centre of gravity of a ring; the mean of its points when it has no area. */
export function centreOf(ring: readonly LngLat[]): LngLat {
  const origin = ring[0] ?? [0, 0];
  const moved = ring.map(([lng, lat]): LngLat => [lng - origin[0], lat - origin[1]]);
  const area = signedArea(moved);
  const sum = { lng: 0, lat: 0 };
  moved.forEach((a, i) => {
    const b = moved[(i + 1) % moved.length] ?? a;
    const cross = area === 0 ? 1 : a[0] * b[1] - b[0] * a[1];
    sum.lng += area === 0 ? a[0] : (a[0] + b[0]) * cross;
    sum.lat += area === 0 ? a[1] : (a[1] + b[1]) * cross;
  });
  const divisor = area === 0 ? Math.max(1, moved.length) : 3 * area;
  return [origin[0] + sum.lng / divisor, origin[1] + sum.lat / divisor];
}

/** The point half-way along a line. */
export function middleOf(line: readonly LngLat[]): LngLat {
  const lengths = line.map((point, i) => metresBetween(point, line[i - 1] ?? point));
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (let i = 1; i < line.length; i++) {
    const from = line[i - 1];
    const to = line[i];
    const length = lengths[i] ?? 0;
    if (!from || !to) break;
    if (length >= left && length > 0) {
      const share = left / length;
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    }
    left -= length;
  }
  return line[0] ?? [0, 0];
}
