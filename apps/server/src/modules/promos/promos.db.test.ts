// Tests of promos over HTTP: admins may always add them, change and delete them while critical edits are on, and names
// are unique.
import { routes } from '@kerb/contract';
import type { Promo } from '@kerb/domain/fare';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { type BookingEnvironment, createBookingEnvironment } from '../booking/testing/booking-environment.ts';

const asAtFirst = settings.parse({});
const NONE = '01930000-0000-7000-8000-000000000000';
let environment: BookingEnvironment;
let admin: Actor;
beforeAll(async () => {
  environment = await createBookingEnvironment();
  admin = await environment.addAdmin();
});
afterEach(() => environment.set(asAtFirst));
afterAll(() => environment.close());

const ten = (change: Record<string, unknown> = {}) => ({
  promo_name: 'TEN',
  promo_description: 'Ten off',
  promo_discount_type: 'flat',
  min_order: 0,
  promo_discount_value: 10,
  max_promo_discount_value: null,
  promo_validity: 4_000_000_000_000,
  promo_usage_limit: 5,
  ...change,
});
const add = (change: Record<string, unknown> = {}, actor: Actor | null = admin) =>
  environment.call<Promo>(actor, routes.addPromo, null, ten(change));
/** An edit of the first version, unless `change` has another one. */
const edit = (id: string, change: Record<string, unknown> = {}) =>
  environment.call<Promo>(admin, routes.editPromo, id, ten({ version: 1, ...change }));
const remove = (id: string) => environment.call(admin, routes.deletePromo, id);
const list = (query: string) =>
  environment.call<{ items: Promo[]; nextCursor: string | null }>(
    admin,
    routes.listPromos,
    null,
    undefined,
    query,
  );
const publishedChanges = async (): Promise<number> => {
  const { rows } = await environment.database.pool.query(
    `select count(*)::int as times from outbox_events
     where name = 'catalog.changed' and topics = array['catalog'] and data = '{"what":"promos"}'`,
  );
  return rows[0].times;
};

describe('a promo', () => {
  it('is stored with all its fields, and published to open catalogue pages', async () => {
    const before = await publishedChanges();
    const { status, body } = await add({ promo_name: ' First ', max_promo_discount_value: 12.5 });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...ten({ promo_name: 'First', max_promo_discount_value: 12.5 }),
      id: body.id,
      user_avail: 0,
      createdAt: environment.now(),
      version: 1,
    });
    expect(await publishedChanges()).toBe(before + 1);
    const changed = { promo_name: 'first', promo_discount_type: 'percentage', promo_discount_value: 33.333 };
    expect((await edit(body.id, changed)).body).toEqual({ ...body, ...ten(changed), version: 2 });
    expect(await publishedChanges()).toBe(before + 2);
    expect((await remove(body.id)).status).toBe(204);
    expect(await publishedChanges()).toBe(before + 3);
    for (const gone of [await remove(body.id), await edit(body.id), await edit(NONE)])
      expect(gone.code).toBe('not_found');
    expect(await publishedChanges()).toBe(before + 3);
  });

  it('has a unique name in any letter case, also when several are added at once', async () => {
    const answers = await Promise.all(
      ['ÚNICO', 'único', ' Único', 'U\u0301nico'].map((promo_name) => add({ promo_name })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'name_taken')).toHaveLength(3);
    const other = await add({ promo_name: 'Another' });
    expect((await edit(other.body.id, { promo_name: 'úNICO' })).code).toBe('name_taken');
    expect((await edit(other.body.id, { promo_name: 'ANOTHER' })).status).toBe(200);
  });

  it('is edited once when two admins edit the same version', async () => {
    const { body } = await add({ promo_name: 'Edited' });
    const answers = await Promise.all(
      [6, 7].map((promo_usage_limit) => edit(body.id, { promo_name: 'Edited', promo_usage_limit })),
    );
    expect(answers.map(({ status, code }) => (status === 200 ? 'edited' : code)).sort()).toEqual([
      'conflict',
      'edited',
    ]);
    const stored = answers.find(({ status }) => status === 200)?.body;
    expect(stored?.version).toBe(body.version + 1);
    expect((await list('?q=Edited')).body.items).toEqual([stored]);
  });

  it('retains its count of uses when it is edited, also with a lower limit', async () => {
    const { body } = await add({ promo_name: 'Counted' });
    await environment.database.pool.query('update promos set user_avail = 4 where id = $1', [body.id]);
    const answer = await edit(body.id, { promo_name: 'Counted', promo_usage_limit: 2, user_avail: 0 });
    expect(answer.body).toMatchObject({ user_avail: 4, promo_usage_limit: 2 });
  });

  it.each<[string, Record<string, unknown>]>([
    ['no name', { promo_name: '   ' }],
    ['a name too long', { promo_name: 'x'.repeat(61) }],
    ['an invisible name', { promo_name: '\u200b' }],
    ['a name of two lines', { promo_name: 'TEN\nOFF' }],
    ['a name that turns round', { promo_name: '\u202eFFO NET' }],
    ['a description too long', { promo_description: 'x'.repeat(301) }],
    ['nothing off', { promo_discount_value: 0 }],
    ['less than nothing off', { promo_discount_value: -5 }],
    ['more than everything off', { promo_discount_type: 'percentage', promo_discount_value: 100.5 }],
    ['a huge value', { promo_discount_value: 1e9 }],
    ['an unknown type', { promo_discount_type: 'gift' }],
    ['a limit of no amount', { max_promo_discount_value: 0 }],
    ['a negative least order', { min_order: -1 }],
    ['no end', { promo_validity: undefined }],
    ['an end beyond time', { promo_validity: 1e17 }],
    ['no uses', { promo_usage_limit: 0 }],
    ['half a use', { promo_usage_limit: 1.5 }],
    ['more uses than people', { promo_usage_limit: 1e10 }],
  ])('is refused with %s', async (_, change) => {
    expect(await add({ promo_name: 'Refused', ...change })).toMatchObject({
      code: 'invalid_input',
      status: 400,
    });
  });

  it('is managed by admins only', async () => {
    const people = [
      await environment.addRider(),
      await environment.addDriver(),
      await environment.addFleetAdmin(),
      null,
    ];
    const { body } = await add({ promo_name: 'Guarded' });
    for (const who of people) {
      const answers = await Promise.all([
        add({ promo_name: 'Theirs' }, who),
        environment.call(who, routes.editPromo, body.id, ten({ version: 1 })),
        environment.call(who, routes.deletePromo, body.id),
        environment.call(who, routes.listPromos, null),
      ]);
      const code = who === null ? 'not_logged_in' : 'forbidden';
      expect(answers.map((answer) => answer.code)).toEqual([code, code, code, code]);
    }
  });

  it('can be added in a demonstration, but not changed or deleted', async () => {
    environment.set({ AllowCriticalEditsAdmin: false });
    const { status, body } = await add({ promo_name: 'Demo' });
    expect(status).toBe(201);
    expect((await edit(body.id, { promo_name: 'Other' })).code).toBe('demo_mode');
    expect((await remove(body.id)).code).toBe('demo_mode');
    expect((await list('?q=demo')).body.items).toEqual([body]);
  });
});

