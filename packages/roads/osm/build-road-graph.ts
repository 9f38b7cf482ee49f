// Builds the road graph of a city from the ways and nodes of OpenStreetMap.
import { completeRoadGraph, type RoadGraph } from '../road-graph.ts';
import { METRES_PER_DEGREE } from '../road-index.ts';
import type { StoredRoads } from '../stored-roads.ts';
import { classifyWay, type DrivableWay, isWalkable, type Tags } from './classify-way.ts';
import { connectedEdges } from './connected-edges.ts';
import { costFactorOf, speedOf } from './edge-speed.ts';
import { type Arm, type Junction, turnAt } from './junction.ts';
import { createRoadDensity } from './road-density.ts';

/** The data of a map file from which the graph is built. Turn restrictions are ignored. */
export interface OsmRoads {
  readonly ways: Iterable<{ readonly refs: readonly number[]; readonly tags: Tags }>;
  readonly taggedNodes: Iterable<{ readonly id: number; readonly tags: Tags }>;
  /** Longitude and latitude in degrees; undefined for a node that is not in the file. */
  readonly nodes: { lngLat(id: number): readonly [lng: number, lat: number] | undefined };
}

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** A piece of a way between two junctions, with its points in order. */
interface RoadPiece {
  readonly way: DrivableWay | null;
  readonly points: readonly Point[];
  readonly metres: number;
  readonly from: number;
  readonly to: number;
}

interface EdgeDraft {
  readonly piece: number;
  readonly isAgainst: boolean;
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
  readonly cost: number;
  readonly metres: number;
}

interface JunctionDraft {
  /** Arms of the junction, one for each end of a road, by `armKey`. */
  readonly arms: Map<number, Arm>;
  readonly outgoing: number[];
  readonly point: Point;
  readonly hasSignals: boolean;
}

const SECONDS_PER_METRE_AT_KMH = 3.6;
/**
 * Maximum length of a link between lesser roads that is a turn lane instead of a ramp: mjolnir/linkclassification.cc.
 */
const MAX_TURN_CHANNEL_METRES = 200;
/** The direction of a road at a junction is measured over its first metres. */
const HEADING_METRES = 20;

export function buildRoadGraph(osm: OsmRoads): RoadGraph {
  const pieces = splitWays(osm);
  const junctions = joinPieces(pieces, signalsOf(osm));
  const density = createRoadDensity(
    pieces.flatMap(({ points, metres, way }) => {
      const ends = way === null ? [] : [points[0], points.at(-1)];
      return ends.flatMap((end) => (end ? [{ lat: end.lat, lng: end.lng, metres: metres / 2 }] : []));
    }),
  );
  const edges = createEdges(pieces, junctions, density);
  return completeRoadGraph(storeEdges(pieces, edges, createTurns(pieces, edges, junctions, density)));
}

function signalsOf(osm: OsmRoads): ReadonlySet<number> {
  const signals = new Set<number>();
  for (const { id, tags } of osm.taggedNodes) if (tags.highway === 'traffic_signals') signals.add(id);
  return signals;
}

/** Splits the ways for cars and pedestrians where they meet another way. */
function splitWays(osm: OsmRoads): RoadPiece[] {
  const ways: { refs: readonly number[]; way: DrivableWay | null }[] = [];
  const uses = new Map<number, number>();
  for (const { refs, tags } of osm.ways) {
    const way = classifyWay(tags);
    if (way === null && !isWalkable(tags)) continue;
    ways.push({ refs, way });
    refs.forEach((ref, i) => {
      const isEnd = i === 0 || i === refs.length - 1;
      uses.set(ref, (uses.get(ref) ?? 0) + (isEnd ? 2 : 1));
    });
  }
  const pieces: RoadPiece[] = [];
  for (const { refs, way } of ways) {
    let points: Point[] = [];
    let from: number | undefined;
    for (const ref of refs) {
      const place = osm.nodes.lngLat(ref);
      if (!place) {
        // The extract ends here, so the rest of the way starts at its next node.
        points = [];
        from = undefined;
        continue;
      }
      points.push({ lat: place[1], lng: place[0] });
      from ??= ref;
      if (points.length < 2 || (uses.get(ref) ?? 0) < 2) continue;
      pieces.push({ way, points, metres: lengthOf(points), from, to: ref });
      points = [{ lat: place[1], lng: place[0] }];
      from = ref;
    }
  }
  return pieces;
}

