// Travel times by road between one place and many: one search over the road graph that ends when all are reached.
import type { LatLng } from '@kerb/domain/geo';
import type { RoadGraph } from './road-graph.ts';

export interface RoadTravel {
  readonly seconds: number;
  readonly metres: number;
}

export interface ArrivalOptions {
  /**
   * Places further than this by road are null; the search does not go there. A place whose best route takes longer, and
   * another one does not, gets that other one.
   */
  readonly withinSeconds?: number;
  /** Places further than this from any road are null. */
  readonly snapMetres?: number;
}

const WITHIN_SECONDS = 7200;
const SNAP_METRES = 500;

/** From each start to the destination, in the order of `starts`; null where no road leads or it is too far. */
export function arrivalTimes(
  graph: RoadGraph,
  destination: LatLng,
  starts: readonly LatLng[],
  options: ArrivalOptions = {},
): (RoadTravel | null)[] {
  return searchOf(graph).run('to-one', destination, starts, options);
}

/** From the start to each destination, in their order; null where no road leads or it is too far. */
export function timesFrom(
  graph: RoadGraph,
  start: LatLng,
  destinations: readonly LatLng[],
  options: ArrivalOptions = {},
): (RoadTravel | null)[] {
  return searchOf(graph).run('from-one', start, destinations, options);
}

export function travelTime(
  graph: RoadGraph,
  from: LatLng,
  to: LatLng,
  options: ArrivalOptions = {},
): RoadTravel | null {
  return timesFrom(graph, from, [to], options)[0] ?? null;
}

type Direction = 'to-one' | 'from-one';

/** The edges before each edge, or those after it, with the turns between them. */
interface Neighbours {
  readonly start: Uint32Array;
  readonly edge: Uint32Array;
  readonly seconds: Float32Array;
  readonly cost: Float32Array;
}

function neighboursOf(
  { incoming, turnStart, turnTo, turnSeconds, turnCost }: RoadGraph,
  direction: Direction,
): Neighbours {
  return direction === 'to-one'
    ? { start: incoming.start, edge: incoming.from, seconds: incoming.seconds, cost: incoming.cost }
    : { start: turnStart, edge: turnTo, seconds: turnSeconds, cost: turnCost };
}

/** A place on an edge, and the share of the edge that is driven to or from it, 0 to 1. */
interface EdgePlace {
  readonly edge: number;
  readonly share: number;
}

interface Target {
  readonly places: readonly EdgePlace[];
  cost: number;
  seconds: number;
  metres: number;
}

const searches = new WeakMap<RoadGraph, Search>();

function searchOf(graph: RoadGraph): Search {
  const known = searches.get(graph);
  if (known) return known;
  const search = new Search(graph);
  searches.set(graph, search);
  return search;
}

/** Buckets of one second of cost each. A label further ahead waits in the last bucket and is moved on from there. */
const BUCKETS = 4096;
const NONE = -1;

/**
 * Dijkstra's algorithm over edges, with a queue of buckets. The label of an edge is the cost between the place searched
 * from and the nearer end of the edge, the turn onto it included; the edge itself is added when its neighbours get
 * theirs. Inside a bucket a label may still improve and its edge is then visited again; labels are final when their
 * bucket is empty. The arrays are reused by all searches: a label counts only with the stamp of the current one.
 */
class Search {
  readonly #graph: RoadGraph;
  readonly #stamp: Uint32Array;
  readonly #targetStamp: Uint32Array;
  readonly #cost: Float32Array;
  readonly #seconds: Float32Array;
  readonly #metres: Float32Array;
  /** Bucket that an edge waits in, or NONE, and its neighbours there. */
  readonly #bucket: Int32Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #head = new Int32Array(BUCKETS).fill(NONE);
  #generation = 0;
  #waiting = 0;
  /** The first second of cost of the bucket being emptied. */
  #now = 0;

  constructor(graph: RoadGraph) {
    const { edgeCount } = graph;
    this.#graph = graph;
    this.#stamp = new Uint32Array(edgeCount);
    this.#targetStamp = new Uint32Array(edgeCount);
    this.#cost = new Float32Array(edgeCount);
    this.#seconds = new Float32Array(edgeCount);
    this.#metres = new Float32Array(edgeCount);
    this.#bucket = new Int32Array(edgeCount).fill(NONE);
    this.#next = new Int32Array(edgeCount);
    this.#previous = new Int32Array(edgeCount);
  }

