// The SQL of sign-in codes; a check is one UPDATE, so that of many at once at most one succeeds.
import type { SendCounts } from '@kerb/domain/identity';
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
  };
};

export type OtpCheck =
  | { outcome: 'right'; mobile: string; createdAt: number }
  | { outcome: 'wrong' | 'expired' | 'too_many_checks' };

export const otpRepository = (queries: Queries) => {
  const db = queries.withTables<OtpTables>();
  return {
    /** Makes senders to one number take turns until the transaction ends. */
    async lockNumber(mobile: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`otp:${mobile}`}, 0))`.execute(db);
    },

    /** Makes all senders take turns, so that no two count the same codes; always after the number's lock. */
    async lockAll(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('otp', 0))`.execute(db);
    },

    /** Codes sent in the last day and hour. */
    async countSends(mobile: string, network: string, now: number): Promise<SendCounts> {
      const [day, hour] = [now - DAY, now - HOUR];
      const { rows } = await sql<SendCounts>`
        select (select count(*) from otp_challenges where mobile = ${mobile} and created_at > ${day}) as "ofNumber",
          (select max(created_at) from otp_challenges
            where mobile = ${mobile} and created_at > ${day}) as "lastOfNumber",
          (select count(*) from otp_challenges
            where network = ${network} and created_at > ${hour}) as "ofNetworkAndHour",
          (select count(*) from otp_challenges where network = ${network} and created_at > ${day}) as "ofNetwork",
          (select count(*) from otp_challenges
            where network is not null and created_at > ${day}) as "ofAll"`.execute(db);
      const [counts] = rows;
      if (counts === undefined) throw new Error('Counting gave no row');
      return counts;
    },

    async add(challenge: {
      id: string;
      mobile: string;
      mac: Buffer;
      now: number;
      expiresAt: number;
      /** Null for a code that counts for nobody's network. */
      network: string | null;
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
        })
        .execute();
    },

    /** Counts one check and, when the code is right, uses the challenge up in the same statement. */
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
        .returning(['mobile', 'ended_at', 'created_at'])
        .executeTakeFirst();
      if (checked) {
        const { mobile, created_at: createdAt } = checked;
        return checked.ended_at === null ? { outcome: 'wrong' } : { outcome: 'right', mobile, createdAt };
      }
      const row = await db
        .selectFrom('otp_challenges')
        .select('checks')
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return { outcome: row ? 'too_many_checks' : 'expired' };
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
