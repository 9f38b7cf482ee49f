// Buffers the positions of trips under way and writes them in batches instead of one by one.
import type { TrailOf, TrailPoint } from './tracking.deps.ts';

export interface TrailBufferOptions {
  append: (trip: TrailOf, points: readonly TrailPoint[]) => Promise<void>;
  /** The longest time a position is buffered, which is also the most that a crash can lose. */
  flushAfterMs?: number;
  onError: (error: unknown, booking: string) => void;
  /** Runs the work once after `ms`; returns a function that cancels it. */
  schedule?: (work: () => void, ms: number) => () => void;
}

export interface TrailBuffer {
  add(trip: TrailOf, point: TrailPoint): void;
  /** Writes all buffered positions; resolves when done. Failed batches stay buffered for the next flush. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  trip: TrailOf;
  points: TrailPoint[];
}

/** Most positions buffered per booking while the database is down: ten minutes at one per second. */
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
    // One batch at a time, in order, so that a slow database never gets concurrent batches.
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
