// The SQL of dispatch receipts: the rounds of a booking and every candidate evaluated in them.
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

export interface RoundRow {
  id: string;
  booking: string;
  /** 1 for the first round of a booking. */
  number: number;
  at: number;
  policy: string;
  /** The number of offers sent. */
  asked: number;
  /** How many evaluated drivers are not among the candidates, by the first eligibility check they fail. */
  unlisted: Readonly<Record<string, number>>;
  /** When the round expires, ms since the epoch. */
  ends_at: number;
  /** When offers of a later booking are sent, ms since the epoch. Null for a booking for now. */
  ask_at: number | null;
  /** Seconds by road of the nearest eligible driver, from which `ask_at` is computed; null when unknown. */
  nearest_secs: number | null;
}

export interface CandidateRow {
  driver: string;
  distance_km: number | null;
  /** Seconds until the driver could be at the pickup. */
  eta_secs: number | null;
  /** For a driver on a trip, the part of `eta_secs` until the trip ends; null for a driver without a trip. */
  free_in_secs: number | null;
  /** The failed eligibility check; null when eligible. */
  gate: string | null;
  asked: boolean;
  /** The position at the time; both null in older rounds, and after the driver's account is deleted. */
  lat: number | null;
  lng: number | null;
}

/** A driver in the last round of a booking that evaluated them. */
export interface EvaluatedIn {
  booking: string;
  at: number;
  policy: string;
  /** The number of offers that the round sent. */
  asked: number;
  eta_secs: number | null;
  gate: string | null;
  /** Seconds by road of the farthest driver with an offer; null unless all are known. */
  farthest_secs: number | null;
}

type DispatchTables = {
  dispatch_rounds: RoundRow;
  dispatch_candidates: CandidateRow & { round: string };
  dispatch_manual_bookings: { booking: string; resumed_at: number | null };
};

/** The last round of a booking, with the values that the next round needs from the earlier ones. */
export interface LastRound extends RoundRow {
  /** Time of the first round that sent offers or would have sent some. */
  first_offers_at: number | null;
  /** Number of rounds that sent offers. */
  offer_rounds: number;
}

/**
 * Whether a round sent offers or would have sent some; rounds of a later booking before its offers are due do not
 * count.
 */
export const isOfferRound = ({ at, ask_at }: Pick<RoundRow, 'at' | 'ask_at'>): boolean =>
  ask_at === null || ask_at <= at;

export interface Receipt extends RoundRow {
  candidates: CandidateRow[];
}

/** A receipt shows the newest rounds only; a search has far fewer than this. */
const MAX_ROUNDS = 100;
/** Maximum number of a driver's rounds that are read for a list; several rounds may be of one booking. */
const MAX_ROUNDS_OF_DRIVER = 500;

