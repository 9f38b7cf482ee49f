// Tests of social sign-in from the button to the session, against a real OpenID provider.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenIdAccount, startOpenIdProvider } from '../../../../../../../e2e/api/openid-provider.ts';
import { createTestApp } from '../../../../kit/testing/test-app.ts';

const PUBLIC_URL = 'http://kerb.test';
const callback = `${PUBLIC_URL}/api/v1/auth/social/google/callback`;
const accounts: OpenIdAccount[] = [];
const openid = await startOpenIdProvider({ accounts, redirectUris: [callback] });
const clock = { time: Date.now(), now: () => clock.time };
const app = await createTestApp({
  city: true,
  requireAllRoutes: false,
  clock,
  env: {
    PUBLIC_URL,
    GOOGLE_CLIENT_ID: openid.clientId,
    GOOGLE_CLIENT_SECRET: openid.clientSecret,
    GOOGLE_ISSUER: openid.issuer,
    FACEBOOK_APP_ID: 'app',
    FACEBOOK_APP_SECRET: 'secret',
  },
});
afterAll(async () => {
  await app.close();
  await openid.close();
});
beforeEach(() => {
  accounts.length = 0;
});

const { withTx, identity } = app.modules;
const sql = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows;
/** Creates an account at the provider that is unknown to this server. */
function person(claims: Partial<OpenIdAccount> = {}): OpenIdAccount {
  const name = randomUUID().slice(0, 8);
  const account = { sub: `sub-${name}`, email: `${name}@example.com`, email_verified: true, ...claims };
  accounts.push(account);
  return account;
}

/** A browser with separate cookies for Kerb and for the provider. */
function newBrowser(session?: string) {
  const cookies = new Map<string, string>(session ? [['kerb_session', session]] : []);
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function call(method: 'GET' | 'DELETE', url: string, headers: Record<string, string> = {}) {
    const response = await app.server.inject({
      method,
      url: url.replace(PUBLIC_URL, ''),
      headers: { host: 'kerb.test', origin: PUBLIC_URL, cookie: cookieHeader(), ...headers },
    });
    for (const { name, value } of response.cookies) cookies.set(name, value);
    return {
      status: response.statusCode,
      location: String(response.headers.location ?? ''),
      json: /json/.test(String(response.headers['content-type'])) ? response.json() : null,
      response,
    };
  }

  /** Opens the provider's page and presses a button; resolves to the URL to which the provider redirects. */
  async function choose(authorization: string, account: OpenIdAccount | null): Promise<string> {
    const theirs = new Map<string, string>();
    let url = authorization;
    let init: RequestInit = {};
    for (;;) {
      const cookie = [...theirs].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        theirs.set(name, value);
      }
      const location = response.headers.get('location');
      if (location?.startsWith(PUBLIC_URL)) return location;
      if (location === null) {
        if (response.status !== 200) throw new Error(`The provider answered ${response.status}`);
        init = { method: 'POST', body: new URLSearchParams(account ? { account: account.sub } : {}) };
      } else {
        url = new URL(location, url).href;
        init = {};
      }
    }
  }

  const start = (query = '') => call('GET', `/api/v1/auth/social/google${query}`);
  return {
    cookies,
    call,
    choose,
    start,
    async signIn(account: OpenIdAccount | null, query = '') {
      return call('GET', await choose((await start(query)).location, account));
    },
    me: async () => (await call('GET', '/api/v1/auth/session')).json.user,
  };
}

/** Opens a session of an existing user. */
async function sessionOf(uid: string): Promise<string> {
  return (await withTx((tx) => identity.api.openSession(tx, uid))).token;
}
const addUser = (input: object) =>
  withTx((tx) => identity.api.createUser(tx, { usertype: 'rider', ...input }));
let nextMobile = 100;
const newMobile = () => `+59894100${nextMobile++}`;

