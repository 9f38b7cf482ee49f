// A simulated driver: goes on duty, cruises real roads, takes tasks, serves them, cruises on.
import { busyStatuses, driverWaits } from '@kerb/domain/booking';
import type { Random } from '@kerb/lab';
import { type Car, CRUISING_MS, driveWay, waitInPlace } from './car.ts';
import { serveTrip, type TripDeps } from './driver-trip.ts';
import { isRefusal } from './persist.ts';
import { findWay, randomPoint } from './places.ts';
import type { Session } from './session.ts';
import type { SharedState } from './shared-state.ts';
import { createBell, endingWith } from './time.ts';
import { answerTo } from './willingness.ts';

/** Tasks arrive on the live socket; they are also polled this often. */
const LOOK_FOR_TASKS_MS = 20_000;
/** How long a stopping simulation waits for its drivers to go off duty. */
const LEAVE_MS = 1500;

export interface DriverAgent {
  /** Drives until the signal ends; throws when something is wrong that a new start may mend. */
  run(signal: AbortSignal): Promise<void>;
}

interface DriverDeps extends TripDeps {
  roads: Random;
  tasks: Random;
}

export function createDriverAgent(shared: SharedState, mobile: string, random: Random): DriverAgent {
  // Survives restarts of the agent: a car does not jump because a server was down.
  const car: Car = { position: null, heading: 0 };
  // One stream for each kind of choice: which task comes when does not change where the car cruises.
  const chances = {
    random: random.fork('trips'),
    roads: random.fork('roads'),
    tasks: random.fork('tasks'),
  };

  return {
    async run(signal) {
      const session = await shared.signIn(mobile, signal);
      if (session.me.usertype !== 'driver') throw new NotADriver(mobile);
      const deps: DriverDeps = { shared, session, car, ...chances };
      session.live.connect();
      shared.counts.onDuty += 1;
      try {
        const body = { driverActiveStatus: true };
        await shared.persist((options) => session.client.setDuty({ body }, options), signal);
        shared.onDuty();
        while (!signal.aborted) await runNextTask(deps, signal);
      } finally {
        shared.counts.onDuty -= 1;
        if (signal.aborted) await leave(session);
        session.live.disconnect();
      }
    },
  };
}

/** The number belongs to a user who is not a simulated driver: starting again would not help. */
export class NotADriver extends Error {
  override name = 'NotADriver';
  constructor(mobile: string) {
    super(`${mobile} is not a driver of this installation`);
  }
}

/** Off duty, unless on a trip: that one is taken up at the next start. */
async function leave({ client }: Session): Promise<void> {
  const body = { driverActiveStatus: false };
  await client
    .setDuty({ body }, { timeoutMs: LEAVE_MS, signal: AbortSignal.timeout(LEAVE_MS) })
    .catch(() => undefined);
}

async function runNextTask(deps: DriverDeps, signal: AbortSignal): Promise<void> {
  const trip = await tripUnderWay(deps, signal);
  if (trip !== null) {
    deps.shared.counts.onTrips += 1;
    try {
      await serveTrip(deps, trip, signal);
    } finally {
      deps.shared.counts.onTrips -= 1;
    }
    return;
  }
  const errand = endingWith(signal);
  try {
    await Promise.all([cruise(deps, errand.signal), takeTask(deps, errand.signal).finally(errand.end)]);
  } finally {
    errand.end();
  }
}

/** The booking that keeps this driver busy, after a restart too; the car is where it was last seen. */
async function tripUnderWay({ shared, session, car }: TripDeps, signal: AbortSignal): Promise<string | null> {
  const { items } = await shared.persist(
    (options) => session.client.listBookings({ query: { active: 'true' } }, options),
    signal,
  );
  const trip = items.find((one) => !driverWaits(one) && busyStatuses.some((busy) => busy === one.status));
  if (!trip) return null;
  if (car.position === null) {
    const track = await shared
      .persist((options) => session.client.trackBooking({ params: { id: trip.id } }, options), signal)
      .catch((error: unknown) => {
        if (isRefusal(error)) return null;
        throw error;
      });
    car.position = track?.driver ?? null;
  }
  return trip.id;
}

/** From place to place, with a rest now and then, until the signal ends. */
async function cruise(
  { shared, session, car, roads: random }: DriverDeps,
  signal: AbortSignal,
): Promise<void> {
  const { city, time, persist } = shared;
  const { client, live } = session;
  while (!signal.aborted) {
    const from = car.position ?? randomPoint(random, city);
    const way = await findWay({ client, persist }, from, randomPoint(random, city), signal).catch(
      (error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      },
    );
    if (way === null) await time.waitMs(1000, signal);
    else await driveWay({ car, live, time, intervalMs: CRUISING_MS }, way, signal);
    if (random.chance(0.3)) await waitInPlace({ car, live, time }, random.between(20, 90), signal);
  }
}

/** Looks at tasks until one is taken; returns then, or when the signal ends. */
async function takeTask(deps: DriverDeps, signal: AbortSignal): Promise<void> {
  const { shared, session } = deps;
  const bell = createBell();
  const stopListening = session.live.subscribe('tasks', (message) => {
    if (message.type === 'event' && message.name === 'task.offered') bell.ring();
  });
  /** Offers already decided on; a new round is a new offer. */
  const decided = new Set<string>();
  try {
    while (!signal.aborted) {
      if (await answerTasks(deps, decided, signal)) return;
      await bell.wait(LOOK_FOR_TASKS_MS, shared.time, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stopListening();
  }
}

/** True when one was taken. */
async function answerTasks(
  { shared, session, tasks: random, car }: DriverDeps,
  decided: Set<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const { persist, time } = shared;
  const { items } = await persist((options) => session.client.listTasks(undefined, options), signal);
  for (const task of items) {
    const offer = `${task.booking} ${task.expiresAt}`;
    if (decided.has(offer)) continue;
    decided.add(offer);
    const { accepts, afterMs } = answerTo(task, random);
    if (!accepts) continue;
    await time.waitMs(afterMs, signal);
    if (signal.aborted) return false;
    const body = { ...(car.position ? { location: car.position } : {}), at: time.now() };
    try {
      const params = { id: task.booking };
      await persist((options) => session.client.acceptBooking({ params, body }, options), signal);
      return true;
    } catch (error) {
      // Another driver was faster, or the rider cancelled.
      if (!isRefusal(error)) throw error;
    }
  }
  return false;
}
