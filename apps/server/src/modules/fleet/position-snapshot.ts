// Saves the moves of the live fleet in batches and restores them at the start, so that a restart loses no car.
import { type LiveFleet, POSITION_VALID_MS, type SeenPosition } from './live-fleet.ts';

export const SNAPSHOT_EVERY_MS = 5000;

export interface PositionSnapshotDeps {
  live: LiveFleet;
  now: () => number;
  save: (positions: readonly SeenPosition[]) => Promise<void>;
  /** Reads the saved positions of these drivers, or of all for null. */
  load: (drivers: readonly string[] | null) => Promise<readonly SeenPosition[]>;
  onError: (error: unknown) => void;
}

export interface PositionSnapshot {
  /** Restores saved positions, then saves moves until stopped. */
  start(): Promise<void>;
  /**
   * Restores the positions that all servers have saved, of these drivers or of all for null; newer ones in the live
   * fleet stay.
   */
  restore(drivers: readonly string[] | null): Promise<void>;
  /** Saves the positions that changed since the last save, in one statement. */
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
      // Retry at the next save, unless a newer position of the driver has arrived.
      for (const position of batch) if (!moved.has(position.driver)) moved.set(position.driver, position);
      onError(error);
    }
  }
  const saveNow = (): Promise<void> => {
    if (moved.size > 0) saving = saving.then(write);
    return saving;
  };

  async function restore(drivers: readonly string[] | null): Promise<void> {
    const oldest = now() - POSITION_VALID_MS;
    for (const position of await load(drivers)) if (position.seenAt >= oldest) live.restore(position);
  }

  return {
    restore,
    async start() {
      stopListening = live.onMove((position) => moved.set(position.driver, position));
      await restore(null);
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
