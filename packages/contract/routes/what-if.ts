// Route declarations of what-if replays of a day's demand with other dispatch settings: available days, runs and their
// comparison.
import { settings } from '@kerb/domain/settings';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, uuid } from '../pages.ts';

const tag = 'what-if';
const count = z.number().int().nonnegative();

/** A calendar day in the operator's time zone, YYYY-MM-DD. */
const day = z.iso.date();

/** Dispatch settings that a run can change; `driverRadius` is in the operator's unit. */
export const whatIfTerms = z.object({
  dispatchPolicy: settings.shape.dispatchPolicy.unwrap(),
  driverRadius: settings.shape.driverRadius.unwrap(),
  batchSeconds: settings.shape.batchSeconds.unwrap(),
  broadcastLimit: settings.shape.broadcastLimit.unwrap(),
});

/** Drivers on duty in the alternative: a percentage of the day's drivers in each hour, or a constant number. */
const fleet = {
  fleet_percent: z.number().int().min(10).max(300),
  /** null: the drivers of the day multiplied by fleet_percent. */
  fleet_drivers: z.number().int().min(1).max(5000).nullable(),
};

/**
 * The day to replay and the alternative settings, which are compared with the current settings and the drivers of the
 * day.
 */
export const whatIfRequest = z.object({ day, alternative: whatIfTerms, ...fleet });

export const whatIfStatus = z.enum(['running', 'done', 'failed', 'cancelled', 'interrupted']);

/**
 * Figures in seconds, or shares from 0 to 1. idle_share is a share of the time on duty; earnings_gini is the Gini
 * coefficient of earnings per hour.
 */
export const whatIfFigure = z.enum([
  'served_share',
  'wait_mean_secs',
  'wait_median_secs',
  'wait_p95_secs',
  'pickup_drive_mean_secs',
  'idle_share',
  'earnings_gini',
]);

/** Mean and range over several runs with different random seeds. */
const spread = z.object({ mean: z.number(), low: z.number(), high: z.number() });

const comparedFigure = z.object({
  figure: whatIfFigure,
  /** null when no rider was picked up. */
  baseline: spread.nullable(),
  alternative: spread.nullable(),
  /** Alternative − baseline: the mean with its 95 % confidence interval. */
  difference: spread.nullable(),
  /** Whether the confidence interval excludes 0. */
  beyond_chance: z.boolean(),
});

/** Values measured on the real day, over requests with a known outcome and riders who did not book ahead. */
const measured = z.object({
  requests: count,
  served_share: z.number().nullable(),
  /** Number of riders whose waiting time from the request to the driver's arrival is known. */
  riders: count,
  wait_mean_secs: z.number().nullable(),
  wait_median_secs: z.number().nullable(),
  wait_p95_secs: z.number().nullable(),
});

/** Mean wait of the requests of an hour that ended with a pickup; null without a pickup. */
const hour = z.object({
  /** Start of the hour, ms since the epoch. */
  at: z.number().int(),
  requests: count,
  measured_secs: z.number().nullable(),
  baseline_secs: z.number().nullable(),
  alternative_secs: z.number().nullable(),
});

const simulatedFleet = z.object({
  /** Maximum number of drivers on duty at a time, and total hours on duty of all drivers. */
  most: count,
  hours: z.number(),
});

export const whatIfResult = z.object({
  /** Source of travel times: the imported roads, or straight lines with a detour factor when no roads are imported. */
  travel_times: z.enum(['roads', 'straight_lines']),
  drivers: z.object({ baseline: simulatedFleet, alternative: simulatedFleet }),
  figures: z.array(comparedFigure),
  measured,
  hours: z.array(hour),
});

export const whatIfRunSummary = z.object({
  id: uuid,
  created_at: z.number().int(),
  finished_at: z.number().int().nullable(),
  day,
  status: whatIfStatus,
  /** Number of requests of the day that are replayed. */
  requests: count,
  /** Number of finished simulations, out of `runs_total`. */
  runs_done: count,
  runs_total: count,
  /** Settings at the start of the run. */
  baseline: whatIfTerms,
  alternative: whatIfTerms,
  ...fleet,
});

/** `result` is null until the run is done. */
export const whatIfRun = whatIfRunSummary.extend({ result: whatIfResult.nullable() });

export const whatIfDay = z.object({ day, requests: count, is_over: z.boolean() });

export type WhatIfTerms = z.infer<typeof whatIfTerms>;
export type WhatIfRequest = z.infer<typeof whatIfRequest>;
export type WhatIfStatus = z.infer<typeof whatIfStatus>;
export type WhatIfFigure = z.infer<typeof whatIfFigure>;
export type WhatIfResult = z.infer<typeof whatIfResult>;
export type WhatIfRunSummary = z.infer<typeof whatIfRunSummary>;
export type WhatIfRun = z.infer<typeof whatIfRun>;
export type WhatIfDay = z.infer<typeof whatIfDay>;

export const whatIfRoutes = {
  listWhatIfDays: defineRoute({
    method: 'GET',
    path: '/what-if/days',
    summary: 'Today and the last 30 days, newest first, with the number of requests that can be replayed',
    tag,
    access: ['admin'],
    answer: z.object({
      items: z.array(whatIfDay),
      /** Minimum number of requests of a day that can be replayed. */
      needed_requests: count,
    }),
    errors: [],
  }),
  listWhatIfRuns: defineRoute({
    method: 'GET',
    path: '/what-if/runs',
    summary: 'The last 50 runs, newest first',
    tag,
    access: ['admin'],
    answer: z.object({ items: z.array(whatIfRunSummary) }),
    errors: [],
  }),
  startWhatIfRun: defineRoute({
    method: 'POST',
    path: '/what-if/runs',
    summary: 'Replay a day with other dispatch settings; one run at a time',
    tag,
    access: ['admin'],
    body: whatIfRequest,
    answer: whatIfRun,
    status: 201,
    errors: ['what_if_running', 'too_few_requests', 'day_too_large'],
    rateLimit: { max: 20, windowSeconds: 60 },
  }),
  getWhatIfRun: defineRoute({
    method: 'GET',
    path: '/what-if/runs/:id',
    summary: 'A run with its progress, and with the comparison once it is done',
    tag,
    access: ['admin'],
    params: idParams,
    answer: whatIfRun,
    errors: ['not_found'],
  }),
  cancelWhatIfRun: defineRoute({
    method: 'POST',
    path: '/what-if/runs/:id/cancel',
    summary: 'End a running run without a result; one that has ended stays as it is',
    tag,
    access: ['admin'],
    params: idParams,
    body: z.object({}),
    answer: whatIfRun,
    errors: ['not_found'],
  }),
};
