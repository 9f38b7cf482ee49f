// SQL of second factors: passkeys, authenticator apps, recovery codes, challenges and the counts of wrong codes.
import { sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';

type SecondFactorTables = {
  second_factor_authenticators: {
    uid: string;
    sealed_secret: Buffer;
    last_step: number;
    added_at: number;
    last_used_at: number | null;
  };
  second_factor_passkeys: {
    id: string;
    uid: string;
    credential_id: string;
    public_key: Buffer;
    signature_counter: number;
    transports: string[];
    name: string;
    added_at: number;
    last_used_at: number | null;
  };
  second_factor_recovery_codes: { uid: string; code_hash: Buffer };
  second_factor_challenges: {
    session: string;
    purpose: ChallengePurpose;
    challenge: string;
    expires_at: number;
  };
  second_factor_attempts: {
    uid: string;
    failures: number;
    last_failed_at: number;
    paused_until: number;
  };
  sessions: { id: string; uid: string; second_factor_at: number | null; second_factor_failures: number };
};

export type ChallengePurpose = 'passkey_registration' | 'passkey_proof' | 'authenticator';

export interface Authenticator {
  sealedSecret: Buffer;
  lastStep: number;
  addedAt: number;
  lastUsedAt: number | null;
}

export interface Passkey {
  id: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  name: string;
  addedAt: number;
  lastUsedAt: number | null;
}

/** The user's wrong codes in a row. */
export interface Attempts {
  failures: number;
  lastFailedAt: number;
  pausedUntil: number;
}

/** Limit of the query, above the number of passkeys that a user may have. */
const MAX_PASSKEYS = 100;

type Db = ReturnType<typeof tablesOf>;

const tablesOf = (queries: Queries) => queries.withTables<SecondFactorTables>();

/** Authenticator apps: one for each user. */
const authenticators = (db: Db) => ({
  async authenticatorOf(uid: string): Promise<Authenticator | null> {
    const row = await db
      .selectFrom('second_factor_authenticators')
      .select([
        'sealed_secret as sealedSecret',
        'last_step as lastStep',
        'added_at as addedAt',
        'last_used_at as lastUsedAt',
      ])
      .where('uid', '=', uid)
      .executeTakeFirst();
    return row ?? null;
  },

  /** Replaces an earlier one. */
  async saveAuthenticator(
    uid: string,
    { sealedSecret, step, now }: { sealedSecret: Buffer; step: number; now: number },
  ): Promise<void> {
    const values = {
      sealed_secret: sealedSecret,
      last_step: step,
      added_at: now,
      last_used_at: now,
    };
    await db
      .insertInto('second_factor_authenticators')
      .values({ uid, ...values })
      .onConflict((conflict) => conflict.column('uid').doUpdateSet(values))
      .execute();
  },

  /** Marks the time step as used. False when a code of this or a later step was accepted before. */
  async takeStep(uid: string, step: number, now: number): Promise<boolean> {
    const taken = await db
      .updateTable('second_factor_authenticators')
      .set({ last_step: step, last_used_at: now })
      .where('uid', '=', uid)
      .where('last_step', '<', step)
      .returning('uid')
      .executeTakeFirst();
    return taken !== undefined;
  },

  async removeAuthenticator(uid: string): Promise<boolean> {
    const removed = await db
      .deleteFrom('second_factor_authenticators')
      .where('uid', '=', uid)
      .returning('uid')
      .executeTakeFirst();
    return removed !== undefined;
  },
});

/** Passkeys: several for each user. */
const passkeys = (db: Db) => ({
  /** In the order in which they were added. */
  async passkeysOf(uid: string): Promise<Passkey[]> {
    return db
      .selectFrom('second_factor_passkeys')
      .select([
        'id',
        'credential_id as credentialId',
        'public_key as publicKey',
        'signature_counter as counter',
        'transports',
        'name',
        'added_at as addedAt',
        'last_used_at as lastUsedAt',
      ])
      .where('uid', '=', uid)
      .orderBy('added_at')
      .orderBy('id')
      .limit(MAX_PASSKEYS)
      .execute();
  },

  /** False when the credential is already stored, for any user. */
  async addPasskey(uid: string, passkey: Omit<Passkey, 'lastUsedAt'>): Promise<boolean> {
    const added = await db
      .insertInto('second_factor_passkeys')
      .values({
        id: passkey.id,
        uid,
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        signature_counter: passkey.counter,
        transports: passkey.transports,
        name: passkey.name,
        added_at: passkey.addedAt,
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst();
    return added !== undefined;
  },

  /** False when the stored counter has changed since the assertion was verified. */
  async countPasskeyUse(
    id: string,
    { before, after, now }: { before: number; after: number; now: number },
  ): Promise<boolean> {
    const counted = await db
      .updateTable('second_factor_passkeys')
      .set({ signature_counter: after, last_used_at: now })
      .where('id', '=', id)
      .where('signature_counter', '=', before)
      .returning('id')
      .executeTakeFirst();
    return counted !== undefined;
  },

  async removePasskey(uid: string, id: string): Promise<boolean> {
    const removed = await db
      .deleteFrom('second_factor_passkeys')
      .where('uid', '=', uid)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    return removed !== undefined;
  },
});

/** Recovery codes, as hashes. */
const recoveryCodes = (db: Db) => ({
  async countRecoveryCodes(uid: string): Promise<number> {
    const { count } = await db
      .selectFrom('second_factor_recovery_codes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  /** Replaces all earlier codes. */
  async replaceRecoveryCodes(uid: string, hashes: readonly Buffer[]): Promise<void> {
    await db.deleteFrom('second_factor_recovery_codes').where('uid', '=', uid).execute();
    if (hashes.length > 0)
      await db
        .insertInto('second_factor_recovery_codes')
        .values(hashes.map((code_hash) => ({ uid, code_hash })))
        .execute();
  },

  /** Deletes the code; true for exactly one caller. */
  async useRecoveryCode(uid: string, hash: Buffer): Promise<boolean> {
    const used = await db
      .deleteFrom('second_factor_recovery_codes')
      .where('uid', '=', uid)
      .where('code_hash', '=', hash)
      .returning('uid')
      .executeTakeFirst();
    return used !== undefined;
  },
});

/** Challenges to be signed by a passkey. */
const challenges = (db: Db) => ({
  /** One for each session and purpose; a new challenge replaces the previous one. */
  async saveChallenge(
    session: string,
    { purpose, challenge, expiresAt }: { purpose: ChallengePurpose; challenge: string; expiresAt: number },
  ): Promise<void> {
    await db
      .insertInto('second_factor_challenges')
      .values({ session, purpose, challenge, expires_at: expiresAt })
      .onConflict((conflict) =>
        conflict.columns(['session', 'purpose']).doUpdateSet({ challenge, expires_at: expiresAt }),
      )
      .execute();
  },

  async challengeOf(session: string, purpose: ChallengePurpose, now: number): Promise<string | null> {
    const row = await db
      .selectFrom('second_factor_challenges')
      .select('challenge')
      .where('session', '=', session)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return row?.challenge ?? null;
  },

  /**
   * Deletes and returns the challenge, so that only one of several concurrent attempts is verified; null when there is
   * no open challenge.
   */
  async takeChallenge(session: string, purpose: ChallengePurpose, now: number): Promise<string | null> {
    const row = await db
      .deleteFrom('second_factor_challenges')
      .where('session', '=', session)
      .where('purpose', '=', purpose)
      .returning(['challenge', 'expires_at'])
      .executeTakeFirst();
    return row !== undefined && row.expires_at > now ? row.challenge : null;
  },
});

/** Wrong codes of a user and of a session, and the proof of a session. */
const proofs = (db: Db) => ({
  /** Serialises the user's attempts until the transaction ends. */
  async lockAttempts(uid: string): Promise<Attempts> {
    const { failures, last_failed_at, paused_until } = await db
      .insertInto('second_factor_attempts')
      .values({ uid, failures: 0, last_failed_at: 0, paused_until: 0 })
      .onConflict((conflict) => conflict.column('uid').doUpdateSet({ uid }))
      .returning(['failures', 'last_failed_at', 'paused_until'])
      .executeTakeFirstOrThrow();
    return { failures, lastFailedAt: last_failed_at, pausedUntil: paused_until };
  },

  async saveAttempts(uid: string, attempts: Attempts): Promise<void> {
    await db
      .updateTable('second_factor_attempts')
      .set({
        failures: attempts.failures,
        last_failed_at: attempts.lastFailedAt,
        paused_until: attempts.pausedUntil,
      })
      .where('uid', '=', uid)
      .execute();
  },

  /** Increments the session's count of wrong codes in a row; returns it. */
  async countSessionFailure(session: string): Promise<number> {
    const row = await db
      .updateTable('sessions')
      .set({ second_factor_failures: sql<number>`second_factor_failures + 1` })
      .where('id', '=', session)
      .returning('second_factor_failures')
      .executeTakeFirst();
    return row?.second_factor_failures ?? 0;
  },

  /** False when the session has ended meanwhile. */
  async markProved(session: string, now: number): Promise<boolean> {
    const marked = await db
      .updateTable('sessions')
      .set({ second_factor_at: now, second_factor_failures: 0 })
      .where('id', '=', session)
      .returning('id')
      .executeTakeFirst();
    return marked !== undefined;
  },
});

export const secondFactorRepository = (queries: Queries) => {
  const db = tablesOf(queries);
  return {
    ...authenticators(db),
    ...passkeys(db),
    ...recoveryCodes(db),
    ...challenges(db),
    ...proofs(db),

    async isSetUp(uid: string): Promise<boolean> {
      const { rows } = await sql<{ found: boolean }>`
        select exists (select from second_factor_passkeys where uid = ${uid})
          or exists (select from second_factor_authenticators where uid = ${uid}) as found`.execute(db);
      return rows[0]?.found ?? false;
    },

    /** Deletes all factors, recovery codes and counts of the user. */
    async removeAll(uid: string): Promise<void> {
      await db.deleteFrom('second_factor_passkeys').where('uid', '=', uid).execute();
      await db.deleteFrom('second_factor_authenticators').where('uid', '=', uid).execute();
      await db.deleteFrom('second_factor_recovery_codes').where('uid', '=', uid).execute();
      await db.deleteFrom('second_factor_attempts').where('uid', '=', uid).execute();
      await db
        .updateTable('sessions')
        .set({ second_factor_at: null, second_factor_failures: 0 })
        .where('uid', '=', uid)
        .execute();
    },
  };
};

export type SecondFactorRepository = ReturnType<typeof secondFactorRepository>;
