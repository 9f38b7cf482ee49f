// The SQL behind idempotency keys.
import { type Generated, sql } from 'kysely';
import type { Queries } from '../db/tables.ts';

export interface KeptAnswer {
  requestHash: Buffer;
  tookEffect: boolean;
  status: number | null;
  answer: Buffer | null;
}

type IdempotencyTables = {
  idempotency_key: {
    key_hash: Buffer;
    request_hash: Buffer;
    locked_until: Date;
    took_effect: Generated<boolean>;
    status: number | null;
    answer: Buffer | null;
    created_at: Generated<Date>;
  };
};

export function idempotencyRepository(queries: Queries) {
  const db = queries.withTables<IdempotencyTables>();
  return {
    /** Takes the key for one attempt. False: somebody has it or had it; read what is kept. */
    async take(keyHash: Buffer, requestHash: Buffer): Promise<boolean> {
      const result = await sql`
        insert into idempotency_key as kept (key_hash, request_hash, locked_until)
        values (${keyHash}, ${requestHash}, now() + interval '60 seconds')
        on conflict (key_hash) do update
        set request_hash = excluded.request_hash, locked_until = excluded.locked_until,
            took_effect = false, status = null, answer = null, created_at = now()
        where kept.created_at < now() - interval '24 hours'
          or (kept.status is null and not kept.took_effect and kept.locked_until < now()
              and kept.request_hash = excluded.request_hash)
        returning 1`.execute(db);
      return result.rows.length === 1;
    },

    async read(keyHash: Buffer): Promise<KeptAnswer | null> {
      const row = await db
        .selectFrom('idempotency_key')
        .select(['request_hash', 'took_effect', 'status', 'answer'])
        .where('key_hash', '=', keyHash)
        .executeTakeFirst();
      if (!row) return null;
      return {
        requestHash: row.request_hash,
        tookEffect: row.took_effect,
        status: row.status,
        answer: row.answer,
      };
    },

    async keep(keyHash: Buffer, status: number, answer: Buffer): Promise<void> {
      await db
        .updateTable('idempotency_key')
        .set({ status, answer })
        .where('key_hash', '=', keyHash)
        .execute();
    },

    /** Frees the key for another attempt; with `unlessItTookEffect` a key whose work was committed stays taken. */
    async free(keyHash: Buffer, { unlessItTookEffect }: { unlessItTookEffect: boolean }): Promise<void> {
      await db
        .deleteFrom('idempotency_key')
        .where('key_hash', '=', keyHash)
        .$if(unlessItTookEffect, (query) => query.where('took_effect', '=', false))
        .execute();
    },

    async markEffect(keyHash: Buffer): Promise<void> {
      await db
        .updateTable('idempotency_key')
        .set({ took_effect: true })
        .where('key_hash', '=', keyHash)
        .execute();
    },

    async removeExpired(): Promise<number> {
      const result = await db
        .deleteFrom('idempotency_key')
        .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
