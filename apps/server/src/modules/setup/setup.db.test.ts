// Tests of the first run: setup is open until the installation has its first admin.
import { createServer } from 'node:http';
import { routes } from '@kerb/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../kit/testing/test-app.ts';

const apps: TestApp[] = [];
afterAll(async () => {
  for (const app of apps) await app.close();
});

async function freshApp(env: Readonly<Record<string, string>> = {}, city = false) {
  const app = await createTestApp({ env, city });
  apps.push(app);
  const call = async (method: 'GET' | 'POST', path: string, body?: object, token?: string) => {
    const response = await app.server.inject({
      method,
      url: `/api/v1${path}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(body ? { payload: body } : {}),
    });
    return { status: response.statusCode, json: response.json(), response };
  };
  const proofOf = async (mobile: string) => {
    const { json } = await call('POST', '/auth/otp', { mobile });
    const inbox = await call('GET', `/dev/inbox?mobile=${encodeURIComponent(mobile)}&limit=20`);
    return {
      verificationId: String(json.verificationId),
      otp: String(inbox.json.items.find((message: { otp: string | null }) => message.otp !== null)?.otp),
    };
  };
  return { app, call, proofOf, query: app.database.pool.query.bind(app.database.pool) };
}

/** Outside the test, because importing the city takes longer than a test may. */
const served = await freshApp({}, true);

const MOBILE = '+4915112345678';
const request = {
  firstName: 'Ada',
  lastName: 'Lang',
  settings: {
    appName: 'Taxi Elbe',
    country: 'DE',
    code: 'EUR',
    symbol: '€',
    decimal: 2,
    swipe_symbol: true,
    timezone: 'Europe/Berlin',
    convert_to_mile: false,
    appcat: 'taxi',
    contact_email: '',
  },
};

describe('the first run', () => {
  let fresh: Awaited<ReturnType<typeof freshApp>>;
  beforeEach(async () => {
    fresh = await freshApp();
  });

  test('the settings report that set-up is pending, and the set-up route returns the initial values', async () => {
    const settings = await fresh.call('GET', '/settings');
    expect([settings.status, settings.json.code]).toEqual([503, 'setup_required']);
    const setup = await fresh.call('GET', '/setup');
    expect(setup.status).toBe(200);
    expect(setup.json).toEqual({
      appName: 'Kerb',
      country: 'UY',
      timezone: 'America/Montevideo',
      hasMap: false,
    });
  });

  test('creates the first admin, the settings, the cancel reasons and a session', async () => {
    const { call, proofOf, query } = fresh;
    const { status, json, response } = await call('POST', '/setup', {
      ...request,
      proof: await proofOf(MOBILE),
    });
    expect(status).toBe(201);
    const [session] = [response.headers['set-cookie']].flat();
    expect(session).toMatch(/^kerb_session=[\w-]{43}; .*HttpOnly/);
    expect(json.user).toMatchObject({
      mobile: MOBILE,
      usertype: 'admin',
      approved: true,
      firstName: 'Ada',
      lastName: 'Lang',
    });
    expect((await call('GET', '/me', undefined, json.token)).json.id).toBe(json.user.id);
    expect((await query('select value from settings')).rows[0].value).toMatchObject(request.settings);
    expect((await query('select 1 from cancel_reasons')).rowCount).toBe(8);
    // Without a city the service cannot start, and the response contains instructions.
    const settings = await call('GET', '/settings');
    expect([settings.status, settings.json.code]).toEqual([503, 'unavailable']);
    expect(settings.json.detail).toContain('npm run map:import');
  });

  test('is rejected once an admin exists, also with a valid code', async () => {
    const { call, proofOf } = fresh;
    const mine = await proofOf(MOBILE);
    const other = await proofOf('+4915112345679');
    expect((await call('POST', '/setup', { ...request, proof: mine })).status).toBe(201);
    expect((await call('GET', '/setup')).json.code).toBe('not_found');
    const late = await call('POST', '/setup', { ...request, proof: other });
    expect([late.status, late.json.code]).toEqual([404, 'not_found']);
  });

  test('succeeds for one of two concurrent callers, and the other leaves no data behind', async () => {
    const { call, proofOf, query } = fresh;
    const proofs = await Promise.all([MOBILE, '+4915112345679', '+4915112345670'].map(proofOf));
    const answers = await Promise.all(proofs.map((proof) => call('POST', '/setup', { ...request, proof })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404]);
    expect((await query('select usertype from users')).rows).toEqual([{ usertype: 'admin' }]);
    const [{ uid } = { uid: '' }] = (await query('select uid from users')).rows;
    expect(fresh.app.securityLines.filter(({ event }) => event === 'first_admin_created')).toMatchObject([
      { severity: 'alert', uid, by: null },
    ]);
    expect((await query('select 1 from sessions')).rowCount).toBe(1);
  });

  test('makes an admin of a user who signed in before and has to sign in again', async () => {
    const { call, proofOf, query } = fresh;
    const mobile = '+4915112345671';
    const { json: before } = await call('POST', '/auth/session', await proofOf(mobile));
    expect(before.user.usertype).toBe('rider');
    // The same mobile may not request another code immediately.
    await query('update otp_challenges set created_at = created_at - 60000');
    const { json } = await call('POST', '/setup', { ...request, proof: await proofOf(mobile) });
    expect(json.user).toMatchObject({ id: before.user.id, usertype: 'admin', firstName: 'Ada' });
    expect((await call('GET', '/me', undefined, before.token)).status).toBe(401);
    expect((await call('GET', '/me', undefined, json.token)).status).toBe(200);
  });

  test('changes nothing with a wrong code, an unverified number or invalid fields', async () => {
    const { call, proofOf, query } = fresh;
    const proof = await proofOf(MOBILE);
    const wrong = proof.otp === '123456' ? '654321' : '123456';
    const refused = async (body: object) => (await call('POST', '/setup', body)).json;
    expect((await refused({ ...request, proof: { ...proof, otp: wrong } })).code).toBe('otp_wrong');
    expect((await refused({ ...request, proof: { ...proof, otp: '12' } })).code).toBe('otp_validate_error');
    expect((await refused(request)).code).toBe('invalid_input');
    const missing = Object.keys(request.settings).map((name): [string, unknown] => [name, undefined]);
    const misfits: [string, unknown][] = [
      ['appName', '  '],
      ['appName', 'x'.repeat(61)],
      ['country', 'de'],
      ['code', 'EURO'],
      ['symbol', ''],
      ['decimal', 5],
      ['timezone', 'Mars/Olympus'],
      ['appcat', 'boats'],
      ['contact_email', 'not-an-address'],
    ];
    for (const [field, value] of [...missing, ...misfits]) {
      const settings = { ...request.settings, [field]: value };
      const { code, errors } = await refused({ ...request, settings, proof });
      expect([field, code]).toEqual([field, value === 'not-an-address' ? 'proper_email' : 'invalid_input']);
      expect(JSON.stringify(errors)).toContain(field);
    }
    expect((await query('select 1 from users')).rowCount).toBe(0);
    expect((await query('select 1 from settings')).rowCount).toBe(0);
    expect((await call('POST', '/setup', { ...request, proof })).status).toBe(201);
  });
});

test('accepts only the number in SETUP_MOBILE, when that is set', async () => {
  const { call, proofOf } = await freshApp({ SETUP_MOBILE: MOBILE });
  const other = await call('POST', '/setup', { ...request, proof: await proofOf('+4915112345679') });
  expect([other.status, other.json.code]).toEqual([403, 'forbidden']);
  expect((await call('POST', '/setup', { ...request, proof: await proofOf(MOBILE) })).status).toBe(201);
});

test('applies the operator’s sign-in check to the first admin too', async () => {
  const asked: unknown[] = [];
  const service = createServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming) body += String(chunk);
    asked.push(JSON.parse(body));
    response.end('{"issue":"licence ended"}');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { call, proofOf, query } = await freshApp({ SIGN_IN_CHECK_URL: `http://127.0.0.1:${port}` });
  const { status, json, response } = await call('POST', '/setup', {
    ...request,
    proof: await proofOf(MOBILE),
  });
  service.close();
  expect([status, json.code, response.headers['set-cookie']]).toEqual([401, 'auth_error', undefined]);
  expect(asked).toEqual([{ projectId: 'kerb', createTime: expect.any(Number), reqType: 'auth' }]);
  expect((await query('select 1 from sessions')).rowCount).toBe(0);
  // The installation is set up nevertheless: no other user can become the first admin.
  expect((await query('select usertype from users')).rows).toEqual([{ usertype: 'admin' }]);
  expect((await call('GET', '/setup')).status).toBe(404);
});

test('the settings of an installation with a city are available as soon as it is set up', async () => {
  const { call, proofOf } = served;
  expect((await call('GET', '/setup')).json.hasMap).toBe(true);
  await call('POST', '/setup', { ...request, proof: await proofOf(MOBILE) });
  const settings = await call('GET', '/settings');
  expect(settings.status).toBe(200);
  expect(routes.getSettings.answer.parse(settings.json)).toMatchObject({ appName: 'Taxi Elbe', code: 'EUR' });
});
