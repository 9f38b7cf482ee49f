// Test environment of mobility data: the booking environment with this module, and fake keys that consist of their
// scopes.
import { keyScope } from '@kerb/contract';
import type { StoredEvent } from '../../../kit/index.ts';
import { createBookingEnvironment } from '../../booking/testing/booking-environment.ts';
import { createMemoryFiles } from '../../fleet/testing/memory-files.ts';
import { createMobilityDataModule, WRITE_FILES_JOB } from '../index.ts';
import { REWRITE_FILE_JOB } from '../write-trip-files.ts';

export const ACCEPT = 'application/vnd.mds+json;version=2.0';

type Module = ReturnType<typeof createMobilityDataModule>;

export async function createMobilityEnvironment() {
  const files = createMemoryFiles();
  const parts: { module: Module | null; beforePut: (() => Promise<void>) | null } = {
    module: null,
    beforePut: null,
  };
  const base = await createBookingEnvironment(
    {},
    {
      resolveKey: () => async (key) => ({
        id: key,
        scopes: keyScope.options.filter((scope) => scope === key),
      }),
      more: (lower) => {
        parts.module = createMobilityDataModule({
          ...lower,
          secret: 'a secret of the tests',
          logger: { info: () => undefined },
          storage: {
            ...files.storage,
            async put(key, file) {
              const { beforePut } = parts;
              parts.beforePut = null;
              await beforePut?.();
              await files.storage.put(key, file);
            },
          },
        });
        return [parts.module];
      },
    },
  );
  const admin = await base.addAdmin();
  /** Id of the last event of each booking that was delivered. */
  const delivered = new Map<string, number>();
  const { pool } = base.database;

  const environment = {
    ...base,
    admin,
    /** The stored nightly files, by key. */
    stored: files.stored,

    /** Calls `work` once, after the trips of the next file were read and before it is stored. */
    whileWriting(work: () => Promise<void>): void {
      parts.beforePut = work;
    },

    /** Runs the hourly job once. */
    async writeFiles(): Promise<void> {
      await parts.module?.jobs?.[WRITE_FILES_JOB]?.({});
    },

    /** Delivers the new events of a booking to the module. */
    async publishEventsOf(booking: string): Promise<void> {
      const { rows: events } = await pool.query<Pick<StoredEvent, 'id' | 'name' | 'data'>>(
        "select id, name, data from outbox_events where data ->> 'booking_id' = $1 and id > $2 order by id",
        [booking, delivered.get(booking) ?? 0],
      );
      for (const subscriber of parts.module?.subscribers ?? [])
        for (const { id, name, data } of events)
          if (subscriber.events.includes(name))
            await subscriber.handle({ id, position: 1, name, topics: [], at: base.now(), data });
      const last = events.at(-1);
      if (last) delivered.set(booking, last.id);
    },

    /** Delivers the new events of a booking to the module, and runs the jobs that it adds for them. */
    async handleEventsOf(booking: string): Promise<void> {
      await environment.publishEventsOf(booking);
      await environment.runRewriteJobs();
    },

    /** The queues of the waiting jobs that write files again. */
    async queuesOfRewriteJobs(): Promise<(string | null)[]> {
      const { rows } = await base.database.asOwner.query<{ queue_name: string | null }>(
        'select distinct queue_name from graphile_worker.jobs where task_identifier = $1',
        [REWRITE_FILE_JOB],
      );
      return rows.map(({ queue_name }) => queue_name);
    },

    /** Runs the jobs that write files again and are due by the manual clock. */
    async runRewriteJobs(): Promise<void> {
      const { rows: jobs } = await base.database.asOwner.query<{ payload: unknown }>(
        `delete from graphile_worker._private_jobs job using graphile_worker._private_tasks t
         where t.id = task_id and t.identifier = $1 and job.run_at <= $2 returning payload`,
        [REWRITE_FILE_JOB, new Date(base.now())],
      );
      for (const { payload } of jobs) await parts.module?.jobs?.[REWRITE_FILE_JOB]?.(payload);
    },

    /** Calls a route below /mds with a key of its scope. */
    async get(path: string, headers: Record<string, string> = { accept: ACCEPT }) {
      const scope = path.startsWith('/mds/trips') ? 'mds.trips' : 'mds.vehicles';
      const response = await base.server.inject({
        method: 'GET',
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${scope}`, ...headers },
      });
      return {
        status: response.statusCode,
        body: response.json(),
        headers: response.headers,
        text: response.body,
      };
    },

    /** Connects every driver's phone now, so that no trip under way can still get earlier steps. */
    async reachAll(): Promise<void> {
      await pool.query(
        `insert into driver_positions (uid, lat, lng, at, seen_at) select uid, -34.9, -56.1, $1, $1 from drivers
         on conflict (uid) do update set seen_at = excluded.seen_at`,
        [base.now()],
      );
    },

    /** Adds a period on duty; times in ms since the epoch, `endedAt` null while it lasts. */
    async addDuty(uid: string, startedAt: number, endedAt: number | null = null): Promise<void> {
      await pool.query(
        'insert into duty_periods (uid, started_at, seen_at, ended_at) values ($1, $2, $2, $3) on conflict do nothing',
        [uid, startedAt, endedAt],
      );
    },

    async deviceOf(uid: string): Promise<string> {
      const { rows } = await pool.query<{ device_id: string }>(
        'select device_id from drivers where uid = $1',
        [uid],
      );
      const [row] = rows;
      if (!row) throw new Error(`no driver ${uid}`);
      return row.device_id;
    },
  };
  return environment;
}
