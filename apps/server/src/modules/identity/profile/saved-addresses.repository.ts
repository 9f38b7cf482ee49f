// SQL of saved addresses.
import type { SavedAddress } from '@kerb/domain/identity';
import { sql } from 'kysely';
import { insertRows, type Queries, type Tx } from '../../../kit/index.ts';

type SavedAddressTables = {
  saved_addresses: {
    id: string;
    uid: string;
    description: string;
    lat: number;
    lng: number;
    count: number;
    updated_at: number;
  };
};

export type PastAddress = SavedAddressTables['saved_addresses'];

/** Most addresses stored for a user; the least used ones above it are deleted. */
const MAX_SAVED = 200;

export const savedAddressesRepository = (queries: Queries) => {
  const db = queries.withTables<SavedAddressTables>();
  return {
    /** Most used first, then most recently used. */
    async of(uid: string): Promise<SavedAddress[]> {
      return db
        .selectFrom('saved_addresses')
        .select(['id', 'description', 'lat', 'lng', 'count'])
        .where('uid', '=', uid)
        .orderBy('count', 'desc')
        .orderBy('updated_at', 'desc')
        .limit(MAX_SAVED)
        .execute();
    },

    async addPast(tx: Tx, addresses: readonly PastAddress[]): Promise<void> {
      await insertRows(tx, 'saved_addresses', addresses);
    },

    async add(uid: string, address: SavedAddress, now: number): Promise<void> {
      await db
        .insertInto('saved_addresses')
        .values({
          id: address.id,
          uid,
          description: address.description,
          lat: address.lat,
          lng: address.lng,
          count: address.count,
          updated_at: now,
        })
        .execute();
      await sql`delete from saved_addresses where uid = ${uid} and id <> ${address.id} and id in (
        select id from saved_addresses where uid = ${uid}
        order by count desc, updated_at desc offset ${MAX_SAVED})`.execute(db);
    },

    async countUp(id: string, now: number): Promise<void> {
      await db
        .updateTable('saved_addresses')
        .set({ count: sql<number>`count + 1`, updated_at: now })
        .where('id', '=', id)
        .execute();
    },

    /** True when the user had such an address. */
    async remove(uid: string, id: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('saved_addresses')
        .where('id', '=', id)
        .where('uid', '=', uid)
        .returning('id')
        .executeTakeFirst();
      return removed !== undefined;
    },
  };
};
