// SQL of referrals: the outcome of each invitation, one row for each invited rider.
import type { Minor } from '@kerb/domain/kernel';
import { type Generated, type Selectable, sql } from 'kysely';
import { insertRows, type Queries, type Tx } from '../../kit/index.ts';

export type ReferralStatus = 'held' | 'paid' | 'withheld' | 'reversed';

interface ReferralsTable {
  /** Uid of the invited rider. */
  rider: string;
  /** Uid of the referrer; null when they were deleted or disabled at that time. */
  referrer: string | null;
  /** The rider's first qualifying trip. */
  booking: string;
  /** Keyed hash of the rider's mobile, which stays after the account is deleted; null without a mobile. */
  mobile_mac: Buffer | null;
  status: ReferralStatus;
  /** The rider's bonus; 0 when the operator's bonus was 0 at that time. */
  bonus: Minor;
  /** The referrer's bonus. */
  referrer_bonus: Generated<Minor>;
  /** All of them in ms since the epoch. */
  at: number;
  due_at: number | null;
  paid_at: Generated<number | null>;
  reversed_at: Generated<number | null>;
  reversed_by: Generated<string | null>;
  reversal_reason: Generated<string>;
}

export type Referral = Selectable<ReferralsTable>;

export interface ReferralCursor {
  at: number;
  rider: string;
}

export const referralsRepository = (queries: Queries) => {
  const db = queries.withTables<{ referrals: ReferralsTable }>();
  return {
    /** False when a trip of the rider, or of an earlier account with this mobile, already counted. */
    async add(
      referral: Pick<
        Referral,
        'rider' | 'referrer' | 'booking' | 'mobile_mac' | 'status' | 'bonus' | 'at' | 'due_at'
      >,
    ): Promise<boolean> {
      const added = await db
        .insertInto('referrals')
        .values(referral)
        .onConflict((conflict) => conflict.doNothing())
        .returning('rider')
        .executeTakeFirst();
      return added !== undefined;
    },

    async insertPast(tx: Tx, referrals: readonly Referral[]): Promise<void> {
      await insertRows(tx, 'referrals', referrals);
    },

    /** uids of the rider and the referrer; empty without a referral. */
    async partiesOf(rider: string): Promise<string[]> {
      const row = await db
        .selectFrom('referrals')
        .select(['rider', 'referrer'])
        .where('rider', '=', rider)
        .executeTakeFirst();
      return [row?.rider, row?.referrer].filter((uid) => typeof uid === 'string');
    },

    async findForUpdate(rider: string): Promise<Referral | null> {
      const row = await db
        .selectFrom('referrals')
        .selectAll()
        .where('rider', '=', rider)
        .forUpdate()
        .executeTakeFirst();
      return row ?? null;
    },

    /** Serialises payments to one referrer until the transaction ends. */
    async lockReferrer(referrer: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`referrals:${referrer}`}, 0))`.execute(db);
    },

    /** Number of bonuses that the referrer got since `since`, including those that were reversed. */
    async countPaidTo(referrer: string, since: number): Promise<number> {
      const row = await db
        .selectFrom('referrals')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('referrer', '=', referrer)
        .where('referrer_bonus', '>', 0 as Minor)
        .where('paid_at', '>=', since)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    async change(
      rider: string,
      changes: Partial<
        Pick<
          Referral,
          'status' | 'referrer_bonus' | 'paid_at' | 'reversed_at' | 'reversed_by' | 'reversal_reason'
        >
      >,
    ): Promise<void> {
      await db.updateTable('referrals').set(changes).where('rider', '=', rider).execute();
    },

    /** The invitations of a user, as the invited rider or as the referrer, newest first. */
    of(uid: string, page: { limit: number; after: ReferralCursor | null }): Promise<Referral[]> {
      const { limit, after } = page;
      return db
        .selectFrom('referrals')
        .selectAll()
        .where((where) => where.or([where('rider', '=', uid), where('referrer', '=', uid)]))
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(at, rider) < (${after?.at ?? 0}::bigint, ${after?.rider ?? null}::uuid)`),
        )
        .orderBy('at', 'desc')
        .orderBy('rider', 'desc')
        .limit(limit)
        .execute();
    },

    /** Erases the reasons that admins wrote for the user's invitations. */
    async eraseReasons(uid: string): Promise<void> {
      await db
        .updateTable('referrals')
        .set({ reversal_reason: '' })
        .where((where) => where.or([where('rider', '=', uid), where('referrer', '=', uid)]))
        .execute();
    },
  };
};
