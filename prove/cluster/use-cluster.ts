// Runs traffic of riders, drivers and admins on a cluster while parts fail, and checks their responses and events.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { outboxRepository } from '../../apps/server/src/kit/outbox/outbox.repository.ts';
import { createAccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import type { Cluster } from '../../tools/cluster/start-cluster.ts';
import { judgeRows } from '../crash/kills/judge.ts';
import { becomesTrueWithin } from '../lib/wait-for.ts';
import { type CallCounts, createCalls, type Person } from './clients.ts';
import type { ClusterUse } from './cluster-use.ts';
import { createCrowd } from './crowd.ts';
import {
  type Examination,
  examine,
  examineCutOff,
  examineRedis,
  type Judgement,
  type OutageFigures,
  serverWith,
} from './examine.ts';
import type { ClusterFault, FaultTools } from './faults.ts';
import {
  type EventsByTopic,
  eventsByTopic,
  isComplete,
  judgeReceived,
  type Received,
  summarise,
} from './judge-events.ts';
import { judgeWrites } from './judge-writes.ts';
import { moveCar, openMap } from './positions.ts';
import { bookRides, creditRiders, takeRides, topUp, waitingPlace } from './traffic.ts';
import { maxWithinSecond, openWatcher, topicsOf, untilOpen, type Watcher } from './watchers.ts';

export interface ClusterSize {
  /** Minimum number of HTTP requests, including repeats. */
  readonly calls: number;
  /** Live sockets of riders, drivers and admins through the proxy. */
  readonly sockets: number;
  /** Number of simultaneous rides. */
  readonly rides: number;
  readonly drivers: number;
  readonly faults: readonly ClusterFault[];
  /** Additional time until positions arrive on a machine that also runs other programs, ms; 0 by default. */
  readonly busyMachineMs?: number;
}

const ADMINS = 3;
const OPEN_TOGETHER = 40;
/** Number of sockets of this process; more are opened by the crowd's processes. */
const SOCKETS_HERE = 5_000;
const CROWD_OPEN_TOGETHER = 100;
const OPEN_WITHIN_MS = 60_000;
const DRAINED_WITHIN_MS = 90_000;
/** Longer than the SDK's back-off before a reconnection, ms. */
const SOCKETS_WITHIN_MS = 75_000;
const POLL_INTERVAL_MS = 1_000;

/** Effects of a fault on calls and sockets, with the figures of the examination after it. */
interface FaultFigures extends CallCounts, Omit<Examination, 'now'> {
  readonly fault: string;
  readonly seconds: number;
  /** Figures of the examinations during the fault. */
  readonly meanwhile: readonly OutageFigures[];
  /** Number of reconnected sockets, in total and at most within a second. */
  readonly reconnects: number;
  readonly reconnects_in_a_second: number;
}

const noCall = () => Promise.reject(new Error('The people of this proof need no call'));

/** Runs the work `count` times, in batches of `together` at the same time. */
async function inParts<T>(count: number, together: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  while (done.length < count) {
    const part = Array.from({ length: Math.min(together, count - done.length) }, work);
    done.push(...(await Promise.all(part)));
  }
  return done;
}

export async function openUse(
  cluster: Cluster,
  { sockets, drivers: driverCount }: Pick<ClusterSize, 'sockets' | 'drivers'>,
): Promise<ClusterUse> {
  const pool = new pg.Pool({ connectionString: cluster.databaseUrl, max: 6 });
  pool.on('error', () => undefined);
  const database = openDatabase({ connectionString: cluster.databaseUrl, applicationName: 'kerb-proof' });
  const calls = createCalls(cluster.origin);
  const environment = await createAccessEnvironment(pool, noCall);
  const opened: number[] = [];
  const { origin } = cluster;
  const watch: ClusterUse['watch'] = (options) =>
    openWatcher({ ...options, origin, onOpen: () => opened.push(Date.now()) });
  const join = async (role: 'rider' | 'driver' | 'admin'): Promise<Watcher> => {
    const person = calls.personOf(await environment.person(role));
    if (role === 'driver')
      await pool.query('update drivers set driver_active_status = true where uid = $1', [person.uid]);
    return watch({ person, topics: topicsOf[role](person.uid) });
  };
  const admins = await inParts(ADMINS, OPEN_TOGETHER, () => join('admin'));
  const drivers = await inParts(driverCount, OPEN_TOGETHER, () => join('driver'));
  const watchers = [...admins, ...drivers];
  const socketsHere = Math.min(sockets, SOCKETS_HERE);
  while (watchers.length < socketsHere) {
    const riders = Math.min(OPEN_TOGETHER, socketsHere - watchers.length);
    watchers.push(...(await inParts(riders, OPEN_TOGETHER, () => join('rider'))));
    if (!(await untilOpen(watchers, OPEN_WITHIN_MS))) throw new Error('The live sockets do not open');
  }
  const crowd = createCrowd(origin, (at) => opened.push(at));
  const crowdRiders: Person[] = [];
  while (watchers.length + crowdRiders.length < sockets) {
    const riders = Math.min(CROWD_OPEN_TOGETHER, sockets - watchers.length - crowdRiders.length);
    const people = await inParts(riders, OPEN_TOGETHER, () => environment.person('rider'));
    await crowd.open(people);
    crowdRiders.push(...people.map(calls.personOf));
  }
  const [admin] = admins;
  if (admin === undefined) throw new Error('There is no admin');
  const maps = cluster.servers.map((server) => openMap(server, admin.person));
  return {
    cluster,
    maps,
    pool,
    queries: database.queries,
    calls,
    environment,
    admin: admin.person,
    watchers,
    drivers,
    crowd,
    crowdRiders,
    since: await outboxRepository(database.queries).head(),
    watch,
    opened,
    async close() {
      await crowd.leave();
      for (const { leave } of watchers) leave();
      for (const { live } of maps) live.disconnect();
      await database.close();
      await pool.end();
    },
  };
}

/** Starts the traffic; `end` stops new rides and resolves when the current ones have been completed. */
export async function startTraffic(use: ClusterUse, rides: number) {
  const { calls, admin, environment, watchers, drivers } = use;
  let isOver = false;
  let areRidersDone = false;
  const traffic = { calls, admin, carType: environment.carType, isOver: () => isOver };
  const riders = watchers.filter(({ person }) => person.caller.role === 'rider');
  let turn = 0;
  const nextRider = (): Watcher => {
    turn += 1;
    const rider = riders[turn % riders.length];
    if (rider === undefined) throw new Error('There are no riders');
    return rider;
  };
  const stopCars = drivers.map((driver) => moveCar(driver, waitingPlace));
  await Promise.all(riders.slice(0, rides).map(({ person }) => topUp(traffic, person)));
  const booking = Promise.all(Array.from({ length: rides }, () => bookRides(traffic, nextRider)));
  const crediting = creditRiders(traffic, use.crowdRiders);
  const driving = Promise.all(drivers.map(({ person }) => takeRides(traffic, person, () => areRidersDone)));
  return {
    async end(): Promise<void> {
      isOver = true;
      await booking;
      await crediting;
      areRidersDone = true;
      await driving;
      for (const stop of stopCars) stop();
    },
  };
}

export interface UseRun {
  readonly violations: string[];
  readonly faults: FaultFigures[];
}

/** Whether all sockets are connected within the time that they may need. */
const areConnected = ({ watchers, crowd }: ClusterUse): Promise<boolean> =>
  becomesTrueWithin(
    SOCKETS_WITHIN_MS,
    () => watchers.every(({ live }) => live.state() === 'open') && crowd.isOpen(),
  );

/** Creates the tools of a fault; they add their figures to `meanwhile` and their violations to `run`. */
function createFaultTools(use: ClusterUse, run: UseRun, meanwhile: OutageFigures[]): FaultTools {
  const note = ({ figures, violations }: Judgement<OutageFigures>): void => {
    meanwhile.push(figures);
    run.violations.push(...violations);
  };
  return {
    cluster: use.cluster,
    check: async (now, options) => note(await examine(use, now, options)),
    checkRedis: async (now, withinMs) => note(await examineRedis(use, now, withinMs)),
    checkCutOff: async (server, cut) => note(await examineCutOff(use, server, cut)),
    async untilConnected(now) {
      if (!(await areConnected(use))) run.violations.push(`${now}: sockets are not connected again`);
    },
    async stop(server) {
      const code = await server.stop();
      if (code !== 0) run.violations.push(`a server that stops in order ends with ${code}`);
    },
    leader: () => serverWith(use, 'kerb_outbox_leads'),
    searcher: () => serverWith(use, 'kerb_dispatch_leases'),
  };
}

/** Injects the fault under traffic, examines the cluster afterwards, and adds the results to `run`. */
export async function underFault(
  use: ClusterUse,
  fault: ClusterFault,
  run: UseRun,
  busyMachineMs = 0,
): Promise<void> {
  const { calls, cluster } = use;
  const begun = performance.now();
  const before = use.opened.length;
  const meanwhile: OutageFigures[] = [];
  calls.take();
  await fault.run(createFaultTools(use, run, meanwhile));
  const counts = calls.take();
  if (fault.isOrderly && counts.cut > 0)
    run.violations.push(`${fault.name} cut off ${counts.cut} calls: ${JSON.stringify(counts.cut_by)}`);
  const now = `after ${fault.name}`;
  for (const [index, { isRunning }] of cluster.servers.entries())
    if (!isRunning) run.violations.push(`${now}: server ${index + 1} is not back`);
  const extraMs = (fault.positionsLostMs ?? 0) + busyMachineMs;
  const { figures, violations } = await examine(use, now, { extraMs });
  run.violations.push(...violations);
  if (!(await areConnected(use)))
    run.violations.push(`${now}: sockets are not connected again in ${SOCKETS_WITHIN_MS} ms`);
  const again = use.opened.slice(before);
  const { ready_ms, positions_ms, event_ms } = figures;
  run.faults.push({
    fault: fault.name,
    seconds: Math.round((performance.now() - begun) / 1000),
    ...counts,
    ready_ms,
    positions_ms,
    event_ms,
    meanwhile,
    reconnects: again.length,
    reconnects_in_a_second: maxWithinSecond(again),
  });
}

/** Whether every subscriber of the outbox has processed all events. */
async function isDrained({ pool, queries }: ClusterUse): Promise<boolean> {
  const { rows } = await pool.query<{ subscriber: string }>('select subscriber from outbox_cursors');
  const lag = await outboxRepository(queries).lag(rows.map(({ subscriber }) => subscriber));
  return lag.unsequenced === 0 && lag.oldestSeconds === 0;
}

export async function readEvents({ pool, since }: ClusterUse): Promise<EventsByTopic> {
  const { rows } = await pool.query<{ position: string; topics: string[] }>(
    'select position, topics from outbox_events where position > $1 order by position',
    [since],
  );
  return eventsByTopic(rows.map(({ position, topics }) => ({ position: Number(position), topics })));
}

/** Waits up to `withinMs` until all required events were received, then compares the received ones with the outbox. */
async function judgeEvents(use: ClusterUse, received: () => Promise<Received[]>, withinMs: number) {
  const events = await readEvents(use);
  let all: Received[] = [];
  await becomesTrueWithin(withinMs, async () => {
    all = await received();
    return all.every((one) => isComplete(one, events));
  });
  return {
    events: all.reduce((sum, { seqs }) => sum + seqs.length, 0),
    violations: summarise(all.flatMap((one) => judgeReceived(one, events))),
  };
}

export const judgeSockets = (use: ClusterUse, watchers: readonly Watcher[], withinMs: number) =>
  judgeEvents(use, async () => watchers.flatMap((watcher) => watcher.received(use.since)), withinMs);

/** Runs traffic with the faults in order, continues up to the number of calls, and checks the result at the end. */
export async function runUse(
  use: ClusterUse,
  { calls: wanted, rides, faults, busyMachineMs }: ClusterSize,
  log: (line: string) => void,
) {
  const run: UseRun = { violations: [], faults: [] };
  const begunAt = Date.now();
  const { calls } = use;
  const traffic = await startTraffic(use, rides);
  for (const fault of faults) {
    await underFault(use, fault, run, busyMachineMs);
    log(`${JSON.stringify(run.faults.at(-1))}`);
  }
  while (calls.sent() < wanted) await pause(POLL_INTERVAL_MS);
  await traffic.end();
  log(`${calls.sent()} calls, ${calls.journal.length} changes acknowledged`);
  if (!(await becomesTrueWithin(DRAINED_WITHIN_MS, () => isDrained(use))))
    run.violations.push('events are not delivered to every subscriber');
  const sockets = await judgeSockets(use, use.watchers, DRAINED_WITHIN_MS);
  const crowd = await judgeEvents(use, () => use.crowd.received(use.since), DRAINED_WITHIN_MS);
  run.violations.push(
    ...summarise(calls.odd),
    ...sockets.violations,
    ...crowd.violations,
    ...(await judgeWrites(use.pool, calls)),
    ...(await judgeRows(use.pool, use.queries, begunAt)),
  );
  return { ...run, events: sockets.events + crowd.events };
}
