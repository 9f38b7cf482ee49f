// Tests Facebook Login against a counterpart that answers as documented.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createFacebookSignIn } from './facebook.ts';

const appId = '1234567890';
const appSecret = 'the secret of the app';
const redirectUri = 'https://kerb.example/api/v1/auth/social/facebook/callback';
const ana = { id: '777', first_name: 'Ana', last_name: 'Díaz', email: 'Ana@example.com' };
const graph = { me: ana as object, status: 200, challenge: '' };

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return new URLSearchParams(body);
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '', 'http://graph');
  const answer = async (): Promise<[number, object]> => {
    if (/^\/v\d+\.0\/oauth\/access_token$/.test(url.pathname)) {
      const form = await formOf(request);
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const isRight =
        form.get('client_id') === appId &&
        form.get('client_secret') === appSecret &&
        form.get('redirect_uri') === redirectUri &&
        form.get('code') === 'good' &&
        challenge === graph.challenge;
      return isRight
        ? [200, { access_token: 'EAAB', token_type: 'bearer', expires_in: 5_183_944 }]
        : [400, { error: { message: 'Invalid verification code', type: 'OAuthException', code: 100 } }];
    }
    const proof = createHmac('sha256', appSecret).update('EAAB').digest('hex');
    const isRight =
      /^\/v\d+\.0\/me$/.test(url.pathname) &&
      url.searchParams.get('fields') === 'id,first_name,last_name,email' &&
      url.searchParams.get('appsecret_proof') === proof &&
      request.headers.authorization === 'Bearer EAAB';
    return isRight ? [graph.status, graph.me] : [400, {}];
  };
  const [status, body] = await answer();
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const graphUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
afterAll(() => server.close());
beforeEach(() => {
  Object.assign(graph, { me: ana, status: 200 });
});

describe('signing in with Facebook', () => {
  const signIn = createFacebookSignIn({ appId, appSecret, graphUrl });
  async function begun() {
    const secrets = signIn.newSecrets();
    const dialog = await signIn.authorizationUrl(secrets, redirectUri);
    graph.challenge = dialog.searchParams.get('code_challenge') ?? '';
    return { secrets, dialog, answer: new URLSearchParams({ code: 'good', state: secrets.state }) };
  }

  test('opens Facebook’s dialog with state and a hashed verifier', async () => {
    const { dialog, secrets } = await begun();
    expect(`${dialog.origin}${dialog.pathname}`).toMatch(
      /^https:\/\/www\.facebook\.com\/v\d+\.0\/dialog\/oauth$/,
    );
    expect(Object.fromEntries(dialog.searchParams)).toEqual({
      client_id: appId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'email public_profile',
      state: secrets.state,
      code_challenge: graph.challenge,
      code_challenge_method: 'S256',
    });
  });

  test('reads the user; the e-mail address counts as unverified', async () => {
    const { secrets, answer } = await begun();
    expect(await signIn.finish(answer, secrets, redirectUri)).toEqual({
      subject: '777',
      email: 'ana@example.com',
      emailVerified: false,
      mobile: '',
      firstName: 'Ana',
      lastName: 'Díaz',
    });
  });

  test('works without fields that Facebook omits, and drops values that cannot be stored', async () => {
    const { secrets, answer } = await begun();
    graph.me = { id: '778' };
    expect(await signIn.finish(answer, secrets, redirectUri)).toMatchObject({ subject: '778', email: '' });
    graph.me = { id: '779', email: 'no address', first_name: `\u0000${'x'.repeat(200)}` };
    const person = await signIn.finish(answer, secrets, redirectUri);
    expect(person).toMatchObject({ email: '', firstName: 'x'.repeat(80) });
  });

  test('rejects another state or verifier, a wrong code, an error, and an invalid Graph API answer', async () => {
    const { secrets, answer } = await begun();
    const refused = async (given: URLSearchParams, own = secrets) =>
      expect(signIn.finish(given, own, redirectUri)).rejects.toMatchObject({ code: 'auth_error' });
    await refused(answer, { ...secrets, state: 'another' });
    await refused(answer, { ...secrets, codeVerifier: 'a'.repeat(43) });
    await refused(new URLSearchParams({ code: 'bad', state: secrets.state }));
    await refused(new URLSearchParams({ error: 'access_denied', state: secrets.state }));
    graph.me = { name: 'without an id' };
    await refused(answer);
    graph.me = { id: '\u0007' };
    await refused(answer);
    graph.status = 500;
    await refused(answer);
  });

  test('is unavailable while Facebook does not answer', async () => {
    const { secrets, answer } = await begun();
    const away = createFacebookSignIn({ appId, appSecret, graphUrl: 'http://127.0.0.1:1' });
    await expect(away.finish(answer, secrets, redirectUri)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
