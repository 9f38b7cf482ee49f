// Replays of a day's demand with other dispatch settings: the days to choose from, and the runs with their comparison.
import { settings } from '@kerb/domain/settings';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, uuid } from '../pages.ts';

const tag = 'what-if';
const count = z.number().int().nonnegative();

/** A day of the operator's calendar, YYYY-MM-DD. */
const day = z.iso.date();

/** The dispatch settings that a run can change; `driverRadius` is in the unit the operator sees. */
export const whatIfTerms = z.object({
  dispatchPolicy: settings.shape.dispatchPolicy.unwrap(),
  driverRadius: settings.shape.driverRadius.unwrap(),
  batchSeconds: settings.shape.batchSeconds.unwrap(),
  broadcastLimit: settings.shape.broadcastLimit.unwrap(),
});

/** Drivers on duty beside those of the day: a percentage of them each hour, or a number all day. */
const fleet = {
  fleet_percent: z.number().int().min(10).max(300),
  /** null: the drivers of the day × fleet_percent. */
  fleet_drivers: z.number().int().min(1).max(5000).nullable(),
};

/** A day, and what the alternative changes; it is compared with the current settings and the drivers of the day. */
export const whatIfRequest = z.object({ day, alternative: whatIfTerms, ...fleet });

export const whatIfStatus = z.enum(['running', 'done', 'failed', 'cancelled', 'interrupted']);

/** Seconds, or shares from 0 to 1. The idle share is of the time on duty; the Gini coefficient of earnings an hour. */
export const whatIfFigure = z.enum([
  'served_share',
  'wait_mean_secs',
  'wait_median_secs',
  'wait_p95_secs',
  'pickup_drive_mean_secs',
  'idle_share',
  'earnings_gini',
]);

/** Of several runs with other chance: the mean and the range. */
const spread = z.object({ mean: z.number(), low: z.number(), high: z.number() });

const comparedFigure = z.object({
  figure: whatIfFigure,
  /** null when no rider was picked up. */
  baseline: spread.nullable(),
  alternative: spread.nullable(),
  /** Alternative − baseline, with the 95 % interval of its mean. */
  difference: spread.nullable(),
  /** The interval does not contain 0. */
  beyond_chance: z.boolean(),
});

/** What was measured on the day itself: of requests with a known outcome, and of riders who did not book ahead. */
const measured = z.object({
  requests: count,
  served_share: z.number().nullable(),
  /** Riders whose wait from the request to the arrival of the driver is known. */
  riders: count,
  wait_mean_secs: z.number().nullable(),
  wait_median_secs: z.number().nullable(),
  wait_p95_secs: z.number().nullable(),
});

/** Mean wait of the requests of an hour that ended with a pickup; null when there was none. */
const hour = z.object({
  /** When the hour begins, ms since the epoch. */
  at: z.number().int(),
  requests: count,
  measured_secs: z.number().nullable(),
  baseline_secs: z.number().nullable(),
  alternative_secs: z.number().nullable(),
});

const simulatedFleet = z.object({
  /** The most drivers on duty at a time, and the hours that all of them are on duty. */
  most: count,
  hours: z.number(),
});

export const whatIfResult = z.object({
  /** By the imported roads, or straight lines with a detour where they are missing. */
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
  /** Requests of the day that are replayed. */
  requests: count,
  /** Simulations that have ended, of `runs_total`. */
  runs_done: count,
  runs_total: count,
  /** The settings when the run was started. */
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
      /** A day with fewer requests cannot be replayed. */
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
