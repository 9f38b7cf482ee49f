// The SQL of safety alerts.
import type { AlertKind } from '@kerb/contract';
import { reportSubjects } from '@kerb/domain/safety';
import { type ExpressionBuilder, sql } from 'kysely';
import { insertRows, type Queries, type Tx } from '../../../kit/index.ts';
import type { AlertRow, SafetyTables } from '../safety.tables.ts';

export type NewAlert = Pick<
  AlertRow,
  'id' | 'booking' | 'kind' | 'raised_by' | 'at' | 'lat' | 'lng' | 'over_at'
>;

/** No booking is reported more often; older reports are the operator's. */
const MOST_REPORTS = 50;
/** The length of an open report, to which each message of the rider is added. */
const MOST_REPORTED_CHARACTERS = 4_000;

/** Repeated presses within this time, ms, do not write a row each. */
const AGAIN_AFTER_MS = 5000;

/** What the positions of a trip show; everything else is raised by people. */
const noticedKinds = ['standstill', 'off_route'] as const satisfies readonly AlertKind[];

/** A booking has at most one such alert of a kind. */
const isOpenOrLasting = (where: ExpressionBuilder<SafetyTables, 'safety_alerts'>) =>
  where.or([where('resolved_at', 'is', null), where('over_at', 'is', null)]);

/** Adds alerts of the past and publishes nothing: for seeds. */
export const insertPastAlerts = (tx: Tx, alerts: readonly AlertRow[]): Promise<void> =>
  insertRows(tx, 'safety_alerts', alerts);

