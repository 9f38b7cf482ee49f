// Simulates cars that report positions over their live sockets, and measures when each server's map shows them.
import { setTimeout as pause } from 'node:timers/promises';
import { createLive, type Live } from '@kerb/sdk/live';
import type { ClusterServer } from '../../tools/cluster/start-cluster.ts';
import type { Person } from './clients.ts';
import { NodeSocket, type Watcher } from './watchers.ts';

/** Interval between two position reports of a car, ms. */
const INTERVAL_MS = 1_000;
/** Time from a report to all maps: batching between servers, one frame, and one second for a busy machine, ms. */
const ON_ITS_WAY_MS = 150 + 250 + 1_000;
const WITHIN_MS = INTERVAL_MS + ON_ITS_WAY_MS;
const LOOK_FOR_MS = 20_000;
const POLL_INTERVAL_MS = 20;
const METRES_PER_DEGREE = 111_320;
const METRES_PER_REPORT = 8;
const REPORTS_ONE_WAY = 15;

export interface Place {
  readonly lat: number;
  readonly lng: number;
}

/**
 * Moves a car back and forth from the place. Reports use HTTP while the live socket is closed, as in the app. Returns a
 * function that stops the car.
 */
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
  /** Time of the last shown position by driver uid, ms since the epoch. */
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
  /** Additional time that reliability.md allows, ms. */
  readonly extraMs?: number;
  /** Maximum time to wait, ms; longer than the limit, so that the violation contains the real duration. */
  readonly lookForMs?: number;
}

/** Reconnects the maps at once; the sockets of recently started servers would still wait for their back-off. */
async function connectAgain(maps: readonly CarMap[]): Promise<void> {
  const deadline = performance.now() + LOOK_FOR_MS;
  while (maps.some(({ live }) => live.state() !== 'open') && performance.now() < deadline) {
    for (const { live } of maps) live.retryNow();
    await pause(POLL_INTERVAL_MS);
  }
}

/** Number of cars without a newer position, by the address of the server. */
type Missing = ReadonlyMap<string, number>;

/**
 * Returns the time until each running server shows a newer position of every car, ms; after the deadline, the number of
 * missing cars of each server.
 */
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
    await pause(POLL_INTERVAL_MS);
  }
  return new Map(running.map((map) => [map.server.origin, missingAt(map)]));
}

const describeMissing = (missing: Missing): string =>
  [...missing].map(([origin, count]) => `${count} missing at ${origin}`).join(', ');

/** Checks the time of `timeToComplete` against the limit. `ms` is null when a car is still missing at the deadline. */
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
