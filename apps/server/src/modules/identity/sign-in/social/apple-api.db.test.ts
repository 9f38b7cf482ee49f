// Tests of Apple's response, a form that Apple's page posts: it is accepted, and other cross-site posts are not.
import { afterAll, describe, expect, test } from 'vitest';
import {
  type ApplePerson,
  appleIds,
  appleKeys,
  startAppleCounterpart,
} from '../../../../adapters/social/apple/testing/counterpart.ts';
import { createTestApp } from '../../../../kit/testing/test-app.ts';

const apple = await startAppleCounterpart();
const app = await createTestApp({
  requireAllRoutes: false,
  env: {
    TRUST_PROXY: 'true',
    PUBLIC_URL: 'https://kerb.test',
    APPLE_CLIENT_ID: appleIds.clientId,
    APPLE_TEAM_ID: appleIds.teamId,
    APPLE_KEY_ID: appleIds.keyId,
    APPLE_PRIVATE_KEY: appleKeys.privateKey.replaceAll('\n', '\\n'),
    APPLE_ISSUER: apple.issuer,
  },
});
afterAll(async () => {
  await app.close();
  await apple.close();
});

const https = { host: 'kerb.test', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
const callback = '/api/v1/auth/social/apple/callback';
let count = 0;
function newPerson(): ApplePerson {
  count += 1;
  const user = { name: { firstName: 'Ana', lastName: 'Díaz' } };
  return { sub: `00${count}.ana`, email: `ana${count}@example.com`, email_verified: true, user };
}

async function begin(headers: Record<string, string> = {}, query = '') {
  const response = await app.server.inject({
    url: `/api/v1/auth/social/apple${query}`,
    headers: { ...https, ...headers },
  });
  return {
    setCookie: String(response.headers['set-cookie']),
    cookie: response.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    address: new URL(String(response.headers.location)),
  };
}
/** Posts as a browser does for Apple's page: from Apple's origin, with the SameSite=None cookies only. */
const post = (url: string, form: URLSearchParams | string, headers: Record<string, string> = {}) =>
  app.server.inject({
    method: 'POST',
    url,
    headers: {
      ...https,
      origin: 'https://appleid.apple.com',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    payload: form.toString(),
  });

describe('the form post from Apple', () => {
  test('signs in the browser that started the flow, identified by its cross-site cookie', async () => {
    const { setCookie, cookie, address } = await begin();
    expect(setCookie).toMatch(
      /^__Host-kerb_social=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/,
    );
    const person = newPerson();
    const done = await post(callback, apple.agree(address, person), { cookie });
    expect([done.statusCode, done.headers.location]).toEqual([303, '/login']);
    const session = done.cookies.find(({ name }) => name === '__Host-kerb_session')?.value;
    const { user } = (
      await app.server.inject({
        url: '/api/v1/auth/session',
        headers: { cookie: `__Host-kerb_session=${session}` },
      })
    ).json();
    expect(user).toMatchObject({
      loginType: 'apple',
      firstName: 'Ana',
      lastName: 'Díaz',
      email: person.email,
      social: ['apple'],
    });
  });

  test('without the cookie, or with another browser’s, does not sign in', async () => {
    const own = await begin();
    const other = await begin();
    for (const cookie of ['', other.cookie]) {
      const done = await post(callback, apple.agree(own.address, newPerson()), { cookie });
      expect([done.statusCode, done.headers.location]).toEqual([303, '/login?error=auth_error']);
      expect(done.headers['set-cookie']).toBeUndefined();
    }
  });

  test('ignores the session cookie of the caller', async () => {
    const user = await app.modules.withTx((tx) =>
      app.modules.identity.api.createUser(tx, { usertype: 'rider', mobile: '+59894200001' }),
    );
    const { token } = await app.modules.withTx((tx) => app.modules.identity.api.openSession(tx, user.uid));
    const done = await post(callback, new URLSearchParams({ state: 'x', code: 'y' }), {
      cookie: `__Host-kerb_session=${token}`,
    });
    expect(done.headers.location).toBe('/login?error=auth_error');
  });

  test('connects Apple to the account that started the flow, without its session cookie', async () => {
    const user = await app.modules.withTx((tx) =>
      app.modules.identity.api.createUser(tx, { usertype: 'rider', mobile: '+59894200002' }),
    );
    const { token } = await app.modules.withTx((tx) => app.modules.identity.api.openSession(tx, user.uid));
    const { cookie, address } = await begin({ cookie: `__Host-kerb_session=${token}` }, '?link=true');
    const done = await post(callback, apple.agree(address, newPerson()), { cookie });
    expect(done.headers.location).toBe('/profile');
    expect((await app.modules.identity.api.presentMe(user.uid))?.social).toEqual(['apple']);
  });

  test.each([
    '',
    'state',
    'state=%00&code=%00',
    'state=a&state=b&code=c',
    `state=${'s'.repeat(9000)}`,
    '%%%',
  ])('that reads %j does not sign in', async (form) => {
    const { cookie } = await begin();
    const done = await post(callback, form, { cookie });
    expect([done.statusCode, done.headers.location]).toEqual([303, '/login?error=auth_error']);
  });

  test('is rejected if it is too large or posted to another route', async () => {
    expect((await post(callback, `state=${'s'.repeat(300_000)}`)).statusCode).toBe(413);
    for (const url of ['/api/v1/auth/otp', '/api/v1/auth/session'])
      expect((await post(url, 'mobile=%2B59899123456')).statusCode).toBe(415);
  });
});
