// SQL of partner keys.
import type { KeyScope } from '@kerb/contract';
import { type Selectable, sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

interface PartnerKeysTable {
  id: string;
  name: string;
  scopes: KeyScope[];
  key_hash: Buffer;
  created_by: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

export type PartnerKeyRow = Omit<Selectable<PartnerKeysTable>, 'key_hash' | 'created_by'>;

const columns = ['id', 'name', 'scopes', 'created_at', 'last_used_at', 'revoked_at'] as const;

export function partnerKeysRepository(queries: Queries) {
  const db = queries.withTables<{ partner_keys: PartnerKeysTable }>();
  return {
    /** Serialises the transactions that count the keys and add one. */
    async lock(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('partner-keys', 0))`.execute(db);
    },

    async insert(row: Selectable<PartnerKeysTable>): Promise<void> {
      await db.insertInto('partner_keys').values(row).execute();
    },

    /** Valid keys, newest first. */
    valid(): Promise<PartnerKeyRow[]> {
      return db
        .selectFrom('partner_keys')
        .select(columns)
        .where('revoked_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
    },

    /** Revoked keys, the last revoked first. */
    revoked(limit: number): Promise<PartnerKeyRow[]> {
      return db
        .selectFrom('partner_keys')
        .select(columns)
        .where('revoked_at', 'is not', null)
        .orderBy('revoked_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
    },

    /** The valid key with this hash. */
    async byHash(hash: Buffer): Promise<PartnerKeyRow | null> {
      const row = await db
        .selectFrom('partner_keys')
        .select(columns)
        .where('key_hash', '=', hash)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return row ?? null;
    },

    async markUsed(id: string, at: number): Promise<void> {
      await db
        .updateTable('partner_keys')
        .set({ last_used_at: at })
        .where('id', '=', id)
        .where(sql<boolean>`coalesce(last_used_at, 0) < ${at}`)
        .execute();
    },

    /** True when this call revoked a valid key. */
    async revoke(id: string, at: number): Promise<boolean> {
      const row = await db
        .updateTable('partner_keys')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
