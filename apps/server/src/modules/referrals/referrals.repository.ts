// The SQL of referrals: what came of each invitation, once for each rider.
import type { Minor } from '@kerb/domain/kernel';
import type { Tx } from '../../kit/index.ts';

export interface Referral {
  /** Who was invited. */
  rider: string;
  /** Who invited; null when they are gone or disabled by then. */
  referrer: string | null;
  /** The rider's first paid trip. */
  booking: string;
  /** A keyed hash of the rider's mobile, which outlives the account; null when there is none. */
  mobile_mac: Buffer | null;
  /** What each of the two got; 0 when the operator gave none then. */
  bonus: Minor;
  /** ms since the epoch */
  at: number;
}

export const referralsRepository = (tx: Tx) => {
  const db = tx.withTables<{ referrals: Referral }>();
  return {
    /** False when the first paid trip of the rider, or of an earlier account with this mobile, was seen before. */
    async add(referral: Referral): Promise<boolean> {
      const added = await db
        .insertInto('referrals')
        .values(referral)
        .onConflict((conflict) => conflict.doNothing())
        .returning('rider')
        .executeTakeFirst();
      return added !== undefined;
    },
  };
};
