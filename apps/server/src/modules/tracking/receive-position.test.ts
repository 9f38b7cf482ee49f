// Tests a received position: validated, published, stored in the trail, and the remaining route published to watchers.
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import { fakeClock, testId } from '@kerb/testing';
import { expect, test, vi } from 'vitest';
import { createInProcessBus } from '../../adapters/bus/in-process-bus.ts';
import { committedEvents } from '../../kit/outbox/relay.ts';
import { createTrackingModule } from './index.ts';
import { straightRoad } from './testing/straight-road.ts';
import type { CarPosition, RemainingRoute, TrackedBooking, TrailPoint } from './tracking.deps.ts';

const driver = testId(1);
const rider = testId(2);
const booking = testId(3);
const pickup: LatLng = { lat: -34.9, lng: -56.2 };
const drop: LatLng = { lat: -34.9, lng: -56.17 };

function harness(change: Partial<TrackedBooking> = {}) {
  const clock = fakeClock();
  const published: { topics: readonly string[]; position: CarPosition }[] = [];
  const riderRoutes: RemainingRoute[] = [];
  const driverRoutes: RemainingRoute[] = [];
  const storedBatches: { booking: string; driver: string; points: readonly TrailPoint[] }[] = [];
  const asked: { start: LatLng; stops: readonly LatLng[] }[] = [];
  const positions = new Map<string, CarPosition>();
  const watched = new Set<string>();
  const sessions = new Map<string, string>();
  const watchListeners: ((topic: string, isWatched: boolean) => void)[] = [];
  const seenOf = (uid: string) => {
    const position = positions.get(uid);
    return position ? { ...position, seenAt: position.at } : null;
  };
  const bus = createInProcessBus((error) => {
    throw error;
  });
  const record: TrackedBooking = {
    payment_mode: 'cash',
    id: booking,
    status: 'STARTED',
    pickup_promised_at: null,
    set_out_at: null,
    customer: rider,
    driver,
    fleetadmin: null,
    pickup,
    drop_point: drop,
    waypoints: [],
    polyline: '',
    ...change,
  };
  const state = {
    record: record as TrackedBooking | null,
    trail: [] as TrailPoint[],
    reads: 0,
    fleetadmin: testId(9),
    showLiveRoute: true,
    /** Time that the search for a driver's position on other servers takes. */
    search: (): Promise<void> => Promise.resolve(),
  };
  const module = createTrackingModule({
    clock,
    bus,
    live: {
      publishPosition: (topics, position) => published.push({ topics, position }),
      publishEta: (topics, ahead) => {
        if (topics.includes(`booking:${booking}:rider-way`)) riderRoutes.push(ahead);
        if (topics.includes(`booking:${booking}:way`)) driverRoutes.push(ahead);
      },
      isWatched: (topic) => watched.has(topic),
      onWatch: (listener) => watchListeners.push(listener),
    },
    logger: { warn: () => undefined },
    settings: { get: async () => ({ showLiveRoute: state.showLiveRoute }) },
    maps: {
      directions: async (start, dest, stops = []) => {
        asked.push({ start, stops });
        return straightRoad(start, dest, stops);
      },
    },
    fleet: {
      live: { put: (position) => positions.set(position.driver, position), get: seenOf },
      positions: {
        async of(uid) {
          await state.search();
          return seenOf(uid);
        },
        ofMany: async (uids) =>
          new Map(uids.flatMap((uid) => seenOf(uid) ?? []).map((position) => [position.driver, position])),
        subscribeArea: async () => undefined,
        release: () => undefined,
      },
      reportingDevices: {
        replace: async ({ uid, sessionId }) => void sessions.set(uid, sessionId),
        assume: (uid, session) => void (sessions.has(uid) || sessions.set(uid, session)),
        sessionOf: (uid) => sessions.get(uid),
      },
      driverOf: async () => ({ fleetadmin: state.fleetadmin }),
    },
    booking: {
      find: async () => state.record,
      activeTripOf: async () => {
        state.reads += 1;
        return state.record;
      },
      partyOf: (_booking, actor) => (actor.uid === rider ? 'rider' : actor.uid === driver ? 'driver' : null),
      appendTrail: async (trip, points) => {
        storedBatches.push({ ...trip, points });
      },
      driverOfEvent: ({ topics }) => topics[0] ?? null,
      addUploadedPositions: async (uid, id, points) => {
        if (uid !== driver || id !== booking) throw new DomainError('not_found');
        return { added: points, stored: points.length, rejected: 0 };
      },
      trailOf: async () => state.trail,
      timelineOf: async () => [],
    },
  });
  const actor = { uid: driver, usertype: 'driver', sessionId: testId(4) } as const;
  const publish = (name: string, topics: string[], data: Record<string, unknown>) =>
    bus.publish(committedEvents, { name, topics, data, id: 1, position: 1, at: clock.now() });
  return {
    clock,
    module,
    state,
    published,
    riderRoutes,
    driverRoutes,
    storedBatches,
    asked,
    watched,
    watch(topic: string): void {
      watched.add(topic);
      for (const listener of watchListeners) listener(topic, true);
    },
    /** The driver takes a step of a trip on the device of the session. */
    use: (session: string) => sessions.set(driver, session),
    /** Another server shares the car's position. */
    seen: (position: CarPosition) => positions.set(position.driver, position),
    publish,
    /** Changes the booking and publishes the event to every server. */
    change(trip: TrackedBooking): void {
      state.record = trip;
      publish('booking.changed', [driver], { booking_id: trip.id, status: trip.status });
    },
    /** Moves the clock by one second and the car to this many metres east of the pickup. */
    drive(metres: number, { session, ...more }: { accuracy?: number; at?: number; session?: string } = {}) {
      clock.advance(1000);
      const lng = pickup.lng + metres / (111_195 * Math.cos((pickup.lat * Math.PI) / 180));
      const reporter = session === undefined ? actor : { ...actor, sessionId: session };
      return module.api.onPosition(reporter, { lat: pickup.lat, lng, at: clock.now(), heading: 90, ...more });
    },
  };
}

