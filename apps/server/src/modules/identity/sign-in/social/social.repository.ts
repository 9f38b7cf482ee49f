// SQL of social sign-ins: pending ones, and the identities connected to accounts.
import type { SocialProvider } from '@kerb/contract';
import { sql } from 'kysely';
import type { Queries } from '../../../../kit/index.ts';
import type { SocialSecrets } from '../../../../ports/social.ts';

type SocialTables = {
  social_identities: { provider: SocialProvider; subject: string; uid: string; connected_at: number };
  social_sign_ins: {
    state: string;
    browser_hash: Buffer;
    provider: SocialProvider;
    nonce: string;
    code_verifier: string;
    next: string;
    link_uid: string | null;
    expires_at: number;
  };
};

/** A sign-in whose browser is at the provider's page. */
export interface PendingSignIn {
  secrets: SocialSecrets;
  /** A path of the app; '' for the home page of the user's role. */
  next: string;
  /** Uid of the account that connects the provider; null for a sign-in. */
  linkUid: string | null;
}

export const socialRepository = (queries: Queries) => {
  const db = queries.withTables<SocialTables>();
  return {
    async begin(
      { secrets, next, linkUid }: PendingSignIn,
      at: { provider: SocialProvider; browserHash: Buffer; expiresAt: number },
    ): Promise<void> {
      await db
        .insertInto('social_sign_ins')
        .values({
          state: secrets.state,
          browser_hash: at.browserHash,
          provider: at.provider,
          nonce: secrets.nonce,
          code_verifier: secrets.codeVerifier,
          next,
          link_uid: linkUid,
          expires_at: at.expiresAt,
        })
        .execute();
    },

    /** Cancels the user's pending connections of a provider. */
    async deletePendingLinksOf(uid: string): Promise<void> {
      await db.deleteFrom('social_sign_ins').where('link_uid', '=', uid).execute();
    },

    async removeExpired(now: number): Promise<void> {
      await db.deleteFrom('social_sign_ins').where('expires_at', '<=', now).execute();
    },

    /**
     * Deletes and returns the pending sign-in, so that only one of several concurrent responses finds it; null when it
     * belongs to another browser.
     */
    async take(
      state: string,
      from: { provider: SocialProvider; browserHash: Buffer; now: number },
    ): Promise<PendingSignIn | null> {
      const row = await db
        .deleteFrom('social_sign_ins')
        .where('state', '=', state)
        .where('provider', '=', from.provider)
        .where('browser_hash', '=', from.browserHash)
        .where('expires_at', '>', from.now)
        .returning(['state', 'nonce', 'code_verifier', 'next', 'link_uid'])
        .executeTakeFirst();
      return row
        ? {
            secrets: { state: row.state, nonce: row.nonce, codeVerifier: row.code_verifier },
            next: row.next,
            linkUid: row.link_uid,
          }
        : null;
    },

    /** Serialises sign-ins by an identity or an e-mail address until the transaction ends. */
    async lock(...names: readonly string[]): Promise<void> {
      for (const name of names)
        await sql`select pg_advisory_xact_lock(hashtextextended(${`social:${name}`}, 0))`.execute(db);
    },

    async ownerOf(provider: SocialProvider, subject: string): Promise<string | null> {
      const row = await db
        .selectFrom('social_identities')
        .select('uid')
        .where('provider', '=', provider)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return row?.uid ?? null;
    },

    async connect(provider: SocialProvider, subject: string, uid: string, now: number): Promise<void> {
      await db
        .insertInto('social_identities')
        .values({ provider, subject, uid, connected_at: now })
        .execute();
    },

    async providersOf(uid: string): Promise<SocialProvider[]> {
      const rows = await db
        .selectFrom('social_identities')
        .select('provider')
        .where('uid', '=', uid)
        .orderBy('connected_at')
        .orderBy('provider')
        .execute();
      return rows.map(({ provider }) => provider);
    },

    async disconnect(provider: SocialProvider, uid: string): Promise<void> {
      await db
        .deleteFrom('social_identities')
        .where('provider', '=', provider)
        .where('uid', '=', uid)
        .execute();
    },
  };
};
