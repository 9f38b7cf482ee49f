// Saves the live fleet's moves in batches and puts them back at a start, so that a restart loses no car.
import { type LiveFleet, POSITION_VALID_MS, type SeenPosition } from './live-fleet.ts';

export const SNAPSHOT_EVERY_MS = 5000;

export interface PositionSnapshotDeps {
  live: LiveFleet;
  now: () => number;
  save: (positions: readonly SeenPosition[]) => Promise<void>;
  /** Those of all drivers, or of these. */
  load: (drivers: readonly string[] | null) => Promise<readonly SeenPosition[]>;
  onError: (error: unknown) => void;
}

export interface PositionSnapshot {
  /** Puts saved positions back, then saves moves until stopped. */
  start(): Promise<void>;
  /** Puts the positions that all servers have saved back, where they are newer: of all drivers, or of these. */
  restore(drivers: readonly string[] | null): Promise<void>;
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
