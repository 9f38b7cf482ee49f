// Search for travel times: Dijkstra's algorithm over the edges of the road graph, from one place to many.
import type { LatLng } from '@kerb/domain/geo';
import type { RoadGraph } from './road-graph.ts';

export interface RoadTravel {
  readonly seconds: number;
  readonly metres: number;
}

/** `to-one` searches from the destination, against the direction of driving. */
export type Direction = 'to-one' | 'from-one';

export interface SearchTerms {
  readonly direction: Direction;
  readonly one: LatLng;
  readonly many: readonly LatLng[];
  readonly withinSeconds: number;
  readonly snapMetres: number;
}

/** A place on an edge, and the share of the edge that is driven from or to it, 0 to 1. */
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

/** A target on an edge, and the share of the edge that is driven to reach it. */
interface TargetOnEdge {
  readonly target: Target;
  readonly share: number;
}

/** Costs are integers in units of this fraction of a second, so that sums are exact and comparisons fast. */
const COST_UNITS = 16_384;
/** Maximum cost in seconds of an edge or turn, and of a route. Their sum in cost units fits into 32 bits. */
const MAX_PART_COST = 10_000;
const MAX_COST = 100_000;
/**
 * Number of buckets of one second of cost each. A label with a higher cost is put into the last bucket and moved on
 * from there.
 */
const BUCKETS = 4096;
const NONE = -1;

// Data that is used together is stored together, so that one memory access loads all of it. Words of an edge: the index
// of its first turn, and its total cost, seconds and metres. A further entry after the last edge has the end index of
// the turns.
const EDGE_WORDS = 4;
const EDGE_TURNS = 0;
const EDGE_COST = 1;
const EDGE_SECONDS = 2;
const EDGE_METRES = 3;
// Words of a turn.
const TURN_WORDS = 3;
const TURN_EDGE = 0;
const TURN_COST = 1;
const TURN_SECONDS = 2;
// Words of a label, the state of an edge in a search. A mark is valid when it equals the number of the current search.
const LABEL_WORDS = 8;
const LABEL_MARK = 0;
const LABEL_DONE_MARK = 1;
const LABEL_TARGET_MARK = 2;
const LABEL_COST = 3;
const LABEL_SECONDS = 4;
const LABEL_METRES = 5;
// Words of an entry of a bucket.
const ENTRY_WORDS = 2;
const ENTRY_EDGE = 0;
const ENTRY_NEXT = 1;
const FIRST_ENTRIES = 64;

/** 32-bit words that can be read as integers or as floating-point numbers. */
class Words {
  readonly int: Int32Array;
  readonly float: Float32Array;

  constructor(length: number) {
    this.int = new Int32Array(length);
    this.float = new Float32Array(this.int.buffer);
  }
}

/** Edges and turns in the order needed for one direction of search. */
interface Network {
  readonly edges: Words;
  readonly turns: Words;
}

const unitsOf = (seconds: number): number => Math.round(Math.min(seconds, MAX_PART_COST) * COST_UNITS);

function createNetwork(graph: RoadGraph, direction: Direction): Network {
  const { incoming } = graph;
  const isReverse = direction === 'to-one';
  const start = isReverse ? incoming.start : graph.turnStart;
  const neighbour = isReverse ? incoming.from : graph.turnTo;
  const cost = isReverse ? incoming.cost : graph.turnCost;
  const seconds = isReverse ? incoming.seconds : graph.turnSeconds;
  const edges = new Words((graph.edgeCount + 1) * EDGE_WORDS);
  for (let edge = 0; edge <= graph.edgeCount; edge += 1) {
    const at = edge * EDGE_WORDS;
    edges.int[at + EDGE_TURNS] = (start[edge] ?? 0) * TURN_WORDS;
    edges.int[at + EDGE_COST] = unitsOf(graph.edgeCost[edge] ?? 0);
    edges.float[at + EDGE_SECONDS] = graph.edgeSeconds[edge] ?? 0;
    edges.float[at + EDGE_METRES] = graph.edgeMetres[edge] ?? 0;
  }
  const turns = new Words(neighbour.length * TURN_WORDS);
  neighbour.forEach((to, turn) => {
    const at = turn * TURN_WORDS;
    turns.int[at + TURN_EDGE] = to;
    turns.int[at + TURN_COST] = unitsOf(cost[turn] ?? 0);
    turns.float[at + TURN_SECONDS] = seconds[turn] ?? 0;
  });
  return { edges, turns };
}

/**
 * The label of an edge is the cost between the origin of the search and the nearer end of the edge, including the turn
 * there; the cost of the edge itself is added when its neighbours are labelled. While a bucket is processed, a label in
 * it can still improve, and its edge is then visited again; labels are final when their bucket is empty. The next
 * search reuses all memory.
 */
