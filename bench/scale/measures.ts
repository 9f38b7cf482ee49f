// Rounds of the benchmark: the load that servers accept at their share of a core, and the cost of their neighbours'
// positions.
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../lib/benchmark.ts';
import { addressOf } from '../lib/posts.ts';
import { processorSeconds } from '../lib/processor-time.ts';
import { median } from '../lib/statistics.ts';
import { callsPerSecond } from '../lib/throughput.ts';
import { openLiveSocket, subscribe } from '../sockets/live-socket.ts';
import type { Installation, ScaledServer } from './installation.ts';
import { type Cars, openCars } from './position-load.ts';

/** Long enough that periodic work and jobs of a minute are a small part. */
const SECONDS = 8;
/** The interval at which a server saves positions. */
const BESIDE_SECONDS = 5;
const CONNECTIONS = 8;
const WARM_UP_SECONDS = 8;
/** Below the rate that one server accepts at its share. */
const STEADY_A_SECOND = 200;
/** Steady load before a measurement, in which each car reports at least once. */
const LEAD_SECONDS = 3;
const ADMIN_ADDRESS = 900_000;
const LEAVE_MS = 1_000;

interface Rates {
  /** Per second, at the share of each server. */
  readonly positions: number;
  readonly reads: number;
  /** Used part of the share, for the server that used the least of it while accepting positions. */
  readonly leastShareUsed: number;
}

/** Processor time in µs for a position that another server accepts, minus that of an idle server. */
interface ExtraServerCost {
  /** For the server to which the car reports, everything included. */
  readonly receiver: number;
  /** For each of the others while nothing on them needs the position. */
  readonly idle: number;
  /** For one of the others while a console on it watches all cars. */
  readonly watching: number;
}

export interface Measures {
  /** Load that an installation of this size accepts; with several servers, their costs are measured too. */
  round(servers: number): Promise<Rates>;
  warmUp(): Promise<void>;
  /** By number of servers, one value for each round. */
  readonly rates: ReadonlyMap<number, readonly Rates[]>;
  readonly beside: ReadonlyMap<number, readonly ExtraServerCost[]>;
  /** Throws when a server rejected a position. */
  expectNoErrors(): void;
  end(): void;
}

interface Loaded {
  readonly installation: Installation;
  readonly cars: readonly Cars[];
}

/** Sum over the servers of the rate per second of processor time, multiplied by their share. */
async function rateAtShare(
  servers: readonly ScaledServer[],
  share: number,
  load: (server: number) => Promise<number>,
): Promise<{ rate: number; leastShareUsed: number }> {
  const before = servers.map(({ pid }) => processorSeconds(pid));
  const begun = performance.now();
  const counts = await Promise.all(servers.map((_, index) => load(index)));
  const seconds = (performance.now() - begun) / 1000;
  const used = servers.map(({ pid }, index) => processorSeconds(pid) - (before[index] ?? 0));
  const rates = counts.map((count, index) => (count / (used[index] ?? Number.NaN)) * share);
  return {
    rate: rates.reduce((sum, rate) => sum + rate, 0),
    leastShareUsed: Math.min(...used.map((one) => one / seconds / share)),
  };
}

async function measureRates({ installation, cars }: Loaded, share: number): Promise<Rates> {
  const { servers, calls } = installation;
  // Fills the server's caches of drivers, which last a minute; otherwise the few positions of a round would pay for it.
  installation.hold(null);
  for (const one of cars) await one.reportOnce();
  installation.hold(share);
  const positions = await rateAtShare(servers, share, async (index) => cars[index]?.saturate(SECONDS) ?? 0);
  const reads = await rateAtShare(servers, share, async (index) => {
    const origin = servers[index]?.origin ?? '';
    return (await callsPerSecond(origin, { connections: CONNECTIONS, seconds: SECONDS, calls })) * SECONDS;
  });
  return { positions: positions.rate, reads: reads.rate, leastShareUsed: positions.leastShareUsed };
}

/** Processor time in seconds of each server meanwhile. */
async function usedBy(servers: readonly ScaledServer[], work: () => Promise<unknown>): Promise<number[]> {
  const before = servers.map(({ pid }) => processorSeconds(pid));
  await work();
  return servers.map(({ pid }, index) => processorSeconds(pid) - (before[index] ?? 0));
}

const MICROSECONDS = 1_000_000;

