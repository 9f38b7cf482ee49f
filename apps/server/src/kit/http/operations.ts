// Liveness, readiness and metrics, outside the API: for load balancers and the operator.
import { DomainError } from '@kerb/domain/kernel';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../observe/metrics.ts';
import { mayReadMetrics } from './operator.ts';

/** Each part by name; resolves to true when it can serve. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<boolean>>>;

export interface OperationsOptions {
  readiness: ReadinessChecks;
  metrics: Metrics;
  metricsToken: string | undefined;
}

const CHECK_TIMEOUT_MS = 3_000;

async function passes(check: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

export function mountOperations(app: FastifyInstance, options: OperationsOptions): void {
  const hidden = { schema: { hide: true }, config: { rateLimit: false as const } };

  app.get('/health', hidden, async () => ({ status: 'ok' }));

  app.get('/ready', hidden, async (_, reply) => {
    const entries = Object.entries(options.readiness).map(async ([name, check]) => [
      name,
      await passes(check),
    ]);
    const checks: Record<string, boolean> = Object.fromEntries(await Promise.all(entries));
    const isReady = Object.values(checks).every(Boolean);
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks });
  });

  app.get('/metrics', hidden, async (request, reply) => {
    if (!mayReadMetrics(request, options.metricsToken)) throw new DomainError('not_found');
    return reply.type(options.metrics.registry.contentType).send(await options.metrics.registry.metrics());
  });
}
