// Presents a run, field by field.
import type { WhatIfRun, WhatIfRunSummary } from '@kerb/contract';
import type { RunRow, RunSummaryRow } from './what-if.repository.ts';

export const presentSummary = (run: RunSummaryRow): WhatIfRunSummary => ({
  id: run.id,
  created_at: run.created_at,
  finished_at: run.finished_at,
  day: run.day,
  status: run.status,
  requests: run.requests,
  runs_done: run.runs_done,
  runs_total: run.runs_total,
  baseline: run.baseline,
  alternative: run.alternative,
  fleet_percent: run.fleet_percent,
  fleet_drivers: run.fleet_drivers,
});

export const presentRun = (run: RunRow): WhatIfRun => ({ ...presentSummary(run), result: run.result });
