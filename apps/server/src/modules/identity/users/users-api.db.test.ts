// Tests of users through the API: cookies and tokens, permissions, and the specification's error keys.
import { demoMobile } from '@kerb/domain/identity';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../../../kit/testing/test-app.ts';

const app = await createTestApp({ seed: true, requireAllRoutes: false });
afterAll(() => app.close());

interface Call {
  body?: object;
  token?: string;
  cookie?: string;
  origin?: string;
}
async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  { body, token, cookie, origin }: Call = {},
) {
  const response = await app.server.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      host: 'kerb.test',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie: `kerb_session=${cookie}` } : {}),
      ...(origin ? { origin } : {}),
    },
    ...(body ? { payload: body } : {}),
  });
  return { status: response.statusCode, json: response.body ? response.json() : null, response };
}

async function challenge(mobile: string): Promise<{ verificationId: string; otp: string }> {
  const { json } = await call('POST', '/auth/otp', { body: { mobile } });
  const inbox = await call('GET', `/dev/inbox?mobile=${encodeURIComponent(mobile)}&limit=20`);
  return {
    verificationId: json.verificationId,
    otp: inbox.json.items.find((message: { otp: string | null }) => message.otp !== null)?.otp,
  };
}
async function signIn(mobile: string) {
  const { json, response } = await call('POST', '/auth/session', { body: await challenge(mobile) });
  return { token: String(json.token), user: json.user, response };
}

