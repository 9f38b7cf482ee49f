// SQL of the installations that receive push messages.
import type { UserPlatform, Usertype } from '@kerb/domain/identity';
import { type Generated, sql } from 'kysely';
import type { Queries } from '../../../kit/index.ts';
import type { UsersTable } from '../users/users.repository.ts';
import type { PushDevice } from './push-device.ts';

type DeviceTables = {
  push_devices: PushDevice & {
    session: string;
    token_hash: Buffer;
    set_at: number;
    denied: Generated<number>;
  };
  sessions: { id: string; created_at: number; last_seen_at: number; expires_at: number };
  users: UsersTable;
};

export interface NewDevice extends PushDevice {
  session: string;
  tokenHash: Buffer;
  now: number;
}

/** Selects the recipients of a message; a null platform means any platform. */
export interface DeviceFilter {
  usertypes: readonly Usertype[];
  platform: UserPlatform | null;
}

/**
 * Limits of live sessions: not expired at `now`, and used since `idleSince`; stricter limits for admins and fleet
 * admins.
 */
export interface LiveSince {
  now: number;
  idleSince: number;
  managers: { idleSince: number; createdSince: number };
}

export const pushDevicesRepository = (queries: Queries) => {
  const db = queries.withTables<DeviceTables>();
  /** Devices of sessions that have not ended, of approved users who are not deleted. */
  const live = ({ now, idleSince, managers }: LiveSince) =>
    db
      .selectFrom('push_devices')
      .innerJoin('sessions', 'sessions.id', 'push_devices.session')
      .innerJoin('users', 'users.uid', 'push_devices.uid')
      .where('sessions.expires_at', '>', now)
      .where('sessions.last_seen_at', '>', idleSince)
      .where((where) =>
        where.or([
          where('users.usertype', 'not in', ['admin', 'fleetadmin']),
          where.and([
            where('sessions.last_seen_at', '>', managers.idleSince),
            where('sessions.created_at', '>', managers.createdSince),
          ]),
        ]),
      )
      .where('users.approved', '=', true)
      .where('users.deleted_at', 'is', null);
  const matching = (filter: DeviceFilter, since: LiveSince) =>
    live(since)
      .where('users.usertype', '=', sql<Usertype>`any(${[...filter.usertypes]}::text[])`)
      .$if(filter.platform !== null, (query) =>
        query.where('push_devices.platform', '=', filter.platform ?? 'WEB'),
      );

  return {
    /**
     * Stores the session's device, replacing its previous one. A token that another session had moves to this session.
     */
    async set({ session, uid, platform, token, tokenHash, now }: NewDevice): Promise<void> {
      await db
        .deleteFrom('push_devices')
        .where((eb) =>
          eb.or([
            eb.and([eb('session', '=', session), eb('token_hash', '<>', tokenHash)]),
            eb.and([eb('session', '<>', session), eb('token_hash', '=', tokenHash)]),
          ]),
        )
        .execute();
      await db
        .insertInto('push_devices')
        .values({ session, uid, platform, token, token_hash: tokenHash, set_at: now })
        .onConflict((conflict) =>
          conflict
            .column('token_hash')
            .doUpdateSet({ session, uid, platform, token, set_at: now, denied: 0 }),
        )
        .execute();
    },

    /** Deletes the user's oldest devices beyond `most`. */
    async keepNewest(uid: string, most: number): Promise<void> {
      await db
        .deleteFrom('push_devices')
        .where('session', 'in', (eb) =>
          eb
            .selectFrom('push_devices')
            .select('session')
            .where('uid', '=', uid)
            .orderBy('set_at', 'desc')
            .orderBy('session', 'desc')
            .offset(most),
        )
        .execute();
    },

    /** Uid of the token's owner; null for an unknown token. */
    async ownerOf(tokenHash: Buffer): Promise<string | null> {
      const row = await db
        .selectFrom('push_devices')
        .select('uid')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row?.uid ?? null;
    },

    /** Increments the number of denials in a row; returns it, or 0 for a removed device. */
    async countDenied(tokenHash: Buffer): Promise<number> {
      const row = await db
        .updateTable('push_devices')
        .set({ denied: sql<number>`denied + 1` })
        .where('token_hash', '=', tokenHash)
        .returning('denied')
        .executeTakeFirst();
      return row?.denied ?? 0;
    },

    async forgetDenied(tokenHash: Buffer): Promise<void> {
      await db
        .updateTable('push_devices')
        .set({ denied: 0 })
        .where('token_hash', '=', tokenHash)
        .where('denied', '>', 0)
        .execute();
    },

    async remove(tokenHash: Buffer, uid?: string): Promise<void> {
      await db
        .deleteFrom('push_devices')
        .where('token_hash', '=', tokenHash)
        .$if(uid !== undefined, (query) => query.where('uid', '=', uid ?? ''))
        .execute();
    },

    async find(tokenHash: Buffer, since: LiveSince): Promise<PushDevice | null> {
      const row = await live(since)
        .select(['push_devices.uid', 'platform', 'token'])
        .where('push_devices.token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row ?? null;
    },

    of(uids: readonly string[], since: LiveSince): Promise<(PushDevice & { setAt: number })[]> {
      return live(since)
        .select(['push_devices.uid', 'platform', 'token', 'set_at as setAt'])
        .where('push_devices.uid', '=', sql<string>`any(${[...uids]}::uuid[])`)
        .orderBy('set_at', 'desc')
        .execute();
    },

    async countPeople(filter: DeviceFilter, since: LiveSince): Promise<number> {
      const row = await matching(filter, since)
        .select(sql<number>`count(distinct push_devices.uid)::int`.as('people'))
        .executeTakeFirstOrThrow();
      return row.people;
    },

    /** Ordered by uid, so that a page starts after the last uid of the previous page. */
    async pageOfPeople(
      filter: DeviceFilter,
      since: LiveSince,
      page: { after: string | null; limit: number },
    ): Promise<string[]> {
      const rows = await matching(filter, since)
        .select('push_devices.uid')
        .distinct()
        .$if(page.after !== null, (query) => query.where('push_devices.uid', '>', page.after ?? ''))
        .orderBy('push_devices.uid')
        .limit(page.limit)
        .execute();
      return rows.map(({ uid }) => uid);
    },
  };
};
