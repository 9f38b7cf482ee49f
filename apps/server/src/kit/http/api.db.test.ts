// Tests the handling of requests: authentication, rejections, validation and idempotent retries.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { defineRoute } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../observe/logger.ts';
import { createMetrics } from '../observe/metrics.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { waitFor } from '../testing/wait-for.ts';
import type { Actor } from './actor.ts';
import { createIdempotency } from './idempotency.ts';
import { mountRoutes } from './mount.ts';
import { mountOperations } from './operations.ts';
import { route } from './route.ts';
import { createHttpServer } from './server.ts';
import { mountWebApp } from './web-app.ts';

const database = await createTestDatabase();
await database.asOwner.query('create table effect (n int)');

const people: Record<string, Actor> = {
  'rider-token': { uid: 'rider-1', usertype: 'rider', sessionId: 's1' },
  'driver-token': { uid: 'driver-1', usertype: 'driver', sessionId: 's2' },
};
const errors = [] as const;
const tag = 'test';
const summary = 'A test';

const echo = defineRoute({
  method: 'POST',
  path: '/echo/:id',
  summary,
  tag,
  access: 'anyone',
  params: z.object({ id: z.coerce.number().int() }),
  query: z.object({ flag: z.string().default('none') }),
  body: z.object({ text: z.string().min(2) }),
  answer: z.object({ id: z.number(), text: z.string(), flag: z.string() }),
  status: 201,
  errors,
});
const wide = defineRoute({ ...echo, path: '/wide/:id', bodyMaxBytes: 400_000 });
const drivers = defineRoute({
  method: 'GET',
  path: '/drivers-only',
  summary,
  tag,
  access: ['driver'],
  answer: z.object({ uid: z.string() }),
  errors,
});
const signedIn = defineRoute({ ...drivers, path: '/signed-in', access: 'signed-in' });
const hosted = defineRoute({ ...drivers, path: '/hosted', access: 'operator', root: true });
const effect = defineRoute({
  method: 'POST',
  path: '/effect',
  summary,
  tag,
  access: 'anyone',
  body: z.object({ n: z.number(), fail: z.string().optional() }),
  answer: z.object({ count: z.number() }),
  errors,
});
const file = defineRoute({
  method: 'POST',
  path: '/file',
  summary,
  tag,
  access: 'anyone',
  answer: z.instanceof(Uint8Array),
  binary: 'text/csv; charset=utf-8',
  errors,
});
const streamed = defineRoute({ ...file, path: '/streamed' });
const nothing = defineRoute({
  method: 'DELETE',
  path: '/nothing',
  summary,
  tag,
  access: 'anyone',
  answer: z.void(),
  errors,
});
const broken = defineRoute({
  method: 'GET',
  path: '/broken/:how',
  summary,
  tag,
  access: 'anyone',
  params: z.object({ how: z.string() }),
  answer: z.object({ ok: z.boolean() }),
  errors,
});
const upload = defineRoute({
  method: 'PUT',
  path: '/upload',
  summary,
  tag,
  access: 'anyone',
  upload: { field: 'photo', maxBytes: 1000 },
  answer: z.object({ size: z.number(), mimetype: z.string() }),
  errors,
});
const limited = defineRoute({
  ...nothing,
  method: 'POST',
  path: '/limited',
  rateLimit: { max: 2, windowSeconds: 60 },
});

/** Number of uploads that reached the handler. */
const uploads = { count: 0 };
/** Requests to /effect wait for this promise before their work. */
const gate = { open: Promise.resolve() };
/** Requests to /effect wait for this promise after their work is committed. */
const answerGate = { open: Promise.resolve() };

