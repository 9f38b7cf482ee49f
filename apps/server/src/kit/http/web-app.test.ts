// The web app as it is served: its files, how long they are kept, and its first page for every screen.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { toProblem } from './problem.ts';
import { mountWebApp } from './web-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-web-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Kerb</title>');
writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'export {};');
writeFileSync(join(folder, 'sw.js'), '');

const app = fastify();
app.setErrorHandler((error, _, reply) => {
  const problem = toProblem(error, 'r1');
  return reply.code(problem.status).send(problem);
});
await mountWebApp(app, folder);
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, accept = 'text/html') => app.inject({ url, headers: { accept } });

describe('the web app', () => {
  it.each(['/', '/bookings', '/trip/01a1fc30-960b-76e8-8b30-9408b67dc72e', '/t/abc?x=1'])(
    'answers %s with its first page, which is asked for again each time',
    async (url) => {
      const response = await get(url);
      expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(response.body).toContain('<title>Kerb</title>');
    },
  );

  it('keeps the address of a shared trip from searchers and from sites gone to from there', async () => {
    const kept = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };
    expect((await get('/t/abc')).headers).toMatchObject(kept);
    expect((await get('/trip/abc')).headers['x-robots-tag']).toBeUndefined();
  });

  it('lets browsers keep hashed files for good, and no others', async () => {
    const hashed = await get('/assets/main-abc123.js', '*/*');
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/sw.js', '*/*')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['/api/v1/nothing', 'text/html'],
    ['/assets/gone-abc123.js', '*/*'],
    ['/gone.png', 'text/html'],
    ['/bookings', 'application/json'],
  ])('answers %s for %s with 404', async (url, accept) => {
    expect((await get(url, accept)).statusCode).toBe(404);
  });
});
