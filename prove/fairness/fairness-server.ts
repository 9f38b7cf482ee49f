// Server with the limits of production, optionally without one of its protections; counts the cost of abuse.
import { createApp } from '../../apps/server/src/app.ts';
import type { Config } from '../../apps/server/src/config.ts';
import type { Database } from '../../apps/server/src/kit/db/index.ts';
import { createCallers } from '../../apps/server/src/kit/http/callers.ts';
import { createProofLogger } from '../lib/proof-logger.ts';
import { faults } from './planted.ts';

export interface FairnessServerOptions {
  readonly config: Config;
  readonly database: Database;
  /** Name of a planted fault; null for the real server. */
  readonly fault: string | null;
  /** See `createApp`; 0 switches the check off for tests on a busy machine. */
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
    logger: createProofLogger(),
    version: '0.0.0-proof',
    // The limits of production, because those of a demonstration allow for many users on one machine.
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
    /** Number of session look-ups for unknown tokens so far. */
    unknownLookups: (): number => unknown,
    close: () => app.close(),
  };
}
