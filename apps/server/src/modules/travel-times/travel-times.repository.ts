// The SQL of travel times: the finished trips to learn from, the learned factors, and the data of the last learning
// run.
import { MS_PER_DAY } from '@kerb/domain/kernel';
import type { TravelTimeModel, TravelTimeSample } from '@kerb/domain/travel-times';
import { type Selectable, sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import type { FitErrors, TravelTimeFitTable, TravelTimesTables } from './travel-times.tables.ts';

export type FinishedTrip = TravelTimeSample & { readonly quoted_secs: number };

export type Fit = Omit<Selectable<TravelTimeFitTable>, 'only_row'>;

export interface NewFit {
  learned_at: number;
  timezone: string;
  traffic_by_hour: readonly number[];
  trips: number;
  days: number;
  errors: FitErrors;
}

export function travelTimesRepository(queries: Queries) {
  const db = queries.withTables<TravelTimesTables>();
  return {
    /**
     * Trips that started at `since` (ms) or later, newest first; of a day (UTC) with more than `maxADay`, so many that
     * are spread over its hours.
     */
    async finishedTrips(since: number, maxADay: number): Promise<FinishedTrip[]> {
      const columns = ['started_at', 'free_flow_secs', 'quoted_secs', 'driven_secs', 'distance_km'] as const;
      const rows = await db
        .selectFrom(
          db
            .selectFrom('travel_time_samples')
            .select(columns)
            .select(
              sql<number>`row_number() over (
                partition by started_at / ${MS_PER_DAY}::bigint order by hashint8(started_at))`.as('place'),
            )
            .where('started_at', '>=', since)
            .as('samples'),
        )
        .select(columns)
        .where('place', '<=', maxADay)
        .orderBy('started_at', 'desc')
        .execute();
      return rows.map(({ started_at, ...trip }) => ({ ...trip, startedAt: started_at }));
    },

    async fit(): Promise<Fit | null> {
      const row = await db
        .selectFrom('travel_time_fits')
        .select(['learned_at', 'timezone', 'traffic_by_hour', 'trips', 'days', 'errors'])
        .executeTakeFirst();
      return row ?? null;
    },

    /** The learned model; null before the first one was learned. */
    async model(): Promise<TravelTimeModel | null> {
      const rows = await db
        .selectFrom('travel_time_factors')
        .innerJoin('travel_time_fits', (join) => join.onTrue())
        .select(['hour_of_week', 'distance_band', 'factor', 'timezone'])
        .execute();
      const [first] = rows;
      if (first === undefined) return null;
      const factors: number[][] = [];
      for (const { hour_of_week, distance_band, factor } of rows) {
        const bands = factors[hour_of_week] ?? [];
        bands[distance_band] = factor;
        factors[hour_of_week] = bands;
      }
      return { zone: first.timezone, factors };
    },

    /** Locks the model, so that one transaction at a time replaces it. */
    async lock(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('travel-times:model', 0))`.execute(db);
    },

    /** Replaces the model and the data it was learned from; without a model the operator's settings apply. */
    async save(fit: NewFit, model: TravelTimeModel | null): Promise<void> {
      await db.deleteFrom('travel_time_factors').execute();
      if (model !== null)
        await db
          .insertInto('travel_time_factors')
          .values(
            model.factors.flatMap((bands, hour_of_week) =>
              bands.map((factor, distance_band) => ({ hour_of_week, distance_band, factor })),
            ),
          )
          .execute();
      const row = {
        ...fit,
        traffic_by_hour: JSON.stringify(fit.traffic_by_hour),
        errors: JSON.stringify(fit.errors),
      };
      await db
        .insertInto('travel_time_fits')
        .values(row)
        .onConflict((conflict) => conflict.column('only_row').doUpdateSet(row))
        .execute();
    },
  };
}
