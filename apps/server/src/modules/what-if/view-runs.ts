// Returns the days that can be replayed, and the runs, for admins.
import type { WhatIfDay, WhatIfRun, WhatIfRunSummary } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import { dayDemandRepository } from './day-demand.repository.ts';
import { replayableDays } from './operator-days.ts';
import { SILENT_MS } from './supervise-run.ts';
import type { WhatIfDeps } from './what-if.deps.ts';
import { whatIfPolicy } from './what-if.policy.ts';
import { presentRun, presentSummary } from './what-if.presenter.ts';
import { whatIfRepository } from './what-if.repository.ts';

export function createListDays({ db, clock, settings }: Pick<WhatIfDeps, 'db' | 'clock' | 'settings'>) {
  return async function listDays(actor: Actor): Promise<WhatIfDay[]> {
    whatIfPolicy.listDays(actor);
    const { timezone } = await settings.get();
    const now = clock.now();
    const days = replayableDays(now, timezone);
    const span = { from: days.at(-1)?.from ?? now, until: now };
    const counts = await dayDemandRepository(db).countByDay(span, timezone);
    const requestsOf = new Map(counts.map(({ day, requests }) => [day, requests]));
    return days.map(({ day, is_over }) => ({ day, requests: requestsOf.get(day) ?? 0, is_over }));
  };
}

type RunDeps = Pick<WhatIfDeps, 'db' | 'clock'>;

/** Marks runs whose server has ended as interrupted, when runs are read. */
async function interruptSilent({ db, clock }: RunDeps): Promise<void> {
  const now = clock.now();
  await whatIfRepository(db).interruptSilent(now - SILENT_MS, now);
}

export function createListRuns(deps: RunDeps) {
  return async function listRuns(actor: Actor): Promise<WhatIfRunSummary[]> {
    whatIfPolicy.listRuns(actor);
    await interruptSilent(deps);
    return (await whatIfRepository(deps.db).list()).map(presentSummary);
  };
}

export function createViewRun(deps: RunDeps) {
  return async function viewRun(actor: Actor, id: string): Promise<WhatIfRun> {
    whatIfPolicy.viewRun(actor);
    await interruptSilent(deps);
    const run = await whatIfRepository(deps.db).find(id);
    if (!run) throw new DomainError('not_found');
    return presentRun(run);
  };
}