const idempotency = createIdempotency(database.queries);
const app = await createHttpServer({
  resolveSession: async (token) => people[token] ?? null,
  idempotency,
  logger: createLogger('silent'),
  metrics: createMetrics(),
  trustProxy: false,
  hostedBasicAuth: 'operator:long-password',
  isProduction: false,
  limits: { callsPerMinute: 100_000, scale: 1, eventLoopDelayMs: 0 },
});
mountOperations(app, {
  readiness: { part: async () => false },
  metrics: createMetrics(),
  metricsToken: undefined,
  isProduction: false,
  refused: { count: () => undefined },
});
mountRoutes(
  app,
  [
    // The contract does not declare the extra field, so the server must not send it.
    route(echo, async ({ params, query, body }) => ({ ...body, ...query, id: params.id, secret: 'x' })),
    route(wide, async ({ params, query, body }) => ({ ...body, ...query, id: params.id })),
    route(drivers, async ({ actor }) => ({ uid: actor.uid })),
    route(signedIn, async ({ actor }) => ({ uid: actor.uid })),
    route(hosted, async ({ actor }) => ({ uid: actor?.uid ?? 'operator' })),
    route(nothing, async () => undefined),
    route(limited, async () => undefined),
    route(streamed, async () => Readable.from(['a;b\n', '1;2\n'])),
    route(file, async ({ reply }) => {
      reply.header('content-disposition', 'attachment; filename="a.csv"').header('x-mark', randomUUID());
      return Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x00]);
    }),
    route(upload, async ({ upload: file }) => {
      uploads.count += 1;
      return { size: file.bytes.length, mimetype: file.mimetype };
    }),
    route(effect, async ({ body, reply }) => {
      await gate.open;
      reply.setCookie('mark', 'made', { path: '/' });
      const done = await database.withTx(async (tx) => {
        if (body.fail === 'refused') throw new DomainError('booking_taken');
        if (body.fail === 'away') throw new DomainError('sms_failed');
        await sql`insert into effect values (${body.n})`.execute(tx);
        const { rows } = await sql<{
          count: number;
        }>`select count(*) from effect where n = ${body.n}`.execute(tx);
        return { count: rows[0]?.count ?? 0 };
      });
      await answerGate.open;
      if (body.fail === 'answer lost') throw new DomainError('unavailable');
      return done;
    }),
    route(broken, async ({ params }) => {
      if (params.how === 'answer')
        return Object.assign({ ok: true }, { ok: 'not a boolean' as unknown as boolean });
      if (params.how === 'sql') await sql`select secret_column from nowhere`.execute(database.queries);
      throw new Error('internal detail');
    }),
  ],
  { idempotency, requireAllRoutes: false, limitScale: 1 },
);
await mountWebApp(app, {
  folder: '/nonexistent',
  publicUrl: undefined,
  appName: async () => 'Kerb',
  appCategory: async () => 'taxi',
  awaitsSetup: async () => false,
});
await app.ready();

afterAll(async () => {
  await app.close();
  await database.close();
});

const json = { 'content-type': 'application/json' };
const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/api/v1${url}`, headers: { ...json, ...headers }, payload });
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });
const codeOf = (response: { json(): { code?: string } }) => response.json().code;

async function effects(n: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from effect where n = ${n}`.execute(
    database.queries,
  );
  return rows[0]?.count ?? 0;
}

