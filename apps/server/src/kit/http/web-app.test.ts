// Tests how the web app is served: cached files, an HTML page with metadata for every screen, and 404 for other paths.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import type { Usertype } from '@kerb/domain/identity';
import type { AppCategory } from '@kerb/domain/settings';
import fastify from 'fastify';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from './actor.ts';
import { toProblem } from './problem.ts';
import { mountWebApp } from './web-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-web-'));
const firstPage = [
  '<!doctype html><html lang="en" dir="ltr"><head>',
  '<meta name="description" content="Of the build." />',
  '<title>Kerb</title>',
  '</head><body><div id="root"><div class="first-paint"><span>Kerb</span></div></div></body></html>',
].join('\n');
const screens = {
  screens: [
    '/',
    '/about-us',
    '/login',
    '/bookings',
    '/bookings/:id',
    '/setup',
    '/t/:id',
    '/trip/:id',
    '/BookedCab',
  ],
  frames: { console: ['/bookings', '/bookings/:id'], trip: ['/trip/:id'] },
  pages: [
    { path: '/', name: 'home', listed: true },
    { path: '/about-us', name: 'about_us', listed: true },
    { path: '/login', name: 'login', listed: false },
  ],
  texts: {
    en: {
      head_title: '{{page}} · {{name}}',
      head_title_home: 'Book online',
      head_text_home: 'See the fare.',
      head_title_about_us: 'About us',
      head_text_about_us: 'Who runs {{name}}.',
      head_title_login: 'Log in',
      head_text_login: 'With a code.',
      head_title_not_found: 'Page not found',
    },
    ar: { head_title: '{{page}} · {{name}}', head_title_about_us: 'من نحن' },
  },
  startOnUse: '/assets/start-on-use.js',
  preloads: [
    { paths: ['/bookings', '/bookings/:id'], viewers: ['rider', 'admin'], scripts: ['/assets/console.js'] },
    { paths: ['/bookings'], viewers: ['admin'], scripts: ['/assets/console.js', '/assets/tables.js'] },
    { paths: ['/about-us'], viewers: ['visitor'], scripts: ['/assets/about-us.js'] },
  ],
};
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), firstPage);
writeFileSync(join(folder, 'screens.json'), JSON.stringify(screens));
writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'export {};');
writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync('export {};'));
writeFileSync(join(folder, 'assets', 'main-abc123.js.gz'), gzipSync('export {};'));
writeFileSync(join(folder, 'sw.js'), '');
writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(
  join(folder, 'manifest.webmanifest'),
  JSON.stringify({ name: 'Kerb', short_name: 'Kerb', display: 'standalone' }),
);

/** The operator's settings; reset before each test. */
const operator = {
  appName: async () => 'Taxi Elbe',
  appCategory: async (): Promise<AppCategory> => 'taxi',
  awaitsSetup: async () => false,
  /** The signed-in user. */
  caller: null as Actor | null,
};
const given = { ...operator };
beforeEach(() => void Object.assign(given, operator));

async function serve(publicUrl?: string) {
  const served = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await served.register(cookie);
  served.decorateRequest('actor', null);
  served.addHook('onRequest', async (request) => {
    request.actor = given.caller;
  });
  served.setErrorHandler((error, _, reply) => {
    const problem = toProblem(error, 'r1');
    return reply.code(problem.status).send(problem);
  });
  await mountWebApp(served, {
    folder,
    publicUrl,
    appName: () => given.appName(),
    appCategory: () => given.appCategory(),
    awaitsSetup: () => given.awaitsSetup(),
  });
  afterAll(() => served.close());
  return served;
}