const reasonOf = (call: Promise<void>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof DomainError ? (error.detail ?? error.code) : 'unknown'),
  );

test('a plausible position is published to the booking’s parties, the operator and the fleet', async () => {
  const { drive, published } = harness();
  await drive(0);
  expect(published).toHaveLength(1);
  expect(published[0]?.topics.toSorted()).toEqual(
    [`booking:${booking}`, 'drivers:all', `drivers:fleet:${testId(9)}`].toSorted(),
  );
  expect(published[0]?.position).toMatchObject({ driver, lat: pickup.lat, heading: 90 });
});

test('a driver without a trip is shown to the operator only, and leaves no trail', async () => {
  const { drive, published, storedBatches, state, module } = harness();
  state.record = null;
  await drive(0);
  await module.api.close();
  expect(published[0]?.topics).not.toContain(`booking:${booking}`);
  expect(storedBatches).toEqual([]);
});

test('an implausible position is rejected and not stored', async () => {
  const { drive, clock, published, module, storedBatches } = harness();
  await drive(0);
  expect(await reasonOf(drive(5000))).toBe('too_fast');
  expect(await reasonOf(drive(10, { accuracy: 5000 }))).toBe('too_vague');
  expect(await reasonOf(drive(10, { at: clock.now() + 60_000 }))).toBe('from_the_future');
  expect(await reasonOf(drive(10, { at: clock.now() - 600_000 }))).toBe('too_old');
  expect(published).toHaveLength(1);
  await module.api.close();
  expect(storedBatches[0]?.points).toHaveLength(1);
});

test.each([0, 1, 2, 3, 4, 5, 6])(
  'positions that arrive during the search on other servers are accepted in their order (%i turns after its end)',
  async (turns) => {
    const { drive, published, state } = harness();
    const ends: (() => void)[] = [];
    state.search = () => new Promise((resolve) => ends.push(resolve));
    const reports = [drive(0), drive(10), drive(20)];
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0));
    for (const end of ends.splice(0).toReversed()) end();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    reports.push(drive(30));
    await Promise.resolve();
    reports.push(drive(40));
    expect(await Promise.all(reports.map(reasonOf))).toEqual(reports.map(() => undefined));
    const times = published.map(({ position }) => position.at);
    expect(times).toEqual(times.toSorted());
    expect(times).toHaveLength(5);
    expect(ends).toEqual([]);
  },
);

