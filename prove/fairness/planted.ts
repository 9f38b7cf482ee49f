// Planted faults: each replaces one part of the composition root by one that lacks a protection.

import { createRoutingQueue, type RoutingQueue } from '../../apps/server/src/adapters/maps/routing-queue.ts';
import { createInProcessEngine } from '../../apps/server/src/adapters/maps/valhalla/valhalla-engine.ts';
import { createValhallaRouter } from '../../apps/server/src/adapters/maps/valhalla/valhalla-router.ts';
import type { AppDeps } from '../../apps/server/src/app.ts';
import { createCallers } from '../../apps/server/src/kit/http/callers.ts';
import type { RoutingBudget } from '../../apps/server/src/modules/maps/index.ts';

/** Routing budget without limits. */
const noBudget: RoutingBudget = {
  admitDirections: () => undefined,
  admitMatrix: () => undefined,
  admitReverse: () => undefined,
};

/** Routing queue with one lane, without turns, length limits or a reserved slot: first in, first out. */
function createFirstInFirstOut(): RoutingQueue {
  const unlimited = Number.MAX_SAFE_INTEGER;
  const queue = createRoutingQueue({
    slots: 2,
    waitingPerLane: unlimited,
    waitingPerCaller: unlimited,
    maxWaitMs: unlimited,
  });
  return { run: (_, work) => queue.run({ lane: 'estimates' }, work) };
}

/** Looks up the session of every call before the call is counted. */
const limitsAfterLookup: typeof createCallers = (resolveSession, limits) => {
  const callers = createCallers(resolveSession, limits);
  return {
    ...callers,
    admitCall: async () => undefined,
    async lookUp(address, token) {
      const actor = await resolveSession(token);
      if (actor === null) await callers.admitAnonymous(address);
      return actor;
    },
  };
};

/** Counts only calls with a valid session. */
const refusedUncounted: typeof createCallers = (resolveSession, limits) => ({
  ...createCallers(resolveSession, limits),
  admitCall: async () => undefined,
  admitAnonymous: async () => undefined,
});

export type Planted = Partial<Pick<AppDeps, 'roads' | 'routingBudget' | 'createCallers' | 'config'>>;

interface Fault {
  /** Pattern of the violation that the proof must find; others may be noise of the machine. */
  readonly sign: RegExp;
  /** The fault only affects the response times of other users; the other faults are visible in a burst. */
  readonly isTimed?: boolean;
  plant(config: AppDeps['config']): Planted;
}

export const faults: ReadonlyMap<string, Fault> = new Map([
  [
    'routes are computed first come, first served, without fair queueing',
    {
      sign: /^estimate: p95/,
      isTimed: true,
      plant: () => ({
        roads: createValhallaRouter(createInProcessEngine(), createFirstInFirstOut()),
        routingBudget: noBudget,
      }),
    },
  ],
  [
    'a matrix and directions may have any size',
    { sign: /^matrix of 2,500 pairs: \d+ were answered/, plant: () => ({ routingBudget: noBudget }) },
  ],
  [
    'limits come after the session lookup',
    { sign: /sessions were looked up/, plant: () => ({ createCallers: limitsAfterLookup }) },
  ],
  [
    'refused calls are not counted',
    { sign: /calls without a session were let through/, plant: () => ({ createCallers: refusedUncounted }) },
  ],
  [
    'live sockets are not capped',
    {
      sign: /live sockets/,
      plant: (config: AppDeps['config']) => ({
        config: { ...config, liveSockets: { total: 100_000, perAddress: 100_000, perPerson: 100_000 } },
      }),
    },
  ],
]);
