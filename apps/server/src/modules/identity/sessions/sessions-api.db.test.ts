// Tests of sessions through the API and the live socket: listing, ending, and no further messages on an open socket.
import { demoMobile } from '@kerb/domain/identity';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createTestApp } from '../../../kit/testing/test-app.ts';
import { waitFor } from '../../../kit/testing/wait-for.ts';

const app = await createTestApp({ seed: true, requireAllRoutes: false });
const origin = await app.listen();
const sockets: WebSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(() => app.close());

async function call(method: 'GET' | 'POST' | 'DELETE', path: string, token?: string, payload?: object) {
  const response = await app.server.inject({
    method,
    url: `/api/v1${path}`,
    headers: { 'user-agent': 'curl/8.14', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(payload ? { payload } : {}),
  });
  return { status: response.statusCode, json: response.body ? response.json() : null, response };
}

async function signIn(mobile: string): Promise<string> {
  const { verificationId } = (await call('POST', '/auth/otp', undefined, { mobile })).json;
  const inbox = await call('GET', `/dev/inbox?mobile=${encodeURIComponent(mobile)}&limit=20`);
  const { otp } = inbox.json.items.find((message: { otp: string | null }) => message.otp !== null);
  return (await call('POST', '/auth/session', undefined, { verificationId, otp })).json.token;
}

/** Opens a socket that is subscribed to `me`; returns the messages it received. */
async function listen(token: string) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/v1/live`, {
    headers: { authorization: `Bearer ${token}` },
  });
  sockets.push(socket);
  const messages: string[] = [];
  const state = { closed: 0, messages };
  socket.on('message', (data) => messages.push(String(data)));
  socket.on('close', (code) => {
    state.closed = code;
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ type: 'subscribe', topics: ['me'] }));
  await waitFor(() => messages.some((text) => text.includes('"subscribed"')), 'the subscription');
  return state;
}

describe('my sessions', () => {
  test('are listed with the current one marked, and can be ended one by one or all together', async () => {
    const mobile = demoMobile('simRider', 1);
    const here = await signIn(mobile);
    // Ends the session of the phone that the demonstration created.
    await call('DELETE', '/me/sessions?keep=true', here);
    const there = await signIn(mobile);
    const { items } = (await call('GET', '/me/sessions', here)).json;
    expect(items).toHaveLength(2);
    const other = items.find((item: { current: boolean }) => !item.current);
    expect(other).toMatchObject({ device: expect.any(String), createdAt: expect.any(Number) });
    expect((await call('DELETE', `/me/sessions/${other.id}`, here)).status).toBe(204);
    expect((await call('GET', '/me', there)).status).toBe(401);
    expect((await call('DELETE', `/me/sessions/${other.id}`, here)).status).toBe(404);
    const third = await signIn(mobile);
    expect((await call('DELETE', '/me/sessions?keep=true', here)).status).toBe(204);
    expect([(await call('GET', '/me', here)).status, (await call('GET', '/me', third)).status]).toEqual([
      200, 401,
    ]);
    const everywhere = await call('DELETE', '/me/sessions', here);
    expect([everywhere.status, everywhere.response.headers['set-cookie']]).toEqual([
      204,
      expect.stringMatching(/^kerb_session=;/),
    ]);
    expect((await call('GET', '/me', here)).status).toBe(401);
  });

  test('of another user are not found', async () => {
    const mine = await signIn(demoMobile('simRider', 2));
    const theirs = await signIn(demoMobile('simRider', 3));
    const [session] = (await call('GET', '/me/sessions', theirs)).json.items;
    expect((await call('DELETE', `/me/sessions/${session.id}`, mine)).status).toBe(404);
    expect((await call('DELETE', '/me/sessions/not-an-id', mine)).status).toBe(400);
    expect((await call('GET', '/me/sessions')).status).toBe(401);
    expect((await call('GET', '/me', theirs)).status).toBe(200);
  });
});

test('a request is rejected when its expected user differs from the user of the session', async () => {
  const token = await signIn(demoMobile('simRider', 9));
  const as = async (person: string) => {
    const headers = { authorization: `Bearer ${token}`, 'x-kerb-person': person };
    return (await app.server.inject({ method: 'GET', url: '/api/v1/me', headers })).statusCode;
  };
  const { id } = (await call('GET', '/me', token)).json;
  expect([await as(id), await as('0190a0c0-0000-7000-8000-000000000001'), await as('')]).toEqual([
    200, 401, 401,
  ]);
  // The session itself stays valid.
  expect((await call('GET', '/me', token)).status).toBe(200);
});

describe('a session whose profile', () => {
  test('is missing gets one error and is then signed out', async () => {
    const token = await signIn(demoMobile('simRider', 6));
    const { id } = (await call('GET', '/me', token)).json;
    await app.database.pool.query('update users set deleted_at = 1 where uid = $1', [id]);
    const first = await call('GET', '/auth/session', token);
    expect([first.status, first.json.code]).toEqual([403, 'user_issue_contact_admin']);
    expect(first.response.headers['set-cookie']).toMatch(/^kerb_session=;/);
    expect((await call('GET', '/auth/session', token)).json).toEqual({ user: null, secondFactor: null });
  });

  test('was deleted or disabled is signed out', async () => {
    const deleted = await signIn(demoMobile('simRider', 7));
    const disabled = await signIn(demoMobile('simRider', 8));
    const idOf = async (token: string) => (await call('GET', '/me', token)).json.id;
    expect((await call('DELETE', '/me', deleted, { forfeit: true })).status).toBe(204);
    await app.database.pool.query("update users set approved = false, review = 'disabled' where uid = $1", [
      await idOf(disabled),
    ]);
    for (const token of [deleted, disabled]) {
      expect((await call('GET', '/me', token)).status).toBe(401);
      expect((await call('GET', '/auth/session', token)).json).toEqual({ user: null, secondFactor: null });
    }
  });
});

describe('the live socket of an ended session', () => {
  test('closes at once when its user signs out everywhere else; the current session’s socket stays open', async () => {
    const mobile = demoMobile('simRider', 4);
    const here = await signIn(mobile);
    const there = await signIn(mobile);
    const current = await listen(here);
    const ended = await listen(there);
    await call('DELETE', '/me/sessions?keep=true', here);
    await waitFor(() => ended.closed === 4401, 'the close');
    expect(current.closed).toBe(0);
  });

  test('receives nothing after its session has ended', async () => {
    const token = await signIn(demoMobile('simRider', 5));
    const { json } = await call('GET', '/me', token);
    const state = await listen(token);
    await app.modules.withTx((tx) => app.modules.identity.api.endSessionsOf(tx, json.id));
    await call('DELETE', '/auth/session', token);
    await app.database.pool.query(
      `insert into outbox_events (name, topics, data) values ('me.changed', $1, '{"sent":"after the end"}')`,
      [[`user:${json.id}`]],
    );
    await waitFor(() => state.closed === 4401, 'the close');
    // Events of the sign-in may still arrive before the session ends; this event must not.
    expect(state.messages.join('\n')).not.toContain('after the end');
  });
});
