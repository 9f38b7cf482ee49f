// Creates an HTTP server with the routes of some modules on a test database, for tests that do not need the whole
// application.
import type { FastifyInstance } from 'fastify';
import type { Actor, ResolveKey, ResolveSession } from '../http/actor.ts';
import { createIdempotency } from '../http/idempotency.ts';
import { mountRoutes } from '../http/mount.ts';
import { createHttpServer } from '../http/server.ts';
import type { ServerModule } from '../module.ts';
import { createLogger } from '../observe/logger.ts';
import { createMetrics } from '../observe/metrics.ts';
import type { TestDatabase } from './test-database.ts';

export interface ModuleServerOptions {
  database: TestDatabase;
  modules: readonly Pick<ServerModule, 'routes'>[];
  resolveSession: ResolveSession;
  /** When left out, no key is valid. */
  resolveKey?: ResolveKey;
  /** Factor for the routes' own call limits; by default so large that no test reaches a limit. */
  limitScale?: number;
}

export async function createModuleServer({
  database,
  modules,
  resolveSession,
  resolveKey,
  limitScale = 1000,
}: ModuleServerOptions): Promise<FastifyInstance> {
  const idempotency = createIdempotency(database.queries);
  const server = await createHttpServer({
    resolveSession,
    ...(resolveKey ? { resolveKey } : {}),
    idempotency,
    logger: createLogger('error'),
    metrics: createMetrics(),
    trustProxy: false,
    hostedBasicAuth: undefined,
    isProduction: false,
    limits: { callsPerMinute: 1_000_000, scale: limitScale, eventLoopDelayMs: 0 },
  });
  const mounted = modules.flatMap(({ routes }) => routes ?? []);
  mountRoutes(server, mounted, { requireAllRoutes: false, idempotency, limitScale });
  await server.ready();
  return server;
}

/** Resolves sessions whose token is the user's id. */
export function sessionsByUid(
  userOf: (uid: string) => Promise<Pick<Actor, 'uid' | 'usertype'> | null>,
): ResolveSession {
  return async function resolveSession(token) {
    const user = await userOf(token);
    return user && { uid: user.uid, usertype: user.usertype, sessionId: user.uid };
  };
}
