// The queue in front of the routing engine: lanes by priority, fair turns among callers, bounded length and waiting
// time.
import { DomainError } from '@kerb/domain/kernel';
import { createFairQueue } from '../../kit/fair-queue.ts';
import { type RoutingLane, type RoutingOptions, routingLanes } from '../../ports/routing-lanes.ts';

/** Receives the queue's events, for the metrics. */
export interface RoutingObserver {
  /** Called when a task of a lane starts, with its waiting time in seconds. */
  started(lane: RoutingLane, waitedSeconds: number): void;
  refused(lane: RoutingLane): void;
  /** Called with the number of waiting calls of a lane. */
  waiting(lane: RoutingLane, count: number): void;
}

export interface RoutingQueue {
  /** Runs the task when its turn comes; throws `overloaded` when the queue is full or the task has waited too long. */
  run<T>(options: RoutingOptions, work: () => Promise<T>): Promise<T>;
}

export interface RoutingQueueLimits {
  /** Maximum number of running tasks; at least 2, because one slot is reserved for the first rank. */
  readonly slots: number;
  /** Maximum number of waiting calls in one lane, and in one lane for one caller. */
  readonly waitingPerLane: number;
  readonly waitingPerCaller: number;
  /** Maximum waiting time, ms; after it, a call is rejected instead of started. */
  readonly maxWaitMs: number;
}

export const defaultQueueLimits: RoutingQueueLimits = {
  // One slot for the lower ranks and two for the first; of Node's four threads one remains for file access.
  slots: 3,
  waitingPerLane: 200,
  waitingPerCaller: 20,
  maxWaitMs: 10_000,
};

/** Rank 0 starts first and may use every slot; the other ranks share all but two slots, and at least one. */
const ranks: Readonly<Record<RoutingLane, 0 | 1 | 2>> = {
  dispatch: 0,
  estimates: 0,
  settlement: 0,
  previews: 1,
  other: 2,
};

/** After this many consecutive previews, one call of the last rank starts, so that previews cannot starve it. */
const PREVIEWS_IN_A_ROW = 3;

interface Waiting {
  readonly lane: RoutingLane;
  readonly caller: string | undefined;
  readonly since: number;
  readonly start: () => void;
  readonly refuse: () => void;
}

const keyOf = ({ lane, caller }: Pick<Waiting, 'lane' | 'caller'> | RoutingOptions): string =>
  `${lane} ${caller ?? ''}`;

const silent: RoutingObserver = {
  started: () => undefined,
  refused: () => undefined,
  waiting: () => undefined,
};

export function createRoutingQueue(
  limits: RoutingQueueLimits = defaultQueueLimits,
  observer: RoutingObserver = silent,
  now: () => number = () => performance.now(),
): RoutingQueue {
  if (limits.slots < 2) throw new Error('The routing queue needs at least two slots');
  /** Waiting tasks by rank. An identified caller runs one task at a time. */
  const turns = [createFairQueue<Waiting>(), createFairQueue<Waiting>(), createFairQueue<Waiting>()] as const;
  const depth = new Map<RoutingLane, number>(routingLanes.map((lane) => [lane, 0]));
  /** Callers with a running task, by lane and caller. */
  const busy = new Set<string>();
  const mostLower = Math.max(1, limits.slots - 2);
  let runningFirst = 0;
  let runningLower = 0;
  let previewsInARow = 0;

  function changeDepth(lane: RoutingLane, by: 1 | -1): void {
    const count = (depth.get(lane) ?? 0) + by;
    depth.set(lane, count);
    observer.waiting(lane, count);
  }

  const isBusy = (key: string): boolean => busy.has(key);

  function takeLower(): Waiting | undefined {
    const [, previews, other] = turns;
    const isOthersTurn = previews.length() === 0 || previewsInARow >= PREVIEWS_IN_A_ROW;
    const fromOther = isOthersTurn ? other.takeNext(isBusy) : undefined;
    if (fromOther !== undefined) {
      previewsInARow = 0;
      return fromOther;
    }
    previewsInARow += 1;
    return previews.takeNext(isBusy) ?? other.takeNext(isBusy);
  }

  function takeNext(): Waiting | undefined {
    if (runningFirst + runningLower >= limits.slots) return undefined;
    const fromFirst = turns[0].takeNext(isBusy);
    if (fromFirst !== undefined) return fromFirst;
    return runningLower < mostLower ? takeLower() : undefined;
  }

  function startWaiting(): void {
    for (let next = takeNext(); next !== undefined; next = takeNext()) {
      changeDepth(next.lane, -1);
      const waitedMs = now() - next.since;
      if (waitedMs > limits.maxWaitMs) {
        observer.refused(next.lane);
        next.refuse();
        continue;
      }
      observer.started(next.lane, waitedMs / 1000);
      if (next.caller !== undefined) busy.add(keyOf(next));
      if (ranks[next.lane] === 0) runningFirst += 1;
      else runningLower += 1;
      next.start();
    }
  }

  function rejectWhenFull({ lane, caller }: RoutingOptions, key: string): void {
    const isFull =
      (depth.get(lane) ?? 0) >= limits.waitingPerLane ||
      (caller !== undefined && turns[ranks[lane]].countOf(key) >= limits.waitingPerCaller);
    if (!isFull) return;
    observer.refused(lane);
    throw overloaded();
  }

  return {
    async run<T>(options: RoutingOptions, work: () => Promise<T>): Promise<T> {
      const { lane, caller } = options;
      const key = keyOf(options);
      rejectWhenFull(options, key);
      await new Promise<void>((resolve, reject) => {
        changeDepth(lane, 1);
        const one: Waiting = {
          lane,
          caller,
          since: now(),
          start: resolve,
          refuse: () => reject(overloaded()),
        };
        turns[ranks[lane]].add(key, one);
        startWaiting();
      });
      try {
        return await work();
      } finally {
        if (caller !== undefined) busy.delete(key);
        if (ranks[lane] === 0) runningFirst -= 1;
        else runningLower -= 1;
        startWaiting();
      }
    },
  };
}

const overloaded = () => new DomainError('overloaded', 'Too many routes are being computed; try again soon');
