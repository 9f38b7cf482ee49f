// The road graph: directed edges between junctions and the turns from one to the next, in typed arrays.
import { createRoadIndex, type RoadIndex } from './road-index.ts';

/**
 * What the file holds. A road is a piece of street between two junctions; each direction that a car may drive it in is
 * an edge. `cost` is what a driver avoids, in seconds of equal worth; a route has the least cost, and then its seconds.
 */
export interface StoredRoads {
  /** Points of road r: pointStart[r] up to pointStart[r + 1], in 1e-7 degree. */
  readonly pointStart: Uint32Array;
  readonly pointLat: Int32Array;
  readonly pointLng: Int32Array;
  /** Twice the number of the edge's road, plus 1 for the edge against the order of its points. */
  readonly edgeRoad: Uint32Array;
  readonly edgeSeconds: Float32Array;
  readonly edgeMetres: Float32Array;
  readonly edgeCost: Float32Array;
  /** Turns from edge e: turnStart[e] up to turnStart[e + 1]; seconds and cost are those of the junction alone. */
  readonly turnStart: Uint32Array;
  readonly turnTo: Uint32Array;
  readonly turnSeconds: Float32Array;
  readonly turnCost: Float32Array;
}

/** Turns onto edge e: start[e] up to start[e + 1]. */
export interface IncomingTurns {
  readonly start: Uint32Array;
  readonly from: Uint32Array;
  readonly seconds: Float32Array;
  readonly cost: Float32Array;
}

export interface RoadGraph extends StoredRoads {
  readonly edgeCount: number;
  readonly incoming: IncomingTurns;
  readonly index: RoadIndex;
}

/** Adds what can be computed from the stored part: a few milliseconds for a city. */
export function completeRoadGraph(stored: StoredRoads): RoadGraph {
  return {
    ...stored,
    edgeCount: stored.edgeRoad.length,
    incoming: incomingTurns(stored),
    index: createRoadIndex(stored),
  };
}

function incomingTurns({ turnStart, turnTo, turnSeconds, turnCost }: StoredRoads): IncomingTurns {
  const edges = turnStart.length - 1;
  const start = new Uint32Array(edges + 1);
  for (const to of turnTo) start[to + 1] = (start[to + 1] ?? 0) + 1;
  for (let edge = 0; edge < edges; edge += 1) start[edge + 1] = (start[edge + 1] ?? 0) + (start[edge] ?? 0);
  const next = start.slice();
  const from = new Uint32Array(turnTo.length);
  const seconds = new Float32Array(turnTo.length);
  const cost = new Float32Array(turnTo.length);
  for (let edge = 0; edge < edges; edge += 1) {
    for (let turn = turnStart[edge] ?? 0; turn < (turnStart[edge + 1] ?? 0); turn += 1) {
      const to = turnTo[turn] ?? 0;
      const at = next[to] ?? 0;
      next[to] = at + 1;
      from[at] = edge;
      seconds[at] = turnSeconds[turn] ?? 0;
      cost[at] = turnCost[turn] ?? 0;
    }
  }
  return { start, from, seconds, cost };
}
