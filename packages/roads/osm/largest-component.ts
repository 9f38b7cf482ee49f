// The largest set of edges of a graph from each of which every other one can be reached.

/** Neighbours of i: to[start[i]] up to to[start[i + 1]]. */
export interface Adjacency {
  readonly start: Uint32Array;
  readonly to: Uint32Array;
}

const UNSEEN = 0;

/** 1 for each member. Tarjan's algorithm with an own stack: a city's graph is too deep for recursion. */
export function largestComponent({ start, to }: Adjacency): Uint8Array {
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
    if (order[root] !== UNSEEN) continue;
    enter(root);
    for (let edge = path.at(-1); edge !== undefined; edge = path.at(-1)) step(edge);
  }
  const largest = sizes.reduce((best, size, at) => (size > (sizes[best] ?? 0) ? at : best), 0);
  return Uint8Array.from(component, (of) => (of === largest ? 1 : 0));
}
