// Test environment with real bookings, drivers and dispatch on a manual clock; it delivers events and runs due jobs in
// sequence, as a server does.
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import type { StatementObserver } from '../../../kit/db/observe-statements.ts';
import { appendEvent, type StoredEvent } from '../../../kit/index.ts';
import {
  type BookingEnvironment,
  createBookingEnvironment,
} from '../../booking/testing/booking-environment.ts';
import type { DispatchModuleDeps } from '../dispatch.deps.ts';
import { createDispatchModule } from '../index.ts';
import { dispatchOverBookings } from './dispatch-over-bookings.ts';

/** Roads are straight lines, driven at 36 km/h. */
const SECS_PER_KM = 100;
/** Maximum number of consecutive deliveries; more indicate an endless loop of events. */
const MAX_STEPS = 1_000;

export const straightRoads: DispatchModuleDeps['maps']['arrivalTimes'] = async (starts, point) =>
  starts.map((start) => ({
    distance_in_km: distanceKm(start, point),
    time_in_secs: distanceKm(start, point) * SECS_PER_KM,
  }));

interface DueJob {
  name: string;
  payload: unknown;
}

/** `observer`: observes the statements of all servers. */
export async function createDispatchCity(change: Partial<Settings> = {}, observer?: StatementObserver) {
  const settings: Settings = settingsSchema.parse(change);
  const warnings: string[] = [];
  const map = { arrivalTimes: straightRoads };
  const environment: BookingEnvironment = await createBookingEnvironment(settings, {
    search: () => ({ candidates: async (id) => [...(await server.api.candidates(id))] }),
    ...(observer ? { observer } : {}),
  });
  const deps = {
    ...dispatchOverBookings(
      environment,
      settings,
      (message) => warnings.push(message),
      (starts, point) => map.arrivalTimes(starts, point),
    ),
  };
  let server = createDispatchModule(deps);
  const otherServer = createDispatchModule(deps);
  const { pool, asOwner } = environment.database;
  let delivered = 0;

  async function nextEvents(): Promise<StoredEvent[]> {
    const { rows } = await pool.query<{ id: string; name: string; data: Record<string, unknown> }>(
      'select id, name, data from outbox_events where id > $1 order by id',
      [delivered],
    );
    delivered = Number(rows.at(-1)?.id ?? delivered);
    return rows.map(({ id, name, data }) => ({
      id: Number(id),
      position: Number(id),
      name,
      data,
      topics: [],
      at: 0,
    }));
  }

  /** Each subscriber receives the events in order; different subscribers run concurrently. */
  async function deliver(events: readonly StoredEvent[]): Promise<void> {
    await Promise.all(
      (server.subscribers ?? []).map(async ({ events: names, handle }) => {
        for (const event of events) if (names.includes(event.name)) await handle(event);
      }),
    );
  }

  /** Takes the jobs that are due by the manual clock. */
  async function takeDueJobs(): Promise<DueJob[]> {
    const { rows } = await asOwner.query<DueJob>(
      `delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
       where task.id = job.task_id and job.run_at <= $1 returning task.identifier as name, job.payload`,
      [new Date(environment.now())],
    );
    return rows;
  }

  async function runJobs(jobs: readonly DueJob[]): Promise<void> {
    const handlers = { ...environment.jobs, ...server.jobs };
    for (const { name, payload } of jobs) await handlers[name]?.(payload);
  }

  /** Runs the search on both servers; either of them may get the lease. */
  async function search(): Promise<void> {
    await Promise.all([server.api.runSearch(), otherServer.api.runSearch()]);
    await asOwner.query('update dispatch_leases set expires_at = 0');
  }

  /** Runs the search on two servers, then delivers committed events and runs due jobs until there are no more. */
  async function settle(): Promise<void> {
    await search();
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const events = await nextEvents();
      const jobs = await takeDueJobs();
      if (events.length === 0 && jobs.length === 0) return;
      await deliver(events);
      await runJobs(jobs);
      await search();
    }
    throw new Error('The events and jobs do not end');
  }

  return {
    environment,
    settings,
    warnings,
    /** The map, whose travel times a test may replace. */
    map,
    /** Two servers on the same database. */
    servers: () => [server.api, otherServer.api],
    settle,
    /** Changes the settings and publishes the event, as the settings module does. */
    async changeSettings(changed: Partial<Settings>): Promise<void> {
      Object.assign(settings, changed);
      environment.set(changed);
      await environment.withTx((tx) => appendEvent(tx, { name: 'settings.changed', topics: [], data: {} }));
    },
    /** Replaces the first server by a new one: its in-memory state is lost, jobs and events are not. */
    async restart(): Promise<void> {
      server = createDispatchModule(deps);
      await server.api.sweep();
    },
    /** Removes the cars, jobs and events, and ends bookings and offers that an earlier test left open. */
    async clear(): Promise<void> {
      for (const { driver } of environment.fleet.live.all()) environment.fleet.live.remove(driver);
      await pool.query(
        `update bookings set status = 'CANCELLED', cancelled_by = 'system', reason = 'Of another test', follows = null
         where status not in ('CANCELLED', 'PAID', 'COMPLETE')`,
      );
      await pool.query(`update booking_requests set outcome = 'expired' where outcome is null`);
      await asOwner.query('delete from graphile_worker._private_jobs');
      await nextEvents();
      warnings.length = 0;
    },
    openOffers: async (driver: string): Promise<string[]> => {
      const { rows } = await pool.query<{ booking: string }>(
        `select booking from booking_requests where driver = $1 and outcome is null and expires_at > $2 order by booking`,
        [driver, environment.now()],
      );
      return rows.map(({ booking }) => booking);
    },
    close: () => environment.close(),
  };
}

export type DispatchCity = Awaited<ReturnType<typeof createDispatchCity>>;

/** The point this many metres to the north. */
export const north = ({ lat, lng }: LatLng, metres: number): LatLng => ({ lat: lat + metres / 111_320, lng });