describe('sign-in through the API', () => {
  test('a sign-in returns the session as an HttpOnly cookie and as a bearer token', async () => {
    const { token, response } = await signIn(demoMobile('simRider', 1));
    const [session, device] = [response.headers['set-cookie']].flat();
    expect(session).toMatch(/^kerb_session=[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
    expect(device).toMatch(/^kerb_device=[\w.-]{80}; .*HttpOnly; SameSite=Lax$/);
    expect(response.headers['cache-control']).toBe('no-store');
    const byToken = await call('GET', '/auth/session', { token });
    const byCookie = await call('GET', '/auth/session', { cookie: token });
    expect(byToken.json.user).toMatchObject({
      mobile: demoMobile('simRider', 1),
      usertype: 'rider',
      driver: null,
    });
    expect(byCookie.json).toEqual(byToken.json);
    expect((await call('GET', '/auth/session')).json).toEqual({ user: null, secondFactor: null });
  });

  test('signing out ends the session', async () => {
    const { token } = await signIn(demoMobile('simRider', 2));
    const out = await call('DELETE', '/auth/session', { cookie: token, origin: 'http://kerb.test' });
    expect(out.status).toBe(204);
    expect(out.response.headers['set-cookie']).toMatch(/^kerb_session=;/);
    expect((await call('GET', '/me', { token })).status).toBe(401);
  });

  test('errors have the codes of the specification', async () => {
    const mobile = demoMobile('rider', 1);
    const { verificationId } = await challenge(mobile);
    const otp = async (code: string) =>
      (await call('POST', '/auth/session', { body: { verificationId, otp: code } })).json.code;
    expect(await otp('12345')).toBe('otp_validate_error');
    expect(await otp('999999')).toBe('otp_wrong');
    const again = await call('POST', '/auth/otp', { body: { mobile } });
    expect([again.status, again.json.code]).toEqual([429, 'otp_too_many_sends']);
    expect(Number(again.response.headers['retry-after'])).toBeGreaterThan(0);
    for (const typed of ['12', '+598123456789'])
      expect((await call('POST', '/auth/otp', { body: { mobile: typed } })).json.code).toBe('invalid_mobile');
  });

  test('a cancelled code cannot be used to sign in', async () => {
    const body = await challenge(demoMobile('simRider', 3));
    expect((await call('DELETE', `/auth/otp/${body.verificationId}`)).status).toBe(204);
    expect((await call('POST', '/auth/session', { body })).json.code).toBe('otp_expired');
  });
});

describe('one’s own record', () => {
  test('a driver’s profile includes the vehicle, which the driver can change', async () => {
    const { token } = await signIn(demoMobile('simDriver', 1));
    const changed = await call('PATCH', '/me', {
      token,
      body: { vehicleNumber: 'SZZ 9999', other_info: 'yellow' },
    });
    expect(changed.json.driver).toMatchObject({
      vehicleNumber: 'SZZ 9999',
      other_info: 'yellow',
      queue: false,
    });
    expect((await call('GET', '/me', { token })).json).toEqual(changed.json);
  });

  test('rejects invalid e-mails and fixed fields; an e-mail of another user is accepted as unverified', async () => {
    const one = await signIn(demoMobile('simRider', 4));
    const other = await signIn(demoMobile('simRider', 5));
    const patch = async (body: object) => (await call('PATCH', '/me', { token: one.token, body })).json.code;
    expect(await patch({ email: 'not-an-address' })).toBe('proper_email');
    expect(await patch({ mobile: '+59894999999' })).toBe('forbidden');
    expect(await patch({ vehicleModel: 'Onix' })).toBe('forbidden');
    expect((await call('GET', '/me', { token: one.token })).json).toEqual(one.user);
    const taken = { email: other.user.email.toUpperCase() };
    expect((await call('PATCH', '/me', { token: one.token, body: taken })).json).toEqual({
      ...one.user,
      email: other.user.email,
      emailVerified: false,
    });
  });

  test('a user cannot delete another user’s saved address', async () => {
    const owner = await signIn(demoMobile('simRider', 6));
    const other = await signIn(demoMobile('simRider', 7));
    const point = { lat: -34.9, lng: -56.16, add: 'Home' };
    await app.modules.withTx((tx) =>
      app.modules.identity.api.rememberAddress(tx, owner.user.id, point, false),
    );
    const { items } = (await call('GET', '/me/saved-addresses', { token: owner.token })).json;
    expect(items).toMatchObject([{ description: 'Home', count: 1 }]);
    const path = `/me/saved-addresses/${items[0].id}`;
    expect((await call('DELETE', path, { token: other.token })).status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(401);
    expect((await call('DELETE', path, { token: owner.token })).status).toBe(204);
  });
});

describe('who may call what', () => {
  test.each([
    ['a rider', demoMobile('simRider', 8), 403, 403],
    ['a driver', demoMobile('simDriver', 2), 200, 403],
    ['the admin', demoMobile('admin', 1), 403, 200],
    ['the fleet admin', demoMobile('fleetadmin', 1), 403, 200],
    ['a visitor', null, 401, 401],
  ] as const)('%s (%s): duty %i, live drivers %i', async (_who, mobile, duty, live) => {
    const token = mobile ? (await signIn(mobile)).token : undefined;
    const body = { driverActiveStatus: true };
    expect((await call('PUT', '/me/duty', { token, body })).status).toBe(duty);
    expect((await call('GET', '/drivers/live', { token })).status).toBe(live);
  });

  test('a driver whose approval was revoked is signed out and cannot go on duty', async () => {
    const { token, user } = await signIn(demoMobile('simDriver', 3));
    await app.database.pool.query("update users set approved = false, review = 'disabled' where uid = $1", [
      user.id,
    ]);
    expect((await call('PUT', '/me/duty', { token, body: { driverActiveStatus: true } })).status).toBe(401);
    const refused = await call('POST', '/auth/session', { body: await challenge(user.mobile) });
    expect([refused.status, refused.json.code]).toEqual([403, 'require_approval']);
  });

  test('car types are public; cancel reasons require a sign-in', async () => {
    expect((await call('GET', '/cartypes')).json.items).toHaveLength(4);
    expect((await call('GET', '/cancel_reason')).status).toBe(401);
    const { token } = await signIn(demoMobile('simRider', 9));
    expect((await call('GET', '/cancel_reason', { token })).json.items[0]).toMatchObject({ value: 0 });
  });
});

test('the development inbox does not exist where a real sender is configured', async () => {
  const withSender = await createTestApp({
    requireAllRoutes: false,
    env: { TWILIO_ACCOUNT_SID: 'AC0', TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+15005550006' },
  });
  const answer = await withSender.server.inject({ method: 'GET', url: '/api/v1/dev/inbox' });
  await withSender.close();
  expect(answer.statusCode).toBe(404);
});
