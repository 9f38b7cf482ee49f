// Journey of the first run of a production server on an empty database: set-up of the first admin, import of a city.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeOneStreetCity } from '../apps/server/src/kit/testing/one-street-city.ts';
import {
  makeServerPlace,
  type RunningServer,
  removeServerPlace,
  type ServerPlace,
  startServer,
} from './api/running-server.ts';
import { until } from './api/until.ts';
import { addAuthenticatorApp } from './browser/authenticator-app.ts';
import { openBrowser, openWindow } from './browser/browser.ts';
import { findings, settled } from './browser/inspect.ts';

/** Text messages that the provider received. */
const messages: { to: string; text: string }[] = [];

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

const provider = createServer(async (request, response) => {
  const form = new URLSearchParams(await bodyOf(request));
  messages.push({ to: form.get('To') ?? '', text: form.get('Body') ?? '' });
  response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1","status":"queued"}');
});

let place: ServerPlace;
let server: RunningServer;
let browser: Browser;
let production: Record<string, string>;
const endings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  endings.push(async () => provider.close());
  const address = provider.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  production = {
    KERB_MODE: 'production',
    KERB_SECRET: randomBytes(32).toString('hex'),
    TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
    TWILIO_AUTH_TOKEN: 'unused-token',
    TWILIO_FROM: '+15005550006',
    TWILIO_API_URL: `http://127.0.0.1:${port}`,
  };
  place = await makeServerPlace();
  endings.push(() => removeServerPlace(place));
  server = await startServer(place, { env: production, answersAt: '/health' });
  endings.push(() => server.stop());
  browser = await openBrowser();
  endings.push(() => browser.close());
});
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

const mobile = '+4915112345678';

const setupBody = {
  firstName: 'Too',
  lastName: 'Late',
  settings: {
    appName: 'Mine',
    country: 'DE',
    code: 'EUR',
    symbol: '€',
    decimal: 2,
    swipe_symbol: true,
    timezone: 'Europe/Berlin',
    convert_to_mile: false,
    appcat: 'taxi',
    contact_email: '',
  },
};

const codeTo = async (number: string): Promise<string> => {
  const { text } = await until(
    'The message with the code',
    async () => messages.findLast(({ to }) => to === number),
    (found) => found !== undefined,
  ).then((found) => found ?? { text: '' });
  return /\d{6}/.exec(text)?.[0] ?? '';
};

const next = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function typeNumber(page: Page, number: string): Promise<void> {
  await page.getByLabel('Mobile number').fill(number);
}

test('an operator sets up a new installation, and a second set-up is rejected', async () => {
  const { page, failures } = await openWindow(browser, {
    origin: server.origin,
    width: 1280,
    language: 'de-DE',
  });
  const late = await openWindow(browser, { origin: server.origin, width: 390 });

  // Every page shows the setup screen.
  await page.goto('/about-us');
  await page.getByRole('heading', { name: 'Welcome to Kerb' }).waitFor();
  expect(await page.title()).toBe('Setup');
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);
  await next(page, 'Begin the set-up');
  await page.getByRole('alert').filter({ hasText: 'Enter a valid mobile number.' }).waitFor();
  await typeNumber(page, mobile);
  await next(page, 'Begin the set-up');
  await page.waitForURL(`/setup?${new URLSearchParams({ mobile })}`);

  // Step 1, the admin: a missing value is reported beside its field; the number is filled in.
  await next(page, 'Continue');
  await page.getByText('This is needed.').first().waitFor();
  expect(
    await page.getByLabel('First name').evaluate((field) => field === field.ownerDocument.activeElement),
  ).toBe(true);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lang');
  expect((await page.getByLabel('Mobile number').inputValue()).replaceAll(' ', '')).toContain('15112345678');
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);
  await next(page, 'Continue');

  // Step 2, the service: defaults for the browser's country.
  await page.getByLabel('Name of the service').fill('Taxi Elbe');
  expect(await page.getByLabel('Symbol', { exact: true }).inputValue()).toBe('€');
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Europe/Berlin');
  await page.getByText('Deliveries').click();
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);
  await next(page, 'Send the code');

  // Step 3, the code: a wrong one is rejected, the right one creates the admin.
  const code = await codeTo(mobile);
  const field = page.getByRole('textbox', { name: 'Code' });
  await field.fill(code === '123456' ? '654321' : '123456');
  await page.locator('form [role="alert"]').waitFor();

  // A second user opens the set-up before it is finished.
  await late.page.goto('/setup');
  await late.page.getByLabel('First name').waitFor();
  await field.fill(code);

  // The admin is signed in, and the page says that a city is missing.
  await page.getByText('npm run map:import', { exact: false }).waitFor();
  const session = await page.request.get('/api/v1/auth/session');
  expect(await session.json()).toEqual({ user: null, secondFactor: 'setup' });
  expect((await page.request.get('/api/v1/me')).status()).toBe(403);

  // The second user's set-up page is closed by a live update, and the server rejects even a valid code.
  await late.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect((await late.page.request.get('/api/v1/setup')).status()).toBe(404);
  const other = '+4915112345679';
  const sent = await late.page.request.post('/api/v1/auth/otp', { data: { mobile: other } });
  const { verificationId } = await sent.json();
  const body = { ...setupBody, proof: { verificationId, otp: await codeTo(other) } };
  expect((await late.page.request.post('/api/v1/setup', { data: body })).status()).toBe(404);

  // The operator imports a city; the waiting page continues without a reload.
  await server.stop();
  const city = path.join(place.folder, 'one-street.osm.pbf');
  writeOneStreetCity(city);
  server = await startServer(place, { env: { ...production, KERB_CITY: city } });
  await page
    .getByRole('heading', { name: 'Unable to fetch database and settings.' })
    .waitFor({ state: 'detached' });
  const settings = await page.request.get('/api/v1/settings');
  expect(await settings.json()).toMatchObject({
    appName: 'Taxi Elbe',
    appcat: 'delivery',
    country: 'DE',
    code: 'EUR',
    symbol: '€',
    swipe_symbol: true,
    timezone: 'Europe/Berlin',
    convert_to_mile: false,
    decimal: 2,
    demo: null,
  });
  // In production an admin sets up the second factor at the first sign-in.
  await page.getByRole('heading', { name: 'Protect your sign-in' }).waitFor();
  await next(page, 'Add an authenticator app');
  await addAuthenticatorApp(page);
  await next(page, 'I have stored them');
  const me = await page.request.get('/api/v1/me');
  expect(await me.json()).toMatchObject({ mobile, usertype: 'admin', firstName: 'Ada', approved: true });
  await until(
    'The title',
    () => page.title(),
    (title) => title === 'Dashboard · Taxi Elbe',
  );
  await page.goto('/setup');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect([...failures, ...late.failures]).toEqual([]);
});
