// Simulates Apple: it requires a signed client secret, signs the ID token, and sends the name once, outside the token.
import { createHash, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { jwtVerify, SignJWT } from 'jose';

export interface ApplePerson {
  sub: string;
  email: string;
  email_verified: boolean | 'true' | 'false';
  /** Sent only in the first answer. */
  user?: { name?: { firstName?: string; lastName?: string }; email?: string };
}

export const appleKeys = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
export const appleIds = { clientId: 'com.example.kerb', teamId: 'TEAM123456', keyId: 'KEY1234567' };

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return new URLSearchParams(body);
}

/** Whether Apple would accept the secret: signed with this team's key, for this client, and currently valid. */
async function isRightSecret(jwt: string, issuer: string): Promise<boolean> {
  const verified = await jwtVerify(jwt, createPublicKey(appleKeys.publicKey), {
    algorithms: ['ES256'],
    issuer: appleIds.teamId,
    subject: appleIds.clientId,
    audience: issuer,
  }).catch(() => null);
  if (verified === null) return false;
  const { iat = Number.NaN, exp = Number.NaN } = verified.payload;
  return verified.protectedHeader.kid === appleIds.keyId && exp - iat <= 15_777_000;
}

export async function startAppleCounterpart() {
  const signing = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { person: ApplePerson; asked: URLSearchParams }>();
  let issuer = '';

  function idToken({ person, asked }: { person: ApplePerson; asked: URLSearchParams }): Promise<string> {
    const { sub, email, email_verified } = person;
    return new SignJWT({ email, email_verified, nonce: asked.get('nonce') })
      .setProtectedHeader({ alg: 'RS256', kid: 'a1' })
      .setIssuer(issuer)
      .setAudience(appleIds.clientId)
      .setSubject(sub)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(signing.privateKey);
  }

  async function token(request: IncomingMessage): Promise<[number, object]> {
    const form = await formOf(request);
    if (!(await isRightSecret(form.get('client_secret') ?? '', issuer)))
      return [400, { error: 'invalid_client' }];
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (
      code === undefined ||
      code.asked.get('code_challenge') !== challenge ||
      code.asked.get('redirect_uri') !== form.get('redirect_uri')
    )
      return [400, { error: 'invalid_grant' }];
    return [
      200,
      { access_token: 'a', token_type: 'Bearer', expires_in: 3600, id_token: await idToken(code) },
    ];
  }

  const server: Server = createServer(async (request, response) => {
    const answer = async (): Promise<[number, object]> => {
      if (request.url === '/.well-known/openid-configuration')
        return [
          200,
          {
            issuer,
            authorization_endpoint: `${issuer}/auth/authorize`,
            token_endpoint: `${issuer}/auth/token`,
            jwks_uri: `${issuer}/auth/keys`,
            id_token_signing_alg_values_supported: ['RS256'],
          },
        ];
      if (request.url === '/auth/keys') {
        const key = signing.publicKey.export({ format: 'jwk' });
        return [200, { keys: [{ ...key, kid: 'a1', use: 'sig', alg: 'RS256' }] }];
      }
      return request.url === '/auth/token' ? token(request) : [404, {}];
    };
    const [status, body] = await answer();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The counterpart has no port');
  issuer = `http://127.0.0.1:${address.port}`;

  return {
    issuer,
    /** The form that Apple's page posts after this person has agreed at the authorization URL. */
    agree(authorization: URL, person: ApplePerson): URLSearchParams {
      const code = randomBytes(16).toString('hex');
      const asked = authorization.searchParams;
      codes.set(code, { person, asked });
      return new URLSearchParams({
        code,
        state: asked.get('state') ?? '',
        ...(person.user ? { user: JSON.stringify(person.user) } : {}),
      });
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
