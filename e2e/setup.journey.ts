// The first run of a production server on an empty database: from any page to its first admin, and on once there is a city.
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
import { openBrowser, openWindow } from './browser/browser.ts';
import { findings, settled } from './browser/inspect.ts';

/** What the provider of text messages was given, by receiver. */
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
    TWILIO_AUTH_TOKEN: 'of-nobody',
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
  ...{ firstName: 'Too', lastName: 'Late' },
  settings: {
    ...{ appName: 'Mine', country: 'DE', code: 'EUR', symbol: '€', decimal: 2, swipe_symbol: true },
    ...{ timezone: 'Europe/Berlin', convert_to_mile: false, appcat: 'taxi', contact_email: '' },
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

test('whoever runs a new installation sets it up, and nobody does a second time', async () => {
  const { page, failures } = await openWindow(browser, {
    origin: server.origin,
    width: 1280,
    language: 'de-DE',
  });
  const late = await openWindow(browser, { origin: server.origin, width: 390 });

  // Any page leads to the set-up.
  await page.goto('/about-us');
  await page.getByRole('heading', { name: 'Unable to fetch database and settings.' }).waitFor();
  expect(await page.title()).toBe('Setup');
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);
  await next(page, 'Begin the set-up');
  await page.getByRole('alert').filter({ hasText: 'Enter a valid mobile number.' }).waitFor();
  await typeNumber(page, mobile);
  await next(page, 'Begin the set-up');
  await page.waitForURL(`/setup?${new URLSearchParams({ mobile })}`);

  // Who runs it: what is missing is said beside its field, and the number came along.
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

  // What it is: filled in for the country of the browser.
  await page.getByLabel('Name of the service').fill('Taxi Elbe');
  expect(await page.getByLabel('Symbol', { exact: true }).inputValue()).toBe('€');
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Europe/Berlin');
  await page.getByText('Deliveries').click();
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);
  await next(page, 'Send the code');

  // The code: a wrong one is refused, the right one makes the admin.
  const code = await codeTo(mobile);
  const field = page.getByRole('textbox', { name: 'Code' });
  await field.fill(code === '123456' ? '654321' : '123456');
  await page.locator('form [role="alert"]').waitFor();

  // Somebody else has come as far, and is too late.
  await late.page.goto('/setup');
  await late.page.getByLabel('First name').waitFor();
  await field.fill(code);

  // Signed in, and told what is still missing: a city.
  await page.getByText('npm run map:import', { exact: false }).waitFor();
  const me = await page.request.get('/api/v1/me');
  expect(await me.json()).toMatchObject({ mobile, usertype: 'admin', firstName: 'Ada', approved: true });

  // The other one is told at once, and a right code helps as little.
  await late.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect((await late.page.request.get('/api/v1/setup')).status()).toBe(404);
  const other = '+4915112345679';
  const sent = await late.page.request.post('/api/v1/auth/otp', { data: { mobile: other } });
  const { verificationId } = await sent.json();
  const body = { ...setupBody, proof: { verificationId, otp: await codeTo(other) } };
  expect((await late.page.request.post('/api/v1/setup', { data: body })).status()).toBe(404);

  // The operator brings a city; the page that waits goes on by itself.
  await server.stop();
  const city = path.join(place.folder, 'one-street.osm.pbf');
  writeOneStreetCity(city);
  server = await startServer(place, { env: { ...production, KERB_CITY: city } });
  await page
    .getByRole('heading', { name: 'Unable to fetch database and settings.' })
    .waitFor({ state: 'detached' });
  const settings = await page.request.get('/api/v1/settings');
  expect(await settings.json()).toMatchObject({
    ...{
      appName: 'Taxi Elbe',
      appcat: 'delivery',
      country: 'DE',
      code: 'EUR',
      symbol: '€',
      swipe_symbol: true,
    },
    ...{ timezone: 'Europe/Berlin', convert_to_mile: false, decimal: 2, demo: null },
  });
  await until(
    'The title',
    () => page.title(),
    (title) => title === 'Dashboard · Taxi Elbe',
  );
  await page.goto('/setup');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect([...failures, ...late.failures]).toEqual([]);
});
