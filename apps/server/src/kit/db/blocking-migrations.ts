// Finds migration statements that block calls on a large table while they rewrite or scan it.
import { type Migration, NO_TRANSACTION } from './migrate.ts';

/**
 * Last migration before this rule was introduced: migrations up to it may block, and `npm run prove -- upgrade` lists
 * them.
 */
export const LAST_UNCHECKED = 126;

interface Rule {
  readonly pattern: RegExp;
  readonly reason: string;
}

/** Each rule matches one statement on an existing table; its first group is the table name. */
const rules: readonly Rule[] = [
  {
    pattern: /^create (?:unique )?index (?!concurrently)(?:if not exists )?(?:\w+ )?on (?:only )?(\w+)/,
    reason: 'build the index with CREATE INDEX CONCURRENTLY, in a migration without a transaction',
  },
  {
    pattern:
      /^alter table (?:only )?(\w+) .*\badd (?:column )?(?!constraint)\w+ [^,;]*\bdefault (?!now\(\))[^,;]*\w\(/,
    reason: 'add the column with a constant default, or without one and fill it in batches',
  },
  {
    pattern:
      /^alter table (?:only )?(\w+) .*\badd (?:column )?\w+ [^;]*\bgenerated (?:always|by default) as\b/,
    reason: 'a generated or identity column rewrites the table; fill a plain column in batches',
  },
  {
    pattern: /^alter table (?:only )?(\w+) .*\b(?:big|small)?serial\b/,
    reason: 'a serial column rewrites the table',
  },
  {
    pattern: /^alter table (?:only )?(\w+) .*\balter (?:column )?\w+ (?:set data )?type\b/,
    reason: 'another type rewrites the table; add a column and fill it in batches',
  },
  {
    pattern:
      /^alter table (?:only )?(\w+) .*\badd (?:constraint \w+ )?(?:primary key|unique)(?! using index)/,
    reason: 'build the unique index concurrently first, then add the constraint with USING INDEX',
  },
  {
    pattern: /^alter table (?:only )?(\w+) (?!.*not valid).*\badd .*(?:\breferences\b|\bcheck ?\()/,
    reason: 'add the constraint with NOT VALID, and validate it in a migration without a transaction',
  },
  { pattern: /^reindex (?:table|index) (?!concurrently)(\w+)/, reason: 'REINDEX CONCURRENTLY' },
  {
    pattern: /^(?:cluster|vacuum full|lock table) ?(\w*)/,
    reason: 'this locks the table against every call',
  },
];

const SET_NOT_NULL = /^alter table (?:only )?(\w+) .*\balter (?:column )?(\w+) set not null/;

const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/--.*$/gm, '')
    // Function bodies are removed, because they run later.
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');

/**
 * Returns a sentence for each blocking statement. Tables created by the same migration are ignored, because they are
 * empty.
 */
export function blockingStatements({ name, sql }: Pick<Migration, 'name' | 'sql'>): string[] {
  const statements = statementsOf(sql);
  const created = new Set(
    statements.flatMap((one) => /^create table (?:if not exists )?(\w+)/.exec(one)?.[1] ?? []),
  );
  const isOneByOne = sql.startsWith(NO_TRANSACTION);
  const found: string[] = [];
  for (const [index, statement] of statements.entries()) {
    for (const { pattern, reason } of rules) {
      const match = pattern.exec(statement);
      if (match !== null && !created.has(match[1] ?? ''))
        found.push(`${name}: ${statement.slice(0, 90)}: ${reason}`);
    }
    const [, table = '', column = ''] = SET_NOT_NULL.exec(statement) ?? [];
    const isValidated = statements
      .slice(0, index)
      .some((one) => one.startsWith(`alter table ${table} validate constraint ${table}_${column}_not_null`));
    if (table !== '' && !created.has(table) && !isValidated)
      found.push(
        `${name}: ${table}.${column} is read for nulls: validate a check ${table}_${column}_not_null before`,
      );
    if (statement.includes(' concurrently') && !isOneByOne)
      found.push(`${name}: CONCURRENTLY needs a migration that begins with "${NO_TRANSACTION}"`);
    if (isOneByOne && !/ concurrently |^alter table \w+ validate constraint |^analyze /.test(statement))
      found.push(`${name}: ${statement.slice(0, 90)}: without a transaction only what does not block is run`);
  }
  return found;
}
