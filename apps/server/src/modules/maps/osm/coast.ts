// Turns coastlines into the sea: OpenStreetMap draws the shore as lines with land on the left and water on the right.

import { type LngLat, signedArea } from './geometry.ts';
import { mergeLines, type Piece } from './merge-lines.ts';

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface Coast {
  readonly sea: readonly (readonly LngLat[])[];
  readonly islands: readonly (readonly LngLat[])[];
}

/** Part of a shore between entering and leaving the box, with the positions of both points on the border. */
interface Stretch {
  readonly line: readonly LngLat[];
  readonly entersAt: number;
  readonly leavesAt: number;
}

/**
 * Rings of the sea inside the box and of its islands. A shore that ends inside the box is ignored. A single segment
 * that crosses the whole box is not detected, because shores have many points.
 */
export function coastOf(shores: readonly Piece[], box: Box): Coast {
  const lines = mergeLines(shores);
  const isRing = (line: readonly LngLat[]) => {
    const first = line[0];
    const last = line[line.length - 1];
    return line.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  };
  const rings = lines.filter(isRing);
  const stretches = lines.filter((line) => !isRing(line)).flatMap((line) => stretchesIn(line, box));
  return {
    sea: [...rings.filter((ring) => signedArea(ring) < 0), ...closeAlongBorder(stretches, box)],
    islands: rings.filter((ring) => signedArea(ring) > 0),
  };
}

export const isInside = ([lng, lat]: LngLat, { west, south, east, north }: Box): boolean =>
  lng > west && lng < east && lat > south && lat < north;

function stretchesIn(line: readonly LngLat[], box: Box): Stretch[] {
  const stretches: Stretch[] = [];
  let current: LngLat[] | undefined;
  line.forEach((point, i) => {
    const before = line[i - 1];
    if (!before) return;
    const was = isInside(before, box);
    const is = isInside(point, box);
    if (!was && is) current = [borderBetween(point, before, box), point];
    else if (was && is) current?.push(point);
    else if (was && !is && current) {
      const leaves = borderBetween(before, point, box);
      const entered = current[0] ?? leaves;
      const ends = { entersAt: alongBorder(entered, box), leavesAt: alongBorder(leaves, box) };
      stretches.push({ line: [...current, leaves], ...ends });
      current = undefined;
    }
  });
  return stretches;
}

/** Where the segment from a point inside to a point outside crosses the border. */
function borderBetween(inside: LngLat, outside: LngLat, { west, south, east, north }: Box): LngLat {
  const share = (from: number, to: number, low: number, high: number) =>
    to < low ? (low - from) / (to - from) : to > high ? (high - from) / (to - from) : 1;
  const t = Math.min(share(inside[0], outside[0], west, east), share(inside[1], outside[1], south, north));
  return [inside[0] + (outside[0] - inside[0]) * t, inside[1] + (outside[1] - inside[1]) * t];
}

/** Position on the border: 0 to 4, clockwise from the north-west corner, one unit for each side. */
function alongBorder([lng, lat]: LngLat, { west, south, east, north }: Box): number {
  const x = (lng - west) / (east - west);
  const y = (north - lat) / (north - south);
  const sides = [y, 1 - x, 1 - y, x];
  const side = sides.indexOf(Math.min(...sides));
  return [x, 1 + y, 2 + (1 - x), 3 + (1 - y)][side] ?? 0;
}

const cornersOf = ({ west, south, east, north }: Box): readonly LngLat[] => [
  [west, north],
  [east, north],
  [east, south],
  [west, south],
];

/**
 * Closes the rings of the sea. Water is on the right of a shore, so a ring continues clockwise along the border to the
 * next entry.
 */
function closeAlongBorder(stretches: readonly Stretch[], box: Box): LngLat[][] {
  const rings: LngLat[][] = [];
  const open = new Set(stretches);
  const clockwise = (from: number, to: number) => (to - from + 4) % 4;
  for (const first of stretches) {
    if (!open.delete(first)) continue;
    const ring = [...first.line];
    let at = first.leavesAt;
    for (;;) {
      const candidates = [first, ...open];
      const next = candidates.reduce((a, b) =>
        clockwise(at, b.entersAt) < clockwise(at, a.entersAt) ? b : a,
      );
      ring.push(...cornersBetween(at, next.entersAt, box));
      if (next === first) break;
      open.delete(next);
      ring.push(...next.line);
      at = next.leavesAt;
    }
    rings.push([...ring, first.line[0] ?? [0, 0]]);
  }
  return rings;
}

function cornersBetween(from: number, to: number, box: Box): LngLat[] {
  const length = (to - from + 4) % 4;
  const corners: LngLat[] = [];
  for (let next = Math.floor(from) + 1; next - from < length; next++) {
    const corner = cornersOf(box)[next % 4];
    if (corner) corners.push(corner);
  }
  return corners;
}
