// Measures how soon the servers of the cluster recover: readiness, positions, live events and Redis, and how a server
// behaves without PostgreSQL.
import type { Cluster, ClusterServer } from '../../tools/cluster/start-cluster.ts';
import { becomesTrueWithin } from '../lib/wait-for.ts';
import type { ClusterUse } from './cluster-use.ts';
import { judgePositions } from './positions.ts';
import { openWatcher, topicsOf, untilOpen } from './watchers.ts';

/** Maximum time from the end of a fault until all servers report that they are ready, ms. */
const READY_WITHIN_MS = 15_000;
/** Maximum time from a change until its event has arrived on a socket of each server, ms; also of opening these. */
const EVENT_WITHIN_MS = 15_000;
/** Lease duration (4 s), the next attempt of another server, and one second for a busy machine, ms. */
const LEASE_MOVES_WITHIN_MS = 4_000 + 500 + 1_000;
/** Duration of a database check and those queued before it, and one second for a busy machine, ms. */
const NOT_READY_WITHIN_MS = 6_000;
/** A call that waits on a connection when it goes silent fails only at the statement timeout, ms. */
const REFUSED_WITHIN_MS = 21_000;

export interface Examination {
  readonly now: string;
  /** Time until every server was ready, ms; null when it exceeded the limit. */
  readonly ready_ms: number | null;
  /** Time after that until every server had a newer position of every car, ms; null when one was still missing. */
  readonly positions_ms: number | null;
  /** Time from a change to its event on the slowest server's socket, ms; null when it exceeded the limit. */
  readonly event_ms: number | null;
}

/** Figures measured during a fault. */
export type OutageFigures =
  | Examination
  | { readonly now: string; readonly redis_ms: number | null }
  | {
      readonly now: string;
      /** Time until another server had the lease of the search for drivers, ms; 0 if the server did not hold it. */
      readonly lease_ms: number | null;
      readonly not_ready_ms: number | null;
      readonly refused_ms: number | null;
    };

export interface Judgement<Figures> {
  readonly figures: Figures;
  /** One sentence for each limit that was exceeded. */
  readonly violations: readonly string[];
}

export interface ExamineOptions {
  /** Additional time that reliability.md allows for positions after this fault, ms. */
  readonly extraMs?: number;
  /** A server that is not examined; the other servers must still have the positions of its drivers. */
  readonly without?: ClusterServer;
}

/** Measures the time from now until the condition holds, ms; null when it exceeds the limit. */
async function timeUntil(withinMs: number, condition: () => Promise<boolean>): Promise<number | null> {
  const begun = performance.now();
  const holds = await becomesTrueWithin(withinMs, condition);
  const ms = Math.round(performance.now() - begun);
  return holds && ms <= withinMs ? ms : null;
}

const allOf = async (
  servers: readonly ClusterServer[],
  holds: (server: ClusterServer) => Promise<boolean>,
): Promise<boolean> => (await Promise.all(servers.map(holds))).every(Boolean);

const runningOf = ({ servers }: Cluster): readonly ClusterServer[] =>
  servers.filter(({ isRunning }) => isRunning);

