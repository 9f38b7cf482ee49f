// Stores queued steps and positions in IndexedDB, so that they survive a reload and a crash of the phone.
import type { BookingView } from '@kerb/contract';
import { type DBSchema, openDB } from 'idb';
import type { QueueStore } from './queue-store.ts';
import type { NewPosition, NewStep, QueuedPosition, QueuedStep } from './queued-step.ts';

interface QueueSchema extends DBSchema {
  steps: { key: number; value: NewStep & { id?: number }; indexes: { driver: string } };
  positions: { key: number; value: NewPosition & { id?: number }; indexes: { driver: string } };
  /** Keyed by the driver's id. */
  bookings: { key: string; value: BookingView };
}

const name = 'kerb-trip-queue';
const version = 1;

/** Opens the database, and creates it at the first call. Rejects when the browser blocks storage. */
export async function openQueueStore(): Promise<QueueStore> {
  const db = await openDB<QueueSchema>(name, version, {
    upgrade(made) {
      for (const store of ['steps', 'positions'] as const)
        made.createObjectStore(store, { keyPath: 'id', autoIncrement: true }).createIndex('driver', 'driver');
      made.createObjectStore('bookings');
    },
    // A newer release of the app in another tab needs to upgrade the database: closes this connection.
    blocking: (_from, _to, event) => event.target instanceof IDBDatabase && event.target.close(),
  });
  const removeAll = async (store: 'steps' | 'positions', ids: readonly number[]) => {
    const tx = db.transaction(store, 'readwrite');
    await Promise.all([...ids.map((id) => tx.store.delete(id)), tx.done]);
  };
  const hasId = <T extends { id?: number }>(value: T): value is T & { id: number } => value.id !== undefined;
  return {
    async steps(driver): Promise<QueuedStep[]> {
      return (await db.getAllFromIndex('steps', 'driver', driver)).filter(hasId);
    },
    async addStep(step) {
      // Flushed to disk before the driver sees the step as queued.
      const tx = db.transaction('steps', 'readwrite', { durability: 'strict' });
      const [id] = await Promise.all([tx.store.add(step), tx.done]);
      return { ...step, id };
    },
    async putStep(step) {
      const tx = db.transaction('steps', 'readwrite', { durability: 'strict' });
      if (await tx.store.get(step.id)) await tx.store.put(step);
      await tx.done;
    },
    removeSteps: (ids) => removeAll('steps', ids),
    async positions(driver): Promise<QueuedPosition[]> {
      return (await db.getAllFromIndex('positions', 'driver', driver)).filter(hasId);
    },
    async addPosition(position) {
      return { ...position, id: await db.add('positions', position) };
    },
    removePositions: (ids) => removeAll('positions', ids),
    async booking(driver) {
      return (await db.get('bookings', driver)) ?? null;
    },
    async storeBooking(driver, booking) {
      if (booking) await db.put('bookings', booking, driver);
      else await db.delete('bookings', driver);
    },
  };
}
