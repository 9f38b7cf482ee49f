// SQL of settings, cancel reasons and the records of seeds.
import type { CancelReason } from '@kerb/contract';
import type { Settings } from '@kerb/domain/settings';
import type { Generated } from 'kysely';
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

type ReasonTranslations = NonNullable<CancelReason['translations']>;

type SettingsTables = {
  settings: { only_row: Generated<boolean>; value: unknown; version: Generated<number>; updated_at: number };
  cancel_reasons: { value: number; label: string; translations: ReasonTranslations };
  seed_marks: { name: string; at: number };
};

export interface StoredSettings {
  /** As stored; parsed by the domain's schema before it is used. */
  value: unknown;
  version: number;
}

const reasonRow = ({ value, label, translations = {} }: CancelReason) => ({ value, label, translations });

/** Advisory lock id, the same as in the triggers of 0023_withdraws.sql. */
const MONEY_UNIT_LOCK = 5_263_023;

export const settingsRepository = (queries: Queries) => {
  const db = queries.withTables<SettingsTables>();
  return {
    async read(): Promise<StoredSettings | null> {
      return (await db.selectFrom('settings').select(['value', 'version']).executeTakeFirst()) ?? null;
    },

    /** The row, locked until the transaction ends; created empty when it is missing. */
    async readForUpdate(now: number): Promise<StoredSettings> {
      await db
        .insertInto('settings')
        .values({ value: {}, updated_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return db.selectFrom('settings').select(['value', 'version']).forUpdate().executeTakeFirstOrThrow();
    },

    /** Takes the shared lock of transactions that write amounts, until they end. */
    async lockMoneyUnit(): Promise<void> {
      await sql`select pg_advisory_xact_lock_shared(${MONEY_UNIT_LOCK})`.execute(db);
    },

    /** Takes the exclusive lock against transactions that write amounts; waits for those in progress. */
    async holdMoneyUnitAlone(): Promise<void> {
      await sql`select pg_advisory_xact_lock(${MONEY_UNIT_LOCK})`.execute(db);
    },

    async write(value: Settings, now: number): Promise<number> {
      const { version } = await db
        .updateTable('settings')
        .set({ value, version: sql<number>`version + 1`, updated_at: now })
        .returning('version')
        .executeTakeFirstOrThrow();
      return version;
    },

    async cancelReasons(): Promise<CancelReason[]> {
      return db
        .selectFrom('cancel_reasons')
        .select(['value', 'label', 'translations'])
        .orderBy('value')
        .limit(200)
        .execute();
    },

    /** Serialises transactions that add or change a reason. */
    async lockCancelReasons(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('settings:cancel_reason', 0))`.execute(db);
    },

    /** Fails on `cancel_reason_label` for a label that another reason has, ignoring letter case. */
    async insertCancelReason(reason: CancelReason): Promise<void> {
      await db.insertInto('cancel_reasons').values(reasonRow(reason)).execute();
    },

    /** Changes an existing reason; fails like inserting. */
    async changeCancelReason(reason: CancelReason): Promise<void> {
      const { value, label, translations } = reasonRow(reason);
      await db
        .updateTable('cancel_reasons')
        .set({ label, translations })
        .where('value', '=', value)
        .execute();
    },

    async removeCancelReason(value: number): Promise<boolean> {
      const removed = await db
        .deleteFrom('cancel_reasons')
        .where('value', '=', value)
        .returning('value')
        .executeTakeFirst();
      return removed !== undefined;
    },

    async hasCancelReasons(): Promise<boolean> {
      return (
        (await db.selectFrom('cancel_reasons').select('value').limit(1).executeTakeFirst()) !== undefined
      );
    },

    async addCancelReasons(reasons: readonly CancelReason[]): Promise<void> {
      await db
        .insertInto('cancel_reasons')
        .values(reasons.map(reasonRow))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Time at which each seed ran, by name; ms since the epoch. */
    async seedMarks(): Promise<Map<string, number>> {
      const rows = await db.selectFrom('seed_marks').select(['name', 'at']).execute();
      return new Map(rows.map(({ name, at }) => [name, at]));
    },

    /** True for the first call with this name. */
    async markSeed(name: string, now: number): Promise<boolean> {
      const inserted = await db
        .insertInto('seed_marks')
        .values({ name, at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('name')
        .executeTakeFirst();
      return inserted !== undefined;
    },
  };
};