  run(
    direction: Direction,
    one: LatLng,
    many: readonly LatLng[],
    { withinSeconds = WITHIN_SECONDS, snapMetres = SNAP_METRES }: ArrivalOptions,
  ): (RoadTravel | null)[] {
    const source = this.#placesOf(one, direction === 'from-one', snapMetres);
    const targets = many.map<Target>((place) => ({
      places: source.length === 0 ? [] : this.#placesOf(place, direction === 'to-one', snapMetres),
      cost: Number.POSITIVE_INFINITY,
      seconds: Number.POSITIVE_INFINITY,
      metres: 0,
    }));
    this.#begin();
    for (const target of targets) this.#driveAlongOneEdge(source, target);
    const neighbours = neighboursOf(this.#graph, direction);
    for (const place of source) this.#spread(neighbours, place.edge, place.share, 0, 0, 0);
    this.#settleAll(neighbours, targets, withinSeconds);
    this.#clear();
    return targets.map(({ seconds, metres }) => (seconds <= withinSeconds ? { seconds, metres } : null));
  }

  /** `isLeft`: the car leaves from the place and drives the rest of the edge; else it drives up to the place. */
  #placesOf(place: LatLng, isLeft: boolean, snapMetres: number): EdgePlace[] {
    const { index } = this.#graph;
    const snapped = index.snap(place, snapMetres);
    if (snapped === null) return [];
    const { road, share } = snapped;
    const along = { edge: index.forwardEdge[road] ?? NONE, share: isLeft ? 1 - share : share };
    const against = { edge: index.backwardEdge[road] ?? NONE, share: isLeft ? share : 1 - share };
    return [along, against].filter(({ edge }) => edge !== NONE);
  }

