// Use case of the admin dashboard: how far quoted and learned travel times differ from driven ones.
import type { TravelTimesReport } from '@kerb/contract';
import type { Actor } from '../../kit/index.ts';
import { MIN_DAYS, MIN_TRIPS } from './learn-from-trips.ts';
import type { TravelTimesDeps } from './travel-times.deps.ts';
import { travelTimesPolicy } from './travel-times.policy.ts';
import { travelTimesRepository } from './travel-times.repository.ts';

export function createViewTravelTimes({ db }: Pick<TravelTimesDeps, 'db'>) {
  const repository = travelTimesRepository(db);
  return async function viewTravelTimes(actor: Actor): Promise<TravelTimesReport> {
    travelTimesPolicy.getTravelTimes(actor);
    const fit = await repository.fit();
    const needed = { needed_trips: MIN_TRIPS, needed_days: MIN_DAYS };
    if (fit === null) return { learned_at: null, trips: 0, days: 0, ...needed, errors: null };
    const { learned_at, trips, days } = fit;
    if (trips < MIN_TRIPS || days < MIN_DAYS)
      return { learned_at: null, trips, days, ...needed, errors: null };
    const { quoted, free_flow, in_sample, out_of_sample } = fit.errors;
    const errors = { quoted, free_flow, in_sample, out_of_sample };
    return { learned_at, trips, days, ...needed, errors };
  };
}
