// Checks the registry of personal data against the database schema, account deletion and account export.
import { routes } from '@kerb/contract';
import { expect, it } from 'vitest';
import { waitFor } from './kit/testing/wait-for.ts';
import { createUsersEnvironment } from './modules/users/testing/users-environment.ts';
import { personalData } from './personal-data.ts';
import { createRowMarker, door, fileColumns, type Marked } from './testing/mark-rows.ts';
import type { PersonWithRows } from './testing/row-tools.ts';
import { createRowsOfAPerson } from './testing/rows-of-a-person.ts';

const environment = await createUsersEnvironment();
const { asOwner } = environment;
const { columnsOfDatabase, mark } = createRowMarker(asOwner);

const declared = Object.entries(personalData).flatMap(([table, declaration]) =>
  [
    ...(declaration.none ?? []),
    ...(declaration.derived ?? []),
    ...Object.keys(declaration.retained ?? {}),
    ...Object.keys(declaration.personal ?? {}),
  ].map((column) => `${table}.${column}`),
);

it('every column that can contain text is declared once, and every declared column exists', async () => {
  const columns = await columnsOfDatabase();
  const there = columns.map(({ table, column }) => `${table}.${column}`);
  const undeclared = there.filter((name) => !declared.includes(name));
  expect(
    undeclared,
    'Declare these columns in apps/server/src/personal-data.ts, below their table: in `none` when nothing about a person can be in them, else in `personal` with their owner',
  ).toEqual([]);
  const vanished = declared.filter((name) => !there.includes(name));
  expect(vanished, 'These are in personal-data.ts but no longer in the database: remove them there').toEqual(
    [],
  );
  expect(
    declared.filter((name, index) => declared.indexOf(name) !== index),
    'Declared twice',
  ).toEqual([]);
  const derived = Object.entries(personalData).flatMap(([table, declaration]) =>
    (declaration.derived ?? []).map((column) => `${table}.${column}`),
  );
  const computed = columns
    .filter((column) => column.derived)
    .map(({ table, column }) => `${table}.${column}`);
  expect(derived.sort(), '`derived` is what the database computes').toEqual(computed.sort());
});

async function isIn(name: string, text: string): Promise<boolean> {
  const { rowCount } = await asOwner.query(
    `select 1 from ${tableOf(name)} where "${columnOf(name)}"::text ilike $1 limit 1`,
    [`%${text}%`],
  );
  return Boolean(rowCount);
}

/** Column name of "schema.table.column" or "table.column". */
const columnOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
const tableOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/** All columns of the database that contain one of the texts. */
async function columnsWith(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await columnsOfDatabase()) {
    const { rowCount } = await asOwner.query(
      `select 1 from ${table} where "${column}"::text ilike any($1) limit 1`,
      [texts.map((text) => `%${text}%`)],
    );
    if (rowCount) found.push(`${table}.${column}`);
  }
  return found;
}

const admin = await environment.someone('admin');
const addPersonWithRows = createRowsOfAPerson(environment, admin);
const people = [await addPersonWithRows('rider'), await addPersonWithRows('driver')];
const marks = new Map<string, Marked[]>();
for (const person of people) marks.set(person.uid, await mark(person));
const marksOf = ({ uid }: PersonWithRows): Marked[] => marks.get(uid) ?? [];

it('every personal column has a row of this test’s rider or driver', () => {
  const all = Object.entries(personalData).flatMap(([table, { personal = {} }]) =>
    Object.keys(personal).map((column) => `${table}.${column}`),
  );
  const filled = new Set(people.flatMap(marksOf).map(({ name }) => name));
  expect(
    all.filter((name) => !filled.has(name)),
    'Add a row of the person to these tables in apps/server/src/testing/account-rows.ts, trip-rows.ts or rows-of-a-person.ts, or correct `of` in personal-data.ts',
  ).toEqual([]);
});