  #begin(): void {
    this.#generation += 1;
    if (this.#generation > 0xffff_fffe) {
      this.#stamp.fill(0);
      this.#targetStamp.fill(0);
      this.#generation = 1;
    }
    this.#now = 0;
    this.#waiting = 0;
  }

  /** Both places on one edge, in the order of driving: the shares then overlap. */
  #driveAlongOneEdge(source: readonly EdgePlace[], target: Target): void {
    for (const from of source) {
      for (const to of target.places) {
        const share = from.share + to.share - 1;
        if (from.edge === to.edge && share >= 0) this.#improve(target, to.edge, share, 0, 0, 0);
      }
    }
  }

  /** Takes a route to a target that ends with a share of an edge, if it costs less than the one known. */
  #improve(target: Target, edge: number, share: number, cost: number, seconds: number, metres: number): void {
    const total = cost + share * (this.#graph.edgeCost[edge] ?? 0);
    if (total >= target.cost) return;
    target.cost = total;
    target.seconds = seconds + share * (this.#graph.edgeSeconds[edge] ?? 0);
    target.metres = metres + share * (this.#graph.edgeMetres[edge] ?? 0);
  }

  /** Labels the neighbours of an edge of which `share` is driven. */
  #spread(
    { start, edge: neighbour, seconds: turnSeconds, cost: turnCost }: Neighbours,
    edge: number,
    share: number,
    cost: number,
    seconds: number,
    metres: number,
  ): void {
    const graph = this.#graph;
    const stamps = this.#stamp;
    const costs = this.#cost;
    const generation = this.#generation;
    const beforeCost = cost + share * (graph.edgeCost[edge] ?? 0);
    const beforeSeconds = seconds + share * (graph.edgeSeconds[edge] ?? 0);
    const beforeMetres = metres + share * (graph.edgeMetres[edge] ?? 0);
    const end = start[edge + 1] ?? 0;
    for (let turn = start[edge] ?? 0; turn < end; turn += 1) {
      const next = neighbour[turn] ?? 0;
      // Rounded as it is stored, so that a label never counts as better than itself.
      const label = Math.fround(beforeCost + (turnCost[turn] ?? 0));
      if (stamps[next] === generation && label >= (costs[next] ?? 0)) continue;
      stamps[next] = generation;
      costs[next] = label;
      this.#seconds[next] = beforeSeconds + (turnSeconds[turn] ?? 0);
      this.#metres[next] = beforeMetres;
      this.#enqueue(next, label);
    }
  }

  #enqueue(edge: number, cost: number): void {
    if (this.#bucket[edge] !== NONE) this.#remove(edge);
    const bucket = Math.min(Math.floor(cost), this.#now + BUCKETS - 1) % BUCKETS;
    const first = this.#head[bucket] ?? NONE;
    this.#bucket[edge] = bucket;
    this.#next[edge] = first;
    this.#previous[edge] = NONE;
    if (first !== NONE) this.#previous[first] = edge;
    this.#head[bucket] = edge;
    this.#waiting += 1;
  }

  #remove(edge: number): void {
    const next = this.#next[edge] ?? NONE;
    const previous = this.#previous[edge] ?? NONE;
    if (previous === NONE) this.#head[this.#bucket[edge] ?? 0] = next;
    else this.#next[previous] = next;
    if (next !== NONE) this.#previous[next] = previous;
    this.#bucket[edge] = NONE;
    this.#waiting -= 1;
  }

  #settleAll(neighbours: Neighbours, targets: readonly Target[], withinSeconds: number): void {
    const targetsOf = this.#markTargets(targets);
    let unreached = targets.filter(
      ({ places, cost }) => places.length > 0 && cost === Number.POSITIVE_INFINITY,
    ).length;
    let limit = unreached > 0 ? Number.POSITIVE_INFINITY : highest(targets);
    for (; this.#waiting > 0 && this.#now <= limit; this.#now += 1) {
      const reached = this.#emptyBucket(neighbours, withinSeconds);
      if (reached.length === 0) continue;
      for (const edge of reached) {
        for (const [target, share] of targetsOf.get(edge) ?? []) {
          if (target.cost === Number.POSITIVE_INFINITY) unreached -= 1;
          const label = this.#cost[edge] ?? 0;
          this.#improve(target, edge, share, label, this.#seconds[edge] ?? 0, this.#metres[edge] ?? 0);
        }
      }
      if (unreached === 0) limit = highest(targets);
    }
  }

  #markTargets(targets: readonly Target[]): Map<number, [Target, share: number][]> {
    const targetsOf = new Map<number, [Target, share: number][]>();
    for (const target of targets) {
      for (const { edge, share } of target.places) {
        this.#targetStamp[edge] = this.#generation;
        const others = targetsOf.get(edge);
        if (others) others.push([target, share]);
        else targetsOf.set(edge, [[target, share]]);
      }
    }
    return targetsOf;
  }

  /** Answers the edges with targets whose labels are now final. */
  #emptyBucket(neighbours: Neighbours, withinSeconds: number): number[] {
    const reached: number[] = [];
    const bucket = this.#now % BUCKETS;
    for (let edge = this.#head[bucket] ?? NONE; edge !== NONE; edge = this.#head[bucket] ?? NONE) {
      this.#remove(edge);
      const cost = this.#cost[edge] ?? 0;
      if (cost >= this.#now + 1) {
        this.#enqueue(edge, cost);
        continue;
      }
      const seconds = this.#seconds[edge] ?? 0;
      if (seconds > withinSeconds) continue;
      if (this.#targetStamp[edge] === this.#generation) reached.push(edge);
      this.#spread(neighbours, edge, 1, cost, seconds, this.#metres[edge] ?? 0);
    }
    return reached;
  }

  /** Empties the buckets that a search that ended early has left filled. */
  #clear(): void {
    for (let bucket = 0; bucket < BUCKETS && this.#waiting > 0; bucket += 1) {
      for (let edge = this.#head[bucket] ?? NONE; edge !== NONE; edge = this.#head[bucket] ?? NONE)
        this.#remove(edge);
    }
  }
}

/** The highest cost of the targets that have a route. */
function highest(targets: readonly Target[]): number {
  let most = 0;
  for (const { cost } of targets) if (cost !== Number.POSITIVE_INFINITY && cost > most) most = cost;
  return most;
}