describe('a first sign-in at a provider', () => {
  test('creates an approved rider with the provider’s names and e-mail, and signs in', async () => {
    const ana = person({ given_name: 'Ana', family_name: 'Díaz' });
    const browser = newBrowser();
    const done = await browser.signIn(ana);
    expect([done.status, done.location]).toEqual([303, '/login']);
    expect(await browser.me()).toMatchObject({
      usertype: 'rider',
      loginType: 'google',
      approved: true,
      walletBalance: 0,
      firstName: 'Ana',
      lastName: 'Díaz',
      email: ana.email,
      mobile: '',
      social: ['google'],
    });
    const again = newBrowser();
    await again.signIn(ana, '?next=/bookings');
    expect((await again.me()).id).toBe((await browser.me()).id);
  });

  test('redirects to a page of this app, and never to another site', async () => {
    const own = await newBrowser().signIn(person(), `?next=${encodeURIComponent('/bookings?tab=2')}`);
    expect(own.location).toBe('/bookings?tab=2');
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', '/api/v1/me']) {
      const done = await newBrowser().signIn(person(), `?next=${encodeURIComponent(next)}`);
      expect(done.location).toBe('/login');
    }
  });

  test('redirects the browser with a fresh state, nonce and PKCE challenge', async () => {
    const one = await newBrowser().start();
    const other = await newBrowser().start();
    const params = [one, other].map(({ location }) => new URL(location).searchParams);
    for (const each of params)
      expect(Object.fromEntries(each)).toMatchObject({
        response_type: 'code',
        redirect_uri: callback,
        code_challenge_method: 'S256',
        scope: 'openid email profile',
      });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(params[0]?.get(name)).toMatch(/^[\w-]{43}$/);
      expect(params[0]?.get(name)).not.toBe(params[1]?.get(name));
    }
    expect(one.response.headers['set-cookie']).toMatch(
      /^kerb_social=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const [row] = await sql('select * from social_sign_ins limit 1');
    expect(JSON.stringify(row)).not.toContain(one.response.cookies[0]?.value);
  });

  test('sets its cookie with the __Host- prefix over https', async () => {
    const proxied = await createTestApp({
      requireAllRoutes: false,
      env: {
        TRUST_PROXY: 'true',
        GOOGLE_CLIENT_ID: openid.clientId,
        GOOGLE_CLIENT_SECRET: openid.clientSecret,
        GOOGLE_ISSUER: openid.issuer,
      },
    });
    const response = await proxied.server.inject({
      url: '/api/v1/auth/social/google',
      headers: { host: 'kerb.test', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' },
    });
    await proxied.close();
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-kerb_social=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const address = new URL(String(response.headers.location));
    expect(address.searchParams.get('redirect_uri')).toBe(
      'https://kerb.test/api/v1/auth/social/google/callback',
    );
  });
});

