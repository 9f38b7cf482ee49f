// The product's routes on a database without background workers, so that all writes are those of the calls.
import { type RouteDefinition, type RouteName, routes } from '@kerb/contract';
import type { FastifyInstance } from 'fastify';
import { type AppDeps, createApp, type Modules } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import type { Queries } from '../../apps/server/src/kit/db/index.ts';
import { createIdempotency, type Idempotency } from '../../apps/server/src/kit/http/idempotency.ts';
import { mountRoutes } from '../../apps/server/src/kit/http/mount.ts';
import { createHttpServer } from '../../apps/server/src/kit/http/server.ts';
import { createMetrics } from '../../apps/server/src/kit/observe/metrics.ts';
import { operatorCredentials } from '../../apps/server/src/testing/access-environment.ts';
import { createProofLogger } from './proof-logger.ts';
import type { ProofDatabase } from './proof-server.ts';

/** Multiplies the limits on callers, so that no call reaches one. */
const LIMIT_SCALE = 1_000_000;

/** Replaces the server's handling of idempotency keys, for a planted fault. */
export type Plant = (idempotency: Idempotency, queries: Queries) => Idempotency;

export interface Subject {
  readonly database: Pick<ProofDatabase, 'pool' | 'asOwner' | 'queries'>;
  readonly modules: Modules;
  /** Returns the server's logged internal errors since the last call. */
  takeFailures(): readonly string[];
  /** Starts a server on the same modules, with all routes or only the named ones. */
  serve(plant?: Plant, only?: readonly RouteName[]): Promise<FastifyInstance>;
}

type SubjectDatabase = Omit<ProofDatabase, 'close'>;

/** The product without limits on callers, with its logged internal errors. `given`: replaced dependencies. */
export async function createSubjectApp(database: SubjectDatabase, given: Pick<AppDeps, 'clock'> = {}) {
  const config = parseConfig({
    KERB_DATA: database.folder,
    PORT: '0',
    KERB_PAST_DAYS: '0',
    HOSTED_BASIC_AUTH: operatorCredentials,
  });
  const logger = createProofLogger();
  const failures: string[] = [];
  logger.error = (...logged: readonly unknown[]) => {
    const [seen] = logged;
    const error = typeof seen === 'object' && seen !== null && 'err' in seen ? seen.err : seen;
    failures.push(String(error));
  };
  const app = await createApp({
    config: { ...config, secret: 'secret of the proofs' },
    database: { ...database, close: async () => undefined },
    logger,
    version: '0.0.0-proof',
    limitScale: LIMIT_SCALE,
    eventLoopDelayMs: 0,
    ...given,
  });
  return { app, logger, takeFailures: (): readonly string[] => failures.splice(0) };
}

/** `given`: dependencies that replace the server's own. */
export async function openSubject(
  database: SubjectDatabase,
  given: Pick<AppDeps, 'clock'> = {},
): Promise<Subject> {
  const { app, logger, takeFailures } = await createSubjectApp(database, given);
  await app.seedDemonstration();
  await app.openCity();
  const { modules } = app;
  return {
    database,
    modules,
    takeFailures,
    async serve(plant = (idempotency) => idempotency, only = []) {
      const idempotency = plant(createIdempotency(database.queries), database.queries);
      const server = await createHttpServer({
        resolveSession: modules.identity.api.resolveSession,
        resolveKey: modules.partnerKeys.api.resolveKey,
        idempotency,
        logger,
        metrics: createMetrics(),
        trustProxy: false,
        hostedBasicAuth: operatorCredentials,
        isProduction: false,
        limits: { callsPerMinute: LIMIT_SCALE, scale: LIMIT_SCALE, eventLoopDelayMs: 0, refusalPauseMs: 0 },
        // No call is shed on a slow machine: these proofs make many calls at once, and overload is not their subject.
        shedding: { priorityOf: () => 'essential' },
      });
      const wanted = only.map((name): RouteDefinition => routes[name]);
      mountRoutes(
        server,
        modules.all
          .flatMap((module) => module.routes ?? [])
          .filter(({ definition }) => only.length === 0 || wanted.includes(definition)),
        { idempotency, requireAllRoutes: only.length === 0, limitScale: LIMIT_SCALE },
      );
      await server.ready();
      return server;
    },
  };
}
