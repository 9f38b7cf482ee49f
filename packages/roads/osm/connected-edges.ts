// Selects the edges of the road graph: those of roads that a car can both reach and leave.

/** Adjacency list: the neighbours of i are to[start[i]] up to to[start[i + 1]]. */
export interface Adjacency {
  readonly start: Uint32Array;
  readonly to: Uint32Array;
}

const UNSEEN = 0;

/**
 * Returns 1 for each edge of the graph. Its core is the largest set of edges that all reach each other. A road belongs
 * to the graph when one of its edges reaches the core and one is reached from it. These can be different edges, because
 * a car on a two-way street can leave it in either direction. `roadOf`: the road of each edge.
 */
export function connectedEdges(turns: Adjacency, roadOf: Uint32Array): Uint8Array {
  let members = new Uint8Array(roadOf.length).fill(1);
  // Removing roads can disconnect other roads, so the selection is repeated until it does not change.
  for (;;) {
    const forward = restrict(turns, members);
    const core = largestComponent(forward, members);
    const isReached = spread(forward, core);
    const isReaching = spread(reverse(forward), core);
    const reachedRoads = new Set<number>();
    const reachingRoads = new Set<number>();
    roadOf.forEach((road, edge) => {
      if (isReached[edge]) reachedRoads.add(road);
      if (isReaching[edge]) reachingRoads.add(road);
    });
    const left = members.map((member, edge) => {
      const road = roadOf[edge] ?? 0;
      const isUseful = isReached[edge] === 1 || isReaching[edge] === 1;
      return member === 1 && isUseful && reachedRoads.has(road) && reachingRoads.has(road) ? 1 : 0;
    });
    if (left.every((member, edge) => member === members[edge])) return left;
    members = left;
  }
}

function restrict({ start, to }: Adjacency, members: Uint8Array): Adjacency {
  const starts = new Uint32Array(start.length);
  const neighbours: number[] = [];
  members.forEach((member, edge) => {
    for (let at = start[edge] ?? 0; member === 1 && at < (start[edge + 1] ?? 0); at += 1) {
      const neighbour = to[at] ?? 0;
      if (members[neighbour] === 1) neighbours.push(neighbour);
    }
    starts[edge + 1] = neighbours.length;
  });
  return { start: starts, to: Uint32Array.from(neighbours) };
}

function reverse({ start, to }: Adjacency): Adjacency {
  const count = start.length - 1;
  const starts = new Uint32Array(count + 1);
  for (const neighbour of to) starts[neighbour + 1] = (starts[neighbour + 1] ?? 0) + 1;
  for (let edge = 0; edge < count; edge += 1)
    starts[edge + 1] = (starts[edge + 1] ?? 0) + (starts[edge] ?? 0);
  const next = starts.slice();
  const from = new Uint32Array(to.length);
  for (let edge = 0; edge < count; edge += 1) {
    for (let at = start[edge] ?? 0; at < (start[edge + 1] ?? 0); at += 1) {
      const neighbour = to[at] ?? 0;
      from[next[neighbour] ?? 0] = edge;
      next[neighbour] = (next[neighbour] ?? 0) + 1;
    }
  }
  return { start: starts, to: from };
}

/** Returns all edges that can be reached from the seeds, including the seeds. */
function spread({ start, to }: Adjacency, seeds: Uint8Array): Uint8Array {
  const reached = seeds.slice();
  const open: number[] = [];
  seeds.forEach((seed, edge) => {
    if (seed === 1) open.push(edge);
  });
  for (let edge = open.pop(); edge !== undefined; edge = open.pop()) {
    for (let at = start[edge] ?? 0; at < (start[edge + 1] ?? 0); at += 1) {
      const neighbour = to[at] ?? 0;
      if (reached[neighbour] === 1) continue;
      reached[neighbour] = 1;
      open.push(neighbour);
    }
  }
  return reached;
}

/**
 * Returns 1 for each member of the largest component. Tarjan's algorithm with an explicit stack, because a city's graph
 * is too deep for recursion.
 */
function largestComponent({ start, to }: Adjacency, members: Uint8Array): Uint8Array {
  const count = start.length - 1;
  const order = new Uint32Array(count);
  const low = new Uint32Array(count);
  const component = new Int32Array(count).fill(-1);
  const next = start.slice();
  const open: number[] = [];
  const path: number[] = [];
  const sizes: number[] = [];
  let seen = 0;

  function enter(edge: number): void {
    seen += 1;
    order[edge] = seen;
    low[edge] = seen;
    open.push(edge);
    path.push(edge);
  }

  function close(edge: number): void {
    let size = 0;
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      component[member] = sizes.length;
      size += 1;
      if (member === edge) break;
    }
    sizes.push(size);
  }

  function step(edge: number): void {
    const at = next[edge] ?? 0;
    if (at < (start[edge + 1] ?? 0)) {
      next[edge] = at + 1;
      const neighbour = to[at] ?? 0;
      if (order[neighbour] === UNSEEN) enter(neighbour);
      else if (component[neighbour] === -1) low[edge] = Math.min(low[edge] ?? 0, order[neighbour] ?? 0);
      return;
    }
    path.pop();
    const parent = path.at(-1);
    if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[edge] ?? 0);
    if (low[edge] === order[edge]) close(edge);
  }

  for (let root = 0; root < count; root += 1) {
    if (members[root] === 0 || order[root] !== UNSEEN) continue;
    enter(root);
    for (let edge = path.at(-1); edge !== undefined; edge = path.at(-1)) step(edge);
  }
  const largest = sizes.reduce((best, size, at) => (size > (sizes[best] ?? 0) ? at : best), 0);
  return Uint8Array.from(component, (of) => (of === largest ? 1 : 0));
}
