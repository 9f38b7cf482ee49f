// SQL of the fingerprints from which replaced secrets are detected.
import { sql } from 'kysely';
import type { Queries } from '../db/tables.ts';

type Tables = { secret_fingerprints: { name: string; fingerprint: Buffer; changed_at: Date } };

export function secretFingerprintsRepository(queries: Queries) {
  const db = queries.withTables<Tables>();
  return {
    /** Serialises servers that start at the same time, so that a replaced secret is recorded once. */
    async lock(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('secret_fingerprints', 0))`.execute(db);
    },

    async find(name: string): Promise<Buffer | null> {
      const row = await db
        .selectFrom('secret_fingerprints')
        .select('fingerprint')
        .where('name', '=', name)
        .executeTakeFirst();
      return row?.fingerprint ?? null;
    },

    async remember(name: string, fingerprint: Buffer): Promise<void> {
      await sql`
        insert into secret_fingerprints as known (name, fingerprint) values (${name}, ${fingerprint})
        on conflict (name) do update set fingerprint = excluded.fingerprint, changed_at = now()
        where known.fingerprint <> excluded.fingerprint`.execute(db);
    },

    async removeOthers(names: readonly string[]): Promise<void> {
      await db.deleteFrom('secret_fingerprints').where('name', 'not in', names).execute();
    },
  };
}
