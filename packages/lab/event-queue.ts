// Event queue with a virtual clock: events run in order of time, and those at the same time in order of scheduling.

export interface EventQueue {
  /** ms since the start of the simulation. */
  now(): number;
  /** Schedules the action at a time. An action in the past runs next, without setting the clock back. */
  at(time: number, action: () => void): void;
  /** Runs events until the queue is empty. */
  run(): void;
}

interface Entry {
  time: number;
  order: number;
  action: () => void;
}

const isBefore = (one: Entry, other: Entry): boolean =>
  one.time < other.time || (one.time === other.time && one.order < other.order);

function push(heap: Entry[], entry: Entry): void {
  let index = heap.length;
  heap.push(entry);
  while (index > 0) {
    const parentIndex = (index - 1) >> 1;
    const parent = heap[parentIndex];
    if (!parent || isBefore(parent, entry)) break;
    heap[index] = parent;
    index = parentIndex;
  }
  heap[index] = entry;
}

function pop(heap: Entry[]): Entry | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (!last || heap.length === 0) return first;
  let index = 0;
  for (;;) {
    const leftIndex = 2 * index + 1;
    const left = heap[leftIndex];
    if (!left) break;
    const right = heap[leftIndex + 1];
    const isRight = right !== undefined && isBefore(right, left);
    const child = isRight ? right : left;
    if (!isBefore(child, last)) break;
    heap[index] = child;
    index = isRight ? leftIndex + 1 : leftIndex;
  }
  heap[index] = last;
  return first;
}

export function createEventQueue(): EventQueue {
  const heap: Entry[] = [];
  let now = 0;
  let order = 0;
  return {
    now: () => now,
    at(time, action) {
      order += 1;
      push(heap, { time: Math.max(now, Math.round(time)), order, action });
    },
    run() {
      for (let entry = pop(heap); entry; entry = pop(heap)) {
        now = entry.time;
        entry.action();
      }
    },
  };
}
