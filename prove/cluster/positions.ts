// Cars that move and report over their live sockets, and what each server knows of them.
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { ClusterServer } from '../../tools/cluster/start-cluster.ts';
import type { Person } from './clients.ts';
import type { Watcher } from './watchers.ts';

/** How often a car reports, ms. */
export const INTERVAL_MS = 1_000;
/** From its report to all servers: what is gathered before it is sent, and as much again as an interval on a busy machine. */
const GATHER_MS = 150;
const BUSY_MS = INTERVAL_MS;
const WITHIN_MS = INTERVAL_MS + GATHER_MS + BUSY_MS;
const LOOK_FOR_MS = 20_000;
const LOOK_EVERY_MS = 100;
const METRES_PER_DEGREE = 111_320;
const METRES_PER_REPORT = 8;
const REPORTS_ONE_WAY = 15;

export interface Place {
  readonly lat: number;
  readonly lng: number;
}

const known = z.object({ items: z.array(z.looseObject({ driver: z.string(), at: z.number() })) });

/** When each car was where the server knows it, ms since the epoch. */
export type KnownCars = ReadonlyMap<string, number>;
export type ReadCars = (server: ClusterServer, admin: Person) => Promise<KnownCars>;

/** Empty while the server does not answer. */
export const readCars: ReadCars = async (server, admin) => {
  try {
    const response = await fetch(`${server.origin}/api/v1/drivers/live`, {
      headers: { authorization: `Bearer ${admin.token}` },
      signal: AbortSignal.timeout(5_000),
    });
    const { items } = known.parse(await response.json());
    return new Map(items.map(({ driver, at }) => [driver, at]));
  } catch {
    return new Map();
  }
};

/** Drives to and fro from the place; returns what stops it. A report without an open socket goes by HTTP, as in the app. */
export function moveCar(driver: Watcher, place: Place): () => void {
  let reports = Math.floor(Math.random() * REPORTS_ONE_WAY);
  const report = () => {
    reports += 1;
    const step = reports % (2 * REPORTS_ONE_WAY);
    const metres = METRES_PER_REPORT * Math.min(step, 2 * REPORTS_ONE_WAY - step);
    const body = { lat: place.lat + metres / METRES_PER_DEGREE, lng: place.lng, at: Date.now() };
    if (!driver.live.sendPosition(body))
      void driver.person.client.postLocation({ body }).catch(() => undefined);
  };
  report();
  const timer = setInterval(report, INTERVAL_MS);
  return () => clearInterval(timer);
}

export interface PositionsTask {
  readonly servers: readonly ClusterServer[];
  readonly admin: Person;
  /** Uids of the drivers on duty. */
  readonly drivers: readonly string[];
  readonly read?: ReadCars;
  /** It is looked on after the limit, to say how long it took. */
  readonly lookForMs?: number;
}

/** How long it takes from now until each server that runs knows a later place of every car, ms; null after the deadline. */
async function timeToComplete({
  servers,
  admin,
  drivers,
  read = readCars,
  lookForMs = LOOK_FOR_MS,
}: PositionsTask) {
  const begun = Date.now();
  const running = servers.filter(({ isRunning }) => isRunning);
  const isComplete = async (): Promise<boolean> => {
    const all = await Promise.all(running.map((server) => read(server, admin)));
    return all.every((cars) => drivers.every((driver) => (cars.get(driver) ?? 0) >= begun));
  };
  while (Date.now() - begun < lookForMs) {
    if (await isComplete()) return Date.now() - begun;
    await pause(LOOK_EVERY_MS);
  }
  return null;
}

/** `ms` is null, and there is a sentence, when a server does not know all cars in time. */
export async function judgePositions(
  when: string,
  task: PositionsTask,
): Promise<{ ms: number | null; violations: string[] }> {
  const ms = await timeToComplete(task);
  if (ms !== null && ms <= WITHIN_MS) return { ms, violations: [] };
  const time = ms === null ? 'not in time' : `only after ${ms} ms`;
  return { ms, violations: [`${when}: positions are complete on every server ${time}`] };
}
