// Starts a run: reads the day's demand, records the run with the current settings as its baseline, and starts its
// process.
import type { WhatIfRequest, WhatIfResult, WhatIfRun, WhatIfTerms } from '@kerb/contract';
import { defaultBatchTerms } from '@kerb/domain/dispatch';
import { DomainError, KM_PER_MILE, MS_PER_HOUR } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type FleetSize, type LabRequest, REPLAY_SEEDS, type ReplayTerms } from '@kerb/lab';
import { type Actor, violatesUnique } from '../../kit/index.ts';
import { dayDemandRepository } from './day-demand.repository.ts';
import { measureDay, measuredWaitByHour } from './measure-day.ts';
import { type OperatorDay, replayableDays } from './operator-days.ts';
import type { ReplayJob, ReplayOutcome } from './replay-job.ts';
import { type RunSupervisor, SILENT_MS } from './supervise-run.ts';
import type { WhatIfDeps } from './what-if.deps.ts';
import { whatIfPolicy } from './what-if.policy.ts';
import { presentRun } from './what-if.presenter.ts';
import { whatIfRepository } from './what-if.repository.ts';
import type { WhatIfRequestView } from './what-if.tables.ts';

/** With fewer requests the differences would be random. */
export const MIN_REQUESTS = 30;
/** A run with more requests would take hours. */
const MAX_REQUESTS = 50_000;
const RUNS = 2 * REPLAY_SEEDS;

const termsOf = ({ dispatchPolicy, driverRadius, batchSeconds, broadcastLimit }: Settings): WhatIfTerms => ({
  dispatchPolicy,
  driverRadius,
  batchSeconds,
  broadcastLimit,
});

function toLabRequest(row: WhatIfRequestView, index: number, from: number): LabRequest {
  return {
    id: `b${String(index + 1).padStart(5, '0')}`,
    at: row.at - from,
    pickup: { lat: row.pickup_lat, lng: row.pickup_lng },
    drop: { lat: row.drop_lat, lng: row.drop_lng },
    carType: row.car_type,
  };
}

const fleetOf = ({ fleet_percent, fleet_drivers }: WhatIfRequest): FleetSize =>
  fleet_drivers === null ? { percent: fleet_percent } : { drivers: fleet_drivers };

/** The result of a run: the replayed values, and the values measured on the day. */
function toResult(outcome: ReplayOutcome, rows: readonly WhatIfRequestView[], from: number): WhatIfResult {
  const measured = measuredWaitByHour(rows, from);
  const { travel_times, drivers, figures } = outcome;
  return {
    travel_times,
    drivers,
    figures,
    measured: measureDay(rows),
    hours: outcome.hours.map(({ hour, requests, baseline_secs, alternative_secs }) => ({
      at: from + hour * MS_PER_HOUR,
      requests,
      measured_secs: measured.get(hour) ?? null,
      baseline_secs,
      alternative_secs,
    })),
  };
}

export function createStartRun(deps: WhatIfDeps, supervisor: Pick<RunSupervisor, 'begin'>) {
  const { db, withTx, clock, ids, settings, travelTimes, roadGraphFile } = deps;
  const demand = dayDemandRepository(db);

  async function requestsOf(day: OperatorDay): Promise<WhatIfRequestView[]> {
    const rows = await demand.requests(day, MAX_REQUESTS + 1);
    if (rows.length < MIN_REQUESTS)
      throw new DomainError(
        'too_few_requests',
        `${rows.length} of the ${MIN_REQUESTS} that a comparison needs`,
      );
    if (rows.length > MAX_REQUESTS) throw new DomainError('day_too_large', `At most ${MAX_REQUESTS}`);
    return rows;
  }

  function replayTermsOf(terms: WhatIfTerms, current: Settings, fleet: FleetSize): ReplayTerms {
    const kmPerUnit = current.convert_to_mile ? KM_PER_MILE : 1;
    return {
      policy: terms.dispatchPolicy,
      fleet,
      settings: {
        offerSeconds: current.offerSeconds,
        candidateLimit: current.candidateLimit,
        broadcastLimit: terms.broadcastLimit,
        driverRadius: terms.driverRadius * kmPerUnit,
        batchSeconds: terms.batchSeconds,
        followOnSeconds: current.followOnSeconds,
        batch: { ...defaultBatchTerms, finishWithinSecs: current.followOnSeconds },
      },
    };
  }

  async function record(request: WhatIfRequest, baseline: WhatIfTerms, requests: number): Promise<string> {
    const id = ids.next();
    const now = clock.now();
    try {
      await withTx(async (tx) => {
        const runs = whatIfRepository(tx);
        await runs.interruptSilent(now - SILENT_MS, now);
        await runs.insert({
          id,
          created_at: now,
          alive_at: now,
          day: request.day,
          requests,
          runs_total: RUNS,
          baseline: JSON.stringify(baseline),
          alternative: JSON.stringify(request.alternative),
          fleet_percent: request.fleet_percent,
          fleet_drivers: request.fleet_drivers,
        });
      });
    } catch (error) {
      if (violatesUnique(error, 'what_if_runs_one_running')) throw new DomainError('what_if_running');
      throw error;
    }
    return id;
  }

  return async function startRun(actor: Actor, request: WhatIfRequest): Promise<WhatIfRun> {
    whatIfPolicy.startRun(actor);
    const current = await settings.get();
    const day = replayableDays(clock.now(), current.timezone).find(({ day: name }) => name === request.day);
    if (!day)
      throw new DomainError('invalid_input', undefined, [
        { path: 'day', message: 'Choose today or one of the last 30 days' },
      ]);
    const [rows, duty, model] = await Promise.all([requestsOf(day), demand.duty(day), travelTimes.model()]);
    const baseline = termsOf(current);
    const id = await record(request, baseline, rows.length);
    const job: ReplayJob = {
      requests: rows.map((row, index) => toLabRequest(row, index, day.from)),
      duty,
      until: day.until - day.from,
      baseline: replayTermsOf(baseline, current, { percent: 100 }),
      alternative: replayTermsOf(request.alternative, current, fleetOf(request)),
      traffic: { model, dayStart: day.from },
      graphFile: roadGraphFile(),
    };
    supervisor.begin(id, job, (outcome) => toResult(outcome, rows, day.from));
    const run = await whatIfRepository(db).find(id);
    if (!run) throw new DomainError('not_found');
    return presentRun(run);
  };
}
