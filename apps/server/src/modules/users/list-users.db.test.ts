// Tests of lists of users through the API: scope, search, order, paging, counts and speed.
import { routes, type User, userSort } from '@kerb/contract';
import { MS_PER_DAY } from '@kerb/domain/kernel';
import { afterEach, expect, test } from 'vitest';
import { createUsersEnvironment, type Someone } from './testing/users-environment.ts';

interface Page {
  items: User[];
  nextCursor: string | null;
  total: number;
}
type Query = Readonly<Record<string, string | number | undefined>>;

const environment = await createUsersEnvironment();
afterEach(() => environment.set({}));
const list = (actor: Someone | null, query: Query = {}) => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  return environment.call<Page>(actor, routes.listUsers, { query: `?${parameters}` });
};
const idsOf = async (actor: Someone, query: Query = {}) =>
  (await list(actor, { limit: 200, ...query })).body.items.map(({ id }) => id);

const admin = await environment.someone('admin', { firstName: 'Berta' });
const fleetadmin = await environment.someone('fleetadmin', { firstName: 'Zoe' });
const rival = await environment.someone('fleetadmin', { firstName: 'Yago' });
const rider = await environment.someone('rider', {
  firstName: 'José María',
  lastName: 'Núñez',
  email: 'pepe@mail.example',
  rating: { count: 2, sum: 9 },
});
const waiting = await environment.someone('driver', { firstName: 'Ulises', review: 'waiting' });
const own = await environment.someone('driver', {
  firstName: 'Óscar',
  lastName: '100%_real',
  fleetadmin: fleetadmin.uid,
  plate: 'SAB 1234',
});
const foreign = await environment.someone('driver', {
  firstName: 'Oscar',
  fleetadmin: rival.uid,
  plate: 'SCD 9876',
});

test('the list contains all roles except admins, which have a separate filter', async () => {
  const all = await idsOf(admin);
  expect(new Set(all)).toEqual(
    new Set([fleetadmin, rival, rider, waiting, own, foreign].map(({ uid }) => uid)),
  );
  expect(await idsOf(admin, { usertype: 'admin' })).toEqual([admin.uid]);
  expect(await idsOf(admin, { usertype: 'rider' })).toEqual([rider.uid]);
});

test('a fleet admin sees only their own drivers, with any filter', async () => {
  for (const query of [{}, { usertype: 'driver' }, { q: 'scar' }, { fleetadmin: fleetadmin.uid }])
    expect(await idsOf(fleetadmin, query)).toEqual([own.uid]);
  for (const query of [
    { usertype: 'admin' },
    { usertype: 'rider' },
    { fleetadmin: rival.uid },
    { q: 'SCD 9876' },
    { review: 'waiting' },
  ])
    expect((await list(fleetadmin, query)).body).toMatchObject({ items: [], total: 0 });
});

test('riders, drivers and visitors cannot list users', async () => {
  expect((await list(rider)).code).toBe('forbidden');
  expect((await list(own)).code).toBe('forbidden');
  expect((await list(null)).code).toBe('not_logged_in');
});

test('the list can be filtered by review state, car type and fleet', async () => {
  expect(await idsOf(admin, { review: 'waiting' })).toEqual([waiting.uid]);
  expect(await idsOf(admin, { fleetadmin: rival.uid })).toEqual([foreign.uid]);
  await environment.call(admin, routes.editUser, { id: own.uid, body: { carType: environment.carType } });
  expect(await idsOf(admin, { carType: environment.carType })).toEqual([own.uid]);
  expect(await idsOf(admin, { carType: environment.carType, fleetadmin: rival.uid })).toEqual([]);
});

test('drivers can be filtered by documents that expire within 30 days, and by missing documents', async () => {
  const { pool } = environment.app.database;
  const byDocuments = (documents: string) => idsOf(admin, { documents });
  const without = [waiting, own, foreign].map(({ uid }) => uid);
  expect((await byDocuments('none')).toSorted()).toEqual(without.toSorted());
  expect(await byDocuments('due')).toEqual([]);
  const expires = (who: Someone, days: number) =>
    pool.query('update drivers set documents_valid_until = $2 where uid = $1', [
      who.uid,
      Date.now() + days * MS_PER_DAY,
    ]);
  await expires(own, 29);
  await expires(foreign, 31);
  expect(await byDocuments('due')).toEqual([own.uid]);
  await expires(foreign, -1);
  expect((await byDocuments('due')).toSorted()).toEqual([own.uid, foreign.uid].toSorted());
  expect(await idsOf(fleetadmin, { documents: 'due' })).toEqual([own.uid]);
  expect((await list(admin, { documents: 'all' })).code).toBe('invalid_input');
  await pool.query('update drivers set documents_valid_until = null');
});