async function measureBeside({ installation, cars }: Loaded): Promise<ExtraServerCost> {
  const { servers, admin } = installation;
  const [reporting] = cars;
  const [, watcher] = servers;
  if (reporting === undefined || watcher === undefined)
    throw new Error('There is no server beside the first');
  const idleUse = await usedBy(servers, () => pause(BESIDE_SECONDS * 1000));
  let taken = 0;
  const load = async () => {
    taken = await reporting.report(STEADY_A_SECOND, BESIDE_SECONDS);
  };
  const use = await usedBy(servers, load);
  const costs = use.map((seconds, index) => ((seconds - (idleUse[index] ?? 0)) / taken) * MICROSECONDS);
  const [receiver = Number.NaN, ...others] = costs;

  let seen = 0;
  const socket = await openLiveSocket(
    watcher.origin,
    { token: admin, address: addressOf(ADMIN_ADDRESS) },
    (message) => {
      if (message.type === 'position') seen += 1;
    },
  );
  await subscribe(socket, 'drivers');
  // Waits until the server has subscribed to its cells, and has read them and the cached data of each driver.
  await reporting.report(STEADY_A_SECOND, LEAD_SECONDS);
  const [, watching = Number.NaN] = await usedBy(servers, load);
  socket.end();
  if (seen === 0) throw new Error('A check is missing: a console sees no car that reports to another server');
  await pause(LEAVE_MS);
  return {
    receiver,
    idle: others.reduce((sum, one) => sum + one, 0) / others.length,
    watching: ((watching - (idleUse[1] ?? 0)) / taken) * MICROSECONDS,
  };
}

export async function createMeasures(
  installations: readonly Installation[],
  share: number,
): Promise<Measures> {
  const loaded = new Map<number, Loaded>();
  for (const installation of installations) {
    const cars: Cars[] = [];
    for (const [index, server] of installation.servers.entries()) cars.push(await openCars(server, index));
    loaded.set(installation.servers.length, { installation, cars });
  }
  const rates = new Map<number, Rates[]>();
  const beside = new Map<number, ExtraServerCost[]>();
  const all = [...loaded.values()];
  return {
    rates,
    beside,
    async warmUp() {
      for (const { installation, cars } of all) {
        // Without a limit, so that the code is compiled as in a server that has run for a while.
        installation.hold(null);
        await Promise.all(cars.map((one) => one.saturate(WARM_UP_SECONDS)));
        for (const { origin } of installation.servers)
          await callsPerSecond(origin, { connections: CONNECTIONS, seconds: 2, calls: installation.calls });
      }
      for (const one of all) await measureRates(one, share);
    },
    async round(servers) {
      const one = loaded.get(servers);
      if (one === undefined) throw new Error(`There is no installation of ${servers} servers`);
      const measured = await measureRates(one, share);
      rates.set(servers, [...(rates.get(servers) ?? []), measured]);
      if (servers > 1)
        beside.set(servers - 1, [...(beside.get(servers - 1) ?? []), await measureBeside(one)]);
      return measured;
    },
    expectNoErrors() {
      const errors = all.flatMap(({ cars }) => cars.flatMap((one) => one.errors));
      if (errors.length > 0)
        throw new Error(`${errors.length} positions were refused, the first with ${errors[0]}`);
    },
    end() {
      for (const { cars } of all) for (const one of cars) one.end();
    },
  };
}

const rounded = (value: number): number => Number(value.toPrecision(3));

/** Medians over the rounds, and the ratio of the medians of several servers to the same multiple of one. */
export function rateFigures(rates: Measures['rates']): Record<string, Figure> {
  const medianOf = (servers: number, field: keyof Rates): number =>
    median((rates.get(servers) ?? []).map((one) => one[field]));
  const growth = (servers: number, field: 'positions' | 'reads'): number =>
    rounded(medianOf(servers, field) / (servers * medianOf(1, field)));
  const rows = [...rates.keys()]
    .toSorted((one, other) => one - other)
    .map((servers) => ({
      servers,
      positions_a_second: rounded(medianOf(servers, 'positions')),
      positions_growth: growth(servers, 'positions'),
      reads_a_second: rounded(medianOf(servers, 'reads')),
      reads_growth: growth(servers, 'reads'),
      least_share_used: rounded(medianOf(servers, 'leastShareUsed')),
    }));
  return { at_the_share: rows };
}

export function extraServerFigures(beside: Measures['beside']): Record<string, Figure> {
  const rows = [...beside].map(([servers, measured]) => ({
    servers_beside: servers,
    receiver_us: rounded(median(measured.map(({ receiver }) => receiver))),
    not_watching_us: rounded(median(measured.map(({ idle }) => idle))),
    watching_us: rounded(median(measured.map(({ watching }) => watching))),
  }));
  return { a_position_costs: rows };
}
