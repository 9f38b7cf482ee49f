// Tests the server-rendered pages: each is rendered once per language and viewer, and all others are left to the browser.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import type { PublicSettings } from '@kerb/contract';
import { settings as settingsSchema } from '@kerb/domain/settings';
import fastify from 'fastify';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from './actor.ts';
import type { PageSource } from './rendered-pages.ts';
import type {} from './request-state.ts';
import { mountWebApp, type WebAppOptions } from './web-app.ts';

const base = mkdtempSync(join(tmpdir(), 'kerb-pages-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const folder = join(base, 'dist');
mkdirSync(folder);
mkdirSync(join(base, 'on-server', 'dist'), { recursive: true });
const script = '<script type="module" src="/assets/main.js"></script>';
const preload = '<link rel="modulepreload" href="/assets/base.js">';
const sheet = '<link rel="stylesheet" crossorigin href="/assets/base-1.css">';
const placeholder = '<div class="first-paint"><i></i></div>';
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><html lang="en"><head><title>Kerb</title>${script}${preload}${sheet}</head><body>\n<div id="root">${placeholder}</div>\n</body></html>`,
);
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'assets', 'base-1.css'), '@font-face{src:url(/assets/$&.woff2)}');
writeFileSync(
  join(folder, 'screens.json'),
  JSON.stringify({
    screens: ['/', '/about-us', '/login'],
    frames: { console: [], trip: [] },
    pages: [
      { path: '/', name: 'home', listed: true },
      { path: '/about-us', name: 'about_us', listed: true },
      { path: '/login', name: 'login', listed: false },
    ],
    texts: { en: {} },
    startOnUse: '/assets/start-on-use.js',
    preloads: [{ paths: ['/login'], viewers: ['visitor'], scripts: ['/assets/login.js'] }],
  }),
);
const builtMark = join(base, 'on-server', 'dist', '.built-from');
writeFileSync(builtMark, 'the hash of its sources');
writeFileSync(
  join(base, 'on-server', 'dist', 'render-page.js'),
  `export const renderedPages = [
     { path: '/', viewers: ['visitor', 'rider'], areas: ['site'], needsQuery: false },
     { path: '/login', viewers: ['visitor'], areas: ['site', 'login'], needsQuery: true },
   ];
   export let renderings = 0;
   export async function renderPage({ path, viewer, settings, locale, texts, carTypes }) {
     renderings += 1;
     if (settings.appName === 'Broken') throw new Error('A part cannot be rendered');
     const title = texts.site.slogan + ', ' + settings.appName + ' in ' + locale + ' with ' + carTypes.length;
     const html = '<h1>' + title + ', time ' + renderings + ' $& </h1>' + path + ' of a ' + viewer + ' with ' + Object.keys(texts);
     return { html, styles: '<style>h1{}</style>' };
   }`,
);

const publicSettings = (appName: string): PublicSettings => ({
  ...settingsSchema.parse({ appName }),
  version: 1,
  city: { name: 'Montevideo', center: { lat: -34.9, lng: -56.18 }, bounds: [-56.4, -35, -56, -34.7] },
  languages: [],
  demo: null,
  social: [],
});
const slogans: Readonly<Record<string, string>> = { en: 'Where to?', ar: 'إلى أين؟' };

/** The operator's settings; reset before each test. */
const operator = { appName: 'Taxi Elbe', isSetUp: true };
const given = { ...operator };
let failures: unknown[] = [];
let actor: Actor | null = null;
beforeEach(() => {
  Object.assign(given, operator);
  failures = [];
  actor = null;
});

const pages: PageSource = {
  async settings() {
    if (!given.isSetUp) throw new Error('Not set up');
    return publicSettings(given.appName);
  },
  carTypes: async () => [],
  languageOf: async (uid) => (uid === 'arabic' ? { langLocale: 'ar' } : null),
  async pageTexts(lang, acceptLanguage) {
    const locale = (lang?.langLocale ?? acceptLanguage)?.startsWith('ar') ? 'ar' : 'en';
    return {
      locale,
      direction: locale === 'ar' ? 'rtl' : 'ltr',
      textsIn: (areas) => Object.fromEntries(areas.map((area) => [area, { slogan: slogans[locale] ?? '' }])),
    };
  },
  onFailure: (error) => failures.push(error),
};
const app = fastify();
await app.register(cookie);
app.decorateRequest('actor', null);
app.addHook('onRequest', async (request) => {
  request.actor = actor;
});
const options: WebAppOptions = {
  folder,
  publicUrl: undefined,
  appName: async () => given.appName,
  appCategory: async () => 'taxi',
  awaitsSetup: async () => false,
  pages,
};
await mountWebApp(app, options);
afterAll(() => app.close());

const get = async (url: string, language = 'en') =>
  (await app.inject({ url, headers: { accept: 'text/html', 'accept-language': language } })).body;

describe('a server-rendered page', () => {
  it('renders its content into the root element in the language of the visitor', async () => {
    const body = await get('/', 'ar-EG');
    expect(body).toContain('<html lang="ar" dir="rtl">');
    expect(body).toContain('<div id="root" data-rendered="/"><h1>إلى أين؟, Taxi Elbe in ar with 0');
    expect(body).not.toContain('first-paint');
    expect(body).toContain('<style>h1{}</style></head>');
  });

  it('loads a small script instead of the app, with the addresses of the app’s scripts', async () => {
    const body = await get('/');
    expect(body).toContain(
      '<script type="module" src="/assets/start-on-use.js" data-app="/assets/main.js" data-imports="/assets/base.js"></script>',
    );
    expect(body).not.toContain('modulepreload');
    expect(await get('/about-us')).toContain(preload);
  });

  it('contains its style sheets inline', async () => {
    const body = await get('/');
    expect(body).toContain('<style>@font-face{src:url(/assets/$&.woff2)}</style>');
    expect(body).not.toContain('stylesheet');
    expect(await get('/about-us')).toContain(sheet);
  });

  it('inserts the rendered content literally, without replacement patterns', async () => {
    expect(await get('/')).toContain('$& </h1>');
  });

  it('is rendered once for the same settings and language, and again when they change', async () => {
    const time = async () => Number(/time (\d+)/.exec(await get('/'))?.[1]);
    const first = await time();
    expect(await time()).toBe(first);
    given.appName = 'Taxi Weser';
    expect(await time()).toBeGreaterThan(first);
    expect(await get('/')).toContain('Taxi Weser');
  });

  it.each(['/login', '/login/', '/Login'])(
    'has its own content, texts and scripts at %s',
    async (address) => {
      const body = await get(address);
      expect(body).toContain('data-rendered="/login"');
      expect(body).toContain('</h1>/login of a visitor with site,login</div>');
      expect(body).toContain('data-imports="/assets/base.js /assets/login.js"></script>');
    },
  );

  it('is rendered by the browser when its content depends on the query', async () => {
    expect(await get('/login?from=%2Fbookings')).toContain(placeholder);
    expect(await get('/?utm_source=poster')).toContain('data-rendered="/"');
  });

  it('is in the language of a signed-in rider’s account', async () => {
    actor = { uid: 'arabic', usertype: 'rider', sessionId: 's1' };
    expect(await get('/')).toContain('<html lang="ar" dir="rtl">');
  });

  it('starts the app of a signed-in rider without an interaction, on the landing page only', async () => {
    actor = { uid: 'u1', usertype: 'rider', sessionId: 's1' };
    const body = await get('/');
    expect(body).toContain('</h1>/ of a rider with site</div>');
    expect(body).toContain('data-imports="/assets/base.js" data-when-loaded=""></script>');
    expect(await get('/login')).toContain(placeholder);
  });

  it.each(['driver', 'fleetadmin', 'admin'] as const)(
    'is left to the browser of a signed-in %s',
    async (usertype) => {
      actor = { uid: 'u1', usertype, sessionId: 's1' };
      expect(await get('/')).toContain(placeholder);
    },
  );

  it('is rendered by the browser of a visitor whose session has ended', async () => {
    const headers = { accept: 'text/html', authorization: 'Bearer of-a-session-that-ended' };
    expect((await app.inject({ url: '/', headers })).body).toContain(placeholder);
  });

  it('is rendered by the browser on other pages, and before the service is set up', async () => {
    expect(await get('/about-us')).toContain(placeholder);
    expect(await get('/nothing')).toContain(placeholder);
    given.isSetUp = false;
    expect(await get('/')).toContain(placeholder);
    expect(failures).toEqual([]);
  });

  it('is rendered by the browser until the renderer is built', async () => {
    rmSync(builtMark);
    const other = fastify();
    await other.register(cookie);
    other.decorateRequest('actor', null);
    await mountWebApp(other, options);
    const page = () => other.inject({ url: '/', headers: { accept: 'text/html' } });
    expect((await page()).body).toContain(placeholder);
    writeFileSync(builtMark, 'the hash of its sources');
    expect((await page()).body).toContain('data-rendered="/"');
    await other.close();
  });

  it('is rendered by the browser when rendering on the server fails, which is reported once', async () => {
    given.appName = 'Broken';
    expect(await get('/')).toContain(placeholder);
    expect(await get('/')).toContain(placeholder);
    expect(failures).toEqual([new Error('A part cannot be rendered')]);
  });
});
