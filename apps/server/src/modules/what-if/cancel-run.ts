// Cancels a running run, which then has no result.
import type { WhatIfRun } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { RunSupervisor } from './supervise-run.ts';
import type { WhatIfDeps } from './what-if.deps.ts';
import { whatIfPolicy } from './what-if.policy.ts';
import { presentRun } from './what-if.presenter.ts';
import { whatIfRepository } from './what-if.repository.ts';

/** A run of another server ends at that server's next progress report. */
export function createCancelRun(
  { db, clock }: Pick<WhatIfDeps, 'db' | 'clock'>,
  supervisor: Pick<RunSupervisor, 'stop'>,
) {
  const runs = whatIfRepository(db);
  return async function cancelRun(actor: Actor, id: string): Promise<WhatIfRun> {
    whatIfPolicy.cancelRun(actor);
    await runs.end(id, 'cancelled', clock.now());
    supervisor.stop(id);
    const run = await runs.find(id);
    if (!run) throw new DomainError('not_found');
    return presentRun(run);
  };
}
