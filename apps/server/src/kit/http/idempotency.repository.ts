// SQL of idempotency keys.
import { type Generated, sql } from 'kysely';
import type { Queries } from '../db/tables.ts';

export interface StoredAnswer {
  requestHash: Buffer;
  tookEffect: boolean;
  /** True while the attempt that claimed the key may still be running. */
  isLocked: boolean;
  status: number | null;
  answer: Buffer | null;
}

type IdempotencyTables = {
  idempotency_keys: {
    key_hash: Buffer;
    request_hash: Buffer;
    locked_until: Date;
    took_effect: Generated<boolean>;
    status: number | null;
    answer: Buffer | null;
    created_at: Generated<Date>;
  };
};

/** An attempt's claim to a key; it ends when another attempt takes the key over. */
export interface KeyClaim {
  keyHash: Buffer;
  /** Time of the claim as PostgreSQL prints it, in microseconds; it identifies the claim. */
  claimedAt: string;
}

/** Column of a statement outside a transaction whose commit need not survive a crash. */
const withoutFlush = sql<string>`set_config('synchronous_commit', 'off', true)`.as('synchronous_commit');

export function idempotencyRepository(queries: Queries) {
  const db = queries.withTables<IdempotencyTables>();
  const momentOf = (claimedAt: string) => sql<Date>`${claimedAt}::timestamptz`;
  return {
    /**
     * Claims the key for one attempt. Null when another attempt has or had it; read its stored response then. The commit
     * does not wait for the disk: the commit of the work does, and it flushes the claim before itself.
     */
    async take(keyHash: Buffer, requestHash: Buffer): Promise<KeyClaim | null> {
      const result = await sql<{ taken_at: string }>`
        insert into idempotency_keys as stored (key_hash, request_hash, locked_until)
        values (${keyHash}, ${requestHash}, now() + interval '60 seconds')
        on conflict (key_hash) do update
        set request_hash = excluded.request_hash, locked_until = excluded.locked_until,
            took_effect = false, status = null, answer = null, created_at = now()
        where stored.created_at < now() - interval '24 hours'
          or (stored.status is null and not stored.took_effect and stored.locked_until < now()
              and stored.request_hash = excluded.request_hash)
        returning created_at::text as taken_at, ${withoutFlush}`.execute(db);
      const [row] = result.rows;
      return row === undefined ? null : { keyHash, claimedAt: row.taken_at };
    },

    async read(keyHash: Buffer): Promise<StoredAnswer | null> {
      const row = await db
        .selectFrom('idempotency_keys')
        .select(['request_hash', 'took_effect', 'status', 'answer'])
        .select(sql<boolean>`locked_until > now()`.as('is_locked'))
        .where('key_hash', '=', keyHash)
        .executeTakeFirst();
      if (!row) return null;
      return {
        requestHash: row.request_hash,
        tookEffect: row.took_effect,
        isLocked: row.is_locked,
        status: row.status,
        answer: row.answer,
      };
    },

    /**
     * Stores the answer for repeats. The commit does not wait for the disk: a crash within the next second is then like
     * one before this statement, after which a repeat is refused because the work took effect.
     */
    async keep({ keyHash, claimedAt }: KeyClaim, status: number, answer: Buffer): Promise<void> {
      await db
        .updateTable('idempotency_keys')
        .set({ status, answer })
        .where('key_hash', '=', keyHash)
        .where('created_at', '=', momentOf(claimedAt))
        .returning(withoutFlush)
        .execute();
    },

    /**
     * Releases the key for another attempt. With `unlessItTookEffect`, a key whose work was committed stays claimed and
     * is only unlocked.
     */
    async free(
      { keyHash, claimedAt }: KeyClaim,
      { unlessItTookEffect }: { unlessItTookEffect: boolean },
    ): Promise<void> {
      await db
        .updateTable('idempotency_keys')
        .set({ locked_until: sql<Date>`now()` })
        .where('key_hash', '=', keyHash)
        .where('created_at', '=', momentOf(claimedAt))
        .where('took_effect', '=', true)
        .execute();
      await db
        .deleteFrom('idempotency_keys')
        .where('key_hash', '=', keyHash)
        .where('created_at', '=', momentOf(claimedAt))
        .$if(unlessItTookEffect, (query) => query.where('took_effect', '=', false))
        .execute();
    },

    /**
     * Marks the work as committed. Only sending the answer remains after the commit, so the lock is shortened. False
     * when another attempt has taken the key over.
     */
    async markEffect({ keyHash, claimedAt }: KeyClaim): Promise<boolean> {
      const result = await db
        .updateTable('idempotency_keys')
        .set({
          took_effect: true,
          locked_until: sql<Date>`clock_timestamp() + interval '15 seconds'`,
        })
        .where('key_hash', '=', keyHash)
        .where('created_at', '=', momentOf(claimedAt))
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },

    /** Removes at most `limit` keys that have expired; returns their number. */
    async removeExpired(limit: number): Promise<number> {
      const before = sql<Date>`now() - interval '24 hours'`;
      const result = await db
        .deleteFrom('idempotency_keys')
        .where('key_hash', 'in', (eb) =>
          eb
            .selectFrom('idempotency_keys')
            .select('key_hash')
            .where('created_at', '<', before)
            .orderBy('created_at')
            .limit(limit),
        )
        // PostgreSQL checks this again for a row that was claimed meanwhile.
        .where('created_at', '<', before)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
