// Runs HTTP traffic while the server process or PostgreSQL is killed at random times, and checks the invariants.
import { setTimeout as pause } from 'node:timers/promises';
import { outboxRepository } from '../../../apps/server/src/kit/outbox/outbox.repository.ts';
import {
  type AccessEnvironment,
  createAccessEnvironment,
} from '../../../apps/server/src/testing/access-environment.ts';
import type { Caller } from '../../../apps/server/src/testing/send-to.ts';
import { type Cluster, startCluster } from '../../lib/cluster.ts';
import { becomesTrueWithin } from '../../lib/wait-for.ts';
import { type Clients, createClients } from './clients.ts';
import { judgeAcknowledged, judgeRepeats, judgeRows, type Outage } from './judge.ts';
import { type Killable, startKillable, timeToSuccess, type Victim } from './killed-processes.ts';
import { runDriver, runRider, type Traffic, topUp } from './people.ts';

const RIDERS = 30;
const DRIVERS = 15;
const MAX_PAUSE_MS = 3_000;
const MIN_PAUSE_MS = 200;
/** Number of calls that are repeated with their keys after each kill. */
const REPEATS = 5;
const DRAINED_WITHIN_MS = 90_000;
/** Time for the first acceptance after the last kill, in ms. */
const ACCEPTED_WITHIN_MS = 60_000;
const SHARE_OF_SERVER = 0.5;
const SHARE_OF_POSTGRES = 0.35;

export interface KillSize {
  /** Number of kills; null: as many as time allows. */
  readonly kills: number | null;
  readonly minutes: number;
  readonly seed: number;
}

/** Random numbers between 0 and 1 by Mulberry32; the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface KillTools {
  readonly cluster: Cluster;
  readonly environment: AccessEnvironment;
  readonly killable: Killable;
  readonly admin: Caller;
}

export async function openKillTools(): Promise<KillTools & { close(): Promise<void> }> {
  const cluster = await startCluster();
  const { folder, asOwner } = cluster;
  const environment = await createAccessEnvironment(asOwner, () =>
    Promise.reject(new Error('The people of this proof need no call')),
  );
  const killable = await startKillable(cluster, folder);
  return {
    cluster,
    environment,
    killable,
    admin: await environment.person('admin'),
    async close() {
      await killable.stop();
      await cluster.close();
    },
  };
}

/** Starts riders and drivers; `end` lets each finish what they have begun. */
async function startTraffic({ cluster, environment, killable, admin }: KillTools, random: () => number) {
  const clients = createClients(killable.origin);
  let isOver = false;
  let areRidersDone = false;
  const traffic: Traffic = {
    clients,
    pool: cluster.asOwner,
    environment,
    random,
    isOver: () => isOver,
  };
  const riders: Caller[] = [];
  while (riders.length < RIDERS) riders.push(await environment.person('rider'));
  const drivers: Caller[] = [];
  while (drivers.length < DRIVERS) {
    const driver = await environment.person('driver');
    await cluster.asOwner.query('update drivers set driver_active_status = true where uid = $1', [
      driver.uid,
    ]);
    drivers.push(driver);
  }
  await Promise.all(riders.map((rider) => topUp(traffic, rider, admin)));
  const ridersDone = Promise.all(riders.map((rider) => runRider(traffic, rider, admin)));
  const driversDone = Promise.all(drivers.map((driver) => runDriver(traffic, driver, () => areRidersDone)));
  return {
    clients,
    async end(): Promise<void> {
      isOver = true;
      await ridersDone;
      areRidersDone = true;
      await driversDone;
      await cluster.asOwner.query('update drivers set driver_active_status = false where uid = any($1)', [
        drivers.map(({ uid }) => uid),
      ]);
    },
  };
}

function pickVictim(random: () => number): Victim {
  const share = random();
  if (share < SHARE_OF_SERVER) return 'server';
  return share < SHARE_OF_SERVER + SHARE_OF_POSTGRES ? 'PostgreSQL' : 'both';
}

/** Whether every subscriber has handled every event. */
async function isDrained({ cluster }: KillTools): Promise<boolean> {
  const { rows } = await cluster.asOwner.query<{ subscriber: string }>(
    'select subscriber from outbox_cursors',
  );
  const lag = await outboxRepository(cluster.queries).lag(rows.map(({ subscriber }) => subscriber));
  return lag.unsequenced === 0 && lag.oldestSeconds === 0;
}

