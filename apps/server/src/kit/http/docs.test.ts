// Tests the API documentation page: it loads only its own scripts, which are compressed once.
import { readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createBareServer } from '../testing/bare-server.ts';
import { mountDocs } from './docs.ts';
import { loadDocsScript } from './docs-script.ts';

const app = await createBareServer({ isProduction: false });
await mountDocs(app, { version: '1.2.3', publicUrl: undefined });
await app.ready();
afterAll(() => app.close());

const scriptsOf = (page: string) =>
  [...page.matchAll(/<script src="([^"]+)"><\/script>/g)].map((one) => one[1] ?? '');

describe('the document', () => {
  it('is served with the program’s version and the operations of the contract', async () => {
    const answer = await app.inject({ url: '/api/v1/openapi.json' });
    expect(answer.headers['content-type']).toContain('application/json');
    const { openapi, info, servers, paths, components } = answer.json();
    expect([openapi, info.version, servers[0].url]).toEqual(['3.1.0', '1.2.3', '/']);
    expect(paths['/api/v1/bookings/{id}'].get.operationId).toBe('getBooking');
    expect(components.schemas.Booking.properties.reference).toEqual({ type: 'string' });
  });
});

describe('the API documentation page', () => {
  it('allows no inline scripts, eval or framing', async () => {
    for (const url of ['/api/docs', '/api/docs/']) {
      const page = await app.inject({ url });
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain('unsafe-eval');
      expect(policy).toContain("frame-ancestors 'none'");
      expect(page.body).not.toMatch(/<script(?![^>]*src=)/);
      expect(scriptsOf(page.body)).toHaveLength(2);
    }
  });

  it('has an immutable script with an ETag, served in the accepted encoding', async () => {
    const [url = ''] = scriptsOf((await app.inject({ url: '/api/docs' })).body);
    const plain = await app.inject({ url });
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    const zipped = await app.inject({ url, headers: { 'accept-encoding': 'br;q=0, gzip' } });
    expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true);
    const tag = String(packed.headers.etag);
    const again = await app.inject({ url, headers: { 'accept-encoding': 'br', 'if-none-match': tag } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(plain.headers.etag).not.toBe(tag);
  });
});

describe('the script', () => {
  it('is compressed once for all callers, and again after a failure', async () => {
    const br = vi.fn(async (bytes: Buffer) => bytes).mockRejectedValueOnce(new Error('out of memory'));
    const file = new URL(import.meta.url).pathname;
    const script = await loadDocsScript(file, { br, gzip: br });
    const server = fastify();
    server.get('/script.js', (request, reply) => script.send(request, reply));
    const ask = () => server.inject({ url: '/script.js', headers: { 'accept-encoding': 'br' } });
    expect((await ask()).statusCode).toBe(500);
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(answers[0]?.body).toBe(await readFile(file, 'utf8'));
    expect(br).toHaveBeenCalledTimes(2);
    await server.close();
  });
});
