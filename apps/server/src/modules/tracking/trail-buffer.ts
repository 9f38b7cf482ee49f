// Gathers the positions of trips under way and hands them over in batches, so that they never go one by one.
import type { TrailOf, TrailPoint } from './tracking.deps.ts';

export interface TrailBufferOptions {
  append: (trip: TrailOf, points: readonly TrailPoint[]) => Promise<void>;
  /** How long a position waits at most, which is also all that a crash can lose. */
  flushAfterMs?: number;
  onError: (error: unknown, booking: string) => void;
  /** Runs the work once, later; answers how to call it off. */
  schedule?: (work: () => void, ms: number) => () => void;
}

export interface TrailBuffer {
  add(trip: TrailOf, point: TrailPoint): void;
  /** Hands over all that waits; resolves when it is kept. What fails waits for the next flush. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  trip: TrailOf;
  points: TrailPoint[];
}

/** What is kept waiting of one booking while the database does not answer: ten minutes at a position a second. */
const MAX_WAITING = 600;

function scheduleOnce(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

export function createTrailBuffer(options: TrailBufferOptions): TrailBuffer {
  const { append, flushAfterMs = 1000, onError, schedule = scheduleOnce } = options;
  let waiting = new Map<string, Waiting>();
  let callOff: (() => void) | null = null;
  let running: Promise<void> = Promise.resolve();

  function arm(): void {
    callOff ??= schedule(() => void flush(), flushAfterMs);
  }

  async function handOver(batch: ReadonlyMap<string, Waiting>): Promise<void> {
    for (const [key, { trip, points }] of batch) {
      try {
        await append(trip, points);
      } catch (error) {
        onError(error, trip.booking);
        const later = waiting.get(key)?.points ?? [];
        waiting.set(key, { trip, points: [...points, ...later].slice(-MAX_WAITING) });
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
    add(trip, point) {
      const key = `${trip.booking} ${trip.driver}`;
      const known = waiting.get(key);
      if (known) known.points.push(point);
      else waiting.set(key, { trip, points: [point] });
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