describe('the list of promos', () => {
  it('is searchable, sortable in both directions and paged without repeated or missing rows', async () => {
    for (const [index, name] of ['Paged b', 'paged C', 'PAGED a', 'Paged ä', 'paged B2'].entries()) {
      await add({
        promo_name: name,
        promo_validity: 4_000_000_000_000 + (index % 2),
        promo_description: 'lot 7%',
      });
      environment.pass(1);
    }
    const names = async (order: string) => {
      const found: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body }: { body: { items: Promo[]; nextCursor: string | null } } = await list(
          `?q=LOT%207%25&limit=2${order}${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        found.push(...body.items.map(({ promo_name }) => promo_name));
        cursor = body.nextCursor;
      }
      return found;
    };
    const byName = ['PAGED a', 'Paged b', 'paged B2', 'paged C', 'Paged ä'];
    expect(await names('&sort=promo_name&order=asc')).toEqual(byName);
    expect(await names('&sort=promo_name&order=desc')).toEqual(byName.toReversed());
    expect(await names('')).toEqual(['paged B2', 'Paged ä', 'PAGED a', 'paged C', 'Paged b']);
    for (const order of ['&sort=promo_validity&order=asc', '&sort=user_avail&order=desc'])
      expect(new Set(await names(order))).toEqual(new Set(byName));
    expect((await list('?q=paged%20b')).body.items).toHaveLength(2);
    expect((await list('?q=%25')).body.items).toHaveLength(5);
  });

  it('rejects an invalid cursor and an unknown order', async () => {
    const { body } = await list('?limit=1&sort=promo_name');
    const cursor = encodeURIComponent(body.nextCursor ?? '');
    const forged = (sort: string, value: unknown): string =>
      `?sort=${sort}&cursor=${Buffer.from(JSON.stringify([sort, 'desc', value, NONE])).toString('base64url')}`;
    for (const query of [
      `?sort=createdAt&cursor=${cursor}`,
      `?sort=promo_name&order=asc&cursor=${cursor}`,
      '?cursor=nonsense',
      `?cursor=${Buffer.from('["createdAt","desc","1","x"]').toString('base64url')}`,
      forged('createdAt', 1.5),
      forged('createdAt', 2 ** 53),
      forged('promo_name', 'a\u0000b'),
      forged('promo_name', 1),
      forged('user_avail', 2 ** 31),
      forged('user_avail', '1'),
      '?sort=id',
      '?limit=0',
      `?q=${'x'.repeat(101)}`,
    ])
      expect((await list(query)).code).toBe('invalid_input');
  });
});
