// Simulates Google's token endpoint and FCM's HTTP v1 API on this machine, as documented.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { compactVerify } from 'jose';
import { z } from 'zod';

const assertionClaims = z.object({
  iss: z.string(),
  aud: z.string(),
  scope: z.string(),
  iat: z.number(),
  exp: z.number(),
});

export interface FcmReceived {
  path: string;
  authorization: string | undefined;
  message: Record<string, unknown>;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += part;
  return body;
}

/** Body of FCM's error answers. */
export const fcmError = (status: number, code: string) => ({
  status,
  body: {
    error: {
      code: status,
      status: code === 'UNREGISTERED' ? 'NOT_FOUND' : code,
      details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code }],
    },
  },
});

export async function createFcmCounterpart() {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const received: FcmReceived[] = [];
  let tokensGiven = 0;
  let answers: { status: number; body?: object; headers?: Record<string, string> }[] = [];
  const clientEmail = 'push@kerb.example';

  /** Returns an access token for an assertion signed by the service account; null for any other. */
  async function grant(form: URLSearchParams): Promise<string | null> {
    const verified = await compactVerify(form.get('assertion') ?? '', keys.publicKey, {
      algorithms: ['RS256'],
    }).catch(() => null);
    if (verified === null) return null;
    // Tests set their own clocks, so only the length of the validity is checked.
    const claims = assertionClaims.parse(JSON.parse(Buffer.from(verified.payload).toString()));
    const isMeant = claims.iss === clientEmail && claims.aud === `${origin}/token`;
    const isScoped = claims.scope === 'https://www.googleapis.com/auth/firebase.messaging';
    if (!isMeant || !isScoped || claims.exp - claims.iat > 3600) return null;
    tokensGiven += 1;
    return `access-${tokensGiven}`;
  }

  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const json = { 'content-type': 'application/json' };
    if (request.url === '/token') {
      const token = await grant(new URLSearchParams(body));
      response.writeHead(token ? 200 : 400, json);
      response.end(JSON.stringify(token ? { access_token: token, expires_in: 3600 } : { error: 'no' }));
      return;
    }
    const { status, body: said = { name: 'sent' }, headers = {} } = answers.shift() ?? { status: 200 };
    const { authorization } = request.headers;
    if (status === 200)
      received.push({ path: request.url ?? '', authorization, message: JSON.parse(body).message });
    response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(said));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';

  return {
    config: {
      projectId: 'kerb-trial',
      clientEmail,
      apiUrl: origin,
      tokenUrl: `${origin}/token`,
      privateKey: String(keys.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    },
    answer(...next: { status: number; body?: object; headers?: Record<string, string> }[]): void {
      answers = next;
    },
    taken: (): FcmReceived[] => received.splice(0),
    tokensGiven: () => tokensGiven,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
