// Checks the requirements for stored, exported, erased and logged personal data; one sentence for each violation.
import type pg from 'pg';
import { personalData } from '../../apps/server/src/personal-data.ts';
import { createRowMarker } from '../../apps/server/src/testing/mark-rows.ts';
import type { EnteredText } from './enter-texts.ts';
import type { Found } from './scan-database.ts';

type Pool = Pick<pg.Pool, 'query'>;

const tableOf = (column: string): string => column.slice(0, column.lastIndexOf('.'));
const nameOf = (column: string): string => column.slice(column.lastIndexOf('.') + 1);

/** Columns that are not erased with the account, besides those that the registry retains. */
const retainedPlaces: Readonly<Record<string, string>> = {
  'safety_alerts.lat': 'alerts keep what happened, when and where',
  'safety_alerts.lng': 'alerts keep what happened, when and where',
};

/** The map is public. A city that is imported again is first written to tables with other names. */
const isMap = (table: string): boolean => /^maps_(addresses|corners|places|streets)(_\d+)?$/.test(table);

/** Columns that are missing in the registry. */
export async function judgeRegistry(asOwner: Pool): Promise<string[]> {
  const columns = await createRowMarker(asOwner).columnsOfDatabase();
  return columns.flatMap(({ table, column }) => {
    const { none = [], derived = [], retained = {}, personal = {} } = personalData[table] ?? {};
    const isDeclared = [...none, ...derived, ...Object.keys(retained), ...Object.keys(personal)].includes(
      column,
    );
    return isDeclared || isMap(table) ? [] : [`${table}.${column} is not in the registry of personal data`];
  });
}

/** Users' texts in columns that the registry marks as not personal. */
export function judgeStored(entered: readonly EnteredText[], found: readonly Found[]): string[] {
  const entries = new Map(entered.map((entry) => [entry.text.toLowerCase(), entry]));
  return found.flatMap(({ column, text }) => {
    const { none = [] } = personalData[tableOf(column)] ?? {};
    const entry = [...entries].find(([whole]) => whole.includes(text))?.[1];
    if (entry === undefined || !none.includes(nameOf(column))) return [];
    return [`${entry.route} ${entry.field}: a person’s text is in ${column}, which is to have none`];
  });
}

/** Texts and exact places that are left after the accounts were deleted. */
export function judgeErased(entered: readonly EnteredText[], found: readonly Found[]): string[] {
  const entries = new Map(entered.map((entry) => [entry.text.toLowerCase(), entry]));
  return found.flatMap(({ column, text }) => {
    const { retained = {} } = personalData[tableOf(column)] ?? {};
    if (nameOf(column) in retained || column in retainedPlaces || isMap(tableOf(column))) return [];
    const entry = [...entries].find(([whole]) => whole.includes(text))?.[1];
    if (entry !== undefined) return [`${entry.route} ${entry.field}: is left in ${column} after the erasure`];
    return /\d/.test(text) ? [`An exact place is left in ${column} after the erasure`] : [];
  });
}

async function isAbout(asOwner: Pool, column: string, uid: string, text: string) {
  const declared = personalData[tableOf(column)]?.personal?.[nameOf(column)];
  if (declared === undefined) return null;
  const { rowCount } = await asOwner.query(
    `select 1 from ${tableOf(column)} where (${declared.of}) and lower("${nameOf(column)}"::text) like $2 limit 1`,
    [uid, `%${text}%`],
  );
  return rowCount ? declared : null;
}

/** A user's export must contain all texts about them that the registry names, and no texts about others. */
export async function judgeExport(
  asOwner: Pool,
  { uid, text: exported }: { uid: string; text: string },
  entered: readonly EnteredText[],
  found: readonly Found[],
): Promise<string[]> {
  const document = exported.toLowerCase();
  const violations: string[] = [];
  for (const { column, text } of found) {
    const isIn = document.includes(text);
    const entry = entered.find((one) => one.text.toLowerCase().includes(text));
    if (entry === undefined) continue;
    const about = await isAbout(asOwner, column, uid, text);
    if (about?.exported === true && !isIn)
      violations.push(`${entry.route} ${entry.field}: ${column} is not in the person’s export`);
    if (!isIn || about !== null || entry.caller.uid === uid) continue;
    const elsewhere = found.filter((one) => one.text === text && one.column !== column);
    const owners = await Promise.all(elsewhere.map((one) => isAbout(asOwner, one.column, uid, text)));
    if (owners.every((owner) => owner === null))
      violations.push(`${entry.route} ${entry.field}: another person’s text is in an export`);
  }
  return [...new Set(violations)];
}

export interface Output {
  readonly log: string;
  readonly metrics: string;
  readonly refusals: string;
}

/** Secrets, users and places in the output that operators or strangers read. */
export function judgeOutput(output: Output, secrets: readonly string[], persons: RegExp): string[] {
  return Object.entries(output).flatMap(([outlet, text]) => {
    const secret = secrets.find((one) => new RegExp(`(?<![\\d.])${one}(?!\\d)`).test(text));
    const person = new RegExp(persons.source, 'i').exec(text)?.[0];
    return [
      ...(secret === undefined ? [] : [`A code or token is in the ${outlet}`]),
      ...(person === undefined ? [] : [`"${person}" of a person is in the ${outlet}`]),
    ];
  });
}
