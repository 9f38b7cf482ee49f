// Builds the polygon of the sea: joins pieces of the shore from the western to the eastern edge and closes the ring.
import { fromLngLat, type QaFeature, type WorldPoint } from './read-qa-tiles.ts';

/** OpenStreetMap has no coastline tag in this river mouth, but a note with this text on the lines of the shore. */
const SHORE_NOTE = /don't tag as coastline/i;
/** Longest gap between shore lines that is bridged, in world units of about 7.6 mm at this latitude. */
const MAX_GAP = 60_000;
const GAP_COST = 20;

/**
 * The coast outside the extract as a few hand-drawn points (longitude, latitude), so that a zoomed-out map shows the
 * river mouth instead of a straight edge: to the west and north-west here, to the east in EASTWARD.
 */
const WESTWARD = [
  [-56.38, -34.855],
  [-56.42, -34.832],
  [-56.47, -34.79],
  [-56.62, -34.735],
  [-56.85, -34.66],
  [-57.1, -34.47],
  [-57.45, -34.44],
  [-57.9, -34.48],
] as const;
const EASTWARD = [
  [-55.95, -34.838],
  [-55.87, -34.797],
  [-55.7, -34.772],
  [-55.5, -34.8],
  [-55.3, -34.85],
  [-55.05, -34.9],
  [-54.7, -34.93],
] as const;
const OPEN_WATER_LATITUDE = -35.6;

interface Step {
  readonly to: string;
  readonly cost: number;
  readonly line: readonly WorldPoint[];
}

/** Returns the sea as one closed ring. Throws when the shore lines cannot be connected from edge to edge. */
export function assembleSea(features: readonly QaFeature[]): WorldPoint[] {
  const shore = shortestShore(shoreLines(features));
  const west = WESTWARD.map(([lng, lat]) => fromLngLat(lng, lat));
  const east = EASTWARD.map(([lng, lat]) => fromLngLat(lng, lat));
  const farWest = fromLngLat(WESTWARD[WESTWARD.length - 1]?.[0] ?? -58, OPEN_WATER_LATITUDE);
  const farEast = fromLngLat(EASTWARD[EASTWARD.length - 1]?.[0] ?? -54, OPEN_WATER_LATITUDE);
  const ring = [farWest, ...west.reverse(), ...shore, ...east, farEast];
  return [...ring, farWest];
}

interface ShoreLine {
  readonly points: readonly WorldPoint[];
  /** The line has no tags. It may cross a bay, so it costs as much as a gap and is used only to bridge one. */
  readonly isDoubtful: boolean;
}

function shoreLines(features: readonly QaFeature[]): ShoreLine[] {
  const lines: ShoreLine[] = [];
  for (const { shape, tags, parts } of features) {
    const isDoubtful = Object.keys(tags).length === 0;
    const isShore = SHORE_NOTE.test(tags.note ?? '') || tags.natural === 'coastline' || isDoubtful;
    if (shape !== 'line' || !isShore) continue;
    for (const points of parts) if (points.length > 1) lines.push({ points, isDoubtful });
  }
  return lines;
}

const keyOf = (point: WorldPoint) => `${point.x}:${point.y}`;

function shortestShore(lines: readonly ShoreLine[]): WorldPoint[] {
  const ends = new Map<string, WorldPoint>();
  const steps = new Map<string, Step[]>();
  const connect = (from: WorldPoint, to: WorldPoint, cost: number, line: readonly WorldPoint[]) => {
    ends.set(keyOf(from), from);
    ends.set(keyOf(to), to);
    const add = (a: WorldPoint, b: WorldPoint, points: readonly WorldPoint[]) =>
      steps.set(keyOf(a), [...(steps.get(keyOf(a)) ?? []), { to: keyOf(b), cost, line: points }]);
    add(from, to, line);
    add(to, from, [...line].reverse());
  };
  for (const { points: line, isDoubtful } of lines) {
    const first = line[0];
    const last = line[line.length - 1];
    if (first && last) connect(first, last, lengthOf(line) * (isDoubtful ? GAP_COST : 1), line);
  }
  const points = [...ends.values()].sort((a, b) => a.x - b.x || a.y - b.y);
  for (const a of points) {
    for (const b of points) {
      const gap = Math.hypot(a.x - b.x, a.y - b.y);
      if (a !== b && a.x <= b.x && gap > 0 && gap <= MAX_GAP) connect(a, b, gap * GAP_COST, [a, b]);
    }
  }
  const west = points[0];
  const east = points[points.length - 1];
  if (!west || !east) throw new Error('The tiles hold no shore');
  return followCheapest(west, east, steps);
}

/** Finds the cheapest path along the shore with Dijkstra's algorithm; there are only a few hundred line ends. */
function followCheapest(
  from: WorldPoint,
  to: WorldPoint,
  steps: ReadonlyMap<string, readonly Step[]>,
): WorldPoint[] {
  const best = new Map<string, { cost: number; line: readonly WorldPoint[]; before?: string }>();
  best.set(keyOf(from), { cost: 0, line: [from] });
  const open = new Set([keyOf(from)]);
  while (open.size > 0) {
    const here = [...open].reduce((a, b) => ((best.get(a)?.cost ?? 0) <= (best.get(b)?.cost ?? 0) ? a : b));
    open.delete(here);
    if (here === keyOf(to)) break;
    for (const step of steps.get(here) ?? []) {
      const cost = (best.get(here)?.cost ?? 0) + step.cost;
      if (cost < (best.get(step.to)?.cost ?? Infinity)) {
        best.set(step.to, { cost, line: step.line, before: here });
        open.add(step.to);
      }
    }
  }
  const pieces: (readonly WorldPoint[])[] = [];
  for (let at: string | undefined = keyOf(to); at !== undefined; at = best.get(at)?.before) {
    const reached = best.get(at);
    if (!reached) throw new Error('The shore has a gap that is too wide to close');
    pieces.unshift(reached.line);
  }
  return pieces.flatMap((piece, i) => (i === 0 ? piece : piece.slice(1)));
}

function lengthOf(line: readonly WorldPoint[]): number {
  let length = 0;
  line.forEach((point, i) => {
    const before = line[i - 1];
    if (before) length += Math.hypot(point.x - before.x, point.y - before.y);
  });
  return length;
}
