// The rows of the tables and of the view of travel times. Durations are seconds, times ms since the epoch, distances km.
import type { PredictionError, TravelTimeErrors } from '@kerb/domain/travel-times';
import type { Generated, JSONColumnType } from 'kysely';

/** Errors on finished trips; `quoted` are the times that riders saw. */
export interface FitErrors extends TravelTimeErrors {
  quoted: PredictionError | null;
}

export interface TravelTimeFactorTable {
  /** 0: Monday between midnight and one o'clock. */
  hour_of_week: number;
  distance_band: number;
  factor: number;
}

export interface TravelTimeFitTable {
  only_row: Generated<boolean>;
  learned_at: number;
  timezone: string;
  /** The operator's factors that the model was learned with. */
  traffic_by_hour: JSONColumnType<number[]>;
  trips: number;
  days: number;
  errors: JSONColumnType<FitErrors>;
}

export interface TravelTimeSampleView {
  started_at: number;
  free_flow_secs: number;
  quoted_secs: number;
  driven_secs: number;
  distance_km: number;
}

export type TravelTimesTables = {
  travel_time_factors: TravelTimeFactorTable;
  travel_time_fits: TravelTimeFitTable;
  travel_time_samples: TravelTimeSampleView;
};
