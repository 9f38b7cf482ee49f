// Benchmark from a driver's socket to the rider who watches the trip, compared with a bare `ws` server that forwards
// the message.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Benchmark, runPairs } from './lib/benchmark.ts';
import { startServer, temporaryFolder } from './lib/server.ts';
import { openDatabase } from './lib/server-database.ts';
import { percentile } from './lib/statistics.ts';
import { startBareServer } from './sockets/bare-process.ts';
import {
  expectRefusal,
  type LiveSocket,
  openAll,
  openBareSocket,
  openLiveSocket,
  type Received,
  subscribe,
} from './sockets/live-socket.ts';
import { type MovingTrip, startTrips } from './sockets/moving-trips.ts';
import { createSteps, positionAt } from './sockets/positions.ts';
import { prepareDrivers } from './writes/driver-trips.ts';

const PAIRS = 5;
const TRIPS = 50;
const REPORTS_A_ROUND = 10;
const MS_BETWEEN_REPORTS = 500;
const ARRIVES_WITHIN_MS = 10_000;

/** Time when each report was sent, and its delay until the arrival. */
function createClock() {
  const sent = new Map<string, number>();
  const times: number[] = [];
  /** Cars for which a position arrived that was not sent. */
  const unexpected: string[] = [];
  return {
    send(car: string, at: number): void {
      sent.set(`${car} ${at}`, performance.now());
    },
    arrive(car: string, { at }: Received): void {
      const key = `${car} ${String(at)}`;
      const begun = sent.get(key);
      if (begun === undefined) unexpected.push(car);
      else times.push(performance.now() - begun);
      sent.delete(key);
    },
    /** The delays of the round, once all have arrived. */
    async finish(): Promise<number[]> {
      const deadline = performance.now() + ARRIVES_WITHIN_MS;
      while (sent.size > 0 && unexpected.length === 0) {
        if (performance.now() > deadline) throw new Error(`${sent.size} positions did not arrive`);
        await pause(MS_BETWEEN_REPORTS / 10);
      }
      if (unexpected.length > 0) throw new Error(`A position of ${unexpected[0]} arrived that was not sent`);
      return times.splice(0);
    },
  };
}

type Clock = ReturnType<typeof createClock>;

/** All cars report in turn, spread over the interval between two reports. */
async function reportInTurn(
  cars: readonly { id: string; socket: LiveSocket }[],
  clock: Clock,
  nextStep: () => number,
): Promise<number[]> {
  for (let report = 0; report < REPORTS_A_ROUND; report += 1) {
    const step = nextStep();
    for (const [index, { id, socket }] of cars.entries()) {
      const at = Date.now();
      clock.send(id, at);
      const place = { lat: -34.9 + index * 0.0002 + step * 0.00005, lng: -56.17 };
      // The car is for the bare server; Kerb knows the driver's trip.
      socket.log({ ...positionAt(place, at), car: id });
      await pause(MS_BETWEEN_REPORTS / cars.length);
    }
  }
  return clock.finish();
}

const topicOf = (trip: string): string => `booking:${trip}`;

/** The messages of a car that reach its watcher's socket, as arrivals. */
const arrivalsOf = (clock: Clock, trip: string) => (message: Received) => {
  if (message.type === 'position') clock.arrive(trip, message);
};

async function openPeople(origin: string, trips: readonly MovingTrip[], clock: Clock) {
  const drivers = await openAll(trips, ({ driver }) => openLiveSocket(origin, driver));
  const riders = await openAll(trips, ({ id, rider }) =>
    openLiveSocket(origin, rider, arrivalsOf(clock, id)),
  );
  for (const [index, { id }] of trips.entries()) {
    const socket = riders[index];
    if (socket !== undefined) await subscribe(socket, topicOf(id));
  }
  const [rider] = riders;
  const [, other] = trips;
  if (rider === undefined || other === undefined) throw new Error('The checks need two trips');
  await expectRefusal(rider, topicOf(other.id), 'forbidden');
  return { drivers, riders };
}

async function openBarePeople(origin: string, trips: readonly MovingTrip[], clock: Clock) {
  const drivers = await openAll(trips, () => openBareSocket(origin));
  const riders = await openAll(trips, ({ id }) => openBareSocket(origin, arrivalsOf(clock, id)));
  for (const [index, { id }] of trips.entries()) riders[index]?.log({ type: 'watch', car: id });
  return { drivers, riders };
}

const carsOf = (trips: readonly MovingTrip[], sockets: readonly LiveSocket[]) =>
  trips.flatMap(({ id }, index) => {
    const socket = sockets[index];
    return socket === undefined ? [] : [{ id, socket }];
  });

async function compare(origin: string, trips: readonly MovingTrip[], log: (line: string) => void) {
  const bare = await startBareServer();
  const clock = createClock();
  const people = await openPeople(origin, trips, clock);
  const barePeople = await openBarePeople(bare.origin, trips, clock);
  const nextStep = createSteps();
  const all: number[] = [];
  const round = async (sockets: readonly LiveSocket[]) =>
    reportInTurn(carsOf(trips, sockets), clock, nextStep);
  const ours = async () => {
    const times = await round(people.drivers);
    all.push(...times);
    return [percentile(times, 99)];
  };
  const limit = async () => [percentile(await round(barePeople.drivers), 99)];
  try {
    // The first round of both is a warm-up.
    await round(people.drivers);
    await limit();
    const report = await runPairs({ name: 'relay', unit: 'ms', pairs: PAIRS, log, ours, limit });
    return { ...report, more: { trips: TRIPS, median: Number(percentile(all, 50).toPrecision(3)) } };
  } finally {
    const sockets = [people.drivers, people.riders, barePeople.drivers, barePeople.riders].flat();
    for (const socket of sockets) socket.end();
    await bare.stop();
  }
}

async function expectTrail(client: pg.Client, trips: readonly MovingTrip[]): Promise<void> {
  const ids = trips.map(({ id }) => id);
  const { rows } = await client.query<{ count: number }>(
    'select count(distinct booking)::int as count from booking_trails where booking = any($1::uuid[])',
    [ids],
  );
  if (rows[0]?.count !== ids.length)
    throw new Error(`A check is missing: ${rows[0]?.count} of ${ids.length} trips have a trail`);
}

async function measure(log: (line: string) => void) {
  const folder = temporaryFolder('relay');
  const server = await startServer(folder.path);
  const client = await openDatabase(folder.path);
  try {
    const trips = await startTrips(await prepareDrivers({ server, client }, TRIPS), TRIPS);
    const report = await compare(server.origin, trips, log);
    await expectTrail(client, trips);
    return report;
  } finally {
    await client.end();
    await server.stop();
    folder.remove();
  }
}

export const benchmark: Benchmark = {
  name: 'relay',
  unit: 'ms',
  about:
    "p99 from a driver's report to the socket of the rider who watches the trip; the limit is a bare ws server that passes it on",
  run: measure,
};
