// Tests of checking whether an account exists, through the console's route and the hosted function, which share use
// case and policy.
import { routes } from '@kerb/contract';
import { afterEach, expect, test } from 'vitest';
import { createUsersEnvironment } from './testing/users-environment.ts';

const credentials = 'operator:a-long-password';
const environment = await createUsersEnvironment({ HOSTED_BASIC_AUTH: credentials });
afterEach(() => environment.set({}));
const admin = await environment.someone('admin');
const fleetadmin = await environment.someone('fleetadmin');
const driver = await environment.someone('driver', {
  email: 'ana@mail.example',
  mobile: '+59894123456',
  fleetadmin: fleetadmin.uid,
});
const rider = await environment.someone('rider', { email: 'leo@mail.example' });
/** Has only entered the address of the driver, without verifying it. */
await environment.someone('rider', { email: 'ana@mail.example' });
await environment.pool.query('update users set email_verified = true where uid = any($1)', [
  [driver.uid, rider.uid],
]);
const operator = { authorization: `Basic ${btoa(credentials)}` };

const ways = [
  ['the route', routes.checkUser, admin, {}],
  ['the route, by a fleet admin', routes.checkUser, fleetadmin, {}],
  ['the hosted function, by the operator', routes.checkUserExists, null, operator],
  ['the hosted function, by an admin', routes.checkUserExists, admin, {}],
  ['the hosted function, by a fleet admin', routes.checkUserExists, fleetadmin, {}],
] as const;

test.each(ways)(
  '%s finds by e-mail in any letter case, by mobile however written',
  async (_, route, actor, headers) => {
    const check = async (body: object) =>
      (await environment.call<{ users: object[] }>(actor, route, { body, headers })).body.users;
    const found = [{ id: driver.uid, usertype: 'driver' }];
    expect(await check({ email: 'ANA@Mail.Example' })).toEqual(found);
    expect(await check({ mobile: '+598 94 123-456' })).toEqual(found);
    expect(await check({ mobile: '+59894123456', email: 'ana@mail.example' })).toEqual(found);
    expect(await check({ mobile: '+59894123456', email: 'leo@mail.example' })).toEqual([
      ...found,
      // Outside their fleet, a fleet admin only learns that an account exists.
      actor === fleetadmin ? {} : { id: rider.uid, usertype: 'rider' },
    ]);
    expect(await check({ email: 'unknown@mail.example' })).toEqual([]);
  },
);

test.each(ways)(
  '%s answers email_or_mobile_issue for what cannot be either',
  async (_, route, actor, headers) => {
    for (const body of [
      {},
      { email: ' ', mobile: '' },
      { email: 'ana@mail' },
      { mobile: '12' },
      { mobile: 'tomorrow' },
      { email: 'ana@mail.example', mobile: '+598' },
    ]) {
      const answer = await environment.call(actor, route, { body, headers });
      expect([body, answer.status, answer.code]).toEqual([body, 422, 'email_or_mobile_issue']);
    }
    const tooLong = { email: `${'x'.repeat(300)}@mail.example` };
    expect((await environment.call(actor, route, { body: tooLong, headers })).code).toBe('invalid_input');
  },
);

test('the route is for admins and fleet admins only', async () => {
  const body = { email: 'ana@mail.example' };
  for (const person of [rider, driver])
    expect((await environment.call(person, routes.checkUser, { body })).code).toBe('forbidden');
  expect((await environment.call(null, routes.checkUser, { body })).code).toBe('not_logged_in');
  expect((await environment.call(null, routes.checkUser, { body, headers: operator })).code).toBe(
    'not_logged_in',
  );
});

test('the hosted function reports to every caller that an account exists, but not which one', async () => {
  const wrong = { authorization: `Basic ${btoa('operator:wrong')}` };
  for (const [actor, headers] of [
    [null, {}],
    [null, wrong],
    [rider, {}],
    [driver, {}],
  ] as const) {
    const check = async (body: object) =>
      (await environment.call(actor, routes.checkUserExists, { body, headers })).body;
    expect(await check({ email: 'ana@mail.example' })).toEqual({ exists: true, users: [] });
    expect(await check({ email: 'unknown@mail.example' })).toEqual({ exists: false, users: [] });
  }
});

test('in demonstration mode contacts are confirmed to the operator only, and existence by the hosted function', async () => {
  await environment.set({ AllowCriticalEditsAdmin: false });
  const body = { email: 'ana@mail.example' };
  const check = async (...[, route, actor, headers]: (typeof ways)[number]) =>
    (await environment.call(actor, route, { body, headers })).body;
  expect(await Promise.all(ways.map((way) => check(...way)))).toEqual([
    { users: [] },
    { users: [] },
    { exists: true, users: [{ id: driver.uid, usertype: 'driver' }] },
    { exists: true, users: [] },
    { exists: true, users: [] },
  ]);
});
