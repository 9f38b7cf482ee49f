// The SQL of dispatch receipts: the rounds of a booking and every driver weighed in them.
import type { Queries } from '../../kit/index.ts';

export interface RoundRow {
  id: string;
  booking: string;
  /** 1 for the first round of a booking. */
  number: number;
  at: number;
  policy: string;
  /** How many drivers were asked. */
  asked: number;
  /** Until when the round stands, ms since the epoch. */
  ends_at: number;
  /** Of a later booking: drivers are asked from then on. Null for a booking that asks at once. */
  ask_at: number | null;
  /** What `ask_at` was made of: seconds by road of the nearest suitable driver; null when not known. */
  nearest_secs: number | null;
}

export interface CandidateRow {
  driver: string;
  distance_km: number | null;
  eta_secs: number | null;
  /** Why this driver was not asked; null when only the policy decided. */
  gate: string | null;
  asked: boolean;
}

type DispatchTables = {
  dispatch_round: RoundRow;
  dispatch_candidate: CandidateRow & { round: string };
  dispatch_by_hand: { booking: string; resumed_at: number | null };
};

export interface Receipt extends RoundRow {
  candidates: CandidateRow[];
}

/** How many rounds one receipt shows: the newest, far more than a search goes through. */
const MAX_ROUNDS = 100;

export function dispatchRepository(queries: Queries) {
  const db = queries.withTables<DispatchTables>();

  return {
    /** The booking is left to the admins from now on. */
    async leaveToAdmins(booking: string): Promise<void> {
      await db
        .insertInto('dispatch_by_hand')
        .values({ booking, resumed_at: null })
        .onConflict((conflict) => conflict.column('booking').doUpdateSet({ resumed_at: null }))
        .execute();
    },

    /** When the search was taken up after it had been left to the admins: `now` for the first who asks; 0: it never was. */
    async resumedAt(booking: string, now: number): Promise<number> {
      const row = await db
        .updateTable('dispatch_by_hand')
        .set(({ fn, val }) => ({ resumed_at: fn.coalesce('resumed_at', val(now)) }))
        .where('booking', '=', booking)
        .returning('resumed_at')
        .executeTakeFirst();
      return row?.resumed_at ?? 0;
    },

    /** The first round in which somebody was or would have been asked: a mere look around is none. */
    firstAsking(booking: string): Promise<RoundRow | undefined> {
      return db
        .selectFrom('dispatch_round')
        .selectAll()
        .where('booking', '=', booking)
        .where((eb) => eb.or([eb('ask_at', 'is', null), eb('ask_at', '<=', eb.ref('at'))]))
        .orderBy('number')
        .limit(1)
        .executeTakeFirst();
    },

    lastRound(booking: string): Promise<RoundRow | undefined> {
      return db
        .selectFrom('dispatch_round')
        .selectAll()
        .where('booking', '=', booking)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst();
    },

    /** How often each driver was asked to take the booking so far. */
    async timesAsked(booking: string): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('dispatch_candidate')
        .innerJoin('dispatch_round', 'dispatch_round.id', 'dispatch_candidate.round')
        .select(({ fn }) => ['driver', fn.countAll<number>().as('times')])
        .where('dispatch_round.booking', '=', booking)
        .where('dispatch_candidate.asked', '=', true)
        .groupBy('driver')
        .execute();
      return new Map(rows.map((row) => [row.driver, row.times]));
    },

    /** Fails on `dispatch_round_once` when another server has begun the same round. */
    async insertRound(round: RoundRow): Promise<void> {
      await db.insertInto('dispatch_round').values(round).execute();
    },

    async insertCandidates(round: string, candidates: readonly CandidateRow[]): Promise<void> {
      if (candidates.length === 0) return;
      await db
        .insertInto('dispatch_candidate')
        .values(candidates.map((candidate) => ({ round, ...candidate })))
        .execute();
    },

    /** Oldest round first; in a round those asked first, then the nearest. */
    async receipts(booking: string): Promise<Receipt[]> {
      const rounds = await db
        .selectFrom('dispatch_round')
        .selectAll()
        .where('booking', '=', booking)
        .orderBy('number', 'desc')
        .limit(MAX_ROUNDS)
        .execute();
      if (rounds.length === 0) return [];
      const candidates = await db
        .selectFrom('dispatch_candidate')
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