describe('an invalid callback', () => {
  const failed = { status: 303, location: '/login?error=auth_error' };
  async function expectSignedOut(browser: ReturnType<typeof newBrowser>, done: object) {
    expect(done).toMatchObject(failed);
    expect(await browser.me()).toBeNull();
  }

  test('does not sign in after the user denied access', async () => {
    const browser = newBrowser();
    await expectSignedOut(browser, await browser.signIn(null));
    expect(app.securityLines.at(-1)).toMatchObject({
      event: 'sign_in_failed',
      way: 'social',
      reason: 'auth_error',
      caller: expect.any(String),
    });
  });

  test('does not sign in with a wrong or missing state, code or issuer', async () => {
    const changes: ((address: URL) => void)[] = [
      (address) => address.searchParams.set('state', 'a'.repeat(43)),
      (address) => address.searchParams.delete('state'),
      (address) => address.searchParams.set('code', 'made-up'),
      (address) => address.searchParams.delete('code'),
      (address) => address.searchParams.append('code', 'second'),
      (address) => address.searchParams.set('iss', 'https://evil.example'),
      (address) => {
        address.search = '';
      },
    ];
    for (const change of changes) {
      const browser = newBrowser();
      const ana = person();
      const address = new URL(await browser.choose((await browser.start()).location, ana));
      change(address);
      const isHarmless = address.searchParams.getAll('code').length === 2;
      const done = await browser.call('GET', address.href);
      if (isHarmless) expect(done.location).toBe('/login');
      else await expectSignedOut(browser, done);
    }
  });

  test('does not sign in another browser, and the first browser can still finish', async () => {
    const victim = newBrowser();
    const attacker = newBrowser();
    const ana = person();
    const address = await attacker.choose((await attacker.start()).location, ana);
    await victim.start();
    await expectSignedOut(victim, await victim.call('GET', address));
    await expectSignedOut(newBrowser(), await newBrowser().call('GET', address));
    expect((await attacker.call('GET', address)).location).toBe('/login');
  });

  test('signs in once when it is sent repeatedly or concurrently', async () => {
    const browser = newBrowser();
    const ana = person();
    const address = await browser.choose((await browser.start()).location, ana);
    const cookie = browser.cookies.get('kerb_social') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => newBrowser().call('GET', address, { cookie: `kerb_social=${cookie}` })),
    );
    expect(answers.filter(({ location }) => location === '/login')).toHaveLength(1);
    expect(answers.filter(({ location }) => location === failed.location)).toHaveLength(7);
    const { uid } = (await sql('select uid from social_identities where subject = $1', [ana.sub]))[0];
    expect(await sql('select 1 from sessions where uid = $1', [uid])).toHaveLength(1);
    expect(await browser.call('GET', address)).toMatchObject(failed);
  });

  test('does not sign in with another nonce in the ID token or another PKCE verifier', async () => {
    for (const column of ['nonce', 'code_verifier']) {
      const browser = newBrowser();
      const ana = person();
      const address = new URL(await browser.choose((await browser.start()).location, ana));
      await sql(`update social_sign_ins set ${column} = $2 where state = $1`, [
        address.searchParams.get('state'),
        'b'.repeat(43),
      ]);
      await expectSignedOut(browser, await browser.call('GET', address.href));
      expect(await sql('select 1 from social_identities where subject = $1', [ana.sub])).toEqual([]);
    }
  });

  test('does not sign in after ten minutes', async () => {
    const browser = newBrowser();
    const ana = person();
    const address = await browser.choose((await browser.start()).location, ana);
    clock.time += 10 * 60_000;
    await expectSignedOut(browser, await browser.call('GET', address));
    await newBrowser().start();
    expect(await sql('select 1 from social_sign_ins')).toHaveLength(1);
  });
});