describe('a call', () => {
  it('is validated, handled and answered according to the contract', async () => {
    const response = await post('/echo/7', { text: 'hello', unknown: 1 });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ id: 7, text: 'hello', flag: 'none' });
  });

  it('with invalid fields is answered with a list of them', async () => {
    const response = await post('/echo/7', { text: 'h' });
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(response.json()).toMatchObject({ code: 'invalid_input', errors: [{ path: 'text' }] });
  });

  it.each([
    ['malformed JSON', '{"text', json, 400, 'invalid_input'],
    ['another content type', '<a/>', { 'content-type': 'text/xml' }, 415, 'unsupported_media_type'],
    ['too large a body', JSON.stringify({ text: 'x'.repeat(300_000) }), json, 413, 'payload_too_large'],
  ])('is refused with a code for %s', async (_, payload, headers, status, code) => {
    const response = await post('/echo/7', payload, headers);
    expect([response.statusCode, codeOf(response)]).toEqual([status, code]);
  });

  it('may be as large as the route allows, and no larger', async () => {
    const taken = await post('/wide/7', { text: 'x'.repeat(300_000) });
    expect([taken.statusCode, taken.json().text.length]).toEqual([201, 300_000]);
    const refused = await post('/wide/7', { text: 'x'.repeat(400_001) });
    expect([refused.statusCode, codeOf(refused)]).toEqual([413, 'payload_too_large']);
  });

  it('to an unknown path is answered with a 404 problem', async () => {
    const response = await get('/api/v1/nowhere');
    expect([response.statusCode, codeOf(response)]).toEqual([404, 'not_found']);
  });

  it('with characters that PostgreSQL cannot store, or an invalid URL, is answered with 400', async () => {
    for (const payload of [
      { text: 'a\u0000b' },
      { text: 'a\ud800b' },
      { text: 'abc', 'a\u0000b': 1 },
      { text: 'abc', more: { 'a\ud800b': 1 } },
    ])
      expect((await app.inject({ method: 'POST', url: '/api/v1/echo/1', payload })).json()).toMatchObject({
        status: 400,
        code: 'invalid_input',
      });
    for (const url of ['/api/v1/echo/1?flag=a%00b', '/api/v1/echo/%E0%A4%A', '/%00']) {
      const answer = await app.inject({ method: 'POST', url, payload: { text: 'abc' } });
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_input' });
    }
  });

  it('without a response body is answered with 204', async () => {
    const response = await app.inject({ method: 'DELETE', url: '/api/v1/nothing' });
    expect([response.statusCode, response.body]).toEqual([204, '']);
  });

  it.each(['error', 'sql', 'answer'])('that breaks (%s) reveals no internals', async (how) => {
    const response = await get(`/api/v1/broken/${how}`);
    expect(response.statusCode).toBe(500);
    expect(Object.keys(response.json()).sort()).toEqual(['code', 'requestId', 'status', 'title']);
  });

  it('beyond a limit is answered with 429 and the time to wait', async () => {
    await post('/limited', {});
    await post('/limited', {});
    const response = await post('/limited', {});
    expect([response.statusCode, codeOf(response)]).toEqual([429, 'too_many_requests']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('contains one file within the size limit', async () => {
    const send = (size: number) => {
      const boundary = 'kerb';
      const payload = `--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${'x'.repeat(size)}\r\n--${boundary}--\r\n`;
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
      return app.inject({ method: 'PUT', url: '/api/v1/upload', headers, payload });
    };
    expect((await send(900)).json()).toEqual({ size: 900, mimetype: 'image/png' });
    expect(codeOf(await send(2000))).toBe('payload_too_large');
  });
});

describe('an upload', () => {
  type Part = { field?: string; bytes: string; filename?: string };
  function send(parts: readonly Part[], more: Record<string, string> = {}) {
    const boundary = 'kerb';
    const text = parts.map(
      ({ field = 'photo', bytes, filename = '; filename="a.png"' }) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"${filename}\r\n\r\n${bytes}\r\n`,
    );
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, ...more };
    const payload = `${text.join('')}--${boundary}--\r\n`;
    return app.inject({ method: 'PUT', url: '/api/v1/upload', headers, payload });
  }

  it('repeated with its key gets the same answer; another file of the same length is another request', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const before = uploads.count;
    expect((await send([{ bytes: 'first' }], key)).json().size).toBe(5);
    const again = await send([{ bytes: 'first' }], key);
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    expect(uploads.count).toBe(before + 1);
    const other = await send([{ bytes: 'other' }], key);
    expect([other.statusCode, codeOf(other)]).toEqual([422, 'idempotency_key_reused']);
  });

  it('rejected before it was read completely leaves its key usable', async () => {
    const key = { 'idempotency-key': randomUUID() };
    expect(codeOf(await send([{ bytes: 'x'.repeat(1001) }], key))).toBe('payload_too_large');
    expect((await send([{ bytes: 'fits' }], key)).statusCode).toBe(200);
  });

  it.each<[string, Part[], string]>([
    ['in another field', [{ field: 'image', bytes: 'x' }], 'invalid_input'],
    ['that is a field and no file', [{ bytes: 'x', filename: '' }], 'invalid_input'],
    ['of nothing', [], 'invalid_input'],
    [
      'with too many fields',
      [
        ...Array.from({ length: 11 }, (_, n) => ({ field: `f${n}`, bytes: 'x', filename: '' })),
        { bytes: 'y' },
      ],
      'payload_too_large',
    ],
  ])('%s is refused', async (_, parts, code) => {
    const response = await send(parts);
    expect([response.statusCode < 500, codeOf(response)]).toEqual([true, code]);
  });

  it('that is cut off or malformed is rejected', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=kerb' };
    const begun = '--kerb\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\nhalf';
    for (const payload of [begun, '--kerb\r\ncontent-dispo', 'garbage', '--kerb--', '\0'.repeat(500)]) {
      const response = await app.inject({ method: 'PUT', url: '/api/v1/upload', headers, payload });
      expect([payload.slice(0, 20), codeOf(response)]).toEqual([payload.slice(0, 20), 'invalid_input']);
    }
  });

  it('of two files uses the first one or is rejected', async () => {
    const response = await send([{ bytes: 'first' }, { bytes: 'second, longer' }]);
    expect(response.statusCode === 200 ? response.json().size : codeOf(response)).toBe(5);
    expect((await send([{ bytes: 'still here' }])).statusCode).toBe(200);
  });

  it.each([
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'image/png',
    'multipart/form-data',
  ])('as %s is refused', async (type) => {
    const headers = { 'content-type': type };
    const response = await app.inject({ method: 'PUT', url: '/api/v1/upload', headers, payload: '{}' });
    expect([response.statusCode < 500, codeOf(response)]).toEqual([
      true,
      expect.stringMatching(/^(unsupported_media_type|invalid_input)$/),
    ]);
  });
});

