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

/** Most positions buffered per booking while the database is down or silent: ten minutes at one per second. */
const MAX_WAITING = 600;
/** Trips written at once; few, because they take connections from calls. */
const WRITES_AT_ONCE = 4;

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

  async function write(key: string, { trip, points }: Waiting): Promise<void> {
    try {
      await append(trip, points);
    } catch (error) {
      onError(error, trip.booking);
      const later = waiting.get(key)?.points ?? [];
      waiting.set(key, { trip, points: [...points, ...later].slice(-MAX_WAITING) });
      arm();
    }
  }

  async function handOver(batch: ReadonlyMap<string, Waiting>): Promise<void> {
    // Each writer takes the next trip from the same iterator.
    const trips = batch.entries();
    const writer = async () => {
      for (const [key, one] of trips) await write(key, one);
    };
    await Promise.all(Array.from({ length: WRITES_AT_ONCE }, writer));
  }

  function flush(): Promise<void> {
    callOff?.();
    callOff = null;
    // One batch at a time, so that the positions of a trip are written in order and a slow database gets few writes.
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
      if (known) {
        known.points.push(point);
        // Here too, because a silent database neither stores nor fails a batch for a long time.
        if (known.points.length > MAX_WAITING) known.points.shift();
      } else waiting.set(key, { trip, points: [point] });
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