describe('the account of a social sign-in', () => {
  test('concurrent first sign-ins of one user create one account', async () => {
    const ana = person();
    const browsers = Array.from({ length: 6 }, () => newBrowser());
    const addresses = await Promise.all(
      browsers.map(async (browser) => browser.choose((await browser.start()).location, ana)),
    );
    const done = await Promise.all(
      browsers.map((browser, index) => browser.call('GET', addresses[index] ?? '')),
    );
    expect(done.map(({ location }) => location)).toEqual(browsers.map(() => '/login'));
    const ids = await Promise.all(browsers.map(async (browser) => (await browser.me()).id));
    expect(new Set(ids).size).toBe(1);
  });

  test('signs in to the account with the same verified e-mail, in any letter case', async () => {
    const email = `Mixed.${randomUUID().slice(0, 8)}@Example.com`;
    const user = await addUser({ email: email.toUpperCase(), emailVerified: true, mobile: newMobile() });
    const browser = newBrowser();
    await browser.signIn(person({ email }));
    expect(await browser.me()).toMatchObject({ id: user.uid, loginType: 'mobile', social: ['google'] });
  });

  test('moves an e-mail that is unverified here to the new account that has it verified', async () => {
    const ana = person();
    const squatter = await addUser({ email: ana.email, mobile: newMobile() });
    const other = await addUser({ mobile: newMobile() });
    await sql('update users set email = upper($2) where uid = $1', [other.uid, ana.email]);
    const browser = newBrowser();
    await browser.signIn(ana);
    const me = await browser.me();
    expect([squatter.uid, other.uid]).not.toContain(me.id);
    expect(me.email).toBe(ana.email);
    for (const { uid } of [squatter, other]) expect((await identity.api.userOf(uid))?.email).toBe('');
  });

  test.each([true, false])(
    'an address the provider does not vouch for takes and opens nothing',
    async (emailVerified) => {
      const ana = person({ email_verified: false });
      const holder = await addUser({ email: ana.email, emailVerified, mobile: newMobile() });
      const browser = newBrowser();
      await browser.signIn(ana);
      const me = await browser.me();
      expect(me.id).not.toBe(holder.uid);
      expect(me.email).toBe('');
      expect((await identity.api.userOf(holder.uid))?.email).toBe(ana.email);
    },
  );

  test('stores an unused unverified e-mail, which never joins accounts later', async () => {
    const ana = person({ email_verified: false });
    const first = newBrowser();
    await first.signIn(ana);
    expect((await first.me()).email).toBe(ana.email);
    const owner = person({ email: ana.email });
    const second = newBrowser();
    await second.signIn(owner);
    expect((await second.me()).id).not.toBe((await first.me()).id);
    expect((await first.me()).email).toBe('');
  });

  test.each(['waiting', 'refused', 'disabled'] as const)(
    'an account that is %s is not opened',
    async (review) => {
      const ana = person();
      await addUser({ email: ana.email, emailVerified: true, review, mobile: newMobile() });
      const browser = newBrowser();
      expect((await browser.signIn(ana)).location).toBe('/login?error=require_approval');
      expect(await browser.me()).toBeNull();
      expect(await sql('select 1 from social_identities where subject = $1', [ana.sub])).toEqual([]);
    },
  );

  test('rejects a sign-in to an account that was disabled since', async () => {
    const ana = person();
    const browser = newBrowser();
    await browser.signIn(ana);
    const { id } = await browser.me();
    await sql("update users set approved = false, review = 'disabled' where uid = $1", [id]);
    expect((await newBrowser().signIn(ana)).location).toBe('/login?error=require_approval');
  });
});

