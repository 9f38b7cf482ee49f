// Saves the live fleet's moves in batches and puts them back at a start, so that a restart loses no car.
import { type LiveFleet, POSITION_VALID_MS, type SeenPosition } from './live-fleet.ts';

export const SNAPSHOT_EVERY_MS = 5000;

export interface PositionSnapshotDeps {
  live: LiveFleet;
  now: () => number;
  save: (positions: readonly SeenPosition[]) => Promise<void>;
  load: () => Promise<readonly SeenPosition[]>;
  onError: (error: unknown) => void;
}

export interface PositionSnapshot {
  /** Puts saved positions back, then saves moves until stopped. */
  start(): Promise<void>;
  /** Saves what moved since the last time; one statement however many moved. */
  saveNow(): Promise<void>;
  stop(): Promise<void>;
}

export function createPositionSnapshot({
  live,
  now,
  save,
  load,
  onError,
}: PositionSnapshotDeps): PositionSnapshot {
  const moved = new Map<string, SeenPosition>();
  let stopListening = (): void => {};
  let timer: NodeJS.Timeout | null = null;
  let saving: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const batch = [...moved.values()];
    moved.clear();
    try {
      await save(batch);
    } catch (error) {
      // Saved next time, unless the driver has moved since.
      for (const position of batch) if (!moved.has(position.driver)) moved.set(position.driver, position);
      onError(error);
    }
  }
  const saveNow = (): Promise<void> => {
    if (moved.size > 0) saving = saving.then(write);
    return saving;
  };

  return {
    async start() {
      stopListening = live.onMove((position) => moved.set(position.driver, position));
      const oldest = now() - POSITION_VALID_MS;
      for (const position of await load()) if (position.seenAt >= oldest) live.restore(position);
      timer = setInterval(() => void saveNow(), SNAPSHOT_EVERY_MS);
      timer.unref();
    },
    saveNow,
    async stop() {
      if (timer) clearInterval(timer);
      stopListening();
      await saveNow();
    },
  };
}
