// Job that learns the traffic factors from the finished trips of the last weeks, once a night.
import { MS_PER_DAY, MS_PER_HOUR, startOfDay } from '@kerb/domain/kernel';
import { countDays, errorOf, learnTravelTimes, measureLearning } from '@kerb/domain/travel-times';
import { appendEvent } from '../../kit/index.ts';
import type { TravelTimesDeps } from './travel-times.deps.ts';
import { type Fit, travelTimesRepository } from './travel-times.repository.ts';

/** Length in days of the period whose trips are used. */
const WINDOW_DAYS = 60;
/** Of a day with more trips, only so many are used: 100,000 in the whole period. */
const MAX_TRIPS_A_DAY = 1_666;
/** With fewer trips or days the operator's settings apply. */
export const MIN_TRIPS = 200;
export const MIN_DAYS = 14;
/** Hour of the day, in the operator's time zone, from which the nightly job may run. */
const NIGHT_HOUR = 3;

/** Event published after learning; every server then reads the model again. */
export const MODEL_CHANGED = 'travel-times.changed';

interface Operation {
  timezone: string;
  trafficByHour: readonly number[];
}

/** Whether the job has not yet run this night, or the settings have changed since its last run. */
function isDue(fit: Fit | null, { timezone, trafficByHour }: Operation, now: number): boolean {
  if (fit === null) return true;
  if (fit.timezone !== timezone) return true;
  if (fit.traffic_by_hour.some((factor, hour) => factor !== trafficByHour[hour])) return true;
  const tonight = startOfDay(now, timezone) + NIGHT_HOUR * MS_PER_HOUR;
  return now >= tonight && fit.learned_at < tonight;
}

/** Returns whether it has learned a model. A second call in the same night does nothing. */
export function createLearnFromTrips({ withTx, clock, settings, logger }: TravelTimesDeps) {
  return async function learnFromTrips(): Promise<boolean> {
    const operation = await settings.get();
    const { timezone, trafficByHour } = operation;
    return withTx(async (tx) => {
      const repository = travelTimesRepository(tx);
      await repository.lock();
      const now = clock.now();
      if (!isDue(await repository.fit(), operation, now)) return false;
      const trips = await repository.finishedTrips(now - WINDOW_DAYS * MS_PER_DAY, MAX_TRIPS_A_DAY);
      const days = countDays(trips, timezone);
      const isEnough = trips.length >= MIN_TRIPS && days >= MIN_DAYS;
      const quoted = errorOf(trips.map((trip) => ({ ...trip, predicted_secs: trip.quoted_secs })));
      const errors = { quoted, ...measureLearning(trips, trafficByHour, timezone) };
      const fit = {
        learned_at: now,
        timezone,
        traffic_by_hour: trafficByHour,
        trips: trips.length,
        days,
        errors,
      };
      await repository.save(fit, isEnough ? learnTravelTimes(trips, trafficByHour, timezone) : null);
      await appendEvent(tx, { name: MODEL_CHANGED, topics: [], data: {} });
      logger.info(
        { trips: trips.length, days, isEnough, errors },
        'Learned travel times from finished trips',
      );
      return true;
    });
  };
}
