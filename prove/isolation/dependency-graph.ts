// Builds the order of calls from the versions that they read and wrote, and finds cycles, which mean that no serial
// order explains them.

/** A call with the versions that it read. */
export interface Touching {
  readonly label: string;
  readonly called: number;
  readonly answered: number;
  /** Number of versions of an object that existed when it was read. */
  readonly reads: readonly { readonly object: string; readonly versions: number }[];
}

/** The calls (by index) that wrote an object, in the order of its versions; null for writers outside the history. */
export type Versions = ReadonlyMap<string, readonly (number | null)[]>;

/** ww: overwrites its version; wr: reads its version; rw: overwrites what it read; rt: began after its response. */
export type EdgeKind = 'ww' | 'wr' | 'rw' | 'rt';

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly kind: EdgeKind;
  readonly object: string;
}

function edgesOfVersions(versions: Versions): Edge[] {
  const edges: Edge[] = [];
  for (const [object, writers] of versions)
    for (const [index, to] of writers.entries()) {
      const from = writers[index - 1] ?? null;
      if (from !== null && to !== null && from !== to) edges.push({ from, to, kind: 'ww', object });
    }
  return edges;
}

function edgesOfReads(calls: readonly Touching[], versions: Versions): Edge[] {
  const edges: Edge[] = [];
  for (const [reader, { reads }] of calls.entries())
    for (const { object, versions: seen } of reads) {
      const writers = versions.get(object) ?? [];
      const writer = writers[seen - 1] ?? null;
      const overwriter = writers[seen] ?? null;
      if (writer !== null && writer !== reader) edges.push({ from: writer, to: reader, kind: 'wr', object });
      if (overwriter !== null && overwriter !== reader)
        edges.push({ from: reader, to: overwriter, kind: 'rw', object });
    }
  return edges;
}

/** Edges from a call to those that began after its response, without edges that follow from others. */
function edgesOfTimes(calls: readonly Touching[]): Edge[] {
  const edges: Edge[] = [];
  for (const [to, { called }] of calls.entries()) {
    const before = [...calls.entries()].filter(([, { answered }]) => answered < called);
    const lastBegun = Math.max(...before.map(([, call]) => call.called));
    for (const [from, { answered }] of before)
      if (answered > lastBegun) edges.push({ from, to, kind: 'rt', object: 'time' });
  }
  return edges;
}

/** The shortest path back to the start, by breadth-first search. */
function cycleThrough(start: number, outgoing: ReadonlyMap<number, readonly Edge[]>): Edge[] | null {
  const cameBy = new Map<number, Edge>();
  const open = [start];
  for (let at = open.shift(); at !== undefined; at = open.shift())
    for (const edge of outgoing.get(at) ?? []) {
      if (edge.to === start) return pathTo(at, start, cameBy).concat(edge);
      if (cameBy.has(edge.to)) continue;
      cameBy.set(edge.to, edge);
      open.push(edge.to);
    }
  return null;
}

function pathTo(end: number, start: number, cameBy: ReadonlyMap<number, Edge>): Edge[] {
  const path: Edge[] = [];
  for (let at = end; at !== start; ) {
    const edge = cameBy.get(at);
    if (edge === undefined) break;
    path.unshift(edge);
    at = edge.from;
  }
  return path;
}

/** The calls that are left after repeatedly removing those without incoming edges; empty without a cycle. */
function inCycles(
  count: number,
  edges: readonly Edge[],
  outgoing: ReadonlyMap<number, readonly Edge[]>,
): number[] {
  const incoming = Array.from({ length: count }, () => 0);
  for (const { to } of edges) incoming[to] = (incoming[to] ?? 0) + 1;
  const free = incoming.flatMap((edgesIn, index) => (edgesIn === 0 ? [index] : []));
  const taken = new Set<number>();
  for (let at = free.pop(); at !== undefined; at = free.pop()) {
    taken.add(at);
    for (const { to } of outgoing.get(at) ?? []) {
      incoming[to] = (incoming[to] ?? 0) - 1;
      if (incoming[to] === 0) free.push(to);
    }
  }
  return incoming.flatMap((_, index) => (taken.has(index) ? [] : [index]));
}

export interface Cycle {
  readonly kinds: readonly EdgeKind[];
  /** "call → ww of an object → call …" */
  readonly text: string;
}

/** The shortest of the cycles through the calls that are in one; null when an order explains the calls. */
export function findCycle(calls: readonly Touching[], versions: Versions): Cycle | null {
  const edges = [...edgesOfVersions(versions), ...edgesOfReads(calls, versions), ...edgesOfTimes(calls)];
  const outgoing = new Map(calls.map((_, from) => [from, edges.filter((edge) => edge.from === from)]));
  const cycles = inCycles(calls.length, edges, outgoing)
    .map((start) => cycleThrough(start, outgoing))
    .filter((cycle) => cycle !== null);
  const [shortest] = cycles.toSorted((one, other) => one.length - other.length);
  if (shortest === undefined) return null;
  return {
    kinds: shortest.map(({ kind }) => kind),
    text: shortest
      .map(({ from, kind, object }) => `${calls[from]?.label} → ${kind} of ${object} →`)
      .concat('the first')
      .join(' '),
  };
}
