// Row types of the table and views of what-if. Times are ms since the epoch, coordinates degrees with three decimals.
import type { WhatIfResult, WhatIfStatus, WhatIfTerms } from '@kerb/contract';
import type { Generated, JSONColumnType } from 'kysely';

export interface WhatIfRunTable {
  id: string;
  created_at: number;
  finished_at: number | null;
  day: string;
  status: WhatIfStatus;
  requests: number;
  runs_done: Generated<number>;
  runs_total: number;
  alive_at: number;
  baseline: JSONColumnType<WhatIfTerms>;
  alternative: JSONColumnType<WhatIfTerms>;
  fleet_percent: number;
  fleet_drivers: number | null;
  result: JSONColumnType<WhatIfResult> | null;
}

export interface WhatIfRequestView {
  at: number;
  book_later: boolean;
  car_type: string;
  pickup_lat: number;
  pickup_lng: number;
  drop_lat: number;
  drop_lng: number;
  arrived_at: number | null;
  /** Null while the outcome is unknown. */
  served: boolean | null;
}

export interface WhatIfDutyView {
  at: number;
  driver: string;
  car_type: string;
}

export type WhatIfTables = {
  what_if_runs: WhatIfRunTable;
  what_if_requests: WhatIfRequestView;
  what_if_duty: WhatIfDutyView;
};
