// A local push service: verifies the sender (VAPID, RFC 8292) and decrypts messages like a browser (RFC 8291, 8188).
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { compactVerify } from 'jose';
import { z } from 'zod';

/** A message as a browser's service worker receives it. */
export interface Received {
  browser: string;
  payload: Record<string, unknown>;
  claims: { aud: string; exp: number; sub: string };
  /** base64url: public key of the sender's signature */
  sender: string;
  ttl: string | undefined;
  urgency: string | undefined;
}

interface PlannedAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

interface Browser {
  keys: ECDH;
  auth: Buffer;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

const vapidClaims = z.object({ aud: z.string(), exp: z.number(), sub: z.string() });

/** Throws when the signature was not made with the public key in the header. */
async function checkVapid(header: string | undefined): Promise<Pick<Received, 'claims' | 'sender'>> {
  const [, token = '', sender = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/i.exec(header ?? '') ?? [];
  const point = Buffer.from(sender, 'base64url');
  const key = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  // Tests set their own clocks, so the times in the claims are not checked here.
  const { payload } = await compactVerify(token, key, { algorithms: ['ES256'] });
  return { claims: vapidClaims.parse(JSON.parse(Buffer.from(payload).toString())), sender };
}

/** One record of aes128gcm: salt, record size, the sender's key, and the ciphertext with its tag. */
function decrypt(body: Buffer, { keys, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const theirs = body.subarray(21, keyEnd);
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(theirs), auth, about, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(body.subarray(-16));
  const record = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  // The last record ends with the byte 2, followed by zero padding.
  const end = record.lastIndexOf(2);
  if (end < 0 || record.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('No end of the record');
  return record.subarray(0, end).toString();
}

const TAKEN: PlannedAnswer = { status: 201 };

export async function createPushService() {
  const browsers = new Map<string, Browser>();
  const received: Received[] = [];
  const problems: unknown[] = [];
  let answers: PlannedAnswer[] = [];
  let asked = 0;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    asked += 1;
    const name = request.url?.split('/').at(-1) ?? '';
    const body = await bytesOf(request);
    const { status, headers = {}, body: text } = answers.shift() ?? TAKEN;
    const browser = browsers.get(name);
    if (status === 201 && browser) {
      const vapid = await checkVapid(request.headers.authorization);
      const { ttl, urgency } = request.headers;
      const payload = JSON.parse(decrypt(body, browser));
      received.push({ browser: name, payload, ...vapid, ttl: String(ttl), urgency: String(urgency) });
    }
    response.writeHead(browser ? status : 404, headers).end(text);
  }
  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => {
      problems.push(error);
      response.writeHead(400).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';

  return {
    origin,
    /** Creates a browser's subscription; returns its JSON. */
    subscribe(name: string): string {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      browsers.set(name, { keys, auth });
      return JSON.stringify({
        endpoint: `${origin}/send/${name}`,
        keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
      });
    },
    /** Sets the answers to the next messages; later ones are answered with 201. */
    answer(...next: PlannedAnswer[]): void {
      answers = next;
    },
    /** Messages received by browsers since the last call. */
    taken: (): Received[] => received.splice(0),
    /** Number of requests since the last call. */
    asked(): number {
      const times = asked;
      asked = 0;
      return times;
    },
    /** Messages that could not be decrypted, or had an invalid signature. */
    problems,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