test.each([
  ['a name without its accents', 'jose maria nunez', () => rider],
  ['any letter case', 'NÚÑEZ', () => rider],
  ['a part of the e-mail', 'PEPE@mail', () => rider],
  ['a plate with or without its blank', 'sab12', () => own],
  ['a plate as it is written', 'SAB 1234', () => own],
  ['letters that mean something to a search', '100%_', () => own],
])('the search finds %s', async (_, q, who) => {
  expect(await idsOf(admin, { q })).toEqual([who().uid]);
});

test('the search finds a mobile in any notation and a referral code, and treats wildcards literally', async () => {
  const { body } = await environment.call(admin, routes.getUser, { id: rider.uid });
  const mobile = body.mobile ?? '';
  const spaced = `${mobile.slice(0, 4)} (${mobile.slice(4, 6)}) ${mobile.slice(6, 9)}-${mobile.slice(9)}`;
  expect(await idsOf(admin, { q: spaced })).toEqual([rider.uid]);
  expect(await idsOf(admin, { q: `0${mobile.slice(4)}` })).toEqual([rider.uid]);
  expect(await idsOf(admin, { q: `00${mobile.slice(1)}` })).toEqual([rider.uid]);
  expect(await idsOf(admin, { q: body.referralId.toUpperCase() })).toEqual([rider.uid]);
  expect(await idsOf(admin, { q: 'j_s' })).toEqual([]);
  expect(await idsOf(admin, { q: 'no such person' })).toEqual([]);
});

test('hidden fields are not shown, searched or sorted by', async () => {
  await environment.set({ AllowCriticalEditsAdmin: false });
  const { body } = await list(admin, { usertype: 'rider' });
  expect(body.items[0]).toMatchObject({ email: null, mobile: null, bankName: null, bankAccount: null });
  expect(await idsOf(admin, { q: 'pepe@' })).toEqual([]);
  expect(await idsOf(admin, { q: 'nunez' })).toEqual([rider.uid]);
  for (const sort of ['email', 'mobile']) {
    const page = await list(admin, { sort, limit: 1 });
    expect(page.body.items).toEqual((await list(admin, { limit: 1 })).body.items);
    expect(Buffer.from(page.body.nextCursor ?? '', 'base64url').toString()).toContain('createdAt');
  }
});

test.each(userSort.options.flatMap((sort) => [`${sort} asc`, `${sort} desc`]))(
  'pages by %s hold every person once and in order, ties included',
  async (sorting) => {
    const [sort = '', order = ''] = sorting.split(' ');
    const whole = (await list(admin, { sort, order, limit: 200 })).body;
    const paged: User[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = (await list(admin, { sort, order, limit: 2, ...(cursor ? { cursor } : {}) })).body;
      expect(page.total).toBe(whole.total);
      paged.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged.map(({ id }) => id)).toEqual(whole.items.map(({ id }) => id));
    expect(new Set(paged.map(({ id }) => id)).size).toBe(whole.total);
    const other = (await list(admin, { sort, order: order === 'asc' ? 'desc' : 'asc', limit: 200 })).body;
    expect(other.items.map(({ id }) => id)).toEqual(paged.map(({ id }) => id).reverse());
  },
);

test('names are sorted by locale rules, ratings and plates by their value', async () => {
  const namesBy = async (query: Query) =>
    (await list(admin, { limit: 200, ...query })).body.items.map(({ firstName }) => firstName);
  const byName = await namesBy({ sort: 'firstName', order: 'asc' });
  expect(byName).toEqual(
    ['José María', 'Oscar', 'Óscar', 'Ulises', 'Yago', 'Zoe'].sort((one, other) => {
      const [a, b] = [one, other].map((name) =>
        name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
      );
      if (a !== b) return (a ?? '') < (b ?? '') ? -1 : 1;
      return byName.indexOf(one) - byName.indexOf(other);
    }),
  );
  expect((await namesBy({ sort: 'rating' }))[0]).toBe('José María');
  expect((await namesBy({ sort: 'vehicleNumber' })).slice(0, 2)).toEqual(['Oscar', 'Óscar']);
});

