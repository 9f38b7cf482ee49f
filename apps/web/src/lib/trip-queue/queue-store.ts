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
  addPosition(position: NewPosition): Promise<void>;
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
      positions = [...positions, { ...position, id: nextId() }];
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

/** Takes what is kept of a driver from one store into another, behind what that holds already. */
export async function moveKept(from: QueueStore, to: QueueStore, driver: string): Promise<void> {
  for (const { id, ...step } of await from.steps(driver)) {
    await to.addStep(step);
    await from.removeSteps([id]);
  }
  for (const { id, ...position } of await from.positions(driver)) {
    await to.addPosition(position);
    await from.removePositions([id]);
  }
}
