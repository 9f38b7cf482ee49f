// Cars that move and report over their live sockets, and where the operator's map of each server shows them.
import { setTimeout as pause } from 'node:timers/promises';
import { createLive, type Live } from '@kerb/sdk/live';
import type { ClusterServer } from '../../tools/cluster/start-cluster.ts';
import type { Person } from './clients.ts';
import { NodeSocket, type Watcher } from './watchers.ts';

/** How often a car reports, ms. */
const INTERVAL_MS = 1_000;
/** From its report to all watchers: what is gathered for other servers, a frame, and a second on a busy machine. */
const ON_ITS_WAY_MS = 150 + 250 + 1_000;
const WITHIN_MS = INTERVAL_MS + ON_ITS_WAY_MS;
const LOOK_FOR_MS = 20_000;
const LOOK_EVERY_MS = 20;
const METRES_PER_DEGREE = 111_320;
const METRES_PER_REPORT = 8;
const REPORTS_ONE_WAY = 15;

export interface Place {
  readonly lat: number;
  readonly lng: number;
}

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

/** The operator's map of one server, over a live socket to that server itself. */
export interface CarMap {
  readonly server: ClusterServer;
  readonly live: Live;
  /** When each car was where it was last shown, ms since the epoch. */
  readonly cars: Map<string, number>;
}

export function openMap(server: ClusterServer, { token }: Person): CarMap {
  const cars = new Map<string, number>();
  const url = `${server.origin.replace('http', 'ws')}/api/v1/live`;
  const live = createLive({ url, token, WebSocket: NodeSocket });
  live.subscribe('drivers', (message) => {
    if (message.type === 'position') cars.set(message.driver, message.at);
  });
  live.connect();
  return { server, live, cars };
}

interface PositionsTask {
  readonly maps: readonly CarMap[];
  /** Uids of the drivers on duty. */
  readonly drivers: readonly string[];
  /** How much longer it may take, where reliability.md says so, ms. */
  readonly extraMs?: number;
  /** It is looked on after the limit, to say how long it took. */
  readonly lookForMs?: number;
}

/** The sockets of servers that were started a moment ago would still wait before they connect again. */
async function connectAgain(maps: readonly CarMap[]): Promise<void> {
  const deadline = performance.now() + LOOK_FOR_MS;
  while (maps.some(({ live }) => live.state() !== 'open') && performance.now() < deadline) {
    for (const { live } of maps) live.retryNow();
    await pause(LOOK_EVERY_MS);
  }
}

/** How many cars each server that runs lacks a later place of, by its address. */
type Missing = ReadonlyMap<string, number>;

/** From now until each server that runs shows a later place of every car, ms; what is missing after the deadline. */
async function timeToComplete({
  maps,
  drivers,
  lookForMs = LOOK_FOR_MS,
}: PositionsTask): Promise<number | Missing> {
  const running = maps.filter(({ server }) => server.isRunning);
  await connectAgain(running);
  const begun = Date.now();
  const missingAt = ({ cars }: CarMap) => drivers.filter((driver) => (cars.get(driver) ?? 0) < begun).length;
  while (Date.now() - begun < lookForMs) {
    if (running.every((map) => missingAt(map) === 0)) return Date.now() - begun;
    await pause(LOOK_EVERY_MS);
  }
  return new Map(running.map((map) => [map.server.origin, missingAt(map)]));
}

const describeMissing = (missing: Missing): string =>
  [...missing].map(([origin, count]) => `${count} missing at ${origin}`).join(', ');

/** `ms` is null, and there is a sentence, when a server does not show all cars in time. */
export async function judgePositions(
  when: string,
  task: PositionsTask,
): Promise<{ ms: number | null; violations: string[] }> {
  const found = await timeToComplete(task);
  const ms = typeof found === 'number' ? found : null;
  if (ms !== null && ms <= WITHIN_MS + (task.extraMs ?? 0)) return { ms, violations: [] };
  const time = typeof found === 'number' ? `only after ${ms} ms` : `not in time: ${describeMissing(found)}`;
  return { ms, violations: [`${when}: positions are complete on every server ${time}`] };
}
