// Tests Sign in with Apple against a counterpart that enforces Apple's rules.
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { appleName, createAppleSignIn } from './apple.ts';
import { appleIds, appleKeys, startAppleCounterpart } from './testing/counterpart.ts';

const apple = await startAppleCounterpart();
afterAll(() => apple.close());
const clock = { now: () => Date.now() };
const redirectUri = 'https://kerb.example/api/v1/auth/social/apple/callback';
const options = { ...appleIds, privateKey: appleKeys.privateKey, issuer: apple.issuer, clock };
const ana = { sub: '001.ana', email: 'Ana@PrivateRelay.AppleID.com', email_verified: 'true' as const };

describe('signing in with Apple', () => {
  const signIn = createAppleSignIn(options);

  test('requests a form post, with state, nonce and a hashed verifier', async () => {
    const secrets = signIn.newSecrets();
    const address = await signIn.authorizationUrl(secrets, redirectUri);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: appleIds.clientId,
      response_type: 'code',
      response_mode: 'form_post',
      redirect_uri: redirectUri,
      scope: 'openid name email',
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(signIn.answersByPost).toBe(true);
  });

  test('reads the user; accepts "true" as true, and the name from the first answer only', async () => {
    const secrets = signIn.newSecrets();
    const address = await signIn.authorizationUrl(secrets, redirectUri);
    const first = apple.agree(address, { ...ana, user: { name: { firstName: 'Ana', lastName: 'Díaz' } } });
    expect(await signIn.finish(first, secrets, redirectUri)).toEqual({
      subject: '001.ana',
      email: 'ana@privaterelay.appleid.com',
      emailVerified: true,
      mobile: '',
      firstName: 'Ana',
      lastName: 'Díaz',
    });
    const later = apple.agree(address, { ...ana, email_verified: 'false' });
    expect(await signIn.finish(later, secrets, redirectUri)).toMatchObject({
      emailVerified: false,
      firstName: '',
    });
  });

  test.each(['state', 'nonce', 'codeVerifier'] as const)(
    'refuses an answer to another %s',
    async (secret) => {
      const secrets = signIn.newSecrets();
      const answer = apple.agree(await signIn.authorizationUrl(secrets, redirectUri), ana);
      const others = { ...secrets, [secret]: signIn.newSecrets()[secret] };
      await expect(signIn.finish(answer, others, redirectUri)).rejects.toMatchObject({ code: 'auth_error' });
    },
  );

  test('fails with a key of another team, and rejects an answer with an error', async () => {
    const other = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const foreign = createAppleSignIn({ ...options, privateKey: other.privateKey });
    const secrets = foreign.newSecrets();
    const answer = apple.agree(await foreign.authorizationUrl(secrets, redirectUri), ana);
    await expect(foreign.finish(answer, secrets, redirectUri)).rejects.toMatchObject({ code: 'auth_error' });
    const refused = new URLSearchParams({ error: 'user_cancelled_authorize', state: secrets.state });
    await expect(signIn.finish(refused, secrets, redirectUri)).rejects.toMatchObject({ code: 'auth_error' });
  });

  test('is unavailable while Apple does not answer, and retries at the next call', async () => {
    const away = createAppleSignIn({ ...options, issuer: 'http://127.0.0.1:1' });
    for (let tries = 0; tries < 2; tries += 1)
      await expect(away.authorizationUrl(away.newSecrets(), redirectUri)).rejects.toMatchObject({
        code: 'unavailable',
      });
  });
});

test.each([
  ['{"name":{"firstName":"Ana"}}', { firstName: 'Ana' }],
  ['{"name":{"firstName":7}}', {}],
  ['{"name":null}', {}],
  ['not JSON', {}],
  ['', {}],
])('the name in %j is read, or left out', (user, name) => {
  expect(appleName(new URLSearchParams({ user }))).toEqual(name);
});
