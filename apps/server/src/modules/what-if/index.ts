// Entry point of what-if: replays the demand of a past day with other dispatch settings, one run at a time.
import { routes } from '@kerb/contract';
import { route, type ServerModule } from '../../kit/index.ts';
import { createCancelRun } from './cancel-run.ts';
import { startReplay } from './start-replay.ts';
import { createStartRun, MIN_REQUESTS } from './start-run.ts';
import { createRunSupervisor } from './supervise-run.ts';
import { createListDays, createListRuns, createViewRun } from './view-runs.ts';
import type { WhatIfDeps } from './what-if.deps.ts';

export type { WhatIfDeps } from './what-if.deps.ts';

export interface WhatIfApi {
  /** Ends this server's run and records it as interrupted. */
  close(): Promise<void>;
  /** Resolves when this server has no running run. */
  idle(): Promise<void>;
}

export function createWhatIfModule(deps: WhatIfDeps): ServerModule & { api: WhatIfApi } {
  const supervisor = createRunSupervisor({ ...deps, startReplay: deps.startReplay ?? startReplay });
  const listDays = createListDays(deps);
  const listRuns = createListRuns(deps);
  const viewRun = createViewRun(deps);
  const startRun = createStartRun(deps, supervisor);
  const cancelRun = createCancelRun(deps, supervisor);
  return {
    api: { close: supervisor.close, idle: supervisor.idle },
    routes: [
      route(routes.listWhatIfDays, async ({ actor }) => ({
        items: await listDays(actor),
        needed_requests: MIN_REQUESTS,
      })),
      route(routes.listWhatIfRuns, async ({ actor }) => ({ items: await listRuns(actor) })),
      route(routes.startWhatIfRun, ({ actor, body }) => startRun(actor, body)),
      route(routes.getWhatIfRun, ({ actor, params }) => viewRun(actor, params.id)),
      route(routes.cancelWhatIfRun, ({ actor, params }) => cancelRun(actor, params.id)),
    ],
  };
}
