// The SQL of duty periods: when each driver was on duty and reachable.
import { MS_PER_DAY, MS_PER_HOUR, type Span } from '@kerb/domain/kernel';
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import { POSITION_VALID_MS } from './live-fleet.ts';

/** A longer period (ms) is split, so that the periods of a day can be found by their start. */
const MAX_PERIOD_MS = 12 * MS_PER_HOUR;

/**
 * Longer than any period: a period ends with the first position after MAX_PERIOD_MS, or some minutes after its last
 * position.
 */
const LOOK_BACK_MS = MS_PER_DAY;

/** Evidence that a driver was reachable: a position was received, or the driver went on duty. ms since the epoch. */
export interface SeenDriver {
  driver: string;
  seenAt: number;
}

export interface DutyPeriod {
  started_at: number;
  /** Null while on duty. */
  ended_at: number | null;
}

type DutyTables = {
  duty_periods: { uid: string; started_at: number; seen_at: number; ended_at: number | null };
};

export function dutyPeriodsRepository(queries: Queries) {
  const db = queries.withTables<DutyTables>();
  return {
    /**
     * Extends or begins the periods of the drivers among them who are on duty. A gap longer than a position is valid
     * ends a period, also when the server was down; the next position begins another one. Requires a transaction.
     */
    async recordSeen(seen: readonly SeenDriver[]): Promise<void> {
      if (seen.length === 0) return;
      const drivers = seen.map(({ driver }) => driver);
      const seenAt = seen.map((one) => one.seenAt);
      const given = sql`unnest(${drivers}::uuid[], ${seenAt}::bigint[]) as seen (uid, at)`;
      await sql`
        update duty_periods period
        set ended_at = least(period.seen_at + ${POSITION_VALID_MS}::bigint, seen.at)
        from ${given}
        where period.uid = seen.uid and period.ended_at is null and (
          period.seen_at + ${POSITION_VALID_MS}::bigint < seen.at
          or period.started_at + ${MAX_PERIOD_MS}::bigint < seen.at)`.execute(db);
      await sql`
        update duty_periods period set seen_at = seen.at
        from ${given}
        where period.uid = seen.uid and period.ended_at is null and period.seen_at < seen.at`.execute(db);
      // The row lock waits for a driver who is going off duty at the same moment.
      await sql`
        with on_duty as materialized (
          select d.uid, seen.at, d.fleetadmin from ${given} join drivers d on d.uid = seen.uid
          where d.driver_active_status and not exists (
            select 1 from duty_periods open where open.uid = d.uid and open.ended_at is null)
          order by d.uid for share of d)
        insert into duty_periods (uid, started_at, seen_at, fleetadmin)
        select uid, at, at, fleetadmin from on_duty
        on conflict do nothing`.execute(db);
    },

    /** Adds finished periods, with the present fleets of their drivers. */
    async addPast(periods: readonly (Span & { uid: string })[]): Promise<void> {
      await sql`
        insert into duty_periods (uid, started_at, seen_at, ended_at, fleetadmin)
        select uid, starts, ends, ends, kerb_fleet_of(uid)
        from jsonb_to_recordset(${JSON.stringify(periods)}::jsonb) as past (uid uuid, starts bigint, ends bigint)
      `.execute(db);
    },

    /** Ends the drivers' open periods at `at`, or earlier, when their last position had become too old. */
    async end(uids: readonly string[], at: number): Promise<void> {
      await sql`
        update duty_periods
        set ended_at = greatest(started_at, least(${at}::bigint, seen_at + ${POSITION_VALID_MS}::bigint))
        where uid = any(${[...uids]}::uuid[]) and ended_at is null`.execute(db);
    },

    /**
     * The periods that overlap the span, in order; an open one lasts until `now` or until its last position is too old.
     */
    async between(uid: string, { starts, ends }: Span, now: number): Promise<Span[]> {
      const { rows } = await sql<Span>`
        select started_at as starts,
               coalesce(ended_at, greatest(started_at, least(${now}::bigint, seen_at + ${POSITION_VALID_MS}::bigint)))
                 as ends
        from duty_periods
        where uid = ${uid}::uuid and started_at >= ${starts - LOOK_BACK_MS}::bigint
          and started_at < ${ends}::bigint
        order by started_at, id`.execute(db);
      return rows.filter((period) => period.ends > starts);
    },

    /** The same for several drivers, by uid; drivers without a period are missing. */
    async betweenOfMany(
      uids: readonly string[],
      { starts, ends }: Span,
      now: number,
    ): Promise<Map<string, Span[]>> {
      const { rows } = await sql<Span & { uid: string }>`
        select uid, started_at as starts,
               coalesce(ended_at, greatest(started_at, least(${now}::bigint, seen_at + ${POSITION_VALID_MS}::bigint)))
                 as ends
        from duty_periods
        where uid = any(${[...uids]}::uuid[]) and started_at >= ${starts - LOOK_BACK_MS}::bigint
          and started_at < ${ends}::bigint
        order by started_at, id`.execute(db);
      const byDriver = new Map<string, Span[]>();
      for (const { uid, ...period } of rows)
        if (period.ends > starts) byDriver.set(uid, [...(byDriver.get(uid) ?? []), period]);
      return byDriver;
    },

    /** Newest first. */
    async newest(uid: string, limit: number): Promise<DutyPeriod[]> {
      return db
        .selectFrom('duty_periods')
        .select(['started_at', 'ended_at'])
        .where('uid', '=', uid)
        .orderBy('started_at', 'desc')
        .limit(limit)
        .execute();
    },

    async erase(uid: string): Promise<void> {
      await db.deleteFrom('duty_periods').where('uid', '=', uid).execute();
    },

    async removeStartedBefore(before: number): Promise<void> {
      await db.deleteFrom('duty_periods').where('started_at', '<', before).execute();
    },
  };
}
