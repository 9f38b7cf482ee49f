// In-memory fakes of the modules below dispatch, for its tests: bookings, drivers and roads.
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import { settings as settingsSchema } from '@kerb/domain/settings';
import { aTask, type FakeClock, fakeIds, testId } from '@kerb/testing';
import type { TestDatabase } from '../../../kit/testing/test-database.ts';
import type {
  Candidate,
  DispatchedBooking,
  DispatchModuleDeps,
  EndingTrip,
  FollowOnOffer,
  MissedBooking,
  RoadTravel,
} from '../dispatch.deps.ts';

type Request = {
  driver: string;
  expires_at: number;
  by_hand: boolean;
  offered_by: string | null;
  outcome: 'declined' | 'expired' | null;
};
const ofDispatch = { by_hand: false, offered_by: null };

export function createDispatchFakes(database: TestDatabase, clock: FakeClock) {
  const requests = new Map<string, Request>();
  const cancelled: { id: string; reason: string }[] = [];
  const logged: string[] = [];
  const state = {
    booking: undefined as DispatchedBooking | undefined,
    around: [] as Candidate[],
    /** Seconds by road from each driver; a driver without an entry has no route. */
    seconds: new Map<string, number>(),
    blocked: new Set<string>(),
    /** Open offers of other bookings, by driver. */
    offersElsewhere: new Map<string, number>(),
    /** The bookings whose offers are closed when another booking is accepted. */
    droppedBy: [] as string[],
    /** The offers that a driver answered. */
    answered: { offers: 0, accepted: 0 },
    /** Bookings that drivers did not get; `of`: these drivers. */
    missed: [] as (MissedBooking & { of: readonly string[] })[],
    /** Trips that end soon, and the first check of their drivers beside the trip itself. */
    ending: [] as EndingTrip[],
    finishingGate: null as string | null,
    /** The trips that drivers of the open offers finish first, by driver. */
    followOns: new Map<string, FollowOnOffer>(),
    /** Calls of the follow-on trip's effects. */
    expected: [] as number[],
    givenBack: 0,
    settings: settingsSchema.parse({}),
    mapsFail: false,
  };

  function aBooking(change: Partial<DispatchedBooking> = {}): DispatchedBooking {
    return {
      id: testId(9000),
      status: 'NEW',
      customer: testId(9500),
      car_type: testId(8000),
      book_later: false,
      tripdate: clock.now(),
      dispatch_at: clock.now(),
      pickup: { lat: -34.905, lng: -56.19 },
      drop_point: { lat: -34.905, lng: -56.19 },
      estimate_time_secs: 600,
      pricing: { convert_to_mile: false },
      driver: null,
      follows: null,
      pickup_promised_at: null,
      pickup_expected_at: null,
      given_back_at: null,
      driver_accept_time: null,
      set_out_at: null,
      ...change,
    };
  }

  const open = () => [...requests.values()].filter(({ outcome }) => outcome === null);

  function closeExpired(): void {
    for (const request of open()) if (request.expires_at <= clock.now()) request.outcome = 'expired';
  }

  function roadsFrom(starts: readonly LatLng[]): (RoadTravel | null)[] {
    if (state.mapsFail) throw new DomainError('google_places_error');
    return starts.map((start) => {
      const driver = state.around.find(({ lat, lng }) => lat === start.lat && lng === start.lng)?.driver;
      const seconds = driver === undefined ? undefined : state.seconds.get(driver);
      return seconds === undefined ? null : { distance_in_km: seconds / 100, time_in_secs: seconds };
    });
  }

  const deps: DispatchModuleDeps = {
    db: database.queries,
    withTx: database.withTx,
    clock,
    ids: fakeIds(),
    logger: { warn: (_details, message) => logged.push(message) },
    settings: { get: async () => state.settings },
    maps: {
      reverse: async () => '',
      async matrix(starts) {
        return roadsFrom(starts).map((road) => [road]);
      },
      async arrivalTimes(starts) {
        return roadsFrom(starts);
      },
    },
    fleet: {
      documentsExpired: async () => false,
      driverOf: async () => null,
      driversOfType: async () => [],
      async *searchNear() {
        yield state.around;
      },
      sharedSearch: () => ({ searchNear: deps.fleet.searchNear, gatesAt: deps.fleet.gatesAt }),
      async gatesAt(places) {
        return places.map((place) => ({ ...place, distance_km: 1, gate: state.finishingGate }));
      },
      driversOnDuty: async () => state.around.map(({ lat, lng }) => ({ lat, lng, busy: false })),
      positions: {
        async of(driver) {
          const found = state.around.find((one) => one.driver === driver);
          const now = clock.now();
          return found ? { lat: found.lat, lng: found.lng, at: now, seenAt: now } : null;
        },
        async ofMany(drivers) {
          const now = clock.now();
          const found = state.around.filter(({ driver }) => drivers.includes(driver));
          return new Map(found.map(({ driver, lat, lng }) => [driver, { lat, lng, at: now, seenAt: now }]));
        },
        subscribeArea: async () => undefined,
        release: () => undefined,
        completeSince: () => 0,
      },
    },
    identity: { usersOf: async () => new Map() },
    wallet: { blockedAmong: async (uids) => new Set(uids.filter((uid) => state.blocked.has(uid))) },
    booking: {
      find: async (id) => (state.booking?.id === id ? state.booking : undefined),
      searching: async (_, after) => (state.booking?.status === 'NEW' && !after ? [state.booking] : []),
      findEach: async (ids) => (state.booking && ids.includes(state.booking.id) ? [state.booking] : []),
      withoutOffer: async (now) =>
        state.booking?.status === 'NEW' &&
        state.booking.dispatch_at <= now &&
        open().every(({ expires_at }) => expires_at <= now)
          ? [state.booking.id]
          : [],
      recentPickups: async () => (state.booking ? [state.booking] : []),
      openSearches: async () => [],
      openOffers: async () => open(),
      openOffersOfEach: async ([id = '']) => new Map([[id, open()]]),
      outcomesOf: async () => new Map([...requests.values()].map(({ driver, outcome }) => [driver, outcome])),
      onBoard: async () => [],
      countOnBoard: async () => [],
      declinedBy: async () =>
        [...requests.values()].filter((one) => one.outcome === 'declined').map((one) => one.driver),
      declinedByEach: async ([id = '']) => new Map([[id, new Set(await deps.booking.declinedBy(id))]]),
      lastTripEnds: async () => new Map(),
      countOpenOffers: async () => state.offersElsewhere,
      async offerRounds(_tx, rounds, { expiresAt }) {
        const { booking } = state;
        const planned = rounds.find((one) => one.booking === booking?.id);
        if (booking?.status !== 'NEW' || !planned) return new Map();
        closeExpired();
        const drivers = planned.ranked
          .slice(0, planned.wanted)
          .filter((driver) => !open().some((one) => one.driver === driver && one.by_hand));
        for (const driver of drivers)
          requests.set(driver, { ...ofDispatch, driver, expires_at: expiresAt, outcome: null });
        state.followOns = new Map([...planned.followOns].filter(([driver]) => drivers.includes(driver)));
        return new Map([[booking.id, drivers]]);
      },
      withdrawOffersOf: async () => undefined,
      async closeOtherOffers() {
        return state.droppedBy;
      },
      async expireOffers() {
        closeExpired();
      },
      async cancelBySystem(id, reason) {
        cancelled.push({ id, reason });
        if (state.booking) state.booking = { ...state.booking, status: 'CANCELLED' };
      },
      answeredOffers: async () => state.answered,
      async missedBy(driver, bookings) {
        return state.missed.filter((one) => one.of.includes(driver) && bookings.includes(one.id));
      },
      tasksOf: async (driver) =>
        state.booking
          ? open()
              .filter((one) => one.driver === driver)
              .map(({ expires_at: expiresAt }) => {
                const booking = state.booking ?? aBooking();
                const followOn = state.followOns.get(driver) ?? null;
                return { booking, task: aTask({ booking: booking.id, expiresAt }), followOn };
              })
          : [],
      endingTrips: async () => state.ending,
      endingTrip: async (id) => state.ending.find((trip) => trip.id === id) ?? null,
      laterBookings: async () => [],
      laterAmong: async () => [],
      approachingTripsOf: async () => [],
      driverOfEvent: () => null,
      followOns: async () => (state.booking?.follows ? [state.booking.id] : []),
      async expectPickup(_id, at) {
        state.expected.push(at);
        if (state.booking) state.booking = { ...state.booking, pickup_expected_at: at };
      },
      async giveBack() {
        state.givenBack += 1;
        return true;
      },
      giveBackOf: async () => null,
      beginAhead: async () => 'over',
      acceptedAhead: async () => [],
      dueAheadOf: async () => [],
      activeTripOf: async () => null,
      followOnOf: async () => null,
      onTheWay: async () => [],
      giveBackOfSilent: async () => false,
    },
  };

  return {
    deps,
    state,
    requests,
    cancelled,
    logged,
    aBooking,
    open,
    /** The n-th driver, n · 300 m north of the pickup, `seconds` away by road. */
    driverAround(n: number, gate: string | null = null, seconds: number | null = n * 100): string {
      const driver = testId(7000 + n);
      state.around.push({ driver, lat: -34.905 + n * 0.0027, lng: -56.19, distance_km: n * 0.3, gate });
      if (seconds !== null) state.seconds.set(driver, seconds);
      return driver;
    },
    decline(driver: string): void {
      const request = requests.get(driver);
      if (request) request.outcome = 'declined';
    },
    async waitingJobs(): Promise<{ key: string; run_at: Date }[]> {
      const { rows } = await database.pool.query<{ key: string; run_at: Date }>(
        'select key, run_at from graphile_worker.jobs order by run_at',
      );
      return rows;
    },
    /** Removes the jobs, as the runner does when it starts them. */
    async takeJobs(): Promise<void> {
      await database.pool.query('delete from graphile_worker._private_jobs');
    },
    async clear(): Promise<void> {
      await database.asOwner.query(
        'truncate dispatch_rounds, dispatch_manual_bookings, dispatch_reservations, dispatch_leases cascade; delete from graphile_worker._private_jobs',
      );
    },
  };
}
