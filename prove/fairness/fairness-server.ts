// A whole server with the limits of production, in which one protection may be missing; it counts what abuse costs it.
import { createApp } from '../../apps/server/src/app.ts';
import type { Config } from '../../apps/server/src/config.ts';
import type { Database } from '../../apps/server/src/kit/db/index.ts';
import { createCallers } from '../../apps/server/src/kit/http/callers.ts';
import { createLogger } from '../../apps/server/src/kit/observe/logger.ts';
import { faults } from './planted.ts';

export interface FairnessServerOptions {
  readonly config: Config;
  readonly database: Database;
  /** Name of a planted fault; null for the real server. */
  readonly fault: string | null;
  /** See `createApp`; a test on a busy machine turns the check off with 0. */
  readonly eventLoopDelayMs?: number;
}

export async function openFairnessServer({
  config,
  database,
  fault,
  eventLoopDelayMs,
}: FairnessServerOptions) {
  const withSecret = { ...config, secret: 'secret of the proofs' };
  const planted = faults.get(fault ?? '')?.plant(withSecret) ?? {};
  const makeCallers = planted.createCallers ?? createCallers;
  let unknown = 0;
  const app = await createApp({
    config: withSecret,
    database,
    logger: createLogger('error'),
    version: '0.0.0-proof',
    // The limits of production: those of a demonstration are made for people who all call from one machine.
    limitScale: 1,
    ...(eventLoopDelayMs === undefined ? {} : { eventLoopDelayMs }),
    ...planted,
    createCallers: (resolveSession, limits) =>
      makeCallers(async (token) => {
        const actor = await resolveSession(token);
        if (actor === null) unknown += 1;
        return actor;
      }, limits),
  });
  await app.openCity();
  await app.seedDemonstration();
  const { server } = await app.start();
  return {
    origin: await server.listen({ port: 0, host: '127.0.0.1' }),
    /** Sessions looked up so far for tokens that no session has. */
    unknownLookups: (): number => unknown,
    close: () => app.close(),
  };
}