describe('connecting a provider to one’s account', () => {
  test('allows sign-in with it, until it is disconnected', async () => {
    const ana = person();
    const user = await addUser({ mobile: newMobile() });
    const { uid } = user;
    const browser = newBrowser(await sessionOf(uid));
    const seen = app.securityLines.length;
    const done = await browser.signIn(ana, '?link=true&next=/profile');
    expect(done.location).toBe('/profile');
    expect((await browser.me()).social).toEqual(['google']);
    const elsewhere = newBrowser();
    await elsewhere.signIn(ana);
    expect((await elsewhere.me()).id).toBe(user.uid);
    const off = await browser.call('DELETE', '/api/v1/me/social/google');
    expect([off.status, off.json.social]).toEqual([200, []]);
    expect(app.securityLines.slice(seen)).toMatchObject([
      { event: 'provider_connected', severity: 'alert', uid, provider: 'google' },
      { event: 'signed_in', uid, way: 'social' },
      { event: 'provider_disconnected', by: uid, uid, provider: 'google' },
    ]);
    expect((await browser.call('DELETE', '/api/v1/me/social/google')).status).toBe(404);
    const stranger = newBrowser();
    await stranger.signIn(ana);
    expect((await stranger.me()).id).not.toBe(user.uid);
  });

  test('is rejected for an identity of another account, and for a second one of the same provider', async () => {
    const ana = person();
    const eva = person();
    const first = newBrowser();
    await first.signIn(ana);
    const user = await addUser({ mobile: newMobile() });
    const browser = newBrowser(await sessionOf(user.uid));
    expect((await browser.signIn(ana, '?link=true')).location).toBe('/login?error=user_exists');
    expect((await browser.me()).social).toEqual([]);
    await browser.signIn(eva, '?link=true');
    expect((await browser.signIn(person(), '?link=true')).location).toBe('/login?error=conflict');
    expect((await browser.me()).social).toEqual(['google']);
  });

  test('requires a session, and cannot be started from a page of another site, like a sign-in', async () => {
    expect((await newBrowser().start('?link=true')).location).toBe('/login?error=not_logged_in');
    const browser = newBrowser(await sessionOf((await addUser({ mobile: newMobile() })).uid));
    for (const site of ['cross-site', 'same-site']) {
      for (const query of ['?link=true', '']) {
        const headers = { 'sec-fetch-site': site };
        const forged = await browser.call('GET', `/api/v1/auth/social/google${query}`, headers);
        expect([forged.status, forged.json.code]).toEqual([403, 'bad_origin']);
      }
    }
  });

  test.each(['/api/v1/me/sessions', '/api/v1/me/sessions?keep=true', '/api/v1/auth/session', 'one by one'])(
    'comes to nothing when the session that began it has ended (%s)',
    async (ending) => {
      const user = await addUser({ mobile: newMobile() });
      const stolen = newBrowser(await sessionOf(user.uid));
      const answer = await stolen.choose((await stolen.start('?link=true')).location, person());
      const owner = ending === '/api/v1/auth/session' ? stolen : newBrowser(await sessionOf(user.uid));
      const sessions = (await owner.call('GET', '/api/v1/me/sessions')).json.items;
      const other = sessions.find(({ current }: { current: boolean }) => !current);
      await owner.call('DELETE', ending === 'one by one' ? `/api/v1/me/sessions/${other.id}` : ending);
      expect((await stolen.call('GET', answer)).location).toBe('/login?error=auth_error');
      expect(await sql('select 1 from social_identities where uid = $1', [user.uid])).toEqual([]);
    },
  );

  test('cannot be undone for the last sign-in method of the account', async () => {
    const ana = person();
    const browser = newBrowser();
    await browser.signIn(ana);
    const off = await browser.call('DELETE', '/api/v1/me/social/google');
    expect([off.status, off.json.code]).toEqual([409, 'last_way_in']);
    expect((await browser.call('DELETE', '/api/v1/me/social/myspace')).status).toBe(400);
    expect((await newBrowser().call('DELETE', '/api/v1/me/social/google')).status).toBe(401);
  });
});

describe('the enabled providers', () => {
  test('are those enabled in the settings; routes of other providers return not_found', async () => {
    const settings = async () => (await newBrowser().call('GET', '/api/v1/settings')).json;
    await withTx((tx) => app.modules.settings.api.edit(tx, { FacebookLoginEnabled: false }));
    const facebook = () => newBrowser().call('GET', '/api/v1/auth/social/facebook');
    await expect.poll(async () => (await settings()).social).toEqual(['google']);
    expect((await facebook()).status).toBe(404);
    await withTx((tx) => app.modules.settings.api.edit(tx, { FacebookLoginEnabled: true }));
    await expect.poll(async () => (await settings()).social).toEqual(['google', 'facebook']);
    expect((await facebook()).location).toMatch(/^https:\/\/www\.facebook\.com\/v\d+\.0\/dialog\/oauth\?/);
    for (const path of ['apple', 'apple/callback'])
      expect((await newBrowser().call('GET', `/api/v1/auth/social/${path}`)).status).toBe(404);
    expect((await newBrowser().call('GET', '/api/v1/auth/social/myspace')).status).toBe(400);
  });

  test('redirects to the login page when the provider does not answer', async () => {
    const away = await createTestApp({
      requireAllRoutes: false,
      env: { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y', GOOGLE_ISSUER: 'http://127.0.0.1:1' },
    });
    const response = await away.server.inject({ url: '/api/v1/auth/social/google' });
    await away.close();
    expect([response.statusCode, response.headers.location]).toEqual([303, '/login?error=unavailable']);
  });
});
