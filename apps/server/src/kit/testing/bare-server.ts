// Creates an HTTP server without database and routes, for tests of the hooks that every call passes.
import type { FastifyInstance } from 'fastify';
import { createHttpServer, type HttpOptions } from '../http/server.ts';
import { createLogger } from '../observe/logger.ts';
import { createMetrics } from '../observe/metrics.ts';

/** Without sessions and stored idempotency keys, unless `options` override them. */
export const createBareServer = (options: Partial<HttpOptions> = {}): Promise<FastifyInstance> =>
  createHttpServer({
    resolveSession: async () => null,
    idempotency: { begin: async () => undefined, end: async () => undefined, run: (_, work) => work() },
    logger: createLogger('silent'),
    metrics: createMetrics(),
    trustProxy: false,
    hostedBasicAuth: undefined,
    isProduction: true,
    limits: { callsPerMinute: 100_000, scale: 1, eventLoopDelayMs: 0 },
    ...options,
  });
