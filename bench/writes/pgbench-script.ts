// Converts the statements of one request to a pgbench script in which each transaction has its own ids.
import type { LoggedStatement } from './statement-log.ts';

/** Replaces the parameters by their values. */
export const withValues = ({ sql, values }: LoggedStatement): string =>
  sql.replaceAll(/\$(\d+)/g, (place, number: string) => values[Number(number) - 1] ?? place);

export interface Replacement {
  /** A value of the request: an id, a reference or a hash, which occurs in values only. */
  readonly found: string;
  /** The variable of pgbench that replaces it, also within quotes. */
  readonly by: string;
}

/** Throws when a value to replace does not occur, because the transactions would then share it. */
export function replaceIn(script: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((text, { found, by }) => {
    if (!text.includes(found)) throw new Error(`The statements do not have ${found}`);
    return text.replaceAll(found, by);
  }, script);
}

/**
 * The whole script: variables, then one statement per line. The results of statements that `isStored` selects become
 * variables with the names of their columns.
 */
export function scriptOf(
  variables: readonly string[],
  statements: readonly LoggedStatement[],
  replacements: readonly Replacement[],
  isStored: (statement: LoggedStatement) => boolean = () => false,
): string {
  const text = statements
    .map((statement) => `${withValues(statement)}${isStored(statement) ? ' \\gset' : ';'}`)
    .join('\n');
  return `${[...variables, replaceIn(text, replacements)].join('\n')}\n`;
}

/** A UUID that ends in twelve decimal digits; `kind` differs between tables. */
export const numberedId = (kind: number, digits: number | string): string =>
  `01930000-0000-7000-8${String(kind).padStart(3, '0')}-${digits}`;

/** The first number with twelve digits, to which numbers of rows are added. */
export const FIRST_NUMBER = 100_000_000_000;