const isReady = ({ origin }: ClusterServer): Promise<boolean> =>
  fetch(`${origin}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether a gauge of the server, which is 0 or 1, is 1. */
async function hasMetric({ origin }: ClusterServer, name: string): Promise<boolean> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return text.split('\n').includes(`${name} 1`);
}

/** Returns the first server whose gauge is 1; throws when no server has it at 1. */
export async function serverWith({ cluster }: ClusterUse, metric: string): Promise<ClusterServer> {
  for (const server of cluster.servers) if (await hasMetric(server, metric)) return server;
  throw new Error(`No server has ${metric} 1`);
}

/** Time from a rider's profile edit to its event on a socket of each server, ms; null when one is late. */
async function timeToEvent(
  { calls, environment }: ClusterUse,
  servers: readonly ClusterServer[],
): Promise<number | null> {
  const person = calls.personOf(await environment.person('rider'));
  const watchers = servers.map(({ origin }) =>
    openWatcher({ origin, person, topics: topicsOf.rider(person.uid) }),
  );
  try {
    if (!(await untilOpen(watchers, EVENT_WITHIN_MS))) return null;
    const begun = performance.now();
    await calls.act(person, 'updateProfile', { body: { firstName: 'Eva' } });
    const allReceived = () =>
      watchers.every((watcher) => watcher.received(0).some(({ seqs }) => seqs.length > 0));
    return (await becomesTrueWithin(EVENT_WITHIN_MS, allReceived))
      ? Math.round(performance.now() - begun)
      : null;
  } finally {
    for (const { leave } of watchers) leave();
  }
}

/** Checks that all running servers are ready, have newer positions of all cars, and deliver the event of a change. */
export async function examine(
  use: ClusterUse,
  now: string,
  { extraMs = 0, without }: ExamineOptions = {},
): Promise<Judgement<Examination>> {
  const servers = runningOf(use.cluster).filter((server) => server !== without);
  const violations: string[] = [];
  const readyMs = await timeUntil(READY_WITHIN_MS, () => allOf(servers, isReady));
  if (readyMs === null) violations.push(`${now}: a server is not ready in ${READY_WITHIN_MS} ms`);
  const drivers = use.drivers.map(({ person }) => person.uid);
  const maps = use.maps.filter(({ server }) => server !== without);
  const positions = await judgePositions(now, { maps, drivers, extraMs });
  violations.push(...positions.violations);
  const eventMs = await timeToEvent(use, servers);
  if (eventMs === null)
    violations.push(`${now}: a change is not on the live socket of each server in ${EVENT_WITHIN_MS} ms`);
  return {
    figures: { now, ready_ms: readyMs, positions_ms: positions.ms, event_ms: eventMs },
    violations,
  };
}

/** Checks that within `withinMs` all running servers send their messages through Redis only. */
export async function examineRedis(
  { cluster }: ClusterUse,
  now: string,
  withinMs: number,
): Promise<Judgement<OutageFigures>> {
  const servers = runningOf(cluster);
  const redisMs = await timeUntil(withinMs, () =>
    allOf(servers, (server) => hasMetric(server, 'kerb_servers_over_redis')),
  );
  const violations = redisMs === null ? [`${now}: servers do not use Redis alone in ${withinMs} ms`] : [];
  return { figures: { now, redis_ms: redisMs }, violations };
}

/** Reads the token of the search lease, which grows whenever another server takes the lease. */
async function tokenOf({ pool }: ClusterUse): Promise<number> {
  const { rows } = await pool.query<{ token: string }>('select token from dispatch_leases');
  return Number(rows[0]?.token);
}

/** Whether the server rejects a call that needs the database with 503 and a Retry-After header. */
async function isRefused({ admin }: ClusterUse, { origin }: ClusterServer): Promise<boolean> {
  const headers = { authorization: `Bearer ${admin.token}` };
  const response = await fetch(`${origin}/api/v1/bookings`, { headers });
  return response.status === 503 && Number(response.headers.get('retry-after')) > 0;
}

/**
 * Disconnects a server from PostgreSQL with `cut`, and checks that another server takes over the search for drivers,
 * that this one reports that it is not ready, and that it rejects calls.
 */
export async function examineCutOff(
  use: ClusterUse,
  server: ClusterServer,
  cut: () => void | Promise<void>,
): Promise<Judgement<OutageFigures>> {
  const searches = await hasMetric(server, 'kerb_dispatch_leases');
  const token = await tokenOf(use);
  await cut();
  const now = 'on the server that is cut off from PostgreSQL';
  const [lease_ms, not_ready_ms, refused_ms] = await Promise.all([
    searches ? timeUntil(LEASE_MOVES_WITHIN_MS, async () => (await tokenOf(use)) > token) : 0,
    timeUntil(NOT_READY_WITHIN_MS, async () => !(await isReady(server))),
    timeUntil(REFUSED_WITHIN_MS, () => isRefused(use, server)),
  ]);
  const violations: string[] = [];
  if (lease_ms === null)
    violations.push(`${now}: another server does not search in ${LEASE_MOVES_WITHIN_MS} ms`);
  if (not_ready_ms === null)
    violations.push(`${now}: load balancers do not learn of it in ${NOT_READY_WITHIN_MS} ms`);
  if (refused_ms === null)
    violations.push(`${now}: calls are not refused with Retry-After in ${REFUSED_WITHIN_MS} ms`);
  return { figures: { now, lease_ms, not_ready_ms, refused_ms }, violations };
}