it.each(people)('the export of a $usertype has what the registry says it has', async (person) => {
  const { status, text } = await environment.call(person, routes.exportMe);
  expect(status, text).toBe(200);
  const missing = marksOf(person).filter(
    ({ marker, exported }) => exported === true && !text.includes(marker),
  );
  expect(
    missing.map(({ name }) => name),
    'Add these to what the module gives to GET /me/export, or say in personal-data.ts why they are not exported',
  ).toEqual([]);
});

it.each(people)('deleting the account of a $usertype leaves none of it in the database', async (person) => {
  const others = people.filter(({ uid }) => uid !== person.uid).flatMap(marksOf);
  const othersBefore = await columnsWith(others.map(({ marker }) => marker));
  const { status } = await environment.call(person, routes.deleteMe, { body: { forfeit: true } });
  expect(status).toBe(204);
  const markers = marksOf(person).map(({ marker }) => marker);
  const files = marksOf(person).filter(({ name }) => fileColumns.has(name));
  await waitFor(
    async () => (await columnsWith(files.map(({ marker }) => marker))).length === 0,
    'the files to be removed',
  ).catch(() => undefined);
  const left: string[] = [];
  for (const column of await columnsWith(markers))
    for (const { name, marker } of marksOf(person))
      if (await isIn(column, marker)) left.push(`${name} in ${column}`);
  expect(
    left,
    'Erase these in the module’s own erase function, which accountElsewhere() calls when an account is deleted',
  ).toEqual([]);
  expect(await rowsOf(person), 'Rows to be removed with the account').toEqual([]);
  if (person.usertype === 'driver') expect(await placesAsCandidate(person)).toBe(0);
  if (person.usertype === 'rider') {
    const exact = await columnsOfBookingsWith(person, String(door.lng));
    expect(exact, 'A place to the metre').toEqual([]);
  }
  // The data of the other people in the test is unchanged.
  expect(await columnsWith(others.map(({ marker }) => marker))).toEqual(othersBefore);
});

/** Tables without text columns whose rows are deleted with the account. */
const textlessTables = ['driver_positions', 'duty_periods', 'known_devices', 'second_factor_attempts'];

/** Tables that still contain a row of the person although account deletion should remove it. */
async function rowsOf({ uid }: PersonWithRows): Promise<string[]> {
  const declaredRows = Object.entries(personalData).flatMap(([table, { personal = {} }]) =>
    Object.values(personal)
      .filter(({ erased }) => erased === 'row')
      .map(({ of }) => ({ table, of })),
  );
  const found = new Set<string>();
  for (const { table, of } of [
    ...declaredRows,
    ...textlessTables.map((table) => ({ table, of: 'uid = $1' })),
  ]) {
    const { rowCount } = await asOwner.query(`select 1 from ${table} where ${of} limit 1`, [uid]);
    if (rowCount) found.add(table);
  }
  return [...found];
}

/** Number of dispatch rounds that still contain the driver's position. */
async function placesAsCandidate({ uid }: PersonWithRows): Promise<number> {
  const { rows } = await asOwner.query<{ rounds: number; places: number }>(
    'select count(*)::int as rounds, count(lat)::int as places from dispatch_candidates where driver = $1',
    [uid],
  );
  expect(rows[0]?.rounds, 'A row of the driver in rows-of-a-person.ts').toBe(1);
  return rows[0]?.places ?? 0;
}

/** Columns of the rider's bookings and of their trails that contain the text. */
async function columnsOfBookingsWith({ uid }: PersonWithRows, text: string): Promise<string[]> {
  const { rows } = await asOwner.query<{ found: string }>(
    `select 'booking' as found from bookings where customer = $1 and bookings::text like $2
     union all select 'booking_trail' from booking_trails join bookings on bookings.id = booking
       where customer = $1 and booking_trails::text like $2
     union all select 'booking_timeline_entry' from booking_timeline_entries as entry join bookings on bookings.id = booking
       where customer = $1 and entry::text like $2
     union all select 'quote' from quotes where made_for = $1 and quotes::text like $2`,
    [uid, `%${text}%`],
  );
  return rows.map(({ found }) => found);
}
