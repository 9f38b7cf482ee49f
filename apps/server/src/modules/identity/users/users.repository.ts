// SQL of users: look-ups, locks, changes and uniqueness checks.
import type { Review } from '@kerb/contract';
import { type LoginType, ratingsOf, type Usertype } from '@kerb/domain/identity';
import { type Generated, type Selectable, sql } from 'kysely';
import { anyOf, type Queries } from '../../../kit/index.ts';
import type { NewUser, User } from './user.ts';

export type UsersTable = {
  uid: string;
  usertype: Usertype;
  first_name: Generated<string>;
  last_name: Generated<string>;
  email: Generated<string>;
  mobile: Generated<string>;
  login_type: Generated<LoginType>;
  lang_locale: string | null;
  date_locale: string | null;
  approved: Generated<boolean>;
  review: Generated<Review>;
  review_reason: Generated<string>;
  reviewed_at: number | null;
  email_verified: Generated<boolean>;
  deleted_at: number | null;
  created_by_admin: Generated<boolean>;
  referral_id: string;
  signup_via_referral: string | null;
  profile_image: string | null;
  push_token: string | null;
  bank_name: Generated<string>;
  bank_code: Generated<string>;
  bank_account: Generated<string>;
  rating_count: Generated<number>;
  rating_sum: Generated<number>;
  created_at: number;
  updated_at: number;
};

type UserRow = Omit<Selectable<UsersTable>, 'updated_at' | 'reviewed_at' | 'deleted_at'>;

const columns = [
  'uid',
  'usertype',
  'first_name',
  'last_name',
  'email',
  'mobile',
  'login_type',
  'lang_locale',
  'date_locale',
  'approved',
  'review',
  'review_reason',
  'email_verified',
  'created_by_admin',
  'referral_id',
  'signup_via_referral',
  'profile_image',
  'push_token',
  'bank_name',
  'bank_code',
  'bank_account',
  'rating_count',
  'rating_sum',
  'created_at',
] as const satisfies readonly (keyof UsersTable)[];

const toUser = (row: UserRow): User => ({
  uid: row.uid,
  usertype: row.usertype,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  mobile: row.mobile,
  loginType: row.login_type,
  lang:
    row.lang_locale !== null && row.date_locale !== null
      ? { langLocale: row.lang_locale, dateLocale: row.date_locale }
      : null,
  approved: row.approved,
  review: row.review,
  reviewReason: row.review_reason,
  emailVerified: row.email_verified,
  createdByAdmin: row.created_by_admin,
  referralId: row.referral_id,
  signupViaReferral: row.signup_via_referral,
  profile_image: row.profile_image,
  pushToken: row.push_token,
  bankName: row.bank_name,
  bankCode: row.bank_code,
  bankAccount: row.bank_account,
  ratings: ratingsOf({ count: row.rating_count, sum: row.rating_sum }),
  createdAt: row.created_at,
});

const toRow = (user: NewUser) => ({
  uid: user.uid,
  usertype: user.usertype,
  first_name: user.firstName ?? '',
  last_name: user.lastName ?? '',
  email: user.email ?? '',
  mobile: user.mobile ?? '',
  login_type: user.loginType ?? 'mobile',
  approved: (user.review ?? 'approved') === 'approved',
  review: user.review ?? 'approved',
  email_verified: user.emailVerified ?? false,
  created_by_admin: user.createdByAdmin ?? false,
  referral_id: user.referralId,
  signup_via_referral: user.signupViaReferral ?? null,
  rating_count: user.rating?.count ?? 0,
  rating_sum: user.rating?.sum ?? 0,
  bank_name: user.bankName ?? '',
  bank_code: user.bankCode ?? '',
  bank_account: user.bankAccount ?? '',
  created_at: user.createdAt,
  updated_at: user.createdAt,
});