/** Recovery times of each victim, from its start to the first success, in ms. */
interface Figures {
  readonly restarts: Record<Victim, number[]>;
  acknowledged: number;
  repeats: number;
  refusals: Readonly<Record<string, number>>;
}

interface KillOptions {
  log(line: string): void;
  /** The victims in turn; chosen at random when omitted. */
  readonly victims?: readonly Victim[];
  readonly meanwhile?: () => Promise<void>;
}

export interface KillRun {
  readonly violations: string[];
  readonly figures: Figures;
  readonly outages: Outage[];
}

interface Trial {
  readonly tools: KillTools;
  readonly clients: Clients;
  readonly random: () => number;
  readonly run: KillRun;
  /** Runs between a kill and the start. */
  readonly meanwhile?: () => Promise<void>;
}

/** Kills one process at a random time, and checks the invariants after the first success. */
async function killOnce(
  { tools, clients, random, run, meanwhile }: Trial,
  victim: Victim,
  judgedBefore: number,
) {
  const { violations, figures } = run;
  await pause(MIN_PAUSE_MS + random() * (MAX_PAUSE_MS - MIN_PAUSE_MS));
  const before = clients.journal.length;
  const killedAt = performance.now();
  const begun = await tools.killable.killAndStart(victim, meanwhile);
  const ms = await timeToSuccess(clients, tools.admin, begun);
  if (ms === null) {
    violations.push(`After ${victim} was killed there is no success`);
    return before;
  }
  if (victim !== 'server') run.outages.push({ from: killedAt, until: performance.now() });
  figures.restarts[victim].push(ms);
  violations.push(
    ...(await judgeAcknowledged(tools.cluster.asOwner, clients.journal.slice(judgedBefore, before))),
  );
  const repeated = clients.journal.slice(Math.max(0, before - REPEATS), before);
  figures.repeats += repeated.length;
  violations.push(...(await judgeRepeats(clients, repeated, run.outages)));
  return before;
}

/** Runs the kills of the seed, waits until all work has finished, and checks everything. */
export async function runKills(
  tools: KillTools,
  { kills, minutes, seed }: KillSize,
  { log, victims, meanwhile }: KillOptions,
): Promise<KillRun> {
  const random = seeded(seed);
  const since = Date.now();
  const traffic = await startTraffic(tools, seeded(seed + 1));
  const { clients } = traffic;
  const run: KillRun = {
    violations: [],
    outages: [],
    figures: {
      restarts: { server: [], PostgreSQL: [], both: [] },
      acknowledged: 0,
      repeats: 0,
      refusals: clients.refusals,
    },
  };
  const deadline = performance.now() + minutes * 60_000;
  const trial = { tools, clients, random, run, ...(meanwhile ? { meanwhile } : {}) };
  let made = 0;
  let judged = 0;
  while (made < (kills ?? Number.MAX_SAFE_INTEGER) && performance.now() < deadline) {
    const victim = victims?.[made % victims.length] ?? pickVictim(random);
    judged = await killOnce(trial, victim, judged);
    made += 1;
    if (made % 10 === 0) log(`${made} kills, ${clients.journal.length} calls acknowledged`);
  }
  // A trip after the last kill shows what that kill has broken.
  const isAccepted = await becomesTrueWithin(ACCEPTED_WITHIN_MS, async () =>
    clients.journal.slice(judged).some(({ name }) => name === 'acceptBooking'),
  );
  if (!isAccepted) run.violations.push('no booking was accepted after the last kill');
  await traffic.end();
  const { violations, figures } = run;
  if (!(await becomesTrueWithin(DRAINED_WITHIN_MS, () => isDrained(tools))))
    violations.push('events are not delivered to every subscriber');
  violations.push(...clients.odd, ...(await judgeAcknowledged(tools.cluster.asOwner, clients.journal)));
  violations.push(...(await judgeRows(tools.cluster.asOwner, tools.cluster.queries, since)));
  figures.acknowledged = clients.journal.length;
  return run;
}
