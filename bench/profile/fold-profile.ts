// Folds a CPU profile into a tree of functions with their times, merging calls with the same callers.
import type { Profile } from './record-profile.ts';

export interface Frame {
  readonly name: string;
  /** Location of the function, as `file.js:line`; empty for V8's own. */
  readonly place: string;
  /** Microseconds in the function and in its callees. */
  total: number;
  readonly children: Map<string, Frame>;
}

/** Frames that are left out: the process waited, or V8 worked outside a program. */
const leftOut = new Set(['(idle)', '(program)']);

const newFrame = (name: string, place: string): Frame => ({ name, place, total: 0, children: new Map() });

type Node = Profile['nodes'][number];

function placeOf({ url, lineNumber }: Node['callFrame']): string {
  const file = url.split('/').at(-1) ?? '';
  return file === '' ? '' : `${file}:${lineNumber + 1}`;
}

/** From the root to the node, without the root. */
function stackOf(id: number, nodes: ReadonlyMap<number, Node>, parents: ReadonlyMap<number, number>): Node[] {
  const stack: Node[] = [];
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const node = nodes.get(at);
    if (node === undefined) throw new Error(`The profile has no node ${at}`);
    if (node.callFrame.functionName !== '(root)') stack.unshift(node);
  }
  return stack;
}

/** The root's time is the time in which the process worked. */
export function foldProfile({ nodes, samples, timeDeltas }: Profile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node] as const));
  const parents = new Map<number, number>();
  for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id);
  const root = newFrame('all', '');
  for (const [index, id] of samples.entries()) {
    const stack = stackOf(id, byId, parents);
    if (stack.some(({ callFrame }) => leftOut.has(callFrame.functionName))) continue;
    const time = timeDeltas[index] ?? 0;
    root.total += time;
    let at = root;
    for (const { callFrame } of stack) {
      const name = callFrame.functionName || '(anonymous)';
      const place = placeOf(callFrame);
      const key = `${name} ${place}`;
      const frame = at.children.get(key) ?? newFrame(name, place);
      at.children.set(key, frame);
      frame.total += time;
      at = frame;
    }
  }
  return root;
}