export class Search {
  readonly #graph: RoadGraph;
  readonly #labels: Words;
  readonly #networks = new Map<Direction, Network>();
  readonly #head = new Int32Array(BUCKETS);
  #entries = new Int32Array(FIRST_ENTRIES * ENTRY_WORDS);
  /** Number of words of #entries in use. */
  #entriesEnd = 0;
  /** Number of entries in buckets, including those outdated by a better label. */
  #waiting = 0;
  #mark = 0;
  /** Cost in whole seconds at which the current bucket begins. */
  #now = 0;

  constructor(graph: RoadGraph) {
    this.#graph = graph;
    this.#labels = new Words(graph.edgeCount * LABEL_WORDS);
  }

  /**
   * Returns the results in the order of `many`; null without a route, or when the place is too far from a road or by
   * road.
   */
  run({ direction, one, many, withinSeconds, snapMetres }: SearchTerms): (RoadTravel | null)[] {
    const source = this.#placesOf(one, direction === 'from-one', snapMetres);
    const targets = many.map<Target>((place) => ({
      places: source.length === 0 ? [] : this.#placesOf(place, direction === 'to-one', snapMetres),
      cost: Number.POSITIVE_INFINITY,
      seconds: Number.POSITIVE_INFINITY,
      metres: 0,
    }));
    this.#begin();
    for (const target of targets) this.#driveAlongOneEdge(source, target);
    const network = this.#networkOf(direction);
    for (const place of source) this.#setOut(network, place);
    this.#settleAll(network, targets, withinSeconds);
    return targets.map(({ seconds, metres }) => (seconds <= withinSeconds ? { seconds, metres } : null));
  }

  #networkOf(direction: Direction): Network {
    const known = this.#networks.get(direction);
    const network = known ?? createNetwork(this.#graph, direction);
    if (!known) this.#networks.set(direction, network);
    return network;
  }

