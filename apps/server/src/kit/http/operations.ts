// Routes for liveness, readiness and metrics, outside the API: for load balancers and the operator.
import { DomainError } from '@kerb/domain/kernel';
import type { FastifyInstance } from 'fastify';
import { metricsText } from '../observe/merge-metrics.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { RefusedCalls } from '../observe/refused-calls.ts';
import { callOf } from './current-call.ts';
import type { Drain } from './drain.ts';
import { mayReadMetrics } from './operator.ts';

/** Checks by name; each resolves to true when its part can serve. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<boolean>>>;

export interface OperationsOptions {
  readiness: ReadinessChecks;
  metrics: Metrics;
  metricsToken: string | undefined;
  isProduction: boolean;
  /** Present on a server that is stopped behind a load balancer. */
  drain?: Pick<Drain, 'isStopping' | 'noteCheck'>;
  /**
   * Counts calls without the right token for the security log; they are answered with 404, as if the route did not
   * exist.
   */
  refused: Pick<RefusedCalls, 'count'>;
}

const CHECK_TIMEOUT_MS = 3_000;
const CHECKS_LAST_MS = 1_000;

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

async function runChecks(readiness: ReadinessChecks): Promise<Record<string, boolean>> {
  const entries = Object.entries(readiness).map(async ([name, check]) => [name, await passes(check)]);
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Caches the results for CHECKS_LAST_MS and shares a running check, so that many requests cause only one database call.
 */
function cachedChecks(readiness: ReadinessChecks): () => Promise<Record<string, boolean>> {
  let latest: Promise<Record<string, boolean>> | undefined;
  let expiresAt = 0;
  return () => {
    if (latest === undefined || performance.now() >= expiresAt) {
      expiresAt = Number.POSITIVE_INFINITY;
      latest = runChecks(readiness).finally(() => {
        expiresAt = performance.now() + CHECKS_LAST_MS;
      });
    }
    return latest;
  };
}

export function mountOperations(app: FastifyInstance, options: OperationsOptions): void {
  const operation = { config: { isOperation: true as const } };

  app.get('/health', operation, async () => ({ status: 'ok' }));

  const readChecks = cachedChecks(options.readiness);
  app.get('/ready', operation, async (_, reply) => {
    options.drain?.noteCheck();
    // A stopping server answers at once: checking its parts first could take too long for load balancers when it is
    // busy.
    const checks = options.drain?.isStopping() ? { running: false } : await readChecks();
    const isReady = Object.values(checks).every(Boolean);
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks });
  });

  app.get('/metrics', operation, async (request, reply) => {
    const { metricsToken: token, isProduction } = options;
    if (!mayReadMetrics(request, { token, isProduction })) {
      const { address, by } = callOf(request);
      options.refused.count({ code: 'not_logged_in', method: 'GET', route: '/metrics', address, by });
      throw new DomainError('not_found');
    }
    const { registry, registries } = options.metrics;
    return reply.type(registry.contentType).send(await metricsText(registries()));
  });
}