test('positions that were measured a while ago are accepted in their order during a search', async () => {
  const { drive, clock, published, state } = harness();
  const ends: (() => void)[] = [];
  state.search = () => new Promise((resolve) => ends.push(resolve));
  const old = (metres: number) => drive(metres, { at: clock.now() - 19_000 });
  const reports = [old(0), old(10), old(20)];
  await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0));
  for (const end of ends.splice(0)) end();
  for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
  reports.push(old(30), old(40));
  await vi.waitFor(() => {
    for (const end of ends.splice(0)) end();
    expect(published).toHaveLength(5);
  });
  expect(await Promise.all(reports.map(reasonOf))).toEqual(reports.map(() => undefined));
});

/** The session of `drive`. */
const phone = testId(4);
const tablet = testId(60);

test('of two devices of a driver, the one on which they took their last step reports', async () => {
  const { drive, use, state } = harness();
  state.record = null;
  await drive(0);
  expect(await reasonOf(drive(9000, { session: tablet }))).toBe('other_device');
  expect(await reasonOf(drive(10))).toBeUndefined();
  use(tablet);
  expect(await reasonOf(drive(20))).toBe('other_device');
  // The tablet is in another place, with which its first position is not compared.
  expect(await reasonOf(drive(9000, { session: tablet }))).toBeUndefined();
  expect(await reasonOf(drive(3000, { session: tablet }))).toBe('too_fast');
});

test('without a trip, another device reports once the first one is silent', async () => {
  const { drive, clock, state } = harness();
  state.record = null;
  await drive(0);
  clock.advance(58_000);
  expect(await reasonOf(drive(9000, { session: tablet }))).toBe('other_device');
  expect(await reasonOf(drive(9000, { session: tablet }))).toBeUndefined();
  expect(await reasonOf(drive(0))).toBe('other_device');
});

test('during a trip, another device reports only after a step on it, however long the first one is silent', async () => {
  const { drive, use, clock } = harness();
  use(phone);
  await drive(0);
  clock.advance(900_000);
  expect(await reasonOf(drive(10, { session: tablet }))).toBe('other_device');
  use(tablet);
  expect(await reasonOf(drive(20, { session: tablet }))).toBeUndefined();
});

test('after a restart during a trip, no device is locked out by the one that reports first', async () => {
  const { drive, clock } = harness();
  await drive(0, { session: tablet });
  clock.advance(10_000);
  expect(await reasonOf(drive(100))).toBeUndefined();
});

test('a driver who changes the device during a started trip cannot jump to another place', async () => {
  const { drive, use } = harness();
  await drive(0);
  use(tablet);
  expect(await reasonOf(drive(9000, { session: tablet }))).toBe('too_fast');
  expect(await reasonOf(drive(30, { session: tablet }))).toBeUndefined();
});

test('a driver who reports too often is rate-limited', async () => {
  const { module, clock, published } = harness();
  const actor = { uid: driver, usertype: 'driver', sessionId: testId(4) } as const;
  const reasons: (string | undefined)[] = [];
  for (let n = 0; n < 30; n += 1) {
    clock.advance(1);
    reasons.push(await reasonOf(module.api.onPosition(actor, { ...pickup, at: clock.now() })));
  }
  expect(reasons.filter((reason) => reason === 'too_many_requests').length).toBeGreaterThanOrEqual(9);
  expect(published.length).toBeLessThanOrEqual(21);
});

test('only drivers may report positions', async () => {
  const { module, clock } = harness();
  const actor = { uid: rider, usertype: 'rider', sessionId: testId(4) } as const;
  expect(await reasonOf(module.api.onPosition(actor, { ...pickup, at: clock.now() }))).toBe('forbidden');
});