describe('access', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it.each([
    ['/api/v1/drivers-only', {}, 401, 'not_logged_in'],
    ['/api/v1/drivers-only', bearer('unknown'), 401, 'not_logged_in'],
    ['/api/v1/drivers-only', bearer('rider-token'), 403, 'forbidden'],
    ['/api/v1/drivers-only', bearer('driver-token'), 200, undefined],
    ['/api/v1/signed-in', bearer('rider-token'), 200, undefined],
    ['/api/v1/signed-in', { cookie: 'kerb_session=rider-token' }, 200, undefined],
    ['/hosted', {}, 401, 'not_logged_in'],
    ['/hosted', bearer('rider-token'), 200, undefined],
    ['/hosted', { authorization: `Basic ${btoa('operator:long-password')}` }, 200, undefined],
    ['/hosted', { authorization: `Basic ${btoa('operator:wrong-password')}` }, 401, 'not_logged_in'],
  ])('%s with %o answers %i', async (url, headers, status, code) => {
    const response = await get(url, { ...headers });
    expect([response.statusCode, codeOf(response)]).toEqual([status, code]);
  });

  it.each([
    ['no origin', {}, 403],
    ['another site', { origin: 'https://evil.example' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['its own site', { origin: 'http://localhost:80' }, 201],
  ])('an unsafe call with a cookie from %s is judged by its origin', async (_, headers, status) => {
    const response = await post(
      '/echo/1',
      { text: 'hi' },
      { cookie: 'kerb_session=rider-token', ...headers },
    );
    expect(response.statusCode).toBe(status);
  });
});

describe('an idempotency key', () => {
  it('gives a repeated call one effect and one answer, cookies included', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await post('/effect', { n: 1 }, headers);
    const second = await post('/effect', { n: 1 }, headers);
    expect(second.json()).toEqual(first.json());
    expect(second.headers['set-cookie']).toEqual(first.headers['set-cookie']);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await effects(1)).toBe(1);
  });

  it('replays a file byte for byte, with every header of its handler', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await app.inject({ method: 'POST', url: '/api/v1/file', headers });
    const second = await app.inject({ method: 'POST', url: '/api/v1/file', headers });
    expect(second.rawPayload).toEqual(first.rawPayload);
    expect(second.rawPayload).toHaveLength(5);
    const { date: _, ...expected } = first.headers;
    expect(second.headers).toMatchObject({ ...expected, 'idempotency-replayed': 'true' });
  });

  it('does not store a streamed file, and reads it again', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await app.inject({ method: 'POST', url: '/api/v1/streamed', headers });
    const second = await app.inject({ method: 'POST', url: '/api/v1/streamed', headers });
    expect([first.body, second.body]).toEqual(['a;b\n1;2\n', 'a;b\n1;2\n']);
  });

  it('makes a repeated call wait while the first attempt, already committed, builds its answer', async () => {
    let letGo: () => void = () => undefined;
    answerGate.open = new Promise((resolve) => {
      letGo = resolve;
    });
    const headers = { 'idempotency-key': randomUUID() };
    const first = post('/effect', { n: 31 }, headers);
    await waitFor(async () => (await effects(31)) === 1, 'the commit');
    expect(codeOf(await post('/effect', { n: 31 }, headers))).toBe('request_in_progress');
    letGo();
    expect((await first).statusCode).toBe(200);
    expect((await post('/effect', { n: 31 }, headers)).json()).toEqual((await first).json());
    expect(await effects(31)).toBe(1);
  });

  it('rejects another body, and is separate for each caller', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    await post('/effect', { n: 2 }, headers);
    const other = await post('/effect', { n: 22 }, headers);
    expect([other.statusCode, codeOf(other)]).toEqual([422, 'idempotency_key_reused']);
    await post('/effect', { n: 2 }, { ...headers, authorization: 'Bearer rider-token' });
    expect(await effects(2)).toBe(2);
  });

  it('admits one of many simultaneous calls', async () => {
    let letGo: () => void = () => undefined;
    gate.open = new Promise((resolve) => {
      letGo = resolve;
    });
    const headers = { 'idempotency-key': randomUUID() };
    const settled: number[] = [];
    const calls = Array.from({ length: 20 }, async () => {
      const response = await post('/effect', { n: 3 }, headers);
      settled.push(response.statusCode);
      return response;
    });
    await waitFor(() => settled.length === 19, 'the refused calls');
    letGo();
    const responses = await Promise.all(calls);
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refused = responses.filter(({ statusCode }) => statusCode === 409);
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['request_in_progress']));
    expect(refused[0]?.headers['retry-after']).toBe('1');
    expect(await effects(3)).toBe(1);
  });

  it('replays a rejection, and allows a retry after a failure of the service', async () => {
    const refused = { 'idempotency-key': randomUUID() };
    await post('/effect', { n: 4, fail: 'refused' }, refused);
    const again = await post('/effect', { n: 4, fail: 'refused' }, refused);
    expect([codeOf(again), again.headers['idempotency-replayed']]).toEqual(['booking_taken', 'true']);
    const away = { 'idempotency-key': randomUUID() };
    await post('/effect', { n: 4, fail: 'away' }, away);
    const retried = await post('/effect', { n: 4, fail: 'away' }, away);
    expect([retried.statusCode, retried.headers['idempotency-replayed']]).toEqual([502, undefined]);
  });

  it('does not repeat a committed effect when the service failed afterwards', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const call = { n: 77, fail: 'answer lost' };
    expect((await post('/effect', call, headers)).statusCode).toBe(503);
    expect(codeOf(await post('/effect', call, headers))).toBe('conflict');
    expect(await effects(77)).toBe(1);
  });

  it('does not repeat an effect that was cut off after its commit', async () => {
    const key = randomUUID();
    await post('/effect', { n: 5 }, { 'idempotency-key': key });
    await sql`update idempotency_keys set status = null, answer = null, locked_until = now() - interval '1 minute'
              where took_effect`.execute(database.queries);
    const again = await post('/effect', { n: 5 }, { 'idempotency-key': key });
    expect([again.statusCode, codeOf(again)]).toEqual([409, 'conflict']);
    expect(await effects(5)).toBe(1);
  });

  it('takes over an attempt that was cut off before its commit, and expires after a day', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await post('/effect', { n: 6 }, key);
    await sql`update idempotency_keys set status = null, answer = null, took_effect = false,
              locked_until = now() - interval '1 second'`.execute(database.queries);
    expect((await post('/effect', { n: 6 }, key)).statusCode).toBe(200);
    expect(await effects(6)).toBe(2);
    await sql`update idempotency_keys set created_at = now() - interval '25 hours'`.execute(database.queries);
    expect((await post('/effect', { n: 7 }, key)).statusCode).toBe(200);
  });

  it('rolls back a slow attempt whose key was taken over', async () => {
    let letGo: () => void = () => undefined;
    gate.open = new Promise((resolve) => {
      letGo = resolve;
    });
    await sql`delete from idempotency_keys`.execute(database.queries);
    const key = { 'idempotency-key': randomUUID() };
    const taken = async () =>
      (
        await sql`update idempotency_keys set locked_until = now() - interval '1 second'
                 where status is null and not took_effect`.execute(database.queries)
      ).numAffectedRows === 1n;
    const slow = post('/effect', { n: 61 }, key);
    await waitFor(taken, 'the first attempt');
    gate.open = Promise.resolve();
    const repeat = await post('/effect', { n: 61 }, key);
    letGo();
    expect([repeat.statusCode, codeOf(await slow)]).toEqual([200, 'request_in_progress']);
    expect(await effects(61)).toBe(1);
    expect((await post('/effect', { n: 61 }, key)).json()).toEqual(repeat.json());
  });

  it('stores no answer in plain text', async () => {
    await post('/effect', { n: 8 }, { 'idempotency-key': randomUUID() });
    const { rows } = await sql<{ answer: Buffer | null }>`select answer from idempotency_keys`.execute(
      database.queries,
    );
    expect(rows.every(({ answer }) => !answer?.includes('count'))).toBe(true);
  });
});

describe('a proxy in front', () => {
  it('is trusted for the address that it adds, not for the one that its caller sent', async () => {
    const behind = await createHttpServer({
      resolveSession: async () => null,
      idempotency,
      logger: createLogger('silent'),
      metrics: createMetrics(),
      trustProxy: true,
      hostedBasicAuth: undefined,
      isProduction: true,
      limits: { callsPerMinute: 100, scale: 1, eventLoopDelayMs: 0 },
    });
    behind.get('/ip', async ({ ip }) => ({ ip }));
    const headers = { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' };
    const answer = await behind.inject({ url: '/ip', headers });
    await behind.close();
    expect(answer.json()).toEqual({ ip: '203.0.113.9' });
  });
});

describe('operations', () => {
  it('report that the server is running, and which checks fail', async () => {
    expect((await get('/health')).statusCode).toBe(200);
    const ready = await get('/ready');
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'not ready', checks: { part: false } }]);
  });

  it('show the metrics to a program on this machine', async () => {
    expect((await get('/metrics')).body).toContain('kerb_http_request_seconds');
  });
});
