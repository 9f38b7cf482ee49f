// The first load of the public pages: below 170 kB of gzipped JS and CSS for the landing page, and all of them readable
// before any script runs.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { settings as settingsSchema } from '@kerb/domain/settings';
import { expect, it } from 'vitest';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** Folder of the built web app that the servers of all journeys serve. */
const dist = fileURLToPath(new URL('../apps/web/dist', import.meta.url));
const limitBytes = 170_000;
const riderLimitBytes = 230_000;
/** Entries that a first visit to "/" in English loads: the app, the landing page and their texts. */
const firstLoad = [
  'index.html',
  'src/surfaces/site/landing-screen.tsx',
  '../../packages/texts/locales/en/core.json',
  '../../packages/texts/locales/en/site.json',
];

/** What completes the landing page after its first paint. */
const landingParts = [
  'src/features/quote/car-choice.tsx',
  'src/features/quote/when-fields.tsx',
  'src/map/still-map.tsx',
  'src/surfaces/site/landing-sections.tsx',
  'src/ui/site-footer.tsx',
];

function reachable(manifest: Record<string, Chunk>, names: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of names) visit(name);
  return files;
}

/** Returns the size of the files with gzip, in bytes, and a list of the largest ones. */
async function gzipSizes(files: readonly string[]): Promise<{ total: number; heaviest: string }> {
  const sizes = await Promise.all(
    files.map(async (file) => [gzipSync(await readFile(path.join(dist, file))).length, file] as const),
  );
  const total = sizes.reduce((sum, [bytes]) => sum + bytes, 0);
  const largest = sizes.toSorted(([a], [b]) => b - a).slice(0, 8);
  return { total, heaviest: largest.map(([bytes, file]) => `${bytes} ${file}`).join('\n') };
}

it('loads the landing page with less than 170 kB of JS and CSS', async () => {
  const manifest: Record<string, Chunk> = JSON.parse(
    await readFile(path.join(dist, '.vite/manifest.json'), 'utf8'),
  );
  const files = [...reachable(manifest, firstLoad)];
  const { total, heaviest } = await gzipSizes(files);
  expect(files.some((file) => file.endsWith('.css'))).toBe(true);
  expect(files.filter((file) => /maplibre|map-view|date-time-picker|DataGrid/.test(file))).toEqual([]);
  expect(total, heaviest).toBeLessThan(limitBytes);
});

