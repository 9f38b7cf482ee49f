// Tests routes that accept other content than JSON: forms of our own pages with a session, and raw bytes without one.
import { defineRoute } from '@kerb/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../observe/logger.ts';
import { createMetrics } from '../observe/metrics.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createIdempotency } from './idempotency.ts';
import { mountRoutes } from './mount.ts';
import { route } from './route.ts';
import { createHttpServer } from './server.ts';

const shared = { method: 'POST', summary: 'A test', tag: 'test', access: 'anyone', errors: [] } as const;
const answer = z.object({ uid: z.string().nullable(), got: z.string() });
const form = defineRoute({
  ...shared,
  path: '/form',
  ownForm: true,
  body: z.object({ text: z.string() }),
  answer,
});
const raw = defineRoute({ ...shared, path: '/raw', rawBody: true, query: z.looseObject({}), answer });
const plain = defineRoute({ ...shared, path: '/plain', body: z.object({ text: z.string() }), answer });

const database = await createTestDatabase();
const idempotency = createIdempotency(database.queries);
const app = await createHttpServer({
  resolveSession: async () => ({ uid: 'rider-1', usertype: 'rider', sessionId: 's1' }),
  idempotency,
  logger: createLogger('silent'),
  metrics: createMetrics(),
  trustProxy: false,
  hostedBasicAuth: undefined,
  isProduction: false,
  limits: { callsPerMinute: 100_000, scale: 1, eventLoopDelayMs: 0 },
});
mountRoutes(
  app,
  [
    route(form, async ({ actor, body }) => ({ uid: actor?.uid ?? null, got: body.text })),
    route(plain, async ({ actor, body }) => ({ uid: actor?.uid ?? null, got: body.text })),
    route(raw, async ({ actor, body }) => ({ uid: actor?.uid ?? null, got: body.toString('hex') })),
  ],
  { idempotency, requireAllRoutes: false, limitScale: 1 },
);
await app.ready();
afterAll(async () => {
  await app.close();
  await database.close();
});

const FORM = 'application/x-www-form-urlencoded';
async function post(path: string, payload: string | Buffer, headers: Record<string, string> = {}) {
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    headers: { host: 'kerb.test', ...headers },
  });
  return { status: response.statusCode, body: response.json() };
}
const cookie = { cookie: 'kerb_session=a-token' };

describe('a form of our own site', () => {
  it('is posted with the session of the browser', async () => {
    const sent = await post('/form', 'text=a+b%26c', {
      'content-type': FORM,
      origin: 'http://kerb.test',
      ...cookie,
    });
    expect(sent).toEqual({ status: 200, body: { uid: 'rider-1', got: 'a b&c' } });
  });

  it.each(['https://evil.example', 'null', 'http://kerb.test.evil.example'])(
    'is refused with the session from %s',
    async (origin) => {
      const sent = await post('/form', 'text=x', { 'content-type': FORM, origin, ...cookie });
      expect(sent).toMatchObject({ status: 403, body: { code: 'bad_origin' } });
      expect((await post('/form', 'text=x', { 'content-type': FORM, ...cookie })).status).toBe(403);
    },
  );

  it('from another site has no user', async () => {
    const sent = await post('/form', 'text=x', { 'content-type': FORM, origin: 'https://evil.example' });
    expect(sent.body).toEqual({ uid: null, got: 'x' });
  });

  it('is rejected where JSON is expected, and when its fields are invalid', async () => {
    expect((await post('/plain', 'text=x', { 'content-type': FORM })).body.code).toBe(
      'unsupported_media_type',
    );
    expect((await post('/form', 'other=x', { 'content-type': FORM })).body.code).toBe('invalid_input');
    expect((await post('/form', `text=${'x'.repeat(300_000)}`, { 'content-type': FORM })).status).toBe(413);
  });
});

describe('a raw request body', () => {
  const bytes = Buffer.from([0xff, 0x00, 0x7b, 0xc3]);

  it.each([
    'application/json',
    FORM,
    'text/plain',
    'multipart/form-data; boundary=x',
    'nonsense/of-some-kind',
  ])('are the same as %s', async (type) => {
    expect((await post('/raw?a=1&a=2', bytes, { 'content-type': type })).body.got).toBe('ff007bc3');
  });

  it('may be empty, with or without a content type', async () => {
    expect((await post('/raw', '')).body.got).toBe('');
    expect((await post('/raw', '', { 'content-type': 'application/json' })).body.got).toBe('');
  });

  it('has no session, no matter which page sends it', async () => {
    const sent = await post('/raw', bytes, {
      ...cookie,
      origin: 'https://pay.example',
      'content-type': FORM,
    });
    expect(sent).toEqual({ status: 200, body: { uid: null, got: 'ff007bc3' } });
  });

  it('is handled once for each call, with any key, and is rate limited', async () => {
    const keyed = { 'idempotency-key': 'the-same', 'content-type': 'text/plain' };
    expect((await post('/raw', 'one', keyed)).body.got).toBe(Buffer.from('one').toString('hex'));
    expect((await post('/raw', 'two', keyed)).body.got).toBe(Buffer.from('two').toString('hex'));
    expect((await post('/raw', Buffer.alloc(300_000), { 'content-type': 'text/plain' })).status).toBe(413);
  });
});