export function alertRepository(queries: Queries) {
  const db = queries.withTables<SafetyTables>();

  const unended = (booking: string, kind: AlertKind): Promise<AlertRow | undefined> =>
    db
      .selectFrom('safety_alerts')
      .selectAll()
      .where('booking', '=', booking)
      .where('kind', '=', kind)
      .where(isOpenOrLasting)
      .executeTakeFirst();

  /**
   * The alert of this episode: a new one, or the open one with the new place and time. `changed` is false when
   * nothing was written: it was raised just now, or it lasts on.
   */
  async function raise(alert: NewAlert): Promise<{ alert: AlertRow; isNew: boolean; changed: boolean }> {
    const written = await db
      .insertInto('safety_alerts')
      .values({ ...alert, last_at: alert.at, resolved_at: null, resolved_by: null, note: null })
      .onConflict((conflict) =>
        conflict
          .columns(['booking', 'kind'])
          .where(isOpenOrLasting)
          .doUpdateSet({
            last_at: (eb) => eb.ref('excluded.last_at'),
            times: sql`safety_alerts.times + 1`,
            lat: sql`coalesce(excluded.lat, safety_alerts.lat)`,
            lng: sql`coalesce(excluded.lng, safety_alerts.lng)`,
            over_at: (eb) => eb.ref('excluded.over_at'),
          })
          // What was noticed and lasts on is the same episode.
          .where('safety_alerts.over_at', 'is not', null)
          .where(sql<boolean>`safety_alerts.last_at + ${AGAIN_AFTER_MS} <= excluded.last_at`),
      )
      .returningAll()
      .executeTakeFirst();
    if (written) return { alert: written, isNew: written.id === alert.id, changed: true };
    const known = await unended(alert.booking, alert.kind);
    // One that was resolved between the two statements stands in the way no longer.
    return known ? { alert: known, isNew: false, changed: false } : raise(alert);
  }

  /**
   * The open report of this subject, with the new message above those before, the oldest of which are cut; or a new one.
   */
  function report(alert: NewAlert & { message: string }): Promise<AlertRow> {
    return db
      .insertInto('safety_alerts')
      .values({ ...alert, last_at: alert.at, resolved_at: null, resolved_by: null, note: null })
      .onConflict((conflict) =>
        conflict
          .columns(['booking', 'kind'])
          .where(isOpenOrLasting)
          .doUpdateSet({
            last_at: (eb) => eb.ref('excluded.last_at'),
            times: sql`safety_alerts.times + 1`,
            message: sql`left(excluded.message || chr(10) || safety_alerts.message, ${MOST_REPORTED_CHARACTERS})`,
          }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  return {
    raise,
    report,

    /** What riders reported about a booking, newest first. */
    reportsOf(booking: string): Promise<AlertRow[]> {
      return db
        .selectFrom('safety_alerts')
        .selectAll()
        .where('booking', '=', booking)
        .where('kind', 'in', [...reportSubjects])
        .orderBy('last_at', 'desc')
        .limit(MOST_REPORTS)
        .execute();
    },

    /** The kinds of what lasts on, by booking. */
    async lasting(bookings: readonly string[]): Promise<Pick<AlertRow, 'id' | 'booking' | 'kind'>[]> {
      if (bookings.length === 0) return [];
      return db
        .selectFrom('safety_alerts')
        .select(['id', 'booking', 'kind'])
        .where('booking', 'in', bookings)
        .where('over_at', 'is', null)
        .execute();
    },

    /** What admins noted and riders reported; a report stays without its words. */
    async forgetTexts(bookings: readonly string[]): Promise<void> {
      await db
        .updateTable('safety_alerts')
        .set({
          note: sql`case when note is null then null else '' end`,
          message: sql`case when message is null then null else '' end`,
        })
        .where('booking', '=', sql<string>`any(${[...bookings]}::uuid[])`)
        .where((where) => where.or([where('note', 'is not', null), where('message', 'is not', null)]))
        .execute();
    },

    async markOver(id: string, at: number): Promise<void> {
      await db
        .updateTable('safety_alerts')
        .set({ over_at: at })
        .where('id', '=', id)
        .where('over_at', 'is', null)
        .execute();
    },

    find(id: string): Promise<AlertRow | undefined> {
      return db.selectFrom('safety_alerts').selectAll().where('id', '=', id).executeTakeFirst();
    },

    /** Undefined when another admin has resolved it before, or for an unknown alert. */
    resolve(id: string, by: { uid: string; at: number; note: string }): Promise<AlertRow | undefined> {
      return db
        .updateTable('safety_alerts')
        .set({ resolved_at: by.at, resolved_by: by.uid, note: by.note })
        .where('id', '=', id)
        .where('resolved_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
    },

    /** What was noticed on this trip, when it is over. */
    closeNoticed(booking: string, at: number): Promise<AlertRow[]> {
      return db
        .updateTable('safety_alerts')
        .set({ resolved_at: at, note: '', over_at: sql<number>`coalesce(over_at, ${at}::bigint)` })
        .where('booking', '=', booking)
        .where('kind', 'in', [...noticedKinds])
        .where('resolved_at', 'is', null)
        .returningAll()
        .execute();
    },

    /** The bookings with an open automatic alert. */
    async withNoticed(): Promise<string[]> {
      const rows = await db
        .selectFrom('safety_alerts')
        .select('booking')
        .distinct()
        .where('kind', 'in', [...noticedKinds])
        .where('resolved_at', 'is', null)
        .execute();
      return rows.map(({ booking }) => booking);
    },

    /** Of these trips, oldest first. */
    ofBookings(bookings: readonly string[]): Promise<AlertRow[]> {
      return db
        .selectFrom('safety_alerts')
        .selectAll()
        .where('booking', '=', sql<string>`any(${[...bookings]}::uuid[])`)
        .orderBy('id')
        .execute();
    },

    /** Newest first, made before the one given. */
    page(query: { open: boolean; limit: number; before?: string | undefined }): Promise<AlertRow[]> {
      return db
        .selectFrom('safety_alerts')
        .selectAll()
        .$if(query.open, (rows) => rows.where('resolved_at', 'is', null))
        .$if(query.before !== undefined, (rows) => rows.where('id', '<', query.before ?? ''))
        .orderBy('id', 'desc')
        .limit(query.limit)
        .execute();
    },

    async countOpen(): Promise<number> {
      const row = await db
        .selectFrom('safety_alerts')
        .select((eb) => eb.fn.countAll<number>().as('open'))
        .where('resolved_at', 'is', null)
        .executeTakeFirstOrThrow();
      return row.open;
    },
  };
}
