// SQL of safety alerts.
import type { AlertKind } from '@kerb/contract';
import { alertKinds, alertRank, reportSubjects } from '@kerb/domain/safety';
import { type ExpressionBuilder, sql } from 'kysely';
import { insertRows, type Queries, type Tx } from '../../../kit/index.ts';
import type { AlertRow, SafetyTables } from '../safety.tables.ts';

export type NewAlert = Pick<
  AlertRow,
  | 'id'
  | 'booking'
  | 'kind'
  | 'raised_by'
  | 'caller'
  | 'driver'
  | 'vehicle_reg_no'
  | 'at'
  | 'lat'
  | 'lng'
  | 'over_at'
>;

/** Most reports of a booking that are read. */
const MAX_REPORTS = 50;
/** Length of an open report, to which each message of the rider is added. */
const MAX_REPORTED_CHARACTERS = 4_000;

/**
 * Repeated presses of the panic button within this time, in ms, count as one, and write to the database only when the
 * caller sends another place.
 */
const AGAIN_AFTER_MS = 5000;

/** Kinds detected from the positions of a trip; other alerts are raised by users. */
const noticedKinds = ['standstill', 'off_route'] as const satisfies readonly AlertKind[];

/** Rank of an alert's kind, 0 for the most urgent. */
const rankOfKind = sql<number>`case kind ${sql.join(
  alertKinds.map((kind) => sql`when ${sql.lit(kind)} then ${sql.lit(alertRank(kind))}`),
  sql` `,
)} end`;

/** End of a page of open alerts. */
export interface OpenAlertsPlace {
  rank: number;
  id: string;
}

/**
 * Columns and condition of the unique index: a booking has at most one such alert of a kind by each caller while it has
 * the same driver.
 */
const episode = ['booking', 'kind', 'raised_by', 'caller', 'driver'] as const;
const isOpenOrLasting = (where: ExpressionBuilder<SafetyTables, 'safety_alerts'>) =>
  where.or([where('resolved_at', 'is', null), where('over_at', 'is', null)]);

const anyOf = (bookings: readonly string[]) => sql<string>`any(${[...bookings]}::uuid[])`;

const isOfPerson = (
  alert: ExpressionBuilder<SafetyTables, 'safety_alerts'>,
  uid: string,
  bookings: readonly string[],
) => alert.or([alert('booking', '=', anyOf(bookings)), alert('caller', '=', uid), alert('driver', '=', uid)]);

/** Inserts past alerts without publishing events, for seeds. */
export const insertPastAlerts = (tx: Tx, alerts: readonly AlertRow[]): Promise<void> =>
  insertRows(tx, 'safety_alerts', alerts);

