// Gathers the positions of trips under way and hands them over in batches, so that they never go one by one.
import type { TrailPoint } from './tracking.deps.ts';

export interface TrailBufferOptions {
  append: (booking: string, points: readonly TrailPoint[]) => Promise<void>;
  /** How long a position waits at most, which is also all that a crash can lose. */
  flushAfterMs?: number;
  onError: (error: unknown, booking: string) => void;
  /** Runs the work once, later; answers how to call it off. */
  schedule?: (work: () => void, ms: number) => () => void;
}

export interface TrailBuffer {
  add(booking: string, point: TrailPoint): void;
  /** Hands over all that waits; resolves when it is kept. What fails waits for the next flush. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** What is kept waiting of one booking while the database does not answer: ten minutes at a position a second. */
const MAX_WAITING = 600;

function scheduleOnce(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

export function createTrailBuffer(options: TrailBufferOptions): TrailBuffer {
  const { append, flushAfterMs = 1000, onError, schedule = scheduleOnce } = options;
  let waiting = new Map<string, TrailPoint[]>();
  let callOff: (() => void) | null = null;
  let running: Promise<void> = Promise.resolve();

  function arm(): void {
    callOff ??= schedule(() => void flush(), flushAfterMs);
  }

  async function handOver(batch: ReadonlyMap<string, TrailPoint[]>): Promise<void> {
    for (const [booking, points] of batch) {
      try {
        await append(booking, points);
      } catch (error) {
        onError(error, booking);
        waiting.set(booking, [...points, ...(waiting.get(booking) ?? [])].slice(-MAX_WAITING));
        arm();
      }
    }
  }

  function flush(): Promise<void> {
    callOff?.();
    callOff = null;
    // One batch at a time, in order: a slow database is not asked twice at once.
    running = running.then(async () => {
      const batch = waiting;
      waiting = new Map();
      await handOver(batch);
    });
    return running;
  }

  return {
    add(booking, point) {
      const points = waiting.get(booking);
      if (points) points.push(point);
      else waiting.set(booking, [point]);
      arm();
    },
    flush,
    async close() {
      await flush();
      callOff?.();
      callOff = null;
    },
  };
}
