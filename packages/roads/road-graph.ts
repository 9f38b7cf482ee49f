// The road graph: directed edges between junctions and the turns from one to the next, in typed arrays.
import { createRoadIndex, type RoadIndex } from './road-index.ts';
import type { StoredRoads } from './stored-roads.ts';

/** The turns onto edge e are at start[e] up to start[e + 1]. */
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

/** Adds the data that is computed from the stored part, which takes a few milliseconds for a city. */
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
