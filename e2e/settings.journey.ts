// /settings and /appinfo in browsers: two admins at once, a change that open pages show, numbers that become empty, the demonstration, a session that ends while somebody types.
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { until } from './api/until.ts';
import { findings, listenToConsole, settled, takePicture } from './browser/inspect.ts';
import { openStage, type Stage } from './browser/stage.ts';

const OTHER_ADMIN = '+59899000077';

let stage: Stage;
let admin: Person;
let other: Person;
let rider: Person;
let driver: Person;

beforeAll(async () => {
  stage = await openStage();
  const { origin } = stage.server;
  admin = await signIn(origin, demoMobile('admin', 1));
  await admin.client.addUser({
    body: {
      ...{ usertype: 'admin', firstName: 'Otra', lastName: 'Administradora' },
      ...{ mobile: OTHER_ADMIN, email: 'otra@kerb.example' },
    },
  });
  other = await signIn(origin, OTHER_ADMIN);
  rider = await signIn(origin, demoMobile('rider', 1));
  driver = await signIn(origin, demoMobile('driver', 1));
});
afterAll(async () => {
  for (const person of [admin, other, rider, driver]) person?.leave();
  await stage?.close();
});

const open = (person: Person, width = 1280, language = 'en') =>
  stage.open({ width, language, token: person.token });
const stored = () => admin.client.getSettings();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const turn = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

/** Every alert is titled Alert and closed by Close. */
async function alertSays(page: Page, words: string | RegExp): Promise<void> {
  const alert = page.getByRole('alertdialog', { name: 'Alert' });
  await alert.getByText(words).waitFor();
  await alert.getByRole('button', { name: 'Close' }).click();
  await alert.waitFor({ state: 'detached' });
}
const saved = (page: Page) => alertSays(page, 'The settings are saved and hold from now on.');

test('two admins who save over each other lose nothing: what the other changed stands beside what was typed', async () => {
  const [one, two] = [await open(admin), await open(other)];
  const complaints = await listenToConsole(two.page);
  for (const { page } of [one, two]) await page.goto('/settings');
  await field(one.page, 'Driver radius').fill('7');
  await field(one.page, 'Time to answer').fill('45');

  await field(two.page, 'Driver radius').fill('9');
  await field(two.page, 'Name of the tax').fill('IVA');
  await save(two.page);
  await saved(two.page);

  await one.page.getByText('Another admin has just saved other settings.').waitFor();
  expect(await field(one.page, 'Driver radius').inputValue()).toBe('7');
  await save(one.page);
  await alertSays(one.page, /Another admin saved settings meanwhile/);
  expect(await stored()).toMatchObject({ driverRadius: 9, offerSeconds: 30, taxName: 'IVA' });
  await one.page.getByText('Another admin set this to: 9').waitFor();
  await one.page.getByText('Changed by another admin just now.').waitFor();
  expect(await field(one.page, 'Driver radius').inputValue()).toBe('7');
  expect(await field(one.page, 'Time to answer').inputValue()).toBe('45');
  expect(await field(one.page, 'Name of the tax').inputValue()).toBe('IVA');
  await takePicture(one.page, 'settings-conflict');
  expect(await findings(one.page, 'ltr')).toEqual([]);

  await save(one.page);
  await saved(one.page);
  expect(await stored()).toMatchObject({ driverRadius: 7, offerSeconds: 45, taxName: 'IVA' });
  // Nobody types there: what is saved is shown.
  await until(
    'The other admin sees it',
    () => field(two.page, 'Driver radius').inputValue(),
    (value) => value === '7',
  );
  expect(complaints).toEqual([]);
  for (const { context } of [one, two]) await context.close();
});

test('what is saved shows on open pages of a rider, a driver and another admin without a reload', async () => {
  const [console, phone, car, desk] = [
    await open(admin),
    await open(rider),
    await open(driver, 390),
    await open(other),
  ];
  for (const { page } of [phone, car]) await page.goto('/wallet');
  await desk.page.goto('/promos');
  const balance = (page: Page, written: RegExp) => page.getByText(written).first().waitFor();
  for (const { page } of [phone, car]) await balance(page, /\$U\s[\d,.]+/);
  const withdraw = phone.page.getByRole('button', { name: 'Withdraw', exact: true });
  expect(await withdraw.count()).toBe(0);
  const marks = [phone, car, desk].map(({ page }) => page.evaluate('window.stays = true'));
  await Promise.all(marks);

  await console.page.goto('/settings');
  await field(console.page, 'Currency symbol').fill('Kč');
  await console.page
    .locator('label')
    .filter({ hasText: /12\.00\sKč/ })
    .click();
  await console.page.getByText(/1,250\.50\sKč/).waitFor();
  await turn(console.page, 'Riders withdraw').click();
  await save(console.page);
  await saved(console.page);
  for (const { page } of [phone, car]) await balance(page, /[\d,.]+\sKč/);
  await withdraw.waitFor();

  await console.page.getByRole('link', { name: 'App info' }).click();
  await field(console.page, 'Name of the service').fill('Taxi Uno');
  await save(console.page);
  await saved(console.page);
  for (const { page } of [phone, desk])
    await page
      .getByRole('link', { name: /Taxi Uno/ })
      .first()
      .waitFor();
  for (const { page } of [phone, car, desk]) expect(await page.evaluate('window.stays')).toBe(true);
  for (const { failures, context } of [console, phone, car, desk]) {
    expect(failures).toEqual([]);
    await context.close();
  }
});

