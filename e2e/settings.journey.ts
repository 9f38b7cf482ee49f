// Journey of /settings and /appinfo: two admins edit concurrently, open pages update live, invalid numbers show an
// error, and unsaved input is restored after the session has ended; also demonstration mode.
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowAnotherCode } from './api/database-by-hand.ts';
import { type Person, signIn } from './api/people.ts';
import { until } from './api/until.ts';
import { collectConsoleErrors, findings, settled } from './browser/inspect.ts';
import { takePicture } from './browser/pictures.ts';
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
      usertype: 'admin',
      firstName: 'Otra',
      lastName: 'Administradora',
      mobile: OTHER_ADMIN,
      email: 'otra@kerb.example',
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

test('when two admins save at once, the other change is shown beside the unsaved input, which stays', async () => {
  const one = await open(admin);
  const two = await open(other);
  const consoleErrors = await collectConsoleErrors(two.page);
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
  // The other page has no unsaved input, so it shows the saved value.
  await until(
    'The saved value on the page of the other admin',
    () => field(two.page, 'Driver radius').inputValue(),
    (value) => value === '7',
  );
  expect(consoleErrors).toEqual([]);
  for (const { close } of [one, two]) await close();
});

test('saved settings show on open pages of a rider, a driver and another admin without a reload', async () => {
  const console = await open(admin);
  const phone = await open(rider);
  const car = await open(driver, 390);
  const desk = await open(other);
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
  for (const { failures, close } of [console, phone, car, desk]) {
    expect(failures).toEqual([]);
    await close();
  }
});

test('an invalid number becomes empty, an empty bonus is rejected, and each field shows its error', async () => {
  const { page, close } = await open(admin);
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
  await field(page, 'Contact e-mail').fill('no-at-sign');
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
    CompanyWebsite: 'https://uno.example',
    contact_email: 'help@uno.example',
    InstagramHandle: 'uno.uy',
  });
  await close();
});

test('unsaved settings are restored when the admin leaves after the session has ended and signs in again', async () => {
  const { page, close, context } = await open(other);
  await page.goto('/settings');
  await field(page, 'Time to answer').fill('50');
  await turn(page, 'Code at the start of a trip').click();
  await other.client.signOut();
  other.leave();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL(/\/login/);
  await allowAnotherCode(stage.place, OTHER_ADMIN);
  other = await signIn(stage.server.origin, OTHER_ADMIN);
  const { origin: url } = stage.server;
  await context.addCookies([{ name: 'kerb_session', value: other.token, url, httpOnly: true }]);
  await page.goto('/settings');
  await page.getByText('What you had typed before is back.').waitFor();
  expect(await field(page, 'Time to answer').inputValue()).toBe('50');
  expect(await turn(page, 'Code at the start of a trip').isChecked()).toBe(true);

  // Leaving asks for confirmation and then discards the unsaved input.
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
  await close();
});
