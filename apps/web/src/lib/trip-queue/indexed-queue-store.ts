// Stores queued steps and positions in IndexedDB, so that they survive a reload and a crash of the phone.
import type { BookingView } from '@kerb/contract';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type QueueStore, StoreClosedError } from './queue-store.ts';
import type { NewPosition, NewStep, QueuedPosition, QueuedStep } from './queued-step.ts';

interface QueueSchema extends DBSchema {
  steps: { key: number; value: NewStep & { id?: number }; indexes: { driver: string } };
  positions: { key: number; value: NewPosition & { id?: number }; indexes: { driver: string } };
  /** Keyed by the driver's id. */
  bookings: { key: string; value: BookingView };
}

type Database = IDBPDatabase<QueueSchema>;

const name = 'kerb-trip-queue';
const version = 1;

/** Deadline for opening the database, in ms, because some browsers never answer. */
const openWithinMs = 3_000;

/** Creates the database at the first call. `onClosed` is called when the browser or a newer release closes it. */
async function openDatabase(onClosed: () => void): Promise<Database> {
  try {
    const opening = openDB<QueueSchema>(name, version, {
      upgrade(made) {
        for (const store of ['steps', 'positions'] as const)
          made
            .createObjectStore(store, { keyPath: 'id', autoIncrement: true })
            .createIndex('driver', 'driver');
        made.createObjectStore('bookings');
      },
      // A newer release of the app in another tab needs to upgrade the database: closes this connection.
      blocking(_from, _to, event) {
        if (event.target instanceof IDBDatabase) event.target.close();
        onClosed();
      },
      terminated: onClosed,
    });
    const late = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('IndexedDB does not open')), openWithinMs);
    });
    return await Promise.race([opening, late]);
  } catch (cause) {
    throw new StoreClosedError(cause);
  }
}

/** Errors of a closed connection, and of a transaction that was under way when the browser closed it. */
const closedErrors = new Set(['InvalidStateError', 'AbortError', 'UnknownError']);
const isOfClosed = (error: unknown): boolean => error instanceof Error && closedErrors.has(error.name);

/**
 * Returns a function that runs an operation on the open database. When the browser has closed the connection, for
 * example while the phone slept, it connects again and repeats the operation once. A repeated `add` may store a step
 * twice; its idempotency key prevents a second effect.
 */
function createConnection() {
  let current: Promise<Database> | null = null;
  function drop(closed: Promise<Database>): void {
    if (current === closed) current = null;
  }
  function connect(): Promise<Database> {
    if (current) return current;
    const opened: Promise<Database> = openDatabase(() => drop(opened));
    current = opened;
    opened.catch(() => drop(opened));
    return opened;
  }
  return async function withDatabase<Result>(run: (db: Database) => Promise<Result>): Promise<Result> {
    const used = connect();
    const db = await used;
    try {
      return await run(db);
    } catch (error) {
      if (!isOfClosed(error)) throw error;
      db.close();
      drop(used);
    }
    const next = await connect();
    return run(next).catch((error: unknown) => {
      throw isOfClosed(error) ? new StoreClosedError(error) : error;
    });
  };
}

/**
 * Opens the database. Rejects with a StoreClosedError when the browser blocks storage; an operation does when it cannot
 * be opened again.
 */
export async function openQueueStore(): Promise<QueueStore> {
  const withDatabase = createConnection();
  const removeAll = (store: 'steps' | 'positions', ids: readonly number[]) =>
    withDatabase(async (db) => {
      const tx = db.transaction(store, 'readwrite');
      await Promise.all([...ids.map((id) => tx.store.delete(id)), tx.done]);
    });
  const hasId = <T extends { id?: number }>(value: T): value is T & { id: number } => value.id !== undefined;
  await withDatabase(async () => undefined);
  return {
    async steps(driver): Promise<QueuedStep[]> {
      const found = await withDatabase((db) => db.getAllFromIndex('steps', 'driver', driver));
      return found.filter(hasId);
    },
    addStep: (step) =>
      withDatabase(async (db) => {
        // Flushed to disk before the driver sees the step as queued.
        const tx = db.transaction('steps', 'readwrite', { durability: 'strict' });
        const [id] = await Promise.all([tx.store.add(step), tx.done]);
        return { ...step, id };
      }),
    putStep: (step) =>
      withDatabase(async (db) => {
        const tx = db.transaction('steps', 'readwrite', { durability: 'strict' });
        if (await tx.store.get(step.id)) await tx.store.put(step);
        await tx.done;
      }),
    removeSteps: (ids) => removeAll('steps', ids),
    async positions(driver): Promise<QueuedPosition[]> {
      const found = await withDatabase((db) => db.getAllFromIndex('positions', 'driver', driver));
      return found.filter(hasId);
    },
    async addPosition(position) {
      return { ...position, id: await withDatabase((db) => db.add('positions', position)) };
    },
    removePositions: (ids) => removeAll('positions', ids),
    async booking(driver) {
      return (await withDatabase((db) => db.get('bookings', driver))) ?? null;
    },
    storeBooking: (driver, booking) =>
      withDatabase(async (db) => {
        if (booking) await db.put('bookings', booking, driver);
        else await db.delete('bookings', driver);
      }),
  };
}
