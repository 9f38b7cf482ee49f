// Journey of the public pages: titles, content by role, operator details, no cookies and no requests to other sites.
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { until } from './api/until.ts';
import { findings, settled } from './browser/inspect.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { startApp } from './browser/steps.ts';

let stage: Stage;
/** Signed in once for all tests, because the server sends a number only one code within 30 s. */
let admin: Person;
beforeAll(async () => {
  stage = await openStage();
  admin = await signIn(stage.server.origin, demoMobile('admin', 1));
  stage.atEnd(admin.leave);
});
afterAll(() => stage?.close());

const publicPaths = ['/', '/about-us', '/privacy-policy', '/login', '/driver-signup'];

const titled = (page: Page, wanted: string) =>
  until(
    `The title ${wanted}`,
    () => page.title(),
    (title) => title === wanted,
  );
const description = (page: Page) => page.locator('meta[name="description"]').getAttribute('content');
const linkTo = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });

async function tokenOf(mobile: string): Promise<string> {
  if (mobile === demoMobile('admin', 1)) return admin.token;
  const person = await signIn(stage.server.origin, mobile);
  person.leave();
  return person.token;
}

test('a signed-out visitor gets no cookie, and the pages request nothing from other sites', async () => {
  const { page, close, context, failures } = await stage.open({ width: 1280 });
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== stage.server.origin && /^(https?|wss?):$/.test(protocol)) elsewhere.push(request.url());
  });
  for (const path of publicPaths) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await settled(page);
    // Scrolls to the end to trigger lazy loading.
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await page.waitForLoadState('networkidle');
  }
  expect(await context.cookies()).toEqual([]);
  expect(elsewhere).toEqual([]);
  expect(failures).toEqual([]);
  await close();
});

test.each(['en-US', 'ar'])(
  'the picture of the city covers the map of the landing page, in %s',
  async (language) => {
    const { page, close } = await stage.open({ width: 390, language });
    await page.goto('/');
    const picture = page.locator('picture img').first();
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const box = await picture.boundingBox();
      expect(box?.x).toBeLessThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThanOrEqual(width);
    }
    await close();
  },
);

test('each page has its own title and description, updated on navigation and language change', async () => {
  const { page, close } = await stage.open({ width: 1280 });
  await page.goto('/');
  await titled(page, 'Book online · Kerb');
  const ofHome = await description(page);
  await linkTo(page, 'About us').click();
  await page.waitForURL('/about-us');
  await titled(page, 'About us · Kerb');
  expect(await description(page)).not.toBe(ofHome);
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(
    `${stage.server.origin}/about-us`,
  );
  await page.getByRole('combobox', { name: 'Language' }).selectOption('es');
  await titled(page, 'Quiénes somos · Kerb');
  await page.reload();
  await titled(page, 'Quiénes somos · Kerb');
  await linkTo(page, 'Entrar o registrarse').click();
  await page.waitForURL('/login');
  await titled(page, 'Iniciar sesión · Kerb');
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
  await close();
});

test('an unknown URL answers 404 and shows a page that says so', async () => {
  const { page, close } = await stage.open({ width: 390 });
  const answer = await page.goto('/about-them');
  expect(answer?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await titled(page, 'Page not found · Kerb');
  expect((await page.goto('/privacy-policy'))?.status()).toBe(200);
  expect((await page.request.get('/sitemap.xml')).status()).toBe(200);
  const preview = await page.request.get('/preview.png');
  expect(preview.headers()['content-type']).toBe('image/png');
  await close();
});

test('a page that a visitor scrolled before the app started stays where it is', async () => {
  const { page, close } = await stage.open({ width: 1280 });
  let releaseScripts = () => {};
  const scriptsReleased = new Promise<void>((resolve) => {
    releaseScripts = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await scriptsReleased;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'A fare you can read' }).waitFor();
  await page.evaluate('window.scrollTo(0, 500)');
  releaseScripts();
  await until(
    'The white header of the started app',
    () => page.evaluate<string>("getComputedStyle(document.querySelector('header')).backgroundColor"),
    (seen) => seen === 'rgb(255, 255, 255)',
  );
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate('window.scrollY')).toBe(500);
  await close();
});

test('the header turns white after 400 px of scroll', async () => {
  const { page, close } = await stage.open({ width: 1280 });
  await page.goto('/');
  await page.getByRole('heading', { name: 'A fare you can read' }).waitFor();
  const colour = () =>
    page.evaluate<string>("getComputedStyle(document.querySelector('header')).backgroundColor");
  const scrollTo = (y: number) => page.evaluate(`window.scrollTo(0, ${y})`);
  await scrollTo(400);
  expect(await colour()).toBe('rgba(0, 0, 0, 0)');
  await scrollTo(401);
  await until('A white header', colour, (seen) => seen === 'rgb(255, 255, 255)');
  await scrollTo(0);
  await until('A clear header', colour, (seen) => seen === 'rgba(0, 0, 0, 0)');
  await close();
});

