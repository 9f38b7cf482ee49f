// Journey of a user's own account: edited, used on a second device, signed out remotely, exported and deleted.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowAnotherCode } from './api/database-by-hand.ts';
import { signIn } from './api/people.ts';
import { until } from './api/until.ts';
import type { Window } from './browser/browser.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { signInOnScreen } from './browser/steps.ts';

const photo = fileURLToPath(new URL('../apps/web/public/icons/kerb-192.png', import.meta.url));

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

async function tokenOf(mobile: string): Promise<string> {
  await allowAnotherCode(stage.place, mobile);
  const person = await signIn(stage.server.origin, mobile);
  person.leave();
  return person.token;
}

async function windowOf(mobile: string, width: number): Promise<Window> {
  return stage.open({ width, token: await tokenOf(mobile) });
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).first();

test('a rider changes names and photo, and finds both again after a reload', async () => {
  const { page, close, failures } = await windowOf('+59894000501', 390);
  await page.goto('/profile');
  await page.getByText('Your name is missing').waitFor();
  await page.getByLabel('First name').fill('  Renata ');
  await page.getByLabel('Last name').fill('Ferreira');
  await page.getByLabel('E-mail').fill('renata at example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Enter a valid e-mail address.').waitFor();
  await page.getByLabel('E-mail').fill('renata@example.com');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Your profile is saved.').waitFor();

  await page.locator('input[name="photo"]').setInputFiles(photo);
  const picture = page.locator('img[src^="/api/v1/photos/"]');
  await picture.waitFor();
  await page.reload();
  await picture.waitFor();
  const shown = await page.request.get((await picture.getAttribute('src')) ?? '');
  expect(shown.headers()['content-type']).toBe('image/webp');
  expect(await page.getByLabel('First name').inputValue()).toBe('Renata');
  expect(await page.getByLabel('Mobile number').isDisabled()).toBe(true);

  await page.getByRole('button', { name: 'Remove' }).click();
  await picture.waitFor({ state: 'detached' });
  expect(failures).toEqual([]);
  await close();
});

test('unsaved changes are not lost by following a link or pressing the back button', async () => {
  const { page, close } = await windowOf('+59894000502', 1280);
  await page.goto('/bookings');
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByLabel('First name').fill('Unsaved');
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await page.getByRole('link', { name: 'Bookings' }).click();
  await question.getByRole('button', { name: 'Stay here' }).click();
  await question.waitFor({ state: 'detached' });
  await page.goBack();
  await question.getByRole('button', { name: 'Stay here' }).click();
  await question.waitFor({ state: 'detached' });
  await page.waitForURL('/profile');
  expect(await page.getByLabel('First name').inputValue()).toBe('Unsaved');
  await page.getByRole('link', { name: 'Bookings' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL('/bookings');
  await close();
});

test('the chosen language applies on another device too', async () => {
  const mobile = '+59894000503';
  const first = await windowOf(mobile, 390);
  await first.page.goto('/profile');
  await first.page.getByRole('radio', { name: 'العربية' }).press('Space');
  await heading(first.page, 'الملف الشخصي').waitFor();
  await first.page.getByText('تم الحفظ، وستتبعه أجهزتك الأخرى.').waitFor();
  expect(await first.page.locator('html').getAttribute('dir')).toBe('rtl');
  await first.close();

  const second = await windowOf(mobile, 390);
  await second.page.goto('/profile');
  await heading(second.page, 'الملف الشخصي').waitFor();
  expect(await second.page.locator('html').getAttribute('dir')).toBe('rtl');
  // The language chosen in the header is stored in the account.
  await second.page.getByRole('combobox').selectOption('es');
  await heading(second.page, 'Perfil').waitFor();
  await until(
    'The language of the account',
    async () => (await second.page.request.get('/api/v1/me')).json(),
    (me) => me.lang?.langLocale === 'es' && me.lang.dateLocale === 'es-UY',
  );
  await second.close();
});

test('a lost device is signed out from another', async () => {
  const mobile = '+59894000504';
  const lost = await windowOf(mobile, 390);
  await lost.page.goto('/profile');
  await heading(lost.page, 'Profile').waitFor();
  const here = await windowOf(mobile, 1280);
  await here.page.goto('/profile');
  await here.page.getByText('This device', { exact: true }).waitFor();
  await here.page.getByRole('button', { name: /^Sign out: / }).click();
  await here.page.getByText('That device is signed out.').waitFor();
  await here.page.getByText('You are signed in on this device only.').waitFor({ state: 'detached' });
  await lost.page.reload();
  await lost.page.waitForURL('/login');
  await here.page.reload();
  await here.page.getByText('You are signed in on this device only.').waitFor();
  await lost.close();
  await here.close();
});

test('everything stored about a user is downloaded as one JSON file', async () => {
  const mobile = demoMobile('rider', 3);
  const { page, close } = await windowOf(mobile, 390);
  await page.goto('/profile');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(JSON.stringify(JSON.parse(text))).toContain(mobile);
  await close();
});

test('after an account is deleted, its number signs in to a new, empty account', async () => {
  const mobile = '+59894000505';
  const { page, close, failures } = await windowOf(mobile, 390);
  await page.goto('/profile');
  await page.getByLabel('First name').fill('Gone');
  await page.getByLabel('Last name').fill('Tomorrow');
  await page.getByLabel('E-mail').fill('gone@example.com');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Your profile is saved.').waitFor();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const confirm = dialog.getByRole('button', { name: 'Delete for good' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole('checkbox').check();
  await confirm.click();
  await page.getByText('Your account is deleted, and you are signed out.').waitFor();
  await page.waitForURL('/');
  expect(await (await page.request.get('/api/v1/auth/session')).json()).toEqual({
    user: null,
    secondFactor: null,
  });

  await allowAnotherCode(stage.place, mobile);
  await page.goto('/login');
  await signInOnScreen(page, mobile);
  await page.waitForURL('/');
  await page.goto('/profile');
  await page.getByText('Your name is missing').waitFor();
  expect(await page.getByLabel('E-mail').inputValue()).toBe('');
  expect(failures).toEqual([]);
  await close();
});

test('an admin starts at the dashboard with requests, active drivers and earnings', async () => {
  const { page, close, failures } = await stage.open({ width: 1280 });
  await page.goto('/login');
  await signInOnScreen(page, demoMobile('admin', 1));
  await page.waitForURL('/dashboard');
  await page.getByText('No open request').waitFor();
  await page.getByText(/^Allow location in your browser/).waitFor();
  await page.getByRole('tab', { name: /^Cars/ }).click();
  await page.getByText('No driver is on duty.', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Figures' }).click();
  await heading(page, 'Gross earnings').waitFor();
  await page.getByText('All time').waitFor();
  await page.getByText('No booking is under way.').waitFor();
  expect(failures).toEqual([]);
  await close();
});
