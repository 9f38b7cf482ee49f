// In-memory cache of the traffic model in use: the learned one, or the operator's factors when there is no learned one.
import { modelOfPrior, type TravelTimeModel } from '@kerb/domain/travel-times';
import type { TravelTimesDeps } from './travel-times.deps.ts';
import { travelTimesRepository } from './travel-times.repository.ts';

export interface CurrentModel {
  /** Returns the last model that was read when the database cannot be read; throws when no model was ever read. */
  get(): Promise<TravelTimeModel>;
  /** Invalidates the cache: the next `get` reads the database. */
  invalidate(): void;
}

export function createCurrentModel({
  db,
  settings,
  logger,
}: Pick<TravelTimesDeps, 'db' | 'settings' | 'logger'>): CurrentModel {
  let current: Promise<TravelTimeModel> | null = null;
  let lastRead: TravelTimeModel | null = null;

  async function read(): Promise<TravelTimeModel> {
    const [learned, { trafficByHour, timezone }] = await Promise.all([
      travelTimesRepository(db).model(),
      settings.get(),
    ]);
    return learned ?? modelOfPrior(trafficByHour, timezone);
  }

  async function readOrLast(): Promise<TravelTimeModel> {
    try {
      lastRead = await read();
      return lastRead;
    } catch (error) {
      // Not cached: the next caller reads again.
      current = null;
      if (lastRead === null) throw error;
      logger.warn({ err: error }, 'The travel time model cannot be read; the last one stays in use');
      return lastRead;
    }
  }

  return {
    get() {
      current ??= readOrLast();
      return current;
    },
    invalidate() {
      current = null;
    },
  };
}
