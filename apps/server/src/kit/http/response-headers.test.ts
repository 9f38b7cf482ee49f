// Tests the headers of every answer, also of answers to requests that reach no route.
import { connect } from 'node:net';
import { defineRoute } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createBareServer } from '../testing/bare-server.ts';
import type { Idempotency } from './idempotency.ts';
import { mountRoutes } from './mount.ts';
import { route } from './route.ts';

const plain = defineRoute({
  method: 'GET',
  path: '/plain',
  summary: 'A test',
  tag: 'test',
  access: 'anyone',
  answer: z.object({ ok: z.boolean() }),
  errors: [],
});
const own = defineRoute({ ...plain, path: '/own', access: 'signed-in' });
const cached = defineRoute({ ...plain, path: '/cached' });
const failing = defineRoute({ ...plain, path: '/failing' });
const picture = defineRoute({ ...plain, path: '/pictures/:id', binary: 'image/webp' });
const named = defineRoute({ ...picture, path: '/named/:id' });
const missing = defineRoute({ ...picture, path: '/missing-pictures/:id' });
const removeAll = defineRoute({ ...plain, method: 'DELETE', path: '/things' });
const removeOne = defineRoute({
  ...plain,
  method: 'DELETE',
  path: '/things/:id',
  params: z.object({ id: z.uuid() }),
});

const withoutKeys: Idempotency = {
  begin: async () => undefined,
  end: async () => undefined,
  run: (_, work) => work(),
};
const FOR_A_YEAR = 'public, max-age=31536000, immutable';
const calls: string[] = [];

const app = await createBareServer({
  resolveSession: async (token) =>
    token === 'rider-token' ? { uid: 'rider-1', usertype: 'rider', sessionId: 's1' } : null,
});
mountRoutes(
  app,
  [
    route(plain, async () => ({ ok: true })),
    route(own, async () => ({ ok: true })),
    route(cached, async ({ reply }) => {
      reply.header('cache-control', FOR_A_YEAR);
      return { ok: true };
    }),
    route(failing, async ({ reply }) => {
      reply.header('cache-control', FOR_A_YEAR);
      throw new DomainError('not_found');
    }),
    route(picture, async () => Buffer.from('RIFF')),
    route(named, async ({ reply }) => {
      reply.header('content-disposition', 'inline; filename="own.webp"');
      return Buffer.from('RIFF');
    }),
    route(missing, async () => {
      throw new DomainError('not_found');
    }),
    route(removeAll, async () => {
      calls.push('all');
      return { ok: true };
    }),
    route(removeOne, async () => {
      calls.push('one');
      return { ok: true };
    }),
  ],
  { idempotency: withoutKeys, requireAllRoutes: false, limitScale: 1 },
);
let port = 0;

beforeAll(async () => {
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/api/v1${path}`, headers });

/** Status line and headers of the server's answer to these bytes. */
async function rawAnswer(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString().split('\r\n\r\n')[0]?.toLowerCase() ?? '';
}

describe('caching', () => {
  it('is forbidden for every answer whose route does not allow it', async () => {
    const authorization = 'Bearer rider-token';
    for (const [path, headers] of [
      ['/plain', {}],
      ['/own', { authorization }],
      ['/own', {}],
      ['/missing', {}],
    ] as const)
      expect((await get(path, headers)).headers['cache-control'], path).toBe('no-store');
  });

  it('follows the route, and is never allowed for its errors', async () => {
    expect((await get('/cached')).headers['cache-control']).toBe(FOR_A_YEAR);
    expect((await get('/failing')).headers['cache-control']).toBe('no-store');
  });
});

describe('security headers', () => {
  it('disable the browser features that the app does not use', async () => {
    const policy = (await get('/plain')).headers['permissions-policy'];
    expect(policy).toContain('camera=()');
    expect(policy).toContain('microphone=()');
    expect(policy).toContain('geolocation=(self)');
  });

  it('forbid plugins, base addresses and framing of pages', async () => {
    const policy = String((await get('/plain')).headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
  });

  it('are set on answers given before a route was found', async () => {
    for (const url of ['/api/v1/plain?x=%00', '/%E0%A4%A', '/api/v1/plain%']) {
      const { statusCode, headers } = await app.inject({ url });
      expect(statusCode, url).toBe(400);
      expect(headers['x-content-type-options'], url).toBe('nosniff');
      expect(headers['content-security-policy'], url).toContain("frame-ancestors 'none'");
      expect(headers['strict-transport-security'], url).toMatch(/^max-age=\d+; includeSubDomains$/);
      expect(headers['cache-control'], url).toBe('no-store');
    }
  });

  it('are set on answers to invalid HTTP', async () => {
    const answer = await rawAnswer('GET / HTTP/1.1\r\nbroken header\r\n\r\n');
    expect(answer).toMatch(/^http\/1\.1 400 /);
    expect(answer).toContain('x-content-type-options: nosniff');
    expect(answer).toContain("content-security-policy: default-src 'none'");
    expect(answer).toContain('cache-control: no-store');
  });
});

describe('files', () => {
  it('are named by the contract or the handler, not by the caller', async () => {
    const names = await Promise.all(
      ['/pictures/evil.exe', '/named/1', '/missing-pictures/1', '/plain'].map(
        async (path) => (await get(path)).headers['content-disposition'],
      ),
    );
    expect(names).toEqual([
      'inline; filename="pictures.webp"',
      'inline; filename="own.webp"',
      undefined,
      undefined,
    ]);
  });
});

describe('an empty id', () => {
  it('does not match the route of the collection', async () => {
    const answer = await app.inject({ method: 'DELETE', url: '/api/v1/things/' });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(calls).toEqual([]);
    expect((await app.inject({ method: 'DELETE', url: '/api/v1/things' })).statusCode).toBe(200);
    expect(calls).toEqual(['all']);
  });
});