test('a cursor of another list, or an invalid one, is rejected', async () => {
  const { nextCursor } = (await list(admin, { sort: 'firstName', limit: 1 })).body;
  const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const query of [
    { sort: 'lastName', cursor: nextCursor ?? '' },
    { sort: 'firstName', order: 'asc', cursor: nextCursor ?? '' },
    { cursor: 'nonsense' },
    { cursor: forged(['createdAt', 'desc', 'text', rider.uid]) },
    { cursor: forged(['createdAt', 'desc', 1, "x' or true"]) },
    { cursor: forged(['createdAt', 'desc', 1.5, rider.uid]) },
    { sort: 'walletBalance', cursor: forged(['walletBalance', 'desc', 2 ** 60, rider.uid]) },
    { sort: 'firstName', cursor: forged(['firstName', 'desc', 'a\u0000b', rider.uid]) },
    { cursor: forged({}) },
  ]) {
    const answer = await list(admin, query);
    expect([query, answer.status, answer.code]).toEqual([query, 400, 'invalid_input']);
  }
});

test.each([
  ['limit=0'],
  ['limit=201'],
  ['sort=password'],
  ['usertype=god'],
  ['carType=1'],
  ['order=up'],
  [`q=${'x'.repeat(101)}`],
])('a list asked for with %s is refused', async (query) => {
  expect((await environment.call(admin, routes.listUsers, { query: `?${query}` })).code).toBe(
    'invalid_input',
  );
});

test('a long list is read along an index, not sorted as a whole', async () => {
  const client = await environment.asOwner.connect();
  try {
    await client.query('begin');
    await client.query(`insert into users (uid, usertype, first_name, last_name, email, mobile, referral_id, created_at, updated_at)
      select gen_random_uuid(), 'rider', 'First' || n, 'Last' || n, 'p' || n || '@mail.example',
        '+1555' || lpad(n::text, 7, '0'), 'many' || n, n, n from generate_series(1, 5000) as n`);
    await client.query('analyze users');
    const plan = async (order: string) => {
      const { rows } = await client.query(
        `explain select * from people_directory where usertype = 'rider' order by ${order} limit 51`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    const columns = ['created_at', 'by_first_name', 'by_last_name', 'by_email', 'mobile', 'by_rating'];
    for (const column of columns) {
      const up = await plan(`${column}, uid`);
      const down = await plan(`${column} desc, uid desc`);
      expect(up).toMatch(/Index Scan using users_by_\w+ on users u/);
      expect(down).toMatch(/Index Scan Backward using users_by_\w+ on users u/);
      expect(up + down).not.toContain('Sort');
    }
    // Sequential scans are disabled because they are faster for few rows; the test checks that the indexes can be used.
    await client.query('set local enable_seqscan = off; set local enable_indexscan = off');
    const search = await client.query(
      `explain select count(*) from people_directory where uid in (select f.uid from people_search('%last4321%', true) as f)`,
    );
    const searched = search.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(searched).toContain('Bitmap Index Scan on users_search');
    expect(searched).toContain('Bitmap Index Scan on users_search_contact');
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('drivers are listed and counted by their current activity', async () => {
  const boss = await environment.someone('fleetadmin', { firstName: 'Xenia' });
  const now = Date.now();
  const driver = async (onDuty: boolean, queue: boolean, seenAt: number | null): Promise<string> => {
    const { uid } = await environment.someone('driver', { fleetadmin: boss.uid });
    await environment.pool.query('update drivers set driver_active_status = $2, queue = $3 where uid = $1', [
      uid,
      onDuty,
      queue,
    ]);
    if (seenAt !== null)
      await environment.pool.query(
        'insert into driver_positions (uid, lat, lng, at, seen_at) values ($1, 1, 2, $2, $2)',
        [uid, seenAt],
      );
    return uid;
  };
  const free = await driver(true, false, now);
  const busy = await driver(true, true, now);
  const silent = await driver(true, false, now - 180_000);
  const lost = await driver(true, true, null);
  const off = await driver(false, false, now);
  await environment.someone('driver', { fleetadmin: boss.uid, review: 'waiting' });
  const ofDuty = async (duty: string) => new Set(await idsOf(boss, { duty }));
  expect(await ofDuty('free')).toEqual(new Set([free]));
  expect(await ofDuty('busy')).toEqual(new Set([busy]));
  expect(await ofDuty('stale')).toEqual(new Set([silent, lost]));
  expect(await ofDuty('off')).toEqual(new Set([off]));
  const counted = await environment.call(boss, routes.countDuty);
  expect(counted.body).toEqual({ free: 1, busy: 1, stale: 2, off: 1, late: 0 });
  expect((await list(boss, { duty: 'asleep' })).code).toBe('invalid_input');
  expect((await environment.call(rider, routes.countDuty)).code).toBe('forbidden');
});