  /** `isLeft`: the car starts at the place and drives the rest of the edge; otherwise it drives up to the place. */
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
    this.#mark += 1;
    if (this.#mark > 0x7fff_fffe) {
      this.#labels.int.fill(0);
      this.#mark = 1;
    }
    this.#head.fill(NONE);
    this.#entriesEnd = 0;
    this.#waiting = 0;
    this.#now = 0;
  }

  #setOut(network: Network, { edge, share }: EdgePlace): void {
    const cost = unitsOf(share * (this.#graph.edgeCost[edge] ?? 0));
    const seconds = share * (this.#graph.edgeSeconds[edge] ?? 0);
    this.#spread(network, edge, cost, seconds, share * (this.#graph.edgeMetres[edge] ?? 0));
  }

  /** Handles routes within one edge, where the source lies before the target: their shares then overlap. */
  #driveAlongOneEdge(source: readonly EdgePlace[], target: Target): void {
    for (const from of source) {
      for (const to of target.places) {
        const share = from.share + to.share - 1;
        if (from.edge === to.edge && share >= 0) this.#improve(target, to.edge, share, 0, 0, 0);
      }
    }
  }

  /** Replaces the route of a target by one that ends on this share of an edge, if it costs less than the known one. */
  #improve(target: Target, edge: number, share: number, cost: number, seconds: number, metres: number): void {
    const total = cost + share * (this.#graph.edgeCost[edge] ?? 0);
    if (total >= target.cost) return;
    target.cost = total;
    target.seconds = seconds + share * (this.#graph.edgeSeconds[edge] ?? 0);
    target.metres = metres + share * (this.#graph.edgeMetres[edge] ?? 0);
  }

  /** Labels the neighbours of an edge, given the cost of the route up to their turns. */
  #spread({ edges, turns }: Network, edge: number, cost: number, seconds: number, metres: number): void {
    const labels = this.#labels.int;
    const fractions = this.#labels.float;
    const turnWords = turns.int;
    const mark = this.#mark;
    const at = edge * EDGE_WORDS;
    const end = edges.int[at + EDGE_WORDS + EDGE_TURNS] ?? 0;
    for (let turn = edges.int[at + EDGE_TURNS] ?? 0; turn < end; turn += TURN_WORDS) {
      const neighbour = turnWords[turn + TURN_EDGE] ?? 0;
      const label = neighbour * LABEL_WORDS;
      const total = cost + (turnWords[turn + TURN_COST] ?? 0);
      if (labels[label + LABEL_MARK] === mark && total >= (labels[label + LABEL_COST] ?? 0)) continue;
      labels[label + LABEL_MARK] = mark;
      labels[label + LABEL_DONE_MARK] = 0;
      labels[label + LABEL_COST] = total;
      fractions[label + LABEL_SECONDS] = seconds + (turns.float[turn + TURN_SECONDS] ?? 0);
      fractions[label + LABEL_METRES] = metres;
      this.#enqueue(neighbour, total);
    }
  }

  #enqueue(edge: number, cost: number): void {
    const bucket = Math.min((cost / COST_UNITS) | 0, this.#now + BUCKETS - 1) % BUCKETS;
    const entry = this.#entriesEnd;
    if (entry === this.#entries.length) this.#growEntries();
    this.#entries[entry + ENTRY_EDGE] = edge;
    this.#entries[entry + ENTRY_NEXT] = this.#head[bucket] ?? NONE;
    this.#head[bucket] = entry;
    this.#entriesEnd = entry + ENTRY_WORDS;
    this.#waiting += 1;
  }

  #growEntries(): void {
    const entries = new Int32Array(this.#entries.length * 2);
    entries.set(this.#entries);
    this.#entries = entries;
  }

  #settleAll(network: Network, targets: readonly Target[], withinSeconds: number): void {
    const targetsOf = this.#markTargets(targets);
    const isOpen = ({ places, cost }: Target): boolean =>
      places.length > 0 && cost === Number.POSITIVE_INFINITY;
    let open = targets.filter(isOpen).length;
    let limit = open > 0 ? Number.POSITIVE_INFINITY : highestCost(targets);
    for (; this.#waiting > 0 && this.#now <= limit; this.#now += 1) {
      const reached = this.#emptyBucket(network, withinSeconds);
      if (reached.length === 0) continue;
      for (const edge of reached) {
        const label = edge * LABEL_WORDS;
        const cost = (this.#labels.int[label + LABEL_COST] ?? 0) / COST_UNITS;
        const seconds = this.#labels.float[label + LABEL_SECONDS] ?? 0;
        const metres = this.#labels.float[label + LABEL_METRES] ?? 0;
        for (const { target, share } of targetsOf.get(edge) ?? []) {
          if (target.cost === Number.POSITIVE_INFINITY) open -= 1;
          this.#improve(target, edge, share, cost, seconds, metres);
        }
      }
      if (open === 0) limit = highestCost(targets);
    }
  }

  #markTargets(targets: readonly Target[]): Map<number, TargetOnEdge[]> {
    const targetsOf = new Map<number, TargetOnEdge[]>();
    for (const target of targets) {
      for (const { edge, share } of target.places) {
        this.#labels.int[edge * LABEL_WORDS + LABEL_TARGET_MARK] = this.#mark;
        const others = targetsOf.get(edge);
        if (others) others.push({ target, share });
        else targetsOf.set(edge, [{ target, share }]);
      }
    }
    return targetsOf;
  }

  /** Processes the current bucket and returns the edges with targets whose labels are now final. */
  #emptyBucket(network: Network, withinSeconds: number): number[] {
    const reached: number[] = [];
    const labels = this.#labels;
    const mark = this.#mark;
    const bucket = this.#now % BUCKETS;
    for (let entry = this.#head[bucket] ?? NONE; entry !== NONE; entry = this.#head[bucket] ?? NONE) {
      const edge = this.#entries[entry + ENTRY_EDGE] ?? 0;
      this.#head[bucket] = this.#entries[entry + ENTRY_NEXT] ?? NONE;
      this.#waiting -= 1;
      const label = edge * LABEL_WORDS;
      if (labels.int[label + LABEL_DONE_MARK] === mark) continue;
      const cost = labels.int[label + LABEL_COST] ?? 0;
      if (cost >= (this.#now + 1) * COST_UNITS) {
        this.#enqueue(edge, cost);
        continue;
      }
      labels.int[label + LABEL_DONE_MARK] = mark;
      const seconds = labels.float[label + LABEL_SECONDS] ?? 0;
      if (seconds > withinSeconds || cost > MAX_COST * COST_UNITS) continue;
      if (labels.int[label + LABEL_TARGET_MARK] === mark) reached.push(edge);
      const at = edge * EDGE_WORDS;
      this.#spread(
        network,
        edge,
        cost + (network.edges.int[at + EDGE_COST] ?? 0),
        seconds + (network.edges.float[at + EDGE_SECONDS] ?? 0),
        (labels.float[label + LABEL_METRES] ?? 0) + (network.edges.float[at + EDGE_METRES] ?? 0),
      );
    }
    return reached;
  }
}

/** Returns the highest cost among the targets that have a route. */
function highestCost(targets: readonly Target[]): number {
  let most = 0;
  for (const { cost } of targets) if (cost !== Number.POSITIVE_INFINITY && cost > most) most = cost;
  return most;
}
