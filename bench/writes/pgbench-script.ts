// Turns the statements of one request into a pgbench script in which each transaction has ids of its own.
import type { LoggedStatement } from './statement-log.ts';

/** Puts the values in the places of their numbers. */
export const withValues = ({ sql, values }: LoggedStatement): string =>
  sql.replaceAll(/\$(\d+)/g, (place, number: string) => values[Number(number) - 1] ?? place);

export interface Replacement {
  /** What the request had: an id, a reference or a hash, which occurs in values only. */
  readonly found: string;
  /** The same with a variable of pgbench, which pgbench replaces within quotes too. */
  readonly by: string;
}

/** Throws when something to replace does not occur: the transactions would then share it. */
export function replaceIn(script: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((text, { found, by }) => {
    if (!text.includes(found)) throw new Error(`The statements do not have ${found}`);
    return text.replaceAll(found, by);
  }, script);
}

/**
 * The whole script: variables, then the statements one a line. The result of those that `isStored` selects becomes
 * variables by the names of its columns.
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

/** A UUID that ends in twelve decimal digits: `kind` differs between tables. */
export const numberedId = (kind: number, digits: number | string): string =>
  `01930000-0000-7000-8${String(kind).padStart(3, '0')}-${digits}`;

/** The first number with twelve digits; numbers of rows are added to it. */
export const FIRST_NUMBER = 100_000_000_000;
