// SQL of what-if runs.
import type { WhatIfResult, WhatIfStatus } from '@kerb/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import type { WhatIfRunTable, WhatIfTables } from './what-if.tables.ts';

export type RunRow = Selectable<WhatIfRunTable>;
export type RunSummaryRow = Omit<RunRow, 'result'>;
export type NewRun = Omit<Insertable<WhatIfRunTable>, 'status' | 'finished_at' | 'result'>;

const STORED_RUNS = 50;

const summary = [
  'id',
  'created_at',
  'finished_at',
  'day',
  'status',
  'requests',
  'runs_done',
  'runs_total',
  'alive_at',
  'baseline',
  'alternative',
  'fleet_percent',
  'fleet_drivers',
] as const;

export function whatIfRepository(queries: Queries) {
  const db = queries.withTables<WhatIfTables>();
  /** Updates only a running run; one that has ended never changes. */
  const running = (id: string) =>
    db.updateTable('what_if_runs').where('id', '=', id).where('status', '=', 'running');
  return {
    /** Fails on `what_if_runs_one_running` while another run is running. Deletes all but the newest runs. */
    async insert(run: NewRun): Promise<void> {
      await db
        .insertInto('what_if_runs')
        .values({ ...run, status: 'running' })
        .execute();
      const newest = db
        .selectFrom('what_if_runs')
        .select('id')
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(STORED_RUNS);
      await db.deleteFrom('what_if_runs').where('id', 'not in', newest).execute();
    },

    async find(id: string): Promise<RunRow | undefined> {
      return db.selectFrom('what_if_runs').selectAll().where('id', '=', id).executeTakeFirst();
    },

    /** Newest first. */
    async list(): Promise<RunSummaryRow[]> {
      return db
        .selectFrom('what_if_runs')
        .select(summary)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(STORED_RUNS)
        .execute();
    },

    /** Marks running runs without a heartbeat since `before` as interrupted. */
    async interruptSilent(before: number, now: number): Promise<void> {
      await db
        .updateTable('what_if_runs')
        .set({ status: 'interrupted', finished_at: now })
        .where('status', '=', 'running')
        .where('alive_at', '<', before)
        .execute();
    },

    /** Stores progress and heartbeat; false when the run is no longer running. */
    async keepAlive(id: string, runsDone: number, now: number): Promise<boolean> {
      const updated = await running(id)
        .set({ runs_done: runsDone, alive_at: now })
        .returning('id')
        .executeTakeFirst();
      return updated !== undefined;
    },

    async finish(id: string, result: WhatIfResult, now: number): Promise<void> {
      await running(id)
        .set((set) => ({
          status: 'done',
          finished_at: now,
          runs_done: set.ref('runs_total'),
          result: JSON.stringify(result),
        }))
        .execute();
    },

    /** False when the run has already ended. */
    async end(id: string, status: Exclude<WhatIfStatus, 'running' | 'done'>, now: number): Promise<boolean> {
      const ended = await running(id).set({ status, finished_at: now }).returning('id').executeTakeFirst();
      return ended !== undefined;
    },
  };
}