it('loads a small script alone before the landing page is used', async () => {
  const { startOnUse } = JSON.parse(await readFile(path.join(dist, 'screens.json'), 'utf8'));
  const script = await readFile(path.join(dist, startOnUse), 'utf8');
  expect(script).not.toMatch(/\bfrom\b|import\s*["'`{]/);
  expect(gzipSync(script).length).toBeLessThan(1_000);
});

it('completes the landing page without the files of the other screens', async () => {
  const manifest: Record<string, Chunk> = JSON.parse(
    await readFile(path.join(dist, '.vite/manifest.json'), 'utf8'),
  );
  const files = [...reachable(manifest, [...firstLoad, ...landingParts])];
  expect(files.filter((file) => /screens-|shared-|signed-in|answers|maplibre/.test(file))).toEqual([]);
});

it('loads the landing page of a signed-in rider without what only other screens share', async () => {
  const manifest: Record<string, Chunk> = JSON.parse(
    await readFile(path.join(dist, '.vite/manifest.json'), 'utf8'),
  );
  const parts = [
    'src/surfaces/signed-in.tsx',
    'src/surfaces/site/active-ride.tsx',
    'src/features/quote/own-pickup.ts',
  ];
  const files = [...reachable(manifest, [...firstLoad, ...landingParts, ...parts])];
  expect(files.filter((file) => /\/(console-)?screens-|tables|maplibre/.test(file))).toEqual([]);
  const { total, heaviest } = await gzipSizes(files);
  expect(total, heaviest).toBeLessThan(riderLimitBytes);
});

it.each([
  'site/login-screen.tsx',
  'site/driver-signup-screen.tsx',
  'rider/trip-screen.tsx',
  'rider/trip-chat-screen.tsx',
  'driver/driver-trips-screen.tsx',
  'driver/driver-trip-screen.tsx',
])('loads %s without what only screens of the console share', async (screen) => {
  const manifest: Record<string, Chunk> = JSON.parse(
    await readFile(path.join(dist, '.vite/manifest.json'), 'utf8'),
  );
  const files = [...reachable(manifest, [`src/surfaces/${screen}`])];
  expect(files.filter((file) => /console-screens-|tables-/.test(file))).toEqual([]);
});

interface Rendering {
  renderedPages: readonly { path: string; viewers: readonly string[]; areas: readonly string[] }[];
  renderPage(input: object): Promise<{ html: string; styles: string }>;
}

const textsOf = async (locale: string, area: string): Promise<Record<string, string>> =>
  JSON.parse(
    await readFile(new URL(`../packages/texts/locales/${locale}/${area}.json`, import.meta.url), 'utf8'),
  );

interface Wanted {
  readonly locale: string;
  readonly path?: string;
  readonly viewer?: string;
  readonly settings?: object;
}

/** Renders a public page as the server does, for an operator whose name looks like markup. */
async function rendered({ locale, path: address = '/', viewer = 'visitor', settings: more = {} }: Wanted) {
  const built = new URL('../apps/web/on-server/dist/render-page.js', import.meta.url);
  const { renderedPages, renderPage }: Rendering = await import(built.href);
  const page = renderedPages.find((known) => known.path === address && known.viewers.includes(viewer));
  const areas = await Promise.all(
    (page?.areas ?? []).map(async (area) => [area, await textsOf(locale, area)] as const),
  );
  const languages = ['en', 'ar'].map((langLocale) => ({
    id: langLocale,
    langLocale,
    langName: langLocale,
    dateLocale: langLocale,
    default: langLocale === 'en',
    shipped: true,
    version: 0,
  }));
  const settings = {
    ...settingsSchema.parse({ appName: '<b>Taxi & Elbe</b>', contact_email: 'hola@elbe.example', ...more }),
    version: 1,
    city: { name: 'Montevideo', center: { lat: -34.9, lng: -56.2 } },
    languages,
    demo: null,
    social: [],
  };
  const texts = Object.fromEntries(areas);
  return renderPage({ path: address, viewer, settings, carTypes: [], locale, texts });
}

it.each(['en', 'ar'])('can be read before any script runs, in %s', async (locale) => {
  const { html, styles } = await rendered({ locale });
  const { slogan = '' } = await textsOf(locale, 'site');
  const { highlight_fare_text: highlight = '' } = await textsOf(locale, 'pages');
  expect(html).toContain(`>${slogan}</h1>`);
  expect(html).toContain(highlight);
  expect(html).toContain('mailto:hola@elbe.example');
  expect(html).toContain('&lt;b&gt;Taxi &amp; Elbe&lt;/b&gt;');
  expect(html).not.toContain('<b>');
  expect(html).not.toMatch(/<(script|style)/);
  expect(styles).toContain('@media (prefers-color-scheme: dark){:root:not([data-theme])');
  expect(styles.includes('kerb-rtl')).toBe(locale === 'ar');
  expect(gzipSync(html + styles).length).toBeLessThan(20_000);
});

it.each([
  { path: '/about-us', area: 'pages', title: 'about_us', content: 'about_fares_text' },
  { path: '/privacy-policy', area: 'pages', title: 'privacy_policy', content: 'privacy_cookies_text' },
  { path: '/login', area: 'login', title: 'login_title', content: 'request_otp' },
  { path: '/driver-signup', area: 'signup', title: 'signup_title', content: 'signup_continue' },
])('shows $path before any script runs', async ({ path: address, area, title, content }) => {
  const texts = { ...(await textsOf('en', 'core')), ...(await textsOf('en', area)) };
  const { html, styles } = await rendered({ locale: 'en', path: address });
  expect(html).toContain(`>${texts[title]}</h1>`);
  expect(html).toContain(`>${texts[content]}<`);
  expect(html).toContain(`>${texts.login_signup}<`);
  expect(html).not.toContain('aria-busy="true"');
  expect(html).not.toMatch(/<(script|style)| autofocus/i);
  // Submitted before the script has arrived, such a form sends nothing.
  expect(html).not.toMatch(/<form(?! method="dialog")/);
  expect(gzipSync(html + styles).length).toBeLessThan(20_000);
});

it('does not ask a signed-in rider to sign in before the app has started', async () => {
  const texts = await textsOf('en', 'core');
  const { html } = await rendered({ locale: 'en', viewer: 'rider' });
  expect(html).toContain(`>${texts.my_account}<`);
  expect(html).not.toContain(`>${texts.login_signup}<`);
});

it('renders the delivery texts for a delivery service, and the ride texts for the next request', async () => {
  const { slogan_delivery: parcels = '' } = await textsOf('en', 'delivery');
  const { slogan: rides = '' } = await textsOf('en', 'site');
  expect((await rendered({ locale: 'en', settings: { appcat: 'delivery' } })).html).toContain(
    `>${parcels}</h1>`,
  );
  expect((await rendered({ locale: 'en' })).html).toContain(`>${rides}</h1>`);
});

it('shows the name and a placeholder before any script has loaded', async () => {
  const page = await readFile(path.join(dist, 'index.html'), 'utf8');
  const root = page.slice(page.indexOf('id="root"'));
  expect(root).toMatch(
    /^id="root"><div class="first-paint" aria-hidden="true"><b><svg.+<span>Kerb<\/span><\/b>(<i><\/i>){6}<\/div><\/div>/,
  );
  expect(page).toMatch(/\.first-paint i\s*\{[^}]*height:\s*64px/);
});
