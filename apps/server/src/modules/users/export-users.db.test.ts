// Tests of the list of users as CSV: every row is present and quoted, and no text is evaluated by spreadsheets.
import { routes } from '@kerb/contract';
import { minor } from '@kerb/domain/kernel';
import { afterEach, expect, test } from 'vitest';
import { createUsersEnvironment, type Someone } from './testing/users-environment.ts';

const environment = await createUsersEnvironment();
afterEach(() => environment.set({}));
const admin = await environment.someone('admin');
const fleetadmin = await environment.someone('fleetadmin', { firstName: 'Zoe' });

const download = (actor: Someone | null, query = '') =>
  environment.call(actor, routes.exportUsers, { query });

/** Parses RFC 4180 into rows of cells. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') {
      rows.push(row);
      row = [];
    }
  }
  return rows.filter((cells) => cells.length > 1);
}
function table(text: string): Record<string, string>[] {
  const [head = [], ...rows] = readCsv(text.slice(1));
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
}

test('the file has a BOM, field names, CRLF line ends and a file name, so that it opens in a spreadsheet', async () => {
  const { text, headers, status } = await download(admin);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="users.csv"');
  expect(headers['cache-control']).toBe('no-store');
  expect(text.charCodeAt(0)).toBe(0xfeff);
  expect(text.slice(1).split('\r\n')[0]).toBe(
    'id,createdAt,createdByAdmin,firstName,lastName,email,mobile,usertype,loginType,approved,review,reviewReason,' +
      'referralId,signupViaReferral,walletBalance,userrating,carType,vehicleMake,vehicleModel,vehicleNumber,' +
      'other_info,driverActiveStatus,fleetadmin,bankName,bankCode,bankAccount',
  );
  expect(text.endsWith('\r\n')).toBe(true);
});

test.each([
  ['a comma', 'Paz, Leo'],
  ['quotes', 'the "boss"'],
  ['a line break', 'one\ntwo\r\nthree'],
  ['letters of every script', 'Ñandú علي 山田'],
])('%s stays inside its cell', async (_, lastName) => {
  const rider = await environment.someone('rider', { lastName });
  const row = table((await download(admin, '?usertype=rider')).text).find(({ id }) => id === rider.uid);
  expect(row?.lastName).toBe(lastName);
});

test.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\tx'])(
  '%j is text to a spreadsheet, not a formula',
  async (lastName) => {
    const rider = await environment.someone('rider', { lastName });
    const row = table((await download(admin)).text).find(({ id }) => id === rider.uid);
    expect(row?.lastName).toBe(`'${lastName}`);
    expect(row?.mobile).toMatch(/^'\+598/);
  },
);

test('a negative balance is written as a number', async () => {
  const rider = await environment.someone('rider');
  const other = await environment.someone('driver');
  await environment.withTx((tx) =>
    environment.app.modules.wallet.api.chargeCancellation(tx, rider.uid, {
      rider: rider.uid,
      driver: other.uid,
      fee: minor(1250),
    }),
  );
  const rows = table((await download(admin)).text);
  expect(rows.find(({ id }) => id === rider.uid)?.walletBalance).toBe('-12.5');
  expect(rows.find(({ id }) => id === other.uid)?.walletBalance).toBe('12.5');
});

test('a fleet admin’s file contains only their own drivers, with any filter', async () => {
  const own = await environment.someone('driver', { fleetadmin: fleetadmin.uid, plate: 'SAB 1' });
  const rows = table((await download(fleetadmin)).text);
  expect(rows).toMatchObject([
    {
      id: own.uid,
      usertype: 'driver',
      vehicleNumber: 'SAB 1',
      fleetadmin: 'Zoe',
      driverActiveStatus: 'false',
    },
  ]);
  expect(table((await download(fleetadmin, '?usertype=rider')).text)).toEqual([]);
});

test('an export finds what the list finds: names without accents, plates and mobiles', async () => {
  const driver = await environment.someone('driver', {
    firstName: 'Ñandú',
    lastName: 'Õ%_',
    plate: 'XQZ 4711',
  });
  const mobile = '+59899123987';
  await environment.someone('rider', { firstName: 'Ñandú', mobile });
  const listed = async (q: string) => {
    const query = `?q=${encodeURIComponent(q)}`;
    const { body } = await environment.call<{ items: { id: string }[] }>(admin, routes.listUsers, { query });
    return body.items.map(({ id }) => id);
  };
  const exported = async (q: string) =>
    table((await download(admin, `?q=${encodeURIComponent(q)}`)).text).map(({ id }) => id);
  const searches = [
    'NANDU',
    'nandu o',
    '%_',
    'xqz4711',
    'XQZ 4711',
    mobile,
    '099 123 987',
    'no such user',
    '\u0301',
  ];
  for (const q of searches) expect(await exported(q), q).toEqual(await listed(q));
  expect(await exported('xqz4711')).toEqual([driver.uid]);
  expect(await exported('099 123 987')).toHaveLength(1);
});

test('a long list is exported completely, each row once, in the requested order', async () => {
  await environment.pool.query(`insert into users (uid, usertype, first_name, referral_id, created_at, updated_at)
    select gen_random_uuid(), 'rider', 'Many', 'many' || n, 7, 7 from generate_series(1, 2500) as n`);
  const rows = table((await download(admin, '?q=many&sort=firstName&order=asc')).text);
  expect(rows).toHaveLength(2500);
  const ids = rows.map(({ id }) => id ?? '');
  expect(ids).toEqual([...new Set(ids)].sort());
});

test('bank columns are omitted without bank fields, and the file is not available in demonstration mode', async () => {
  await environment.set({ bank_fields: false });
  expect((await download(admin)).text.split('\r\n')[0]).not.toContain('bank');
  await environment.set({ AllowCriticalEditsAdmin: false });
  for (const actor of [admin, fleetadmin]) expect((await download(actor)).code).toBe('demo_mode');
});

test('riders, drivers and visitors cannot export users', async () => {
  for (const usertype of ['rider', 'driver'] as const)
    expect((await download(await environment.someone(usertype))).code).toBe('forbidden');
  expect((await download(null)).code).toBe('not_logged_in');
  expect((await download(admin, '?sort=password')).code).toBe('invalid_input');
});
