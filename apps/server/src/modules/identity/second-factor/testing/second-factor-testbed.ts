// Test environment of the second factor: the whole server with the setting on, an adjustable clock, and sessions of
// admins and fleet admins.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type RouteDefinition, type RouteName, routes } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { Secret, TOTP } from 'otpauth';
import { createTestApp, type TestApp } from '../../../../kit/testing/test-app.ts';
import { createSoftwareAuthenticator } from './software-authenticator.ts';

export const ORIGIN = 'http://localhost';
const FAR = 4_102_444_800_000;
export const MINUTE = 60_000;

export interface Answer {
  status: number;
  code: string | null;
  /** Untyped, so that tests can read any field. */
  json: ReturnType<typeof JSON.parse>;
  headers: Record<string, unknown>;
}

export interface Signed {
  uid: string;
  sessionId: string;
  token: string;
}

/** The code that the authenticator app shows at a time. */
export const codeAt = (secret: string, now: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });

export async function createSecondFactorTestbed(env: Readonly<Record<string, string>> = {}) {
  const clock = { time: Date.UTC(2026, 5, 1, 12), now: () => clock.time };
  const app: TestApp = await createTestApp({ clock, env });
  const { pool } = app.database;
  let people = 0;

  async function call(
    name: RouteName,
    { token }: { token: string | null },
    input: {
      params?: Record<string, string>;
      query?: Record<string, string>;
      body?: object | undefined;
      headers?: Record<string, string>;
    } = {},
  ): Promise<Answer> {
    const route: RouteDefinition = routes[name];
    const path = route.path.replaceAll(
      /:([A-Za-z_]+)/g,
      (_, key: string) => input.params?.[key] ?? randomUUID(),
    );
    const response = await app.server.inject({
      method: route.method,
      url: `${route.root ? '' : '/api/v1'}${path}?${new URLSearchParams(input.query)}`,
      headers: {
        host: 'localhost',
        ...input.headers,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(input.body === undefined ? {} : { payload: input.body }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    const json = isJson ? response.json() : null;
    return {
      status: response.statusCode,
      code: json?.code ?? null,
      json,
      headers: response.headers,
    };
  }

  async function session(uid: string): Promise<Signed> {
    const token = randomBytes(32).toString('base64url');
    const sessionId = randomUUID();
    await pool.query(
      `insert into sessions (id, token_hash, uid, created_at, last_seen_at, expires_at) values ($1, $2, $3, $4, $4, $5)`,
      [sessionId, createHash('sha256').update(token).digest(), uid, clock.time, FAR],
    );
    return { uid, sessionId, token };
  }

  async function person(usertype: Usertype): Promise<Signed> {
    people += 1;
    const uid = randomUUID();
    await pool.query(
      `insert into users (uid, usertype, first_name, last_name, email, mobile, referral_id, created_at, updated_at)
       values ($1, $2, 'Ana', 'Prueba', $3, $4, $5, 1, 1)`,
      [uid, usertype, `${uid}@kerb.example`, `+5989400${String(1000 + people)}`, uid],
    );
    return session(uid);
  }

  const setRequired = async (adminSecondFactor: boolean): Promise<void> => {
    await app.modules.withTx((tx) => app.modules.settings.api.edit(tx, { adminSecondFactor }));
    app.modules.settings.refresh();
  };
  await setRequired(true);

  /** Sets up an authenticator app, which also proves the second factor of the session. */
  async function withAuthenticator(signed: Signed) {
    const { json } = await call('beginAuthenticator', signed, { body: {} });
    const secret = String(json.secret);
    const confirmed: Answer = await call('confirmAuthenticator', signed, {
      body: { code: codeAt(secret, clock.time) },
    });
    // Advances the clock, so that the next code belongs to another time step.
    clock.time += MINUTE;
    const recoveryCodes: string[] = confirmed.json.recoveryCodes;
    return { secret, recoveryCodes };
  }

  const whoAmI = async (signed: Signed) => (await call('getSession', signed)).json;
  const prove = (signed: Signed, body: object) => call('proveSecondFactor', signed, { body });

  const challengeOf = async (signed: Signed): Promise<string> =>
    (await call('beginPasskeyProof', signed, { body: {} })).json.challenge;

  async function addPasskey(signed: Signed, key = createSoftwareAuthenticator(), name = 'Key') {
    const { json: options } = await call('beginPasskey', signed, { body: {} });
    const passkey = key.create(options.challenge, ORIGIN);
    const answer = await call('addPasskey', signed, { body: { name, passkey } });
    return { key, options, passkey, answer };
  }

  return {
    app,
    pool,
    clock,
    call,
    session,
    person,
    setRequired,
    withAuthenticator,
    whoAmI,
    prove,
    addPasskey,
    challengeOf,
  };
}

/** The names of all routes, and the definition of one. */
export const routeNames = Object.keys(routes).filter((name): name is RouteName => name in routes);
export const definitionOf = (name: RouteName): RouteDefinition => routes[name];
