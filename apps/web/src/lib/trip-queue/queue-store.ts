// Defines the port for storing steps and positions that wait for the network, its in-memory fallback, and the change to
// it.
import type { BookingView } from '@kerb/contract';
import type { NewPosition, NewStep, QueuedPosition, QueuedStep } from './queued-step.ts';

export interface QueueStore {
  /** Those of one driver, oldest first. */
  steps(driver: string): Promise<QueuedStep[]>;
  addStep(step: NewStep): Promise<QueuedStep>;
  /** Replaces the step with the same id; does nothing when it no longer exists. */
  putStep(step: QueuedStep): Promise<void>;
  removeSteps(ids: readonly number[]): Promise<void>;
  /** Those of one driver, oldest first. */
  positions(driver: string): Promise<QueuedPosition[]>;
  addPosition(position: NewPosition): Promise<QueuedPosition>;
  removePositions(ids: readonly number[]): Promise<void>;
  /**
   * The driver's trip as the server last returned it, for a phone that starts without a network; null when it is not
   * stored.
   */
  booking(driver: string): Promise<BookingView | null>;
  storeBooking(driver: string, booking: BookingView | null): Promise<void>;
}

/** The browser does not let the app use the store, or closed it and does not open it again. */
export class StoreClosedError extends Error {
  constructor(cause: unknown) {
    super('The store of queued steps is closed', { cause });
    this.name = 'StoreClosedError';
  }
}

/** Above every id of the store on disk, which counts from 1: no step in memory has the id of one being sent from disk. */
const firstMemoryId = 2 ** 40;

/** A store that lasts as long as the page, for browsers that block storage. */
export function memoryQueueStore(): QueueStore {
  let steps: QueuedStep[] = [];
  let positions: QueuedPosition[] = [];
  const bookings = new Map<string, BookingView>();
  let last = firstMemoryId;
  const nextId = () => {
    last += 1;
    return last;
  };
  return {
    steps: async (driver) => steps.filter((step) => step.driver === driver),
    async addStep(step) {
      const added = { ...step, id: nextId() };
      steps = [...steps, added];
      return added;
    },
    async putStep(step) {
      steps = steps.map((one) => (one.id === step.id ? step : one));
    },
    async removeSteps(ids) {
      steps = steps.filter(({ id }) => !ids.includes(id));
    },
    positions: async (driver) => positions.filter((one) => one.driver === driver),
    async addPosition(position) {
      const added = { ...position, id: nextId() };
      positions = [...positions, added];
      return added;
    },
    async removePositions(ids) {
      positions = positions.filter(({ id }) => !ids.includes(id));
    },
    booking: async (driver) => bookings.get(driver) ?? null,
    async storeBooking(driver, booking) {
      if (booking) bookings.set(driver, booking);
      else bookings.delete(driver);
    },
  };
}

/**
 * One driver's store that changes from `first` to `second` for good when an operation rejects with a StoreClosedError.
 * The steps and the trip that were last read go with it, so that they are still shown and sent; their idempotency keys
 * prevent a second effect when the copies in `first` are sent later.
 */
export function withFallback(first: QueueStore, second: QueueStore): QueueStore {
  let steps: readonly QueuedStep[] = [];
  let known: BookingView | null = null;
  let changing: Promise<void> | null = null;
  async function change(): Promise<void> {
    for (const { id: _, ...step } of steps) await second.addStep(step);
    if (known?.driver) await second.storeBooking(known.driver, known);
  }
  async function run<Result>(operation: (store: QueueStore) => Promise<Result>): Promise<Result> {
    if (changing === null) {
      try {
        return await operation(first);
      } catch (error) {
        if (!(error instanceof StoreClosedError)) throw error;
        console.warn('Steps of trips live only as long as this page', error);
        changing ??= change();
      }
    }
    await changing;
    return operation(second);
  }
  return {
    async steps(driver) {
      const found = await run((store) => store.steps(driver));
      steps = found;
      return found;
    },
    addStep: (step) => run((store) => store.addStep(step)),
    putStep: (step) => run((store) => store.putStep(step)),
    removeSteps: (ids) => run((store) => store.removeSteps(ids)),
    positions: (driver) => run((store) => store.positions(driver)),
    addPosition: (position) => run((store) => store.addPosition(position)),
    removePositions: (ids) => run((store) => store.removePositions(ids)),
    async booking(driver) {
      known = await run((store) => store.booking(driver));
      return known;
    },
    storeBooking: (driver, booking) => run((store) => store.storeBooking(driver, booking)),
  };
}

/**
 * Moves a driver's steps and positions to another store, after those that it already contains. All or nothing, because
 * a trip's steps must not be split over two stores: rejects with the other store's error and leaves both stores
 * unchanged.
 */
export async function moveQueue(from: QueueStore, to: QueueStore, driver: string): Promise<void> {
  // Copies of steps that the other store already contains, from `withFallback`, are not moved.
  const moved = new Set((await to.steps(driver)).map(({ key }) => key));
  const steps = await from.steps(driver);
  const positions = await from.positions(driver);
  const made: Record<'steps' | 'positions', number[]> = { steps: [], positions: [] };
  try {
    for (const { id: _, ...step } of steps.filter(({ key }) => !moved.has(key)))
      made.steps.push((await to.addStep(step)).id);
    for (const { id: _, ...position } of positions) made.positions.push((await to.addPosition(position)).id);
  } catch (error) {
    // Copies that cannot be removed either stay in both stores; the idempotency keys prevent a second effect on the
    // server.
    await Promise.allSettled([to.removeSteps(made.steps), to.removePositions(made.positions)]);
    throw error;
  }
  await from.removeSteps(steps.map(({ id }) => id));
  await from.removePositions(positions.map(({ id }) => id));
}