export function dispatchRepository(queries: Queries) {
  const db = queries.withTables<DispatchTables>();

  return {
    /** Records that admins assign a driver to this booking manually from now on. */
    async switchToManual(booking: string): Promise<void> {
      await db
        .insertInto('dispatch_manual_bookings')
        .values({ booking, resumed_at: null })
        .onConflict((conflict) => conflict.column('booking').doUpdateSet({ resumed_at: null }))
        .execute();
    },

    /** Records that automatic dispatch has resumed for these bookings. */
    async resume(bookings: readonly string[], now: number): Promise<void> {
      if (bookings.length === 0) return;
      await db
        .updateTable('dispatch_manual_bookings')
        .set({ resumed_at: now })
        .where('booking', '=', sql<string>`any(${[...bookings]}::uuid[])`)
        .where('resumed_at', 'is', null)
        .execute();
    },

    lastRound(booking: string): Promise<RoundRow | undefined> {
      return db
        .selectFrom('dispatch_rounds')
        .selectAll()
        .where('booking', '=', booking)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
    },

    /** Bookings without a round are missing. */
    async lastRounds(bookings: readonly string[]): Promise<Map<string, LastRound>> {
      if (bookings.length === 0) return new Map();
      const rows = await db
        .selectFrom('dispatch_rounds')
        .distinctOn('booking')
        .selectAll()
        .select(
          sql<
            number | null
          >`min(at) filter (where ask_at is null or ask_at <= at) over (partition by booking)`.as(
            'first_offers_at',
          ),
        )
        .select(sql<number>`count(*) filter (where asked > 0) over (partition by booking)`.as('offer_rounds'))
        .where('booking', '=', sql<string>`any(${[...bookings]}::uuid[])`)
        .orderBy('booking')
        .orderBy('number', 'desc')
        .execute();
      return new Map(rows.map((row) => [row.booking, row]));
    },

    /** The number of offers in each round of the booking that sent some, oldest first; limited to the newest rounds. */
    async offersOfRounds(booking: string): Promise<number[]> {
      const rows = await db
        .selectFrom('dispatch_rounds')
        .select('asked')
        .where('booking', '=', booking)
        .where('asked', '>', 0)
        .orderBy('number', 'desc')
        .limit(MAX_ROUNDS)
        .execute();
      return rows.map(({ asked }) => asked).reverse();
    },

    /** Seconds by road of the nearest of these candidates of a round; null when none has a known travel time. */
    async nearestOf(round: string, drivers: readonly string[]): Promise<number | null> {
      if (drivers.length === 0) return null;
      const row = await db
        .selectFrom('dispatch_candidates')
        .select(({ fn }) => fn.min('eta_secs').as('nearest'))
        .where('round', '=', round)
        .where('driver', 'in', drivers)
        .executeTakeFirst();
      return row?.nearest ?? null;
    },

    /** How many offers each driver has received, by booking; bookings without an offer are missing. */
    async offerCounts(bookings: readonly string[]): Promise<Map<string, Map<string, number>>> {
      if (bookings.length === 0) return new Map();
      const rows = await db
        .selectFrom('dispatch_candidates')
        .innerJoin('dispatch_rounds', 'dispatch_rounds.id', 'dispatch_candidates.round')
        .select(({ fn }) => ['dispatch_rounds.booking', 'driver', fn.countAll<number>().as('times')])
        .where('dispatch_rounds.booking', '=', sql<string>`any(${[...bookings]}::uuid[])`)
        .where('dispatch_candidates.asked', '=', true)
        .groupBy(['dispatch_rounds.booking', 'driver'])
        .execute();
      const offerCounts = new Map<string, Map<string, number>>();
      for (const { booking, driver, times } of rows)
        offerCounts.set(booking, (offerCounts.get(booking) ?? new Map()).set(driver, times));
      return offerCounts;
    },

    /** The driver in the last round of each booking that evaluated them since `since`; newest first. */
    async lastRoundsOf(driver: string, since: number, limit: number): Promise<EvaluatedIn[]> {
      const { rows } = await sql<EvaluatedIn>`
        with own as (
          select round, eta_secs, gate from dispatch_candidates
          where driver = ${driver} order by round desc limit ${MAX_ROUNDS_OF_DRIVER}
        ), last_of_booking as (
          select distinct on (booking) dispatch_rounds.id, booking, at, policy, asked, eta_secs, gate
          from own join dispatch_rounds on dispatch_rounds.id = own.round
          where at >= ${since}
          order by booking, number desc
        ), listed as (select * from last_of_booking order by at desc, id desc limit ${limit})
        select booking, at, policy, listed.asked, listed.eta_secs, listed.gate, offered.farthest_secs
        from listed left join lateral (
          select case when bool_and(eta_secs is not null) then max(eta_secs) end as farthest_secs
          from dispatch_candidates where round = listed.id and dispatch_candidates.asked
        ) as offered on true
        order by at desc, listed.id desc`.execute(db);
      return rows;
    },

    /**
     * The driver's rank (1: nearest by road) among the eligible candidates in the last round with offers of each
     * booking since `since`. Only rounds in which the driver was eligible and has a known travel time.
     */
    async placesOf(driver: string, since: number): Promise<number[]> {
      const { rows } = await sql<{ place: number }>`
        with own as (
          select round, eta_secs, gate from dispatch_candidates
          where driver = ${driver} order by round desc limit ${MAX_ROUNDS_OF_DRIVER}
        ), last_of_booking as (
          select distinct on (booking) dispatch_rounds.id, eta_secs, gate
          from own join dispatch_rounds on dispatch_rounds.id = own.round
          where at >= ${since} and asked > 0
          order by booking, number desc
        )
        select (select 1 + count(*)::int from dispatch_candidates nearer
          where nearer.round = last_of_booking.id and nearer.gate is null
            and nearer.eta_secs < last_of_booking.eta_secs) as place
        from last_of_booking where gate is null and eta_secs is not null
        order by place`.execute(db);
      return rows.map(({ place }) => place);
    },

    /** Stores rounds in one statement. Violates `dispatch_round_once` when another server has recorded one of them. */
    async insertRounds(
      rounds: readonly (RoundRow & { candidates: readonly CandidateRow[] })[],
    ): Promise<void> {
      if (rounds.length === 0) return;
      const rows = rounds.map(({ candidates: _, ...row }) => row);
      const candidates = rounds.flatMap((round) =>
        round.candidates.map((candidate) => ({ round: round.id, ...candidate })),
      );
      await sql`
        with inserted_rounds as (
          insert into dispatch_rounds (id, booking, number, at, policy, asked, unlisted, ends_at, ask_at, nearest_secs)
          select id, booking, number, at, policy, asked, unlisted, ends_at, ask_at, nearest_secs
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (id uuid, booking uuid, number integer,
            at bigint, policy text, asked integer, unlisted jsonb, ends_at bigint, ask_at bigint, nearest_secs integer)
        )
        insert into dispatch_candidates (round, driver, distance_km, eta_secs, free_in_secs, gate, asked, lat, lng)
        select round, driver, distance_km, eta_secs, free_in_secs, gate, asked, lat, lng
        from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as rows (round uuid, driver uuid,
          distance_km double precision, eta_secs integer, free_in_secs integer, gate text, asked boolean,
          lat double precision, lng double precision)`.execute(db);
    },

    /**
     * When automatic dispatch resumed for those of the bookings that were left to admins; null while it has not
     * resumed.
     */
    async manualOf(bookings: readonly string[]): Promise<Map<string, number | null>> {
      const rows = await db
        .selectFrom('dispatch_manual_bookings')
        .select(['booking', 'resumed_at'])
        .where('booking', '=', sql<string>`any(${[...bookings]}::uuid[])`)
        .execute();
      return new Map(rows.map(({ booking, resumed_at }) => [booking, resumed_at]));
    },

    /**
     * Removes at most `limit` candidates of rounds before `before` (ms since the epoch), oldest first; returns their
     * number and the last of their rounds. `from` is the last round of the batch before, so that its removed rows are
     * not read again. The ids of rounds begin with their time (UUIDv7), so that the rows are found in the primary key.
     */
    async removeCandidates(
      before: number,
      { from, limit }: { from: string | null; limit: number },
    ): Promise<{ removed: number; last: string | null }> {
      const time = before.toString(16).padStart(12, '0');
      const firstId = `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
      const { rows } = await sql<{ round: string }>`
        delete from dispatch_candidates where (round, driver) in (
          select round, driver from dispatch_candidates
          where round < ${firstId}::uuid ${from === null ? sql`` : sql`and round >= ${from}::uuid`}
          order by round, driver limit ${limit})
        returning round`.execute(db);
      const rounds = rows.map(({ round }) => round).toSorted();
      return { removed: rounds.length, last: rounds.at(-1) ?? from };
    },

    /** Erases the driver's positions in every round. */
    async erasePlaces(driver: string): Promise<void> {
      await db
        .updateTable('dispatch_candidates')
        .set({ lat: null, lng: null })
        .where('driver', '=', driver)
        .where('lat', 'is not', null)
        .execute();
    },

    /** Oldest round first; within a round drivers with an offer first, then the nearest. */
    async receipts(booking: string): Promise<Receipt[]> {
      const rounds = await db
        .selectFrom('dispatch_rounds')
        .selectAll()
        .where('booking', '=', booking)
        .orderBy('number', 'desc')
        .limit(MAX_ROUNDS)
        .execute();
      if (rounds.length === 0) return [];
      const candidates = await db
        .selectFrom('dispatch_candidates')
        .selectAll()
        .where(
          'round',
          'in',
          rounds.map((round) => round.id),
        )
        .orderBy('asked', 'desc')
        .orderBy('distance_km')
        .orderBy('driver')
        .execute();
      const byRound = new Map<string, CandidateRow[]>(rounds.map((round) => [round.id, []]));
      for (const { round, ...candidate } of candidates) byRound.get(round)?.push(candidate);
      return rounds.reverse().map((round) => ({ ...round, candidates: byRound.get(round.id) ?? [] }));
    },
  };
}
