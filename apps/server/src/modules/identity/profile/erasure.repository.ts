// SQL that erases a user's data from identity's tables and leaves the anonymised row that other rows refer to.
import { sql } from 'kysely';
import type { Tx } from '../../../kit/index.ts';
import type { UsersTable } from '../users/users.repository.ts';

type ErasureTables = {
  users: UsersTable & { user_platform: string | null };
  saved_addresses: { uid: string };
  otp_challenges: { mobile: string; ended_at: number | null; allowance: string };
  social_identities: { uid: string };
  social_sign_ins: { link_uid: string | null };
};

export interface ErasedPerson {
  uid: string;
  mobile: string;
  referralId: string;
}

export const erasureRepository = (tx: Tx) => {
  const db = tx.withTables<ErasureTables>();
  return {
    /** Blanks the row except the uid, the role, and the times of creation and erasure. */
    async blank(uid: string, referralId: string, now: number): Promise<void> {
      await db
        .updateTable('users')
        .set({
          first_name: '',
          last_name: '',
          email: '',
          mobile: '',
          email_verified: false,
          lang_locale: null,
          date_locale: null,
          profile_image: null,
          push_token: null,
          user_platform: null,
          bank_name: '',
          bank_code: '',
          bank_account: '',
          rating_count: 0,
          rating_sum: 0,
          signup_via_referral: null,
          referral_id: referralId,
          approved: false,
          review: 'disabled',
          review_reason: '',
          deleted_at: now,
          updated_at: now,
        })
        .where('uid', '=', uid)
        .execute();
    },

    /** Replaces the referral id in the rows of invited users, because it begins with its owner's first name. */
    async renameReferrer(from: string, to: string): Promise<void> {
      await db
        .updateTable('users')
        .set({ signup_via_referral: to })
        .where(sql`lower(signup_via_referral)`, '=', from.toLowerCase())
        .where('signup_via_referral', 'is not', null)
        .execute();
    },

    async removeTraces({ uid, mobile }: ErasedPerson, now: number): Promise<void> {
      await db.deleteFrom('saved_addresses').where('uid', '=', uid).execute();
      await db.deleteFrom('social_identities').where('uid', '=', uid).execute();
      await db.deleteFrom('social_sign_ins').where('link_uid', '=', uid).execute();
      // The rows of sent codes stay without the number, because they count towards the limits of the network and of the
      // day.
      if (mobile !== '')
        await db
          .updateTable('otp_challenges')
          .set({ mobile: '', allowance: 'unknown', ended_at: sql<number>`coalesce(ended_at, ${now})` })
          .where('mobile', '=', mobile)
          .execute();
    },
  };
};