export function alertRepository(queries: Queries) {
  const db = queries.withTables<SafetyTables>();

  const unended = ({ booking, kind, raised_by, caller, driver }: NewAlert): Promise<AlertRow | undefined> =>
    db
      .selectFrom('safety_alerts')
      .selectAll()
      .where('booking', '=', booking)
      .where('kind', '=', kind)
      .where('raised_by', 'is not distinct from', raised_by)
      .where('caller', 'is not distinct from', caller)
      .where('driver', 'is not distinct from', driver)
      .where(isOpenOrLasting)
      .executeTakeFirst();

  /**
   * Adds an alert, or updates the time of the same caller's open one about the same driver, and its place with
   * `movesPlace` or while it has none. `changed` is false when nothing was written: the alert was raised a moment ago and
   * its place is the same, or the detected situation continues.
   */
  async function raise(
    alert: NewAlert,
    { movesPlace }: { movesPlace: boolean } = { movesPlace: true },
  ): Promise<{ alert: AlertRow; isNew: boolean; changed: boolean }> {
    const placed = (column: 'lat' | 'lng') => {
      const before = sql.ref<number | null>(`safety_alerts.${column}`);
      const given = sql.ref<number | null>(`excluded.${column}`);
      return movesPlace
        ? sql<number | null>`coalesce(${given}, ${before})`
        : sql<number | null>`coalesce(${before}, ${given})`;
    };
    const isAgain = sql<boolean>`(safety_alerts.last_at + ${AGAIN_AFTER_MS} <= excluded.last_at)`;
    // The first call of a phone often has no position yet; the one that follows has it.
    const isMoved =
      movesPlace && alert.kind === 'panic' && alert.lat !== null
        ? sql<boolean>`(safety_alerts.lat, safety_alerts.lng) is distinct from (excluded.lat, excluded.lng)`
        : sql<boolean>`false`;
    const written = await db
      .insertInto('safety_alerts')
      .values({ ...alert, last_at: alert.at, resolved_at: null, resolved_by: null, note: null })
      .onConflict((conflict) =>
        conflict
          .columns([...episode])
          .where(isOpenOrLasting)
          .doUpdateSet({
            last_at: sql`case when ${isAgain} then excluded.last_at else safety_alerts.last_at end`,
            times: sql`safety_alerts.times + ${isAgain}::int`,
            lat: placed('lat'),
            lng: placed('lng'),
            over_at: (eb) => eb.ref('excluded.over_at'),
          })
          // A detected situation that continues is the same alert.
          .where('safety_alerts.over_at', 'is not', null)
          .where((where) => where.or([isAgain, isMoved])),
      )
      .returningAll()
      .executeTakeFirst();
    if (written) return { alert: written, isNew: written.id === alert.id, changed: true };
    const known = await unended(alert);
    // Tries again when the alert was resolved between the two statements.
    return known ? { alert: known, isNew: false, changed: false } : raise(alert, { movesPlace });
  }

  /**
   * Adds the message to the open report of this subject, above the earlier ones, of which the oldest are truncated;
   * otherwise adds a new report.
   */
  function report(alert: NewAlert & { message: string }): Promise<AlertRow> {
    return db
      .insertInto('safety_alerts')
      .values({ ...alert, last_at: alert.at, resolved_at: null, resolved_by: null, note: null })
      .onConflict((conflict) =>
        conflict
          .columns([...episode])
          .where(isOpenOrLasting)
          .doUpdateSet({
            last_at: (eb) => eb.ref('excluded.last_at'),
            times: sql`safety_alerts.times + 1`,
            message: sql`left(excluded.message || chr(10) || safety_alerts.message, ${MAX_REPORTED_CHARACTERS})`,
          }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  return {
    raise,
    report,

    /** The riders' reports about a booking, newest first. */
    reportsOf(booking: string): Promise<AlertRow[]> {
      return db
        .selectFrom('safety_alerts')
        .selectAll()
        .where('booking', '=', booking)
        .where('kind', 'in', [...reportSubjects])
        .orderBy('last_at', 'desc')
        .limit(MAX_REPORTS)
        .execute();
    },

    /** Alerts about situations that continue, by booking. */
    async lasting(bookings: readonly string[]): Promise<Pick<AlertRow, 'id' | 'booking' | 'kind'>[]> {
      if (bookings.length === 0) return [];
      return db
        .selectFrom('safety_alerts')
        .select(['id', 'booking', 'kind'])
        .where('booking', 'in', bookings)
        .where('over_at', 'is', null)
        .execute();
    },

    /** Erases the notes of admins from the alerts of `ofPerson`; the alerts themselves stay. */
    async forgetNotes(uid: string, bookings: readonly string[]): Promise<void> {
      await db
        .updateTable('safety_alerts')
        .set({ note: '' })
        .where((alert) => isOfPerson(alert, uid, bookings))
        .where('note', 'is not', null)
        .execute();
    },

    /** Erases the messages of riders; the alerts themselves stay. */
    async forgetMessages(bookings: readonly string[]): Promise<void> {
      await db
        .updateTable('safety_alerts')
        .set({ message: '' })
        .where('booking', '=', anyOf(bookings))
        .where('message', 'is not', null)
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

    /** Undefined when another admin has already resolved the alert, and for an unknown id. */
    resolve(id: string, by: { uid: string; at: number; note: string }): Promise<AlertRow | undefined> {
      return db
        .updateTable('safety_alerts')
        .set({ resolved_at: by.at, resolved_by: by.uid, note: by.note })
        .where('id', '=', id)
        .where('resolved_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
    },

    /** Closes the automatic alerts of a trip that is over. */
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

    /** The alerts of these bookings, and those of which the user is the caller or the driver; oldest first. */
    ofPerson(uid: string, bookings: readonly string[]): Promise<AlertRow[]> {
      return db
        .selectFrom('safety_alerts')
        .selectAll()
        .where((alert) => isOfPerson(alert, uid, bookings))
        .orderBy('id')
        .execute();
    },

    /** Erases the plate of the driver's car from their alerts. */
    async forgetPlate(driver: string): Promise<void> {
      await db
        .updateTable('safety_alerts')
        .set({ vehicle_reg_no: '' })
        .where('driver', '=', driver)
        .where('vehicle_reg_no', 'is not', null)
        .execute();
    },

    /** The open alerts after `after`: the most urgent kinds first, and the newest first among equally urgent ones. */
    openPage({ limit, after }: { limit: number; after?: OpenAlertsPlace | undefined }): Promise<AlertRow[]> {
      const rows = db.selectFrom('safety_alerts').selectAll().where('resolved_at', 'is', null);
      const rest = after
        ? rows.where((eb) =>
            eb.or([
              eb(rankOfKind, '>', after.rank),
              eb.and([eb(rankOfKind, '=', after.rank), eb('id', '<', after.id)]),
            ]),
          )
        : rows;
      return rest.orderBy(rankOfKind).orderBy('id', 'desc').limit(limit).execute();
    },

    /** Newest first; those with an id below `before`. */
    page(query: { limit: number; before?: string | undefined }): Promise<AlertRow[]> {
      return db
        .selectFrom('safety_alerts')
        .selectAll()
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
