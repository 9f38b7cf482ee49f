// Runs the modules in an HTTP server: mounts routes, live topics, subscribers and jobs, and stops them in order.
import type { PositionInput } from '@kerb/contract';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { Database } from './db/database.ts';
import type { Actor, ResolveKey, ResolveSession } from './http/actor.ts';
import { type Callers, createCallers } from './http/callers.ts';
import { mountDocs } from './http/docs.ts';
import { createDrain } from './http/drain.ts';
import { createIdempotency } from './http/idempotency.ts';
import { mountRoutes } from './http/mount.ts';
import { mountOperations, type ReadinessChecks } from './http/operations.ts';
import { createHttpServer, endCalls, type HttpOptions } from './http/server.ts';
import { mountWebApp, type WebAppOptions } from './http/web-app.ts';
import { type JobRunner, startJobs } from './jobs/runner.ts';
import type { Audience } from './live/audience.ts';
import { createLiveGateway } from './live/gateway.ts';
import type { SocketLimits } from './live/socket-limits.ts';
import type { TopicPolicies } from './live/topic-policy.ts';
import type { ServerModule } from './module.ts';
import type { Logger } from './observe/logger.ts';
import type { Metrics } from './observe/metrics.ts';
import { createRefusedCalls } from './observe/refused-calls.ts';
import type { SecurityLog } from './observe/security-log.ts';
import { traceJobs, traceSubscriber } from './observe/trace-work.ts';
import { outboxRepository } from './outbox/outbox.repository.ts';
import { createRelay } from './outbox/relay.ts';
import { createRemoveOldRows } from './remove-old-rows.ts';

export interface HostDeps {
  database: Database;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  security: SecurityLog;
  metrics: Metrics;
  audience: Audience;
  modules: readonly ServerModule[];
  resolveSession: ResolveSession;
  resolveKey: ResolveKey;
  onPosition: (actor: Actor, position: PositionInput) => Promise<void>;
  onTyping: (actor: Actor, booking: string) => Promise<void>;
  onOfferShown: (actor: Actor, booking: string) => void;
  readiness: ReadinessChecks;
  http: Pick<
    HttpOptions,
    | 'trustProxy'
    | 'hostedBasicAuth'
    | 'isProduction'
    | 'limits'
    | 'clients'
    | 'shedding'
    | 'tracing'
    | 'others'
    | 'listens'
  >;
  /** The program's version, shown in the API documentation. */
  version: string;
  /** Replaces the callers made from `resolveSession` and the limits. */
  callers?: Callers;
  sockets: SocketLimits;
  metricsToken: string | undefined;
  /** The built web app, and the content of its public pages. */
  web: WebAppOptions;
  requireAllRoutes: boolean;
}

export interface Host {
  readonly server: FastifyInstance;
  readonly metrics: Metrics;
  /** Starts handling events and jobs. */
  start(): Promise<void>;
  /** Makes load balancers send calls to other servers and live sockets reconnect there; all routes still work. */
  drain(): Promise<void>;
  /** Stops accepting calls, waits for running work, and leaves the database open for its owner. */
  close(): Promise<void>;
}

const CLEAN_JOB = 'kit.clean';

/** Merges the named parts of all modules; throws when two modules use one name. */
function joinNamed<Value>(
  what: string,
  parts: readonly Readonly<Record<string, Value>>[],
): Record<string, Value> {
  const joined: Record<string, Value> = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (Object.hasOwn(joined, name)) throw new Error(`Two modules give the ${what} ${name}`);
    joined[name] = value;
  }
  return joined;
}

function observePool(metrics: Metrics, { pool, replica }: Database): void {
  if (replica !== null) {
    metrics.observe('kerb_replica_in_use', 'Whether the replica answers lists and reports: 1 or 0', () =>
      Number(replica.isInUse()),
    );
    metrics.observeReads(replica.answered);
  }
  metrics.observe('kerb_pool_connections', 'Open database connections', () => pool.totalCount);
  metrics.observe('kerb_pool_waiting', 'Calls that wait for a database connection', () => pool.waitingCount);
}

export async function createHost(deps: HostDeps): Promise<Host> {
  const { database, bus, logger, security, metrics, modules, resolveSession, resolveKey } = deps;
  observePool(metrics, database);
  const callers = deps.callers ?? createCallers(resolveSession, deps.http.limits, resolveKey);
  const idempotency = createIdempotency(database.queries);
  const tracing = deps.http.tracing ?? null;
  const subscribers = modules
    .flatMap((module) => module.subscribers ?? [])
    .map((subscriber) => traceSubscriber(subscriber, tracing));
  const relay = createRelay({ database, bus, subscribers, logger, metrics });
  const policies: TopicPolicies = joinNamed(
    'live topic',
    modules.map((module) => module.topicPolicies ?? {}),
  );
  const refused = createRefusedCalls(security);
  const gateway = createLiveGateway(deps.audience, {
    bus,
    outbox: outboxRepository(database.queries),
    callers,
    sockets: deps.sockets,
    policies,
    onPosition: deps.onPosition,
    onTyping: deps.onTyping,
    onOfferShown: deps.onOfferShown,
    position: relay.position,
    recent: relay.recent,
    refused,
    logger,
    metrics,
  });
  const handlers = joinNamed('job', [
    ...modules.map((module) => module.jobs ?? {}),
    {
      [CLEAN_JOB]: createRemoveOldRows({
        queries: database.queries,
        logger,
        subscribers: subscribers.map(({ name }) => name),
      }),
    },
  ]);
  const schedules = joinNamed('schedule', [
    ...modules.map((module) => module.schedules ?? {}),
    { [CLEAN_JOB]: '23 * * * *' },
  ]);

  const drain = createDrain();
  const server = await createHttpServer({
    ...deps.http,
    isStopping: drain.isStopping,
    callers,
    publicUrl: deps.web.publicUrl,
    pool: database.pool,
    resolveSession,
    idempotency,
    logger,
    metrics,
    refused,
  });
  mountOperations(server, {
    readiness: deps.readiness,
    drain,
    metrics,
    metricsToken: deps.metricsToken,
    isProduction: deps.http.isProduction,
    refused,
  });
  const routes = modules.flatMap((module) => module.routes ?? []);
  mountRoutes(server, routes, {
    idempotency,
    security,
    requireAllRoutes: deps.requireAllRoutes,
    limitScale: deps.http.limits.scale,
    now: deps.clock.now,
  });
  gateway.mount(server);
  await mountDocs(server, { version: deps.version, publicUrl: deps.web.publicUrl });
  await mountWebApp(server, deps.web);
  await server.ready();

  let jobs: JobRunner | undefined;
  return {
    server,
    metrics,
    async start() {
      await relay.start();
      jobs = await startJobs({
        database,
        handlers: traceJobs(handlers, tracing),
        schedules,
        logger,
        metrics,
      });
    },
    async drain() {
      await drain.begin();
      await gateway.drain();
    },
    async close() {
      gateway.close();
      await endCalls(server);
      await jobs?.stop();
      await relay.stop();
      refused.close();
    },
  };
}
