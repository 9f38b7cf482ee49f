// Answers as Apple does: a signed client secret is demanded, the ID token is signed, the name comes once beside it.
import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';

export interface ApplePerson {
  sub: string;
  email: string;
  email_verified: boolean | 'true' | 'false';
  /** Told in the first answer only. */
  user?: { name?: { firstName?: string; lastName?: string }; email?: string };
}

export const appleKeys = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
export const appleIds = { clientId: 'com.example.kerb', teamId: 'TEAM123456', keyId: 'KEY1234567' };

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part = ''): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString());

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return new URLSearchParams(body);
}

/** Whether the secret is one that Apple takes: by this team's key, for this client, for now. */
function isRightSecret(jwt: string, issuer: string): boolean {
  const [header = '', claims = '', signature = ''] = jwt.split('.');
  const { alg, kid } = decode(header);
  const { iss, sub, aud, iat, exp } = decode(claims);
  const key = { key: createPublicKey(appleKeys.publicKey), dsaEncoding: 'ieee-p1363' as const };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    key,
    Buffer.from(signature, 'base64url'),
  );
  const isFor = iss === appleIds.teamId && sub === appleIds.clientId && aud === issuer;
  const isShort = Number(exp) - Number(iat) <= 15_777_000;
  return isSigned && alg === 'ES256' && kid === appleIds.keyId && isFor && isShort;
}

export async function startAppleCounterpart() {
  const signing = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { person: ApplePerson; asked: URLSearchParams }>();
  let issuer = '';

  function idToken({ person, asked }: { person: ApplePerson; asked: URLSearchParams }): string {
    const now = Math.floor(Date.now() / 1000);
    const { sub, email, email_verified } = person;
    const claims = {
      iss: issuer,
      aud: appleIds.clientId,
      iat: now,
      exp: now + 600,
      sub,
      email,
      email_verified,
    };
    const content = `${encode({ alg: 'RS256', kid: 'a1' })}.${encode({ ...claims, nonce: asked.get('nonce') })}`;
    return `${content}.${sign('sha256', Buffer.from(content), signing.privateKey).toString('base64url')}`;
  }

  async function token(request: IncomingMessage): Promise<[number, object]> {
    const form = await formOf(request);
    if (!isRightSecret(form.get('client_secret') ?? '', issuer)) return [400, { error: 'invalid_client' }];
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
    return [200, { access_token: 'a', token_type: 'Bearer', expires_in: 3600, id_token: idToken(code) }];
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
    /** The form that Apple's page posts once this person has agreed at the authorization address. */
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
