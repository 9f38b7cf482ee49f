// Whether somebody exists, asked by the console's route and by the hosted function: one use case, one policy.
import { routes } from '@kerb/contract';
import { expect, test } from 'vitest';
import { createPeopleWorld } from './testing/people-world.ts';

const credentials = 'operator:a-long-password';
const world = await createPeopleWorld({ HOSTED_BASIC_AUTH: credentials });
const admin = await world.someone('admin');
const fleetadmin = await world.someone('fleetadmin');
const driver = await world.someone('driver', { email: 'ana@mail.example', mobile: '+59894123456' });
const rider = await world.someone('rider', { email: 'leo@mail.example' });
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
      (await world.call<{ users: object[] }>(actor, route, { body, headers })).body.users;
    const found = [{ id: driver.uid, usertype: 'driver' }];
    expect(await check({ email: 'ANA@Mail.Example' })).toEqual(found);
    expect(await check({ mobile: '+598 94 123-456' })).toEqual(found);
    expect(await check({ mobile: '+59894123456', email: 'ana@mail.example' })).toEqual(found);
    expect(await check({ mobile: '+59894123456', email: 'leo@mail.example' })).toEqual([
      ...found,
      { id: rider.uid, usertype: 'rider' },
    ]);
    expect(await check({ email: 'nobody@mail.example' })).toEqual([]);
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
      const answer = await world.call(actor, route, { body, headers });
      expect([body, answer.status, answer.code]).toEqual([body, 422, 'email_or_mobile_issue']);
    }
    const tooLong = { email: `${'x'.repeat(300)}@mail.example` };
    expect((await world.call(actor, route, { body: tooLong, headers })).code).toBe('invalid_input');
  },
);

test('nobody else may ask', async () => {
  const body = { email: 'ana@mail.example' };
  const wrong = { authorization: `Basic ${btoa('operator:wrong')}` };
  for (const route of [routes.checkUser, routes.checkUserExists]) {
    for (const person of [rider, driver])
      expect((await world.call(person, route, { body })).code).toBe('forbidden');
    expect((await world.call(null, route, { body })).code).toBe('not_logged_in');
    expect((await world.call(null, route, { body, headers: wrong })).code).toBe('not_logged_in');
  }
  expect((await world.call(null, routes.checkUser, { body, headers: operator })).code).toBe('not_logged_in');
});
