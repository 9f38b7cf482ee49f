// SQL of sessions: found by the hash of their token, with their user.
import type { Usertype } from '@kerb/domain/identity';
import type { ColumnType } from 'kysely';
import { anyOf, type Queries } from '../../../kit/index.ts';
import type { UsersTable } from '../users/users.repository.ts';

type SessionsTable = {
  id: string;
  token_hash: Buffer;
  uid: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  user_agent: string;
  second_factor_at: ColumnType<number | null, undefined, never>;
};

export interface KnownSession {
  id: string;
  userAgent: string;
  createdAt: number;
  lastSeenAt: number;
}

export interface LiveSession {
  id: string;
  uid: string;
  usertype: Usertype;
  createdAt: number;
  lastSeenAt: number;
  /** Time of the session's last proof of a second factor, in ms since the epoch; null without one. */
  secondFactorAt: number | null;
}

/** Far above the number of sessions that a user has. */
const MAX_SHOWN = 200;

export const sessionsRepository = (queries: Queries) => {
  const db = queries.withTables<{ sessions: SessionsTable; users: UsersTable }>();
  return {
    async add(session: {
      id: string;
      tokenHash: Buffer;
      uid: string;
      now: number;
      expiresAt: number;
      userAgent: string;
    }): Promise<void> {
      await db
        .insertInto('sessions')
        .values({
          id: session.id,
          token_hash: session.tokenHash,
          uid: session.uid,
          created_at: session.now,
          last_seen_at: session.now,
          expires_at: session.expiresAt,
          user_agent: session.userAgent,
        })
        .execute();
    },

    /** Sessions by the hexadecimal hash of their token, without those of disabled users, expired or idle ones. */
    async findLive(
      tokenHashes: readonly Buffer[],
      now: number,
      idleSince: number,
    ): Promise<Map<string, LiveSession>> {
      const rows = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.uid', 'sessions.uid')
        .select([
          'sessions.token_hash',
          'sessions.id',
          'sessions.uid',
          'users.usertype',
          'sessions.created_at',
          'sessions.last_seen_at',
          'sessions.second_factor_at',
        ])
        .where('sessions.token_hash', '=', anyOf('bytea', tokenHashes))
        .where('sessions.expires_at', '>', now)
        .where('sessions.last_seen_at', '>', idleSince)
        .where('users.approved', '=', true)
        .execute();
      return new Map(
        rows.map((row) => [
          row.token_hash.toString('hex'),
          {
            id: row.id,
            uid: row.uid,
            usertype: row.usertype,
            createdAt: row.created_at,
            lastSeenAt: row.last_seen_at,
            secondFactorAt: row.second_factor_at,
          },
        ]),
      );
    },

    async touch(id: string, now: number): Promise<void> {
      await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).execute();
    },

    /** The user's sessions that have not ended, last used first. */
    async liveOf(uid: string, now: number, idleSince: number): Promise<KnownSession[]> {
      const rows = await db
        .selectFrom('sessions')
        .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
        .where('uid', '=', uid)
        .where('expires_at', '>', now)
        .where('last_seen_at', '>', idleSince)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MAX_SHOWN)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        userAgent: row.user_agent,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
      }));
    },

    /** False when the user has no such session. */
    async remove(uid: string, id: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('sessions')
        .where('id', '=', id)
        .where('uid', '=', uid)
        .returning('id')
        .executeTakeFirst();
      return removed !== undefined;
    },

    /** Deletes the user's sessions except one; returns the deleted ids. */
    async removeOf(uid: string, exceptId: string | null): Promise<string[]> {
      const rows = await db
        .deleteFrom('sessions')
        .where('uid', '=', uid)
        .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId ?? ''))
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    async removeEnded(now: number, idleSince: number): Promise<void> {
      await db
        .deleteFrom('sessions')
        .where((where) => where.or([where('expires_at', '<=', now), where('last_seen_at', '<=', idleSince)]))
        .execute();
    },
  };
};