test('the positions of a trip are written in one batch', async () => {
  const { drive, storedBatches, module } = harness();
  for (const metres of [0, 10, 20, 30]) await drive(metres);
  expect(storedBatches).toEqual([]);
  await module.api.close();
  expect(storedBatches).toHaveLength(1);
  expect(storedBatches[0]?.booking).toBe(booking);
  expect(storedBatches[0]?.points).toHaveLength(4);
});

test('a driver’s trip is read once, and again after it has changed', async () => {
  const { drive, state, change, publish, storedBatches, module } = harness();
  for (const metres of [0, 10, 20]) await drive(metres);
  expect(state.reads).toBe(1);
  publish('booking.changed', [testId(70)], { booking_id: testId(71), status: 'ACCEPTED' });
  if (state.record) change({ ...state.record, status: 'REACHED' });
  await drive(30);
  await module.api.close();
  expect(storedBatches).toEqual([
    { booking, driver, points: [expect.anything(), expect.anything(), expect.anything()] },
  ]);
  await drive(40);
  expect(state.reads).toBe(2);
});

test('without watchers no remaining route is computed', async () => {
  const { drive, riderRoutes, asked } = harness();
  for (const metres of [0, 10, 20]) await drive(metres);
  expect(riderRoutes).toEqual([]);
  expect(asked).toEqual([]);
});

test('watchers get the remaining route, with decreasing times, from one road route', async () => {
  const { drive, riderRoutes, asked, watched } = harness();
  watched.add(`booking:${booking}`);
  for (let second = 0; second < 30; second += 1) await drive(second * 12);
  expect(asked).toHaveLength(1);
  // At most one message every three seconds.
  expect(riderRoutes.length).toBeGreaterThanOrEqual(8);
  expect(riderRoutes.length).toBeLessThanOrEqual(11);
  const seconds = riderRoutes.map(({ time_in_secs }) => time_in_secs);
  expect(seconds).toEqual(seconds.toSorted((a, b) => b - a));
  expect(riderRoutes[0]).toMatchObject({ to: 'drop' });
  expect((riderRoutes[0]?.distance_in_km ?? 0) - (riderRoutes.at(-1)?.distance_in_km ?? 0)).toBeGreaterThan(
    0.25,
  );
});

test('watchers get the remaining route every three seconds at most, however fast the car', async () => {
  const { drive, riderRoutes, watched } = harness();
  watched.add(`booking:${booking}`);
  for (let second = 0; second < 30; second += 1) await drive(second * 40);
  expect(riderRoutes).toHaveLength(10);
});

test('with showLiveRoute off the rider gets the arrival time only, the driver the route too', async () => {
  const { drive, riderRoutes, driverRoutes, watched, state } = harness();
  watched.add(`booking:${booking}`);
  await drive(0);
  expect(riderRoutes[0]?.polyline).not.toBe('');
  state.showLiveRoute = false;
  for (let second = 1; second < 10; second += 1) await drive(second * 12);
  const rest = riderRoutes.at(-1);
  const whole = driverRoutes.at(-1);
  expect(rest).toEqual({ ...whole, polyline: '' });
  expect(whole?.polyline).not.toBe('');
  expect(rest?.time_in_secs).toBeGreaterThan(0);
});

test('a standing car’s route is published rarely', async () => {
  const { drive, riderRoutes, watched } = harness();
  watched.add(`booking:${booking}`);
  for (let second = 0; second < 30; second += 1) await drive(0);
  expect(riderRoutes).toHaveLength(2);
});

test('a car that leaves its route gets a new route', async () => {
  const { drive, module, clock, asked, watched } = harness();
  watched.add(`booking:${booking}`);
  await drive(0);
  clock.advance(10_000);
  const actor = { uid: driver, usertype: 'driver', sessionId: testId(4) } as const;
  await module.api.onPosition(actor, { lat: -34.902, lng: -56.2, at: clock.now() });
  expect(asked).toHaveLength(2);
});

