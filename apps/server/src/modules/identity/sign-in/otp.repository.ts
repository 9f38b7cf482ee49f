// SQL of sign-in codes; a check is one UPDATE, so that at most one of several concurrent checks succeeds.
import type { SendCounts, SendLimits } from '@kerb/domain/identity';
import { sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type OtpTables = {
  otp_challenges: {
    id: string;
    mobile: string;
    code_mac: Buffer;
    checks: number;
    created_at: number;
    expires_at: number;
    ended_at: number | null;
    network: string | null;
    allowance: string;
  };
};

type FlatCounts = Omit<SendCounts, 'fullSince'> & {
  number: number | null;
  networkAndHour: number | null;
  network: number | null;
  all: number | null;
};

export type OtpCheck =
  | { outcome: 'right'; mobile: string; createdAt: number }
  | { outcome: 'wrong'; mobile: string; checks: number }
  /** The mobile is undefined for an unknown code. */
  | { outcome: 'expired' | 'too_many_checks'; mobile?: string };

export const otpRepository = (queries: Queries) => {
  const db = queries.withTables<OtpTables>();
  return {
    /** Serialises sending to one number until the transaction ends. */
    async lockNumber(mobile: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`otp:${mobile}`}, 0))`.execute(db);
    },

    /**
     * Serialises sending to all numbers, so that concurrent transactions do not count the same codes; always locked
     * after the number.
     */
    async lockAll(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('otp', 0))`.execute(db);
    },

    /** Numbers of codes sent in the last day and hour; for the number only those of this allowance. */
    async countSends(
      {
        mobile,
        allowance,
        network,
        now,
      }: { mobile: string; allowance: string; network: string; now: number },
      limits: SendLimits,
    ): Promise<SendCounts> {
      const ofNumber = sql`mobile = ${mobile} and allowance = ${allowance} and created_at > ${now - DAY}`;
      const ofNetwork = sql`network = ${network} and created_at > ${now - DAY}`;
      const ofNetworkAndHour = sql`network = ${network} and created_at > ${now - HOUR}`;
      const ofAll = sql`network is not null and created_at > ${now - DAY}`;
      const count = (codes: typeof ofAll) => sql`(select count(*) from otp_challenges where ${codes})`;
      /** Time of the code with which the limit was reached, counted from the newest code. */
      const fullSince = (codes: typeof ofAll, limit: number) => sql`(select created_at from otp_challenges
        where ${codes} order by created_at desc offset ${Math.max(limit, 1) - 1} limit 1)`;
      const { rows } = await sql<FlatCounts>`
        select ${count(ofNumber)} as "ofNumber",
          (select max(created_at) from otp_challenges where ${ofNumber}) as "lastOfNumber",
          ${count(ofNetworkAndHour)} as "ofNetworkAndHour",
          ${count(ofNetwork)} as "ofNetwork",
          ${count(ofAll)} as "ofAll",
          ${fullSince(ofNumber, limits.perNumberAndDay)} as "number",
          ${fullSince(ofNetworkAndHour, limits.perNetworkAndHour)} as "networkAndHour",
          ${fullSince(ofNetwork, limits.perNetworkAndDay)} as "network",
          ${fullSince(ofAll, limits.perDay)} as "all"`.execute(db);
      const [counted] = rows;
      if (counted === undefined) throw new Error('Counting gave no row');
      const { number, networkAndHour, network: ofNetworkAndDay, all, ...counts } = counted;
      return { ...counts, fullSince: { number, networkAndHour, network: ofNetworkAndDay, all } };
    },

    async add(challenge: {
      id: string;
      mobile: string;
      mac: Buffer;
      now: number;
      expiresAt: number;
      /** Null for a code that does not count towards the network's limits. */
      network: string | null;
      allowance: string;
    }): Promise<void> {
      await db
        .insertInto('otp_challenges')
        .values({
          id: challenge.id,
          mobile: challenge.mobile,
          code_mac: challenge.mac,
          checks: 0,
          created_at: challenge.now,
          expires_at: challenge.expiresAt,
          ended_at: null,
          network: challenge.network,
          allowance: challenge.allowance,
        })
        .execute();
    },

    /** Counts one check and, when the code is correct, ends the challenge in the same statement. */
    async check(id: string, mac: Buffer, now: number, maxChecks: number): Promise<OtpCheck> {
      const checked = await db
        .updateTable('otp_challenges')
        .set({
          checks: sql<number>`checks + 1`,
          ended_at: sql<number | null>`case when code_mac = ${mac} then ${now}::bigint end`,
        })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .where('checks', '<', maxChecks)
        .returning(['mobile', 'checks', 'ended_at', 'created_at'])
        .executeTakeFirst();
      if (checked) {
        const { mobile, checks, created_at: createdAt } = checked;
        return checked.ended_at === null
          ? { outcome: 'wrong', mobile, checks }
          : { outcome: 'right', mobile, createdAt };
      }
      const row = await db
        .selectFrom('otp_challenges')
        .select(['mobile', sql<boolean>`ended_at is null and expires_at > ${now}`.as('is_open')])
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return { outcome: 'expired' };
      return { outcome: row.is_open ? 'too_many_checks' : 'expired', mobile: row.mobile };
    },

    async end(id: string, now: number): Promise<void> {
      await db
        .updateTable('otp_challenges')
        .set({ ended_at: now })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('otp_challenges').where('id', '=', id).execute();
    },

    async removeOlder(before: number): Promise<void> {
      await db.deleteFrom('otp_challenges').where('created_at', '<', before).execute();
    },
  };
};