/** The columns that a user may change in their own profile, or an admin for them. */
export type UserChanges = Partial<
  Pick<User, 'firstName' | 'lastName' | 'email' | 'mobile' | 'bankName' | 'bankCode' | 'bankAccount'> & {
    lang: NonNullable<User['lang']>;
    usertype: Usertype;
    emailVerified: boolean;
    signupViaReferral: string;
  }
>;

export const usersRepository = (queries: Queries) => {
  const db = queries.withTables<{ users: UsersTable }>();
  /** A deleted user's anonymised row stays because other rows refer to it; no query returns it. */
  const people = () => db.selectFrom('users').select(columns).where('deleted_at', 'is', null);
  /** Locks the row of a user who is not deleted, so that this holds until the transaction ends. */
  const existingLocked = (uid: string) =>
    db.selectFrom('users').select('uid').where('uid', '=', uid).where('deleted_at', 'is', null).forShare();
  return {
    async find(uid: string): Promise<User | null> {
      const row = await people().where('uid', '=', uid).executeTakeFirst();
      return row ? toUser(row) : null;
    },

    async findForUpdate(uid: string): Promise<User | null> {
      const row = await people().where('uid', '=', uid).forUpdate().executeTakeFirst();
      return row ? toUser(row) : null;
    },

    async findByMobile(mobile: string): Promise<User | null> {
      const row = await people().where('mobile', '=', mobile).executeTakeFirst();
      return row ? toUser(row) : null;
    },

    async findMany(uids: readonly string[]): Promise<User[]> {
      if (uids.length === 0) return [];
      const rows = await people().where('uid', '=', anyOf('uuid', uids)).execute();
      return rows.map(toUser);
    },

    /** Whether the user exists and is not deleted; locks the row, so that this holds until the transaction ends. */
    async lockExisting(uid: string): Promise<boolean> {
      return (await existingLocked(uid).executeTakeFirst()) !== undefined;
    },

    /** Like `lockExisting` for a user who has a wallet: everyone but admins. The role cannot change either. */
    async lockWalletHolder(uid: string): Promise<boolean> {
      const row = await existingLocked(uid).where('usertype', '<>', 'admin').executeTakeFirst();
      return row !== undefined;
    },

    /** The uids that exist and are not deleted; their rows are locked in a fixed order, which avoids deadlocks. */
    async lockExistingAmong(uids: readonly string[]): Promise<Set<string>> {
      if (uids.length === 0) return new Set();
      const rows = await db
        .selectFrom('users')
        .select('uid')
        .where('uid', '=', sql<string>`any(${[...uids]}::uuid[])`)
        .where('deleted_at', 'is', null)
        .orderBy('uid')
        .forShare()
        .execute();
      return new Set(rows.map(({ uid }) => uid));
    },

    /** Like `lockExisting` for an approved user, whose approval cannot be withdrawn until the transaction ends. */
    async lockApproved(uid: string): Promise<boolean> {
      const row = await db
        .selectFrom('users')
        .select('uid')
        .where('uid', '=', uid)
        .where('approved', '=', true)
        .forShare()
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The approved ones of these users. */
    async approvedAmong(uids: readonly string[]): Promise<Set<string>> {
      if (uids.length === 0) return new Set();
      const rows = await db
        .selectFrom('users')
        .select('uid')
        .where('uid', '=', sql<string>`any(${[...uids]}::uuid[])`)
        .where('approved', '=', true)
        .execute();
      return new Set(rows.map((row) => row.uid));
    },

    /** Serialises transactions that enter a referral code until the transaction ends. */
    async lockInvitations(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('identity:invitations', 0))`.execute(db);
    },

    /** The approved user with this referral code, ignoring letter case. */
    async findReferrer(code: string): Promise<{ uid: string; referralId: string } | null> {
      const row = await db
        .selectFrom('users')
        .select(['uid', 'referral_id as referralId'])
        .where(sql`lower(referral_id)`, '=', code.toLowerCase())
        .where('approved', '=', true)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row ?? null;
    },

    /** The approved users of a type, for notifications. */
    async approvedOfType(usertype: Usertype, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('users')
        .select('uid')
        .where('usertype', '=', usertype)
        .where('approved', '=', true)
        .orderBy('uid')
        .limit(limit)
        .execute();
      return rows.map(({ uid }) => uid);
    },

    /** Adds the users whose uid, mobile, e-mail and referral id are all free; returns the uids added. */
    async addMissing(users: readonly NewUser[]): Promise<string[]> {
      if (users.length === 0) return [];
      const rows = await db
        .insertInto('users')
        .values(users.map(toRow))
        .onConflict((conflict) => conflict.doNothing())
        .returning('uid')
        .execute();
      return rows.map((row) => row.uid);
    },

    /** Serialises transactions that add accounts with one e-mail address until the transaction ends. */
    async lockEmail(email: string): Promise<void> {
      if (email === '') return;
      await sql`select pg_advisory_xact_lock(hashtextextended(${`email:${email.toLowerCase()}`}, 0))`.execute(
        db,
      );
    },

    /**
     * Which of the two a user has: this mobile, or this e-mail in any letter case. An unverified e-mail does not count,
     * because anyone can enter the address of another person. Null for none; an empty string matches no user.
     */
    async takenContact(mobile: string, email: string): Promise<'mobile' | 'email' | null> {
      const rows = await db
        .selectFrom('users')
        .select('mobile')
        .where((where) =>
          where.or([
            where.and([where('mobile', '=', mobile), where('mobile', '<>', '')]),
            where.and([
              where(sql`lower(email)`, '=', email.toLowerCase()),
              where('email', '<>', ''),
              where('email_verified', '=', true),
            ]),
          ]),
        )
        .execute();
      if (rows.length === 0) return null;
      return rows.some((row) => mobile !== '' && row.mobile === mobile) ? 'mobile' : 'email';
    },

    /** The users with this mobile or, in any letter case, this e-mail; an empty string matches no user. */
    async findByContact(mobile: string, email: string): Promise<User[]> {
      const rows = await people()
        .where((where) =>
          where.or([
            where.and([where('mobile', '=', mobile), where('mobile', '<>', '')]),
            where.and([where(sql`lower(email)`, '=', email.toLowerCase()), where('email', '<>', '')]),
          ]),
        )
        .orderBy('created_at')
        .execute();
      return rows.map(toUser);
    },

    /** Sets the account's review; `approved` follows from it. */
    async review(uid: string, to: { review: Review; reason: string; now: number }): Promise<void> {
      await db
        .updateTable('users')
        .set({
          review: to.review,
          approved: to.review === 'approved',
          review_reason: to.reason,
          reviewed_at: to.now,
          updated_at: to.now,
        })
        .where('uid', '=', uid)
        .execute();
    },

    async change(uid: string, changes: UserChanges, now: number): Promise<void> {
      const { firstName, lastName, email, mobile, bankName, bankCode, bankAccount, lang, usertype } = changes;
      await db
        .updateTable('users')
        .set({
          usertype,
          first_name: firstName,
          last_name: lastName,
          email,
          email_verified: changes.emailVerified,
          signup_via_referral: changes.signupViaReferral,
          mobile,
          bank_name: bankName,
          bank_code: bankCode,
          bank_account: bankAccount,
          ...(lang ? { lang_locale: lang.langLocale, date_locale: lang.dateLocale } : {}),
          updated_at: now,
        })
        .where('uid', '=', uid)
        .execute();
    },

    /** Adds the rating to the user's mean. False for a deleted user. */
    async addRating(uid: string, stars: number): Promise<boolean> {
      const rated = await db
        .updateTable('users')
        .set({ rating_count: sql<number>`rating_count + 1`, rating_sum: sql<number>`rating_sum + ${stars}` })
        .where('uid', '=', uid)
        .where('deleted_at', 'is', null)
        .returning('uid')
        .executeTakeFirst();
      return rated !== undefined;
    },
  };
};