test.each([
  { who: 'a visitor', mobile: null, books: true },
  { who: 'a rider', mobile: demoMobile('rider', 1), books: true },
  { who: 'an admin', mobile: demoMobile('admin', 1), books: true },
  { who: 'a driver', mobile: demoMobile('driver', 1), books: false, works: ['Drive', '/driver'] },
  {
    who: 'a fleet admin',
    mobile: demoMobile('fleetadmin', 1),
    books: false,
    works: ['Dashboard', '/dashboard'],
  },
])(
  '$who sees the booking form: $books, or else the slogan and a link to their own screen',
  async ({ mobile, books, works }) => {
    const token = mobile === null ? undefined : await tokenOf(mobile);
    const { page, close } = await stage.open({ width: 1280, token });
    await page.goto('/');
    await linkTo(page, mobile === null ? 'Log in or sign up' : 'My account').waitFor();
    const slogan = works?.[1] === '/driver' ? 'Drive when it suits you' : 'Where to?';
    await page.getByRole('heading', { name: slogan }).waitFor();
    await until(
      'The form',
      () => page.getByRole('form', { name: 'Book a ride' }).count(),
      (count) => count === (books ? 1 : 0),
    );
    if (works) {
      const [name, href] = works;
      expect(await page.getByRole('main').getByRole('link', { name, exact: true }).getAttribute('href')).toBe(
        href,
      );
    }
    await close();
  },
);

test('the operator’s details from the settings are on the public pages, and empty ones are left out', async () => {
  const longName = 'Compañía Uruguaya de Automóviles de Alquiler <b>& Hijos</b>';
  await admin.client.editSettings({
    body: {
      appName: longName,
      CompanyName: 'Elbe GmbH',
      contact_email: 'hola@elbe.example',
      CompanyWebsite: 'https://www.elbe.example',
      CompanyTerms: 'https://elbe.example/terms',
      FacebookHandle: '@elbe',
      TwitterHandle: 'elbe',
      InstagramHandle: 'elbe.taxi',
      AppleStoreLink: 'https://apps.apple.com/app/elbe',
      PlayStoreLink: '',
    },
  });
  const { page, close } = await stage.open({ width: 390 });
  await page.goto('/');
  await titled(page, `Book online · ${longName}`);
  for (const [name, href] of [
    ['Terms', 'https://elbe.example/terms'],
    ['hola@elbe.example', 'mailto:hola@elbe.example'],
    ['Facebook', 'https://www.facebook.com/elbe'],
    ['X', 'https://x.com/elbe'],
    ['Instagram', 'https://www.instagram.com/elbe.taxi'],
  ] as const)
    expect(await linkTo(page, name).getAttribute('href'), name).toBe(href);
  expect(await page.getByRole('link', { name: 'Download on the App Store' }).getAttribute('href')).toBe(
    'https://apps.apple.com/app/elbe',
  );
  expect(await page.getByRole('link', { name: 'Get it on Google Play' }).count()).toBe(0);
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);

  await page.goto('/about-us');
  await page.getByText('Elbe GmbH runs the whole service itself, in Montevideo, Uruguay').waitFor();
  await page.goto('/privacy-policy#delete-account');
  await page.getByRole('heading', { name: 'Delete your account' }).waitFor();
  await page.getByText('Or write to').filter({ hasText: 'hola@elbe.example' }).waitFor();
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);

  const nothing = {
    appName: 'Kerb',
    CompanyName: '',
    contact_email: '',
    CompanyWebsite: '',
    CompanyTerms: '',
  };
  const nowhere = { FacebookHandle: '', TwitterHandle: '', InstagramHandle: '' };
  await admin.client.editSettings({
    body: { ...nothing, ...nowhere, AppleStoreLink: '', PlayStoreLink: '' },
  });
  await page.goto('/privacy-policy');
  await page.getByText('The operator has not given a contact address yet.').waitFor();
  await page.goto('/');
  await page.getByText('it opens like an app and needs no store').waitFor();
  const names = await page.getByRole('contentinfo').getByRole('link').allTextContents();
  expect(names.map((name) => name.trim()).filter((name) => name !== '')).toEqual([
    'Kerb',
    'Home',
    'Log in or sign up',
    'About us',
    'Privacy policy',
    'Map data © OpenStreetMap contributors',
  ]);
  await close();
});

test('while the server is unreachable an installed app shows the setup screen, then the requested page', async () => {
  const { page, close } = await stage.open({ width: 390, installed: true });
  await page.goto('/privacy-policy');
  await startApp(page);
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await until(
    'The active service worker',
    () => page.evaluate('navigator.serviceWorker.controller !== null'),
    Boolean,
  );
  await stage.server.stop();
  await page.goto('/about-us');
  await page.getByRole('heading', { name: 'Unable to fetch database and settings.' }).waitFor();
  await titled(page, 'Setup');
  await stage.restart();
  await page.getByRole('heading', { name: 'About us', level: 1 }).waitFor();
  await titled(page, 'About us · Kerb');
  expect(new URL(page.url()).pathname).toBe('/about-us');
  await close();
});