test('passed stops are left out of the remaining route, also after a restart', async () => {
  const stop = { lat: -34.9, lng: -56.19 };
  const fresh = harness({ waypoints: [stop] });
  fresh.watched.add(`booking:${booking}`);
  await fresh.drive(0);
  expect(fresh.asked[0]?.stops).toEqual([stop]);

  const restarted = harness({ waypoints: [stop] });
  restarted.watched.add(`booking:${booking}`);
  restarted.state.trail = [{ ...stop, at: 1 }];
  await restarted.drive(1200);
  expect(restarted.asked[0]?.stops).toEqual([]);
});

test('the route to the pickup becomes the route to the drop when the trip starts', async () => {
  const { drive, riderRoutes, watched, change, state } = harness({ status: 'ACCEPTED' });
  watched.add(`booking:${booking}`);
  await drive(500);
  expect(riderRoutes.at(-1)?.to).toBe('pickup');
  if (state.record) change({ ...state.record, status: 'STARTED' });
  await drive(510);
  expect(riderRoutes.at(-1)?.to).toBe('drop');
});

test('a driver who moves to another fleet disappears from the first one’s map with the next position', async () => {
  const { publish, state, published, drive } = harness();
  const fleetTopics = () => published.at(-1)?.topics.filter((topic) => topic.startsWith('drivers:fleet:'));
  await drive(10);
  expect(fleetTopics()).toEqual([`drivers:fleet:${testId(9)}`]);
  state.fleetadmin = testId(8);
  publish('user.changed', [], { uid: driver });
  await drive(20);
  expect(fleetTopics()).toEqual([`drivers:fleet:${testId(8)}`]);
});

test('only the parties of a booking may subscribe to its car', async () => {
  const { module } = harness();
  const policy = module.topicPolicies?.booking;
  const ask = (uid: string) => policy?.({ uid, usertype: 'rider', sessionId: testId(4) }, booking);
  expect(await ask(rider)).toEqual([`booking:${booking}`, `booking:${booking}:rider-way`]);
  expect(await ask(driver)).toEqual([`booking:${booking}`, `booking:${booking}:way`]);
  expect(await ask(testId(77))).toBeNull();
  expect(await policy?.(null, booking)).toBeNull();
});

test('the operator sees the map of all drivers, a fleet admin that of their own', async () => {
  const { module } = harness();
  const ask = (usertype: 'admin' | 'fleetadmin' | 'rider' | 'driver') =>
    module.topicPolicies?.drivers?.({ uid: testId(9), usertype, sessionId: testId(4) }, null);
  expect(await ask('admin')).toEqual(['drivers:all']);
  expect(await ask('fleetadmin')).toEqual([`drivers:fleet:${testId(9)}`]);
  expect(await ask('rider')).toBeNull();
  expect(await ask('driver')).toBeNull();
});

test('a position from another server is published to local watchers with the route, and not stored here', async () => {
  const { module, published, riderRoutes, watch, storedBatches, clock } = harness();
  watch(`booking:${booking}`);
  // The driver of the booking is read first.
  await vi.waitFor(() => {
    module.api.onRemotePosition({ driver, ...pickup, heading: null, at: clock.now() });
    expect(riderRoutes).toHaveLength(1);
  });
  expect(published[0]?.topics).toContain(`booking:${booking}`);
  await module.api.close();
  expect(storedBatches).toEqual([]);
});

test('a position is validated against the newest one of any server', async () => {
  const { drive, seen, clock } = harness();
  await drive(0);
  clock.advance(60_000);
  seen({ driver, lat: pickup.lat - 0.009, lng: pickup.lng, heading: null, at: clock.now() });
  expect(await reasonOf(drive(0))).toBe('too_fast');
});

test('a stop passed at another server is left out of the next requested route', async () => {
  const stop = { lat: -34.9, lng: -56.19 };
  const { drive, module, state, asked, watched, clock } = harness({ waypoints: [stop] });
  watched.add(`booking:${booking}`);
  await drive(0);
  state.trail = [{ ...stop, at: clock.now() }];
  clock.advance(120_000);
  const actor = { uid: driver, usertype: 'driver', sessionId: testId(4) } as const;
  await module.api.onPosition(actor, { lat: -34.905, lng: -56.185, at: clock.now() });
  expect(asked.map(({ stops }) => stops)).toEqual([[stop], []]);
});
