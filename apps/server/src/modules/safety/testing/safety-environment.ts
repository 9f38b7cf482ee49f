// Test environment of safety: the booking environment with the safety module.
import {
  type RouteDefinition,
  routes,
  type SafetyAlert,
  type SharedTrip,
  type TripReport,
} from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import type { Settings } from '@kerb/domain/settings';
import { v7 } from 'uuid';
import { markIdempotentEffect } from '../../../kit/http/idempotency.ts';
import { type Actor, createTransactor } from '../../../kit/index.ts';
import { createModuleServer, sessionsByUid } from '../../../kit/testing/module-server.ts';
import { type Answer, createBookingEnvironment } from '../../booking/testing/booking-environment.ts';
import { createSafetyModule, type SafetyDeps } from '../index.ts';

export interface SharedAnswer {
  token: string;
  url: string;
  expiresAt: number;
}
export interface AlertsAnswer {
  items: SafetyAlert[];
  nextCursor: string | null;
  open: number;
}

interface Sent {
  payload?: object;
  query?: string;
  key?: string;
}

export async function createSafetyEnvironment() {
  const town = await createBookingEnvironment();
  const { database, identity } = town;
  const current = {
    settings: { panic: true, AllowCriticalEditsAdmin: true },
    route: null as Awaited<ReturnType<SafetyDeps['remainingRoute']>>,
  };
  const make = (secret: string) =>
    createSafetyModule({
      db: database.queries,
      secret,
      publicUrl: undefined,
      withTx: createTransactor(database.queries, { beforeCommit: markIdempotentEffect }),
      clock: { now: town.now },
      ids: { next: () => v7() },
      settings: { get: async () => current.settings },
      identity,
      fleet: town.fleet,
      booking: town.booking,
      remainingRoute: async () => current.route,
    });
  const serve = (module: ReturnType<typeof make>) =>
    createModuleServer({ database, modules: [module], resolveSession: sessionsByUid(identity.userOf) });
  const safety = make('the secret of the test');
  const server = await serve(safety);

  async function inject<Body>(
    actor: Actor | null,
    { method, path }: RouteDefinition,
    id: string,
    { payload, query = '', key }: Sent = {},
  ): Promise<Answer<Body> & { headers: Record<string, unknown> }> {
    const response = await server.inject({
      method,
      url: `/api/v1${path.replace(/:(id|token)/, encodeURIComponent(id))}${query}`,
      headers: {
        host: 'kerb.example',
        ...(actor ? { authorization: `Bearer ${actor.uid}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(payload ? { payload } : {}),
    });
    const body = response.body === '' ? {} : response.json();
    return { status: response.statusCode, body, code: body.code, headers: response.headers };
  }

  return {
    safety: safety.api,
    ...town,
    setSafety: (change: Partial<Pick<Settings, 'panic' | 'AllowCriticalEditsAdmin'>>) => {
      current.settings = { ...current.settings, ...change };
    },
    setAhead: (route: typeof current.route) => {
      current.route = route;
    },
    /** The same environment with a server that was started with another secret. */
    withSecret: (secret: string) => make(secret),
    /** Delivers the event that the trip has left the status `from`, as the outbox relay would. */
    async tripChanged(id: string, from: string): Promise<void> {
      for (const { handle } of safety.subscribers ?? [])
        await handle({
          id: 1,
          position: 1,
          name: 'booking.changed',
          topics: [],
          at: town.now(),
          data: { booking_id: id, status: 'REACHED', from },
        });
    },
    watch: async () => safety.jobs?.['safety.watch-trips']?.({}),
    trackingToken: safety.api.trackingToken,
    /** Makes a booking that the driver of the trip `follows` has accepted to drive after it. */
    async followOnTrip(follows: string, driver: Actor): Promise<{ id: string; rider: Actor }> {
      const rider = await town.addRider();
      // Bookings are rejected without a free driver near the pickup.
      await town.addDriver();
      const id = await town.book(rider);
      const followOns = new Map([[driver.uid, { follows, pickup_at: town.now() + 60_000 }]]);
      await town.withTx((tx) =>
        town.booking.offerRounds(tx, [{ booking: id, ranked: [driver.uid], wanted: 1, followOns }], {
          maxOpen: 3,
          expiresAt: town.now() + 30_000,
        }),
      );
      const { status, body } = await town.call(driver, routes.acceptBooking, id);
      if (status !== 200) throw new Error(`not accepted: ${JSON.stringify(body)}`);
      return { id, rider };
    },
    removeOldLinks: async () => safety.jobs?.['safety.remove-old-links']?.({}),
    alertTopicsFor: async (actor: Actor | null) =>
      (await safety.topicPolicies?.alerts?.(actor, null)) ?? null,
    share: (actor: Actor | null, id: string) =>
      inject<SharedAnswer>(actor, routes.shareBooking, id, { payload: {} }),
    unshare: (actor: Actor | null, id: string) => inject<object>(actor, routes.unshareBooking, id),
    look: (token: string) => inject<SharedTrip>(null, routes.getSharedTrip, token),
    panic: (actor: Actor | null, id: string, payload: object = {}, key?: string) =>
      inject<{ id: string; at: number }>(actor, routes.panicBooking, id, {
        payload,
        ...(key ? { key } : {}),
      }),
    report: (actor: Actor | null, id: string, payload: object, key?: string) =>
      inject<TripReport>(actor, routes.reportTrip, id, { payload, ...(key ? { key } : {}) }),
    reports: (actor: Actor | null, id: string) =>
      inject<{ items: TripReport[] }>(actor, routes.listTripReports, id),
    alerts: (actor: Actor | null, query = '') =>
      inject<AlertsAnswer>(actor, routes.listAlerts, '', { query }),
    resolve: (actor: Actor | null, id: string, payload: object = {}) =>
      inject<SafetyAlert>(actor, routes.resolveAlert, id, { payload }),
    /** Names of the events about a booking that the module wrote to the outbox. */
    async publishedEvents(id: string): Promise<string[]> {
      const { rows } = await database.pool.query<{ name: string }>(
        `select name from outbox_events where name like 'alert.%' and data ->> 'booking_id' = $1 order by id`,
        [id],
      );
      return rows.map(({ name }) => name);
    },
    /** Adds positions of the car, one every ten seconds, the last of them now. */
    drive: async (id: string, places: readonly LatLng[]) => {
      const points = places.map(({ lat, lng }, index) => ({
        lat,
        lng,
        at: town.now() - (places.length - 1 - index) * 10_000,
      }));
      const { driver } = await town.record(id);
      if (driver !== null) await town.booking.appendTrail({ booking: id, driver }, points);
    },
    async close() {
      await server.close();
      await town.close();
    },
  };
}

export type SafetyEnvironment = Awaited<ReturnType<typeof createSafetyEnvironment>>;
