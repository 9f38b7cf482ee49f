// Where a driver's phone keeps what waits for the network: the port, and one in memory where nothing can be kept.
import type { BookingView } from '@kerb/contract';
import type { KeptPosition, KeptStep, NewPosition, NewStep } from './kept-step.ts';

export interface QueueStore {
  /** Of one driver, oldest first. */
  steps(driver: string): Promise<KeptStep[]>;
  addStep(step: NewStep): Promise<KeptStep>;
  /** Puts a changed step in the place of the one with its id; nothing where that is gone. */
  putStep(step: KeptStep): Promise<void>;
  removeSteps(ids: readonly number[]): Promise<void>;
  /** Of one driver, oldest first. */
  positions(driver: string): Promise<KeptPosition[]>;
  addPosition(position: NewPosition): Promise<KeptPosition>;
  removePositions(ids: readonly number[]): Promise<void>;
  /** The driver's trip as the server last told it, for a phone that starts without a network. */
  booking(driver: string): Promise<BookingView | null>;
  keepBooking(driver: string, booking: BookingView | null): Promise<void>;
}

/** Lives as long as the page: for browsers that refuse to keep anything. */
export function memoryQueueStore(): QueueStore {
  let steps: KeptStep[] = [];
  let positions: KeptPosition[] = [];
  const bookings = new Map<string, BookingView>();
  let last = 0;
  const nextId = () => {
    last += 1;
    return last;
  };
  return {
    steps: async (driver) => steps.filter((step) => step.driver === driver),
    async addStep(step) {
      const kept = { ...step, id: nextId() };
      steps = [...steps, kept];
      return kept;
    },
    async putStep(step) {
      steps = steps.map((one) => (one.id === step.id ? step : one));
    },
    async removeSteps(ids) {
      steps = steps.filter(({ id }) => !ids.includes(id));
    },
    positions: async (driver) => positions.filter((one) => one.driver === driver),
    async addPosition(position) {
      const kept = { ...position, id: nextId() };
      positions = [...positions, kept];
      return kept;
    },
    async removePositions(ids) {
      positions = positions.filter(({ id }) => !ids.includes(id));
    },
    booking: async (driver) => bookings.get(driver) ?? null,
    async keepBooking(driver, booking) {
      if (booking) bookings.set(driver, booking);
      else bookings.delete(driver);
    },
  };
}

/**
 * Takes what is kept of a driver from one store into another, behind what that holds already. All of it or nothing: a
 * trip's steps are of no use in two places. Rejects with the other store's error, and then all is where it was.
 */
export async function moveKept(from: QueueStore, to: QueueStore, driver: string): Promise<void> {
  const [steps, positions] = [await from.steps(driver), await from.positions(driver)];
  const made: Record<'steps' | 'positions', number[]> = { steps: [], positions: [] };
  try {
    for (const { id: _, ...step } of steps) made.steps.push((await to.addStep(step)).id);
    for (const { id: _, ...position } of positions) made.positions.push((await to.addPosition(position)).id);
  } catch (error) {
    // What cannot be taken back either stays twice, under the same keys: the server acts once on each.
    await Promise.allSettled([to.removeSteps(made.steps), to.removePositions(made.positions)]);
    throw error;
  }
  await from.removeSteps(steps.map(({ id }) => id));
  await from.removePositions(positions.map(({ id }) => id));
}