function metresBetween(one: Point, other: Point): number {
  const cosine = Math.cos((((one.lat + other.lat) / 2) * Math.PI) / 180);
  return METRES_PER_DEGREE * Math.hypot(other.lat - one.lat, (other.lng - one.lng) * cosine);
}

function lengthOf(points: readonly Point[]): number {
  let metres = 0;
  points.forEach((point, i) => {
    const before = points[i - 1];
    if (before) metres += metresBetween(before, point);
  });
  return metres;
}

/** Returns the direction of the points at their first point, in degrees clockwise from north. */
function headingOf(points: readonly Point[]): number {
  const [first] = points;
  if (!first) return 0;
  const ahead =
    points.find((point) => metresBetween(first, point) >= HEADING_METRES) ?? points.at(-1) ?? first;
  const cosine = Math.cos((first.lat * Math.PI) / 180);
  const degrees = (Math.atan2((ahead.lng - first.lng) * cosine, ahead.lat - first.lat) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

const isTurnChannel = ({ way, metres }: RoadPiece): boolean =>
  way?.use === 'link' && way.roadClass >= 2 && metres <= MAX_TURN_CHANNEL_METRES;

const armUse = (piece: RoadPiece): Arm['use'] => {
  if (piece.way?.use !== 'link') return 'road';
  return isTurnChannel(piece) ? 'turn-channel' : 'ramp';
};

/**
 * Returns the key of an arm. Each end of a piece is an arm; both belong to the same junction when the road is a loop.
 */
const armKey = (piece: number, isLastPoint: boolean): number => piece * 2 + (isLastPoint ? 1 : 0);

function joinPieces(
  pieces: readonly RoadPiece[],
  signals: ReadonlySet<number>,
): ReadonlyMap<number, JunctionDraft> {
  const junctions = new Map<number, JunctionDraft>();
  function addArm(node: number, key: number, point: Point | undefined, arm: Arm): void {
    const known = junctions.get(node);
    const junction = known ?? {
      arms: new Map<number, Arm>(),
      outgoing: [],
      point: point ?? { lat: 0, lng: 0 },
      hasSignals: signals.has(node),
    };
    junction.arms.set(key, arm);
    if (!known) junctions.set(node, junction);
  }
  pieces.forEach((piece, number) => {
    const { way, points } = piece;
    const use = armUse(piece);
    addArm(piece.from, armKey(number, false), points[0], {
      heading: headingOf(points),
      way,
      use,
      isInbound: way?.backward ?? false,
    });
    addArm(piece.to, armKey(number, true), points.at(-1), {
      heading: headingOf([...points].reverse()),
      way,
      use,
      isInbound: way?.forward ?? false,
    });
  });
  return junctions;
}

type Density = (place: Point) => number;

/** Creates the edges, and fills `outgoing` of the junctions. */
function createEdges(
  pieces: readonly RoadPiece[],
  junctions: ReadonlyMap<number, JunctionDraft>,
  density: Density,
): EdgeDraft[] {
  const edges: EdgeDraft[] = [];
  function addEdge(number: number, piece: RoadPiece, way: DrivableWay, isAgainst: boolean): void {
    const from = isAgainst ? piece.to : piece.from;
    const start = junctions.get(from);
    const around = start ? density(start.point) : 0;
    const speed = speedOf(way, around, isTurnChannel(piece));
    const seconds = (piece.metres * SECONDS_PER_METRE_AT_KMH) / speed;
    start?.outgoing.push(edges.length);
    edges.push({
      piece: number,
      isAgainst,
      from,
      to: isAgainst ? piece.from : piece.to,
      seconds,
      cost: seconds * costFactorOf(way, around),
      metres: piece.metres,
    });
  }
  pieces.forEach((piece, number) => {
    if (piece.way === null) return;
    if (piece.way.forward) addEdge(number, piece, piece.way, false);
    if (piece.way.backward) addEdge(number, piece, piece.way, true);
  });
  return edges;
}

interface TurnDraft {
  readonly to: number;
  readonly seconds: number;
  readonly cost: number;
}

/** Creates the turns from each edge. U-turns are allowed only at the end of a road. */
function createTurns(
  pieces: readonly RoadPiece[],
  edges: readonly EdgeDraft[],
  junctions: ReadonlyMap<number, JunctionDraft>,
  density: Density,
): TurnDraft[][] {
  const complete = new Map<number, Junction>();
  const junctionAt = (node: number, { arms, hasSignals, point }: JunctionDraft): Junction => {
    const junction = complete.get(node) ?? { arms: [...arms.values()], hasSignals, density: density(point) };
    complete.set(node, junction);
    return junction;
  };
  return edges.map((edge) => {
    const draft = junctions.get(edge.to);
    const from = draft?.arms.get(armKey(edge.piece, !edge.isAgainst));
    if (!draft || !from) return [];
    const junction = junctionAt(edge.to, draft);
    const others = draft.outgoing.filter((next) => {
      const other = edges[next];
      const isLoop = pieces[edge.piece]?.from === pieces[edge.piece]?.to;
      return other?.piece !== edge.piece || (isLoop && other.isAgainst === edge.isAgainst);
    });
    return (others.length > 0 ? others : draft.outgoing).flatMap((next) => {
      const other = edges[next];
      const to = other && draft.arms.get(armKey(other.piece, other.isAgainst));
      return to ? [{ to: next, ...turnAt(junction, from, to) }] : [];
    });
  });
}

/** Stores the edges that a car can both reach and leave in typed arrays. */
function storeEdges(
  pieces: readonly RoadPiece[],
  edges: readonly EdgeDraft[],
  turns: readonly (readonly TurnDraft[])[],
): StoredRoads {
  const member = connectedEdges(
    {
      start: startsOf(turns.map(({ length }) => length)),
      to: Uint32Array.from(turns.flat(), ({ to }) => to),
    },
    Uint32Array.from(edges, ({ piece }) => piece),
  );
  const areas = edges.map(({ piece }) => areaCode(pieces[piece]?.points[0]));
  const stored = edges
    .flatMap((_, edge) => (member[edge] === 1 ? [edge] : []))
    .sort((one, other) => (areas[one] ?? 0) - (areas[other] ?? 0));
  const numberOf = new Map(stored.map((edge, number) => [edge, number]));
  const drafts = stored.flatMap((edge) => edges[edge] ?? []);
  const roadOf = new Map<number, number>();
  for (const { piece } of drafts) if (!roadOf.has(piece)) roadOf.set(piece, roadOf.size);
  const roads = [...roadOf.keys()].flatMap((piece) => pieces[piece] ?? []);
  const points = roads.flatMap((road) => road.points);
  const storedTurns = stored.map((edge) => (turns[edge] ?? []).filter(({ to }) => numberOf.has(to)));
  const flat = storedTurns.flat();
  return {
    pointStart: startsOf(roads.map((road) => road.points.length)),
    pointLat: Int32Array.from(points, ({ lat }) => Math.round(lat * 1e7)),
    pointLng: Int32Array.from(points, ({ lng }) => Math.round(lng * 1e7)),
    edgeRoad: Uint32Array.from(
      drafts,
      ({ piece, isAgainst }) => (roadOf.get(piece) ?? 0) * 2 + (isAgainst ? 1 : 0),
    ),
    edgeSeconds: Float32Array.from(drafts, ({ seconds }) => seconds),
    edgeMetres: Float32Array.from(drafts, ({ metres }) => metres),
    edgeCost: Float32Array.from(drafts, ({ cost }) => cost),
    turnStart: startsOf(storedTurns.map(({ length }) => length)),
    turnTo: Uint32Array.from(flat, ({ to }) => numberOf.get(to) ?? 0),
    turnSeconds: Float32Array.from(flat, ({ seconds }) => seconds),
    turnCost: Float32Array.from(flat, ({ cost }) => cost),
  };
}

/** About 110 m. */
const AREA_DEGREES = 0.001;
const AREA_BITS = 18;

/**
 * Returns a number that is similar for places near each other, by interleaving the bits of row and column (Z-order).
 * Edges sorted by it are stored near their neighbours in memory.
 */
function areaCode(place: Point | undefined): number {
  const row = Math.floor(((place?.lat ?? 0) + 90) / AREA_DEGREES);
  const column = Math.floor(((place?.lng ?? 0) + 180) / AREA_DEGREES);
  let code = 0;
  for (let bit = AREA_BITS; bit >= 0; bit -= 1)
    code = code * 4 + ((row >> bit) & 1) * 2 + ((column >> bit) & 1);
  return code;
}

/**
 * Returns the start index of each list when lists of these lengths are concatenated, and the total length at the end.
 */
function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, i) => {
    starts[i + 1] = (starts[i] ?? 0) + length;
  });
  return starts;
}
