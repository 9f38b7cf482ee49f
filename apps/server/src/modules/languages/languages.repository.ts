// SQL of languages.
import type { KeyValuePairs } from '@kerb/texts';
import { type Generated, sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';

type Row = {
  id: string;
  lang_name: string;
  lang_locale: string;
  date_locale: string;
  is_default: boolean;
  key_value_pairs: KeyValuePairs;
  version: number;
  created_at: number;
  updated_at: number;
};
type LanguageTables = {
  languages: { [Column in keyof Row]: Column extends 'version' ? Generated<number> : Row[Column] };
};

/** A language as stored. */
export interface Language {
  readonly id: string;
  readonly langName: string;
  readonly langLocale: string;
  readonly dateLocale: string;
  readonly default: boolean;
  /** For a shipped language the texts that differ from the shipped ones; for another language all of its texts. */
  readonly pairs: KeyValuePairs;
  readonly version: number;
  readonly createdAt: number;
}

/** Fields that are omitted stay unchanged. */
export interface LanguageChange {
  langName?: string | undefined;
  dateLocale?: string | undefined;
  default?: true | undefined;
  pairs?: KeyValuePairs;
}

const columns = [
  'id',
  'lang_name',
  'lang_locale',
  'date_locale',
  'is_default',
  'key_value_pairs',
  'version',
  'created_at',
] as const;

const toLanguage = (row: Pick<Row, (typeof columns)[number]>): Language => ({
  id: row.id,
  langName: row.lang_name,
  langLocale: row.lang_locale,
  dateLocale: row.date_locale,
  default: row.is_default,
  pairs: row.key_value_pairs,
  version: row.version,
  createdAt: row.created_at,
});

/**
 * Browsers cache the texts of a version forever, so a version number must never be used again. A sequence alone would
 * restart at an older value when a backup is restored; the current time in microseconds does not.
 */
const nextVersion = sql<number>`greatest(nextval('language_version'), (extract(epoch from clock_timestamp()) * 1000000)::bigint)`;

export const languagesRepository = (queries: Queries) => {
  const db = queries.withTables<LanguageTables>();
  return {
    /** All languages: the default one first, the others in the order in which they were added. */
    async all(): Promise<Language[]> {
      const rows = await db
        .selectFrom('languages')
        .select(columns)
        .orderBy('is_default', 'desc')
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toLanguage);
    },

    async find(id: string): Promise<Language | null> {
      const row = await db.selectFrom('languages').select(columns).where('id', '=', id).executeTakeFirst();
      return row ? toLanguage(row) : null;
    },

    /** Serialises changes of languages until the transaction ends. */
    async lock(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('languages', 0))`.execute(db);
    },

    async count(): Promise<number> {
      const { count } = await db
        .selectFrom('languages')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Version 0 means exactly as shipped. Fails on `language_locale_once` and `language_name_once`. */
    async insert(
      language: Pick<Language, 'id' | 'langName' | 'langLocale' | 'dateLocale' | 'pairs' | 'createdAt'>,
      isAsShipped: boolean,
    ): Promise<Language> {
      const row = await db
        .insertInto('languages')
        .values({
          id: language.id,
          lang_name: language.langName,
          lang_locale: language.langLocale,
          date_locale: language.dateLocale,
          is_default: false,
          key_value_pairs: language.pairs,
          version: isAsShipped ? 0 : nextVersion,
          created_at: language.createdAt,
          updated_at: language.createdAt,
        })
        .returning(columns)
        .executeTakeFirstOrThrow();
      return toLanguage(row);
    },

    /** Setting `default` clears the flag of all other languages. Fails on `language_name_once`. */
    async update(id: string, change: LanguageChange, now: number): Promise<Language> {
      if (change.default)
        await db.updateTable('languages').set({ is_default: false }).where('is_default', '=', true).execute();
      const row = await db
        .updateTable('languages')
        .set({
          ...(change.langName === undefined ? {} : { lang_name: change.langName }),
          ...(change.dateLocale === undefined ? {} : { date_locale: change.dateLocale }),
          ...(change.pairs === undefined ? {} : { key_value_pairs: change.pairs }),
          ...(change.default ? { is_default: true } : {}),
          version: nextVersion,
          updated_at: now,
        })
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirstOrThrow();
      return toLanguage(row);
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('languages').where('id', '=', id).execute();
    },
  };
};