test('what is no number becomes empty, an empty bonus is refused, and each field says what is wrong', async () => {
  const { page, context } = await open(admin);
  const before = await stored();
  await page.goto('/settings');
  for (const [name, typed] of [
    ['Decimals', '-1'],
    ['Referral bonus', 'ten'],
    ['Driver radius', '5 km'],
  ] as const) {
    await field(page, name).fill(typed);
    expect([name, await field(page, name).inputValue()]).toEqual([name, '']);
  }
  await save(page);
  await alertSays(page, 'Enter the referral bonus.');
  await field(page, 'Referral bonus').fill('25.5');
  await save(page);
  expect(await page.getByText('This is needed.').count()).toBe(2);
  expect(await field(page, 'Decimals').getAttribute('aria-invalid')).toBe('true');
  expect(await stored()).toMatchObject({ decimal: before.decimal, bonus: before.bonus });
  await page.getByRole('button', { name: 'Undo changes' }).click();
  expect(await field(page, 'Decimals').inputValue()).toBe(String(before.decimal));

  await page.getByRole('link', { name: 'App info' }).click();
  await field(page, 'Website').fill('javascript:alert(1)');
  await field(page, 'Contact e-mail').fill('nobody');
  await field(page, 'Instagram').fill('https://instagram.com/kerb');
  await save(page);
  await page.getByText('Enter an address that begins with https://, or leave it empty.').waitFor();
  await page.getByText('Enter an e-mail address, or leave it empty.').waitFor();
  await page.getByText(/Enter only the name of the page/).waitFor();
  await field(page, 'Website').fill('https://uno.example');
  await field(page, 'Contact e-mail').fill('help@uno.example');
  await field(page, 'Instagram').fill('@uno.uy');
  await save(page);
  await saved(page);
  expect(await stored()).toMatchObject({
    ...{
      CompanyWebsite: 'https://uno.example',
      contact_email: 'help@uno.example',
      InstagramHandle: 'uno.uy',
    },
  });
  await context.close();
});

test('in the demonstration only critical edits are turned on again, and alone', async () => {
  const { page, context } = await open(admin);
  await page.goto('/settings');
  await turn(page, 'Critical edits').click();
  await save(page);
  await saved(page);
  await page.getByText(/This is a demonstration/).waitFor();
  await turn(page, 'Live route').click();
  await save(page);
  await alertSays(page, 'Not available in demonstration mode.');
  await turn(page, 'Critical edits').click();
  await save(page);
  await alertSays(page, 'Not available in demonstration mode.');
  expect((await stored()).AllowCriticalEditsAdmin).toBe(false);
  await turn(page, 'Live route').click();
  await save(page);
  await saved(page);
  expect(await stored()).toMatchObject({ AllowCriticalEditsAdmin: true, showLiveRoute: true });
  await context.close();
});

test('a session that ends while somebody types loses nothing: left and signed in again, the draft is there', async () => {
  const { page, context } = await open(other);
  await page.goto('/settings');
  await field(page, 'Time to answer').fill('50');
  await turn(page, 'Code at the start of a trip').click();
  await other.client.signOut();
  other.leave();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL(/\/login/);
  // A code is sent to one number once in half a minute.
  other = await until(
    'The same admin signed in again',
    () => signIn(stage.server.origin, OTHER_ADMIN),
    () => true,
    { withinMs: 60_000, everyMs: 1_000 },
  );
  const { origin: url } = stage.server;
  await context.addCookies([{ name: 'kerb_session', value: other.token, url, httpOnly: true }]);
  await page.goto('/settings');
  await page.getByText('What you had typed before is back.').waitFor();
  expect(await field(page, 'Time to answer').inputValue()).toBe('50');
  expect(await turn(page, 'Code at the start of a trip').isChecked()).toBe(true);

  // Leaving is asked about, and given up on purpose it is gone.
  await page.getByRole('link', { name: 'Promos' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await question.waitFor({ state: 'detached' });
  await save(page);
  await saved(page);
  expect(await stored()).toMatchObject({ offerSeconds: 50, otp_secure: true });
  await field(page, 'Time to answer').fill('55');
  await page.getByRole('link', { name: 'Promos' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('/promos');
  await page.getByRole('link', { name: 'General settings' }).click();
  await settled(page);
  expect(await field(page, 'Time to answer').inputValue()).toBe('50');
  await context.close();
});

test.each([
  ['en', 390, 'ltr'],
  ['ar', 390, 'rtl'],
  ['ar', 1280, 'rtl'],
] as const)('both pages in %s at %i px', async (language, width, direction) => {
  const { page, failures, context } = await open(admin, width, language);
  for (const path of ['settings', 'appinfo']) {
    await page.goto(`/${path}`);
    await page.locator('form').waitFor();
    await settled(page);
    expect(await findings(page, direction)).toEqual([]);
    await takePicture(page, `${path}-${language}-${width}`);
  }
  expect(failures).toEqual([]);
  await context.close();
});