const app = await serve();
const known = await serve('https://ride.example');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept: 'text/html', host: 'ride.example:8080', ...headers } });
const titleOf = (body: string) => /<title>([^<]*)<\/title>/.exec(body)?.[1];
const metaOf = (body: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(body)?.[1];

describe('the web app manifest', () => {
  it('has the operator’s name, shortened where space is limited', async () => {
    const read = async () => (await get('/manifest.webmanifest')).json();
    expect(await read()).toEqual({ name: 'Taxi Elbe', short_name: 'Taxi Elbe', display: 'standalone' });
    given.appName = async () => 'Radio Taxi Montevideo';
    expect(await read()).toMatchObject({ name: 'Radio Taxi Montevideo', short_name: 'Radio Taxi…' });
    given.appName = () => Promise.reject(new Error('no settings yet'));
    expect(await read()).toMatchObject({ name: 'Kerb' });
  });
});

describe('the web app', () => {
  it.each([
    '/',
    '/about-us',
    '/About-Us/',
    '/bookings',
    '/bookings/01a1fc30-960b',
    '/t/abc?x=1',
    '/bookedcab',
  ])('answers %s with its first page, which is asked for again each time', async (url) => {
    const response = await get(url);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain('<div id="root">');
  });

  it.each(['/nothing', '/about-us/more', '/bookings/1/2', '/t', '/index', '/assets', '//about-us'])(
    'answers %s, which is no screen, with the page of the app and 404',
    async (url) => {
      const response = await get(url);
      expect([response.statusCode, response.headers['x-robots-tag']]).toEqual([404, 'noindex']);
      expect(titleOf(response.body)).toBe('Page not found · Taxi Elbe');
      expect(response.body).toContain('<div id="root">');
    },
  );

  it('serves the set-up page only until an admin exists, or while that is unknown', async () => {
    expect((await get('/setup')).statusCode).toBe(404);
    given.awaitsSetup = async () => true;
    expect((await get('/setup')).statusCode).toBe(200);
    given.awaitsSetup = async () => Promise.reject(new Error('No database'));
    expect((await get('/setup')).statusCode).toBe(200);
  });

  it('answers 304 to a browser that has the current page', async () => {
    const first = await get('/about-us');
    const tag = String(first.headers.etag);
    const again = await get('/about-us', { 'if-none-match': tag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    given.appName = async () => 'Renamed';
    expect((await get('/about-us', { 'if-none-match': tag })).statusCode).toBe(200);
  });

  it('serves a page address for any Accept header', async () => {
    expect((await get('/', { accept: '*/*' })).body).toContain('<div id="root">');
  });

  it('lists the scripts of a screen for viewers who may open it, each once', async () => {
    const preloadsAt = async (url: string, usertype: Usertype | null) => {
      given.caller = usertype && { uid: 'u', usertype, sessionId: 's' };
      const { body } = await get(url);
      return [
        ...body.matchAll(/<link rel="modulepreload" crossorigin fetchpriority="low" href="([^"]*)">/g),
      ].map(([, href]) => href);
    };
    expect(await preloadsAt('/bookings', 'admin')).toEqual(['/assets/console.js', '/assets/tables.js']);
    expect(await preloadsAt('/Bookings/01a1fc30-960b/', 'rider')).toEqual(['/assets/console.js']);
    expect(await preloadsAt('/bookings', 'driver')).toEqual([]);
    expect(await preloadsAt('/bookings', null)).toEqual([]);
    expect(await preloadsAt('/about-us', 'admin')).toEqual([]);
    expect(await preloadsAt('/about-us', null)).toEqual(['/assets/about-us.js']);
  });

  it('shows the operator’s name before the code has loaded, and to signed-in users the frame of the screen', async () => {
    const firstPaintAt = async (url: string, usertype: Usertype | null) => {
      given.caller = usertype && { uid: 'u', usertype, sessionId: 's' };
      return /<div id="root">(.*)<\/div>/.exec((await get(url)).body)?.[1];
    };
    given.appName = async () => 'Taxi <b>';
    const plain = '<div class="first-paint"><span>Taxi &lt;b&gt;</span></div>';
    const outlined = plain.replace('"first-paint"', '"first-paint" data-frame="console"');
    const ofTrip = plain.replace('"first-paint"', '"first-paint" data-frame="trip"');
    expect(await firstPaintAt('/bookings', 'admin')).toBe(outlined);
    expect(await firstPaintAt('/bookings', 'fleetadmin')).toBe(outlined);
    expect(await firstPaintAt('/bookings/01a1fc30-960b', 'driver')).toBe(outlined);
    expect(await firstPaintAt('/trip/01a1fc30-960b', 'rider')).toBe(ofTrip);
    expect(await firstPaintAt('/trip/01a1fc30-960b', null)).toBe(plain);
    expect(await firstPaintAt('/BookedCab', 'admin')).toBe(plain);
    expect(await firstPaintAt('/bookings', null)).toBe(plain);
    expect(await firstPaintAt('/about-us', 'admin')).toBe(plain);
    expect(await firstPaintAt('/nothing', 'admin')).toBe(plain);
  });

  it('answers a HEAD request without a body', async () => {
    const look = await app.inject({ method: 'HEAD', url: '/about-us', headers: { accept: 'text/html' } });
    expect([look.statusCode, look.body]).toEqual([200, '']);
  });

  it('hides the address of a shared trip from search engines and from linked sites', async () => {
    const headers = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };
    expect((await get('/t/abc')).headers).toMatchObject(headers);
    expect((await get('/bookings/abc')).headers['referrer-policy']).toBeUndefined();
  });

  it('lets browsers cache hashed files permanently, and no others', async () => {
    const hashed = await get('/assets/main-abc123.js', { accept: '*/*' });
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/sw.js', { accept: '*/*' })).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ])(
    'sends a script in the first encoding that the browser accepts and the build made, for %s',
    async (accepted, encoding, decode) => {
      const file = await get('/assets/main-abc123.js', { accept: '*/*', 'accept-encoding': accepted });
      expect(file.headers['content-encoding']).toBe(encoding);
      expect(decode(file.rawPayload).toString()).toBe('export {};');
      expect(file.headers.vary).toBe('accept-encoding');
      expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(String(file.headers['content-type'])).toBe('application/javascript; charset=utf-8');
    },
  );

  it('sends files that are not compressed by the build as they are', async () => {
    const icon = await get('/icon.svg', { accept: '*/*', 'accept-encoding': 'br' });
    expect([icon.statusCode, icon.headers['content-encoding']]).toEqual([200, undefined]);
    expect(String(icon.headers['content-type'])).toBe('image/svg+xml; charset=utf-8');
  });

  it('declares the charset of every text file, SVG included', async () => {
    for (const [url, type] of [
      ['/', 'text/html; charset=utf-8'],
      ['/sw.js', 'application/javascript; charset=utf-8'],
      ['/icon.svg', 'image/svg+xml; charset=utf-8'],
      ['/robots.txt', 'text/plain; charset=utf-8'],
      ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ] as const)
      expect(String((await get(url)).headers['content-type']).toLowerCase(), url).toBe(type);
  });

  it.each([
    ['/api/v1/nothing', 'text/html'],
    ['/assets/gone-abc123.js', '*/*'],
    ['/gone.png', 'text/html'],
    ['/bookings', 'application/json'],
  ])('answers %s for %s with 404', async (url, accept) => {
    const response = await get(url, { accept });
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found']);
  });
});

describe('the head of the page', () => {
  it('contains the page title and the operator, with a preview at an absolute address', async () => {
    const { body, headers } = await get('/about-us?from=mail');
    expect(titleOf(body)).toBe('About us · Taxi Elbe');
    expect(body.match(/<meta name="description"/g)).toHaveLength(1);
    expect(metaOf(body, 'description')).toBe('Who runs Taxi Elbe.');
    expect(body).toContain('<link rel="canonical" href="http://ride.example:8080/about-us" />');
    expect(metaOf(body, 'og:title')).toBe('About us · Taxi Elbe');
    expect(metaOf(body, 'og:site_name')).toBe('Taxi Elbe');
    expect(metaOf(body, 'og:url')).toBe('http://ride.example:8080/about-us');
    expect(metaOf(body, 'og:image')).toBe('http://ride.example:8080/preview.png');
    expect(metaOf(body, 'twitter:card')).toBe('summary_large_image');
    expect(metaOf(body, 'twitter:image')).toBe('http://ride.example:8080/preview.png');
    expect([metaOf(body, 'robots'), headers['x-robots-tag']]).toEqual([undefined, undefined]);
  });

  it('contains the category of a delivery service, so that the app shows its texts from the start', async () => {
    expect((await get('/')).body).toContain('<html lang="en" dir="ltr">');
    given.appCategory = async () => 'delivery';
    expect((await get('/')).body).toContain('<html lang="en" dir="ltr" data-appcat="delivery">');
    given.appCategory = async () => Promise.reject(new Error('No database'));
    expect((await get('/')).body).toContain('<html lang="en" dir="ltr">');
  });

  it('uses the address the operator set, not the Host header of the call', async () => {
    const { body } = await known.inject({ url: '/', headers: { accept: 'text/html', host: 'evil.example' } });
    expect(body).toContain('<link rel="canonical" href="https://ride.example/" />');
    expect(body).not.toContain('evil.example');
  });

  it.each([
    ['ar-EG,en;q=0.8', 'ar', 'rtl', 'من نحن · Taxi Elbe'],
    ['de,ar;q=0.5,en;q=0.9', 'en', 'ltr', 'About us · Taxi Elbe'],
    ['en;q=0,ar', 'ar', 'rtl', 'من نحن · Taxi Elbe'],
    ['__proto__,;;q=x,,', 'en', 'ltr', 'About us · Taxi Elbe'],
  ])('is in the language the browser asks for: %s', async (asked, lang, dir, title) => {
    const { body, headers } = await get('/about-us', { 'accept-language': asked });
    expect(body).toContain(`<html lang="${lang}" dir="${dir}">`);
    expect(titleOf(body)).toBe(title);
    expect(headers.vary).toContain('accept-language');
  });

  it('has no metadata for screens that are not public, and excludes them from search engines', async () => {
    const { body, headers } = await get('/bookings');
    expect([titleOf(body), metaOf(body, 'robots')]).toEqual(['Taxi Elbe', 'noindex']);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(body).not.toContain('og:');
    expect((await get('/login')).headers['x-robots-tag']).toBe('noindex');
  });

  it('escapes markup in an app name, and inserts it without replacement patterns', async () => {
    given.appName = async () => `"><script>alert('x')</script> $& $1 {{page}}`;
    const { body } = await get('/');
    expect(body).not.toContain('<script>');
    expect(titleOf(body)).toBe(
      'Book online · &quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; $&amp; $1 {{page}}',
    );
    expect(metaOf(body, 'og:site_name')).toContain('&lt;script&gt;');
  });

  it('escapes markup in the host of a call', async () => {
    const { body } = await get('/', { host: '"><script>x</script>' });
    expect(body).not.toContain('<script>');
  });

  it.each([
    ['cannot be read', () => Promise.reject(new Error('No database'))],
    ['is empty', async () => ''],
  ])('bears the name of the product where the operator’s %s', async (_, appName) => {
    given.appName = appName;
    expect(titleOf((await get('/')).body)).toBe('Book online · Kerb');
  });
});

describe('for search engines', () => {
  it('robots.txt links to the sitemap and excludes the API', async () => {
    const { body, headers } = await get('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toBe('User-agent: *\nDisallow: /api/\n\nSitemap: http://ride.example:8080/sitemap.xml\n');
  });

  it('sitemap.xml lists exactly the public pages, by their absolute addresses', async () => {
    const { body, headers } = await known.inject('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect([...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place]) => place)).toEqual([
      'https://ride.example/',
      'https://ride.example/about-us',
    ]);
  });
});
