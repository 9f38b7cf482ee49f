// Journey of users in the console: an admin adds, finds, changes, disables and deletes a driver; a fleet admin sees the
// fleet; contact details are hidden with critical edits off.
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSettings, putInQueue } from './api/database-by-hand.ts';
import { type Person, signIn } from './api/people.ts';
import { until } from './api/until.ts';
import type { Window } from './browser/browser.ts';
import { collectConsoleErrors } from './browser/inspect.ts';
import { openStage, type Stage } from './browser/stage.ts';

let stage: Stage;
let admin: Person;

beforeAll(async () => {
  stage = await openStage();
  admin = await signIn(stage.server.origin, demoMobile('admin', 1));
});
afterAll(async () => {
  admin?.leave();
  await stage?.close();
});

const windowOf = (token: string, language = 'en', width = 1280): Promise<Window> =>
  stage.open({ width, language, token });

const alert = (page: Page) => page.getByRole('alertdialog', { name: 'Alert' });

async function alertSays(page: Page, words: string): Promise<void> {
  await alert(page).getByText(words).waitFor();
  await alert(page).getByRole('button', { name: 'Close' }).click();
  await alert(page).waitFor({ state: 'detached' });
}

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox').fill(words);
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('an admin adds a driver, finds and changes them, and disables and deletes the account', async () => {
  const { page, close } = await windowOf(admin.token);
  const consoleErrors = await collectConsoleErrors(page);
  await page.goto('/drivers');

  await page.getByRole('button', { name: 'Add driver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add driver' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('This is needed.').first().waitFor();
  await dialog.getByLabel('First name').fill('Zulma');
  await dialog.getByLabel('Last name').fill('Etcheverry');
  await dialog.getByLabel('E-mail').fill('zulma at example');
  await dialog.getByLabel('Mobile').last().fill('94 555 001');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('Enter a valid e-mail address.').waitFor();

  // An e-mail address in use is rejected in any letter case.
  const taken = await admin.client.listUsers({ query: { usertype: 'rider', limit: 1 } });
  await dialog.getByLabel('E-mail').fill((taken.items[0]?.email ?? '').toUpperCase());
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await alertSays(page, 'A user with this e-mail or mobile number exists already.');

  await dialog.getByLabel('E-mail').fill('zulma@example.com');
  await dialog.getByLabel('Plate').fill('ZZZ 9001');
  await dialog.getByLabel('Car type').selectOption({ label: 'Economy' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.waitForURL(/\/people\//);
  await page.getByRole('heading', { name: 'Zulma Etcheverry' }).waitFor();
  const uid = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  // The driver can sign in on another device.
  const driver = await signIn(stage.server.origin, '+59894555001');
  expect((await driver.client.getMe()).driver?.vehicleNumber).toBe('ZZZ 9001');

  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit' });
  expect(await edit.getByLabel('E-mail').getAttribute('readonly')).not.toBeNull();
  expect(await edit.getByLabel('Mobile').getAttribute('readonly')).not.toBeNull();
  await edit.getByLabel('Plate').fill('ZZZ 9002');
  await edit.getByRole('button', { name: 'Save' }).click();
  await edit.waitFor({ state: 'detached' });
  await page.getByText('ZZZ 9002').waitFor();

  await page.getByRole('link', { name: 'Drivers' }).first().click();
  await search(page, 'ZZZ 9002');
  await row(page, 'Zulma Etcheverry').waitFor();
  await page.getByText('1–1 of 1').waitFor();
  await search(page, 'no such user');
  await page.getByRole('heading', { name: 'No users available.' }).waitFor();
  await search(page, 'zulma');
  // By keyboard: Enter on the focused cell of the name opens the details of the driver, with a link to their page.
  await row(page, 'Zulma Etcheverry').getByRole('gridcell').nth(1).press('Enter');
  const details = page.getByRole('complementary', { name: /Zulma Etcheverry/ });
  await details.getByRole('link', { name: 'Open the full page' }).click();
  await page.waitForURL(`/people/${uid}`);
  await details.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Disable' }).click();
  const why = page.getByRole('dialog', { name: /Disable Zulma/ });
  await why.getByRole('button', { name: 'Disable' }).click();
  await why.getByText('Say why; the user gets to read it.').waitFor();
  await why.getByLabel('Reason').fill('The insurance has ended.');
  await why.getByRole('button', { name: 'Disable' }).click();
  await why.waitFor({ state: 'detached' });
  await page.getByText('The reason that the user was given:').getByText('The insurance has ended.').waitFor();
  await expect(driver.client.getMe()).rejects.toMatchObject({ code: 'not_logged_in' });
  driver.leave();

  await page.getByRole('link', { name: 'Changes' }).click();
  const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await changes.filter({ hasText: 'Disabled' }).first().waitFor();
  expect(await changes.count()).toBe(3);
  const edited = await changes.filter({ hasText: 'Edited' }).textContent();
  expect(edited).toContain('Plate');
  expect(edited).toMatch(/Before:\s*ZZZ 9001.*After:\s*ZZZ 9002/s);

  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('button', { name: 'Disable' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: /Delete Zulma/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.waitForURL('/drivers');
  await expect(admin.client.getUser({ params: { id: uid } })).rejects.toMatchObject({ code: 'not_found' });
  expect(consoleErrors).toEqual([]);
  await close();
});

test('the list is sorted and paged by the server, and remembers the chosen columns', async () => {
  const { page, close } = await windowOf(admin.token);
  await page.goto('/riders');
  const names = () =>
    page.locator('[role="row"] [data-field="firstName"][role="gridcell"]').allTextContents();
  await page.getByRole('columnheader', { name: 'Name' }).click();
  await page.waitForURL(/sort=firstName/);
  const expected = await admin.client.listUsers({
    query: { usertype: 'rider', sort: 'firstName', order: 'asc', limit: 25 },
  });
  const first = expected.items.map(({ firstName }) => firstName);
  const beginsWith = (shown: string[], wanted: string[]) =>
    shown.length === wanted.length && wanted.every((name, at) => shown[at]?.includes(name));
  await until('The sorted page', names, (shown) => beginsWith(shown, first));

  const cursor = expected.nextCursor ?? '';
  const second = await admin.client.listUsers({
    query: { usertype: 'rider', sort: 'firstName', order: 'asc', limit: 25, cursor },
  });
  await page.getByRole('button', { name: 'Next page' }).click();
  await until('The second page', names, (shown) =>
    beginsWith(
      shown,
      second.items.map(({ firstName }) => firstName),
    ),
  );
  await page.getByText(`26–${25 + second.items.length} of ${second.total}`).waitFor();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await until('The first page again', names, (shown) => beginsWith(shown, first));
  await page.getByLabel('Rows on a page').selectOption('50');
  await until('The longer page', names, (shown) => shown.length === Math.min(50, second.total));

  await page.getByRole('columnheader', { name: 'Mobile' }).waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Mobile' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Mobile' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('columnheader', { name: 'Name' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Mobile' }).count()).toBe(0);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('riders.csv');
  await close();
});

test('a waiting driver is approved from the list, another is rejected with a reason', async () => {
  const { page, close } = await windowOf(admin.token);
  for (const [mobile, name] of [
    ['+59894555011', 'Waldemar'],
    ['+59894555012', 'Ofelia'],
  ] as const)
    await applyAsDriver(mobile, name);
  await page.goto('/drivers?show=waiting');
  await page.getByRole('img', { name: '2 wait' }).waitFor();

  await row(page, 'Waldemar').getByText('Waiting').click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Disable' }).waitFor();
  // The open list updates after another admin's decision.
  await page.goto('/drivers?show=waiting');
  await page.getByRole('img', { name: '1 waits' }).waitFor();
  const other = await admin.client.listUsers({ query: { usertype: 'driver', review: 'waiting' } });
  const id = other.items[0]?.id ?? '';
  await admin.client.refuseUser({ params: { id }, body: { reason: 'The licence cannot be read.' } });
  await page.getByRole('heading', { name: 'No users available.' }).waitFor();
  await page.getByRole('link', { name: 'Refused' }).click();
  await row(page, 'Ofelia').waitFor();
  await close();
});

async function applyAsDriver(mobile: string, firstName: string): Promise<void> {
  const added = await admin.client.addUser({
    body: { usertype: 'driver', firstName, lastName: 'Espera', email: `${firstName}@example.com`, mobile },
  });
  await putInQueue(stage.place, added.id);
}

test('changing a role in the form signs the user out and moves them to the list of the new role', async () => {
  const { page, close } = await windowOf(admin.token);
  const contact = { email: 'ronaldo@example.com', mobile: '+59894555021' };
  const names = { firstName: 'Ronaldo', lastName: 'Cambia' };
  const added = await admin.client.addUser({ body: { usertype: 'rider', ...names, ...contact } });
  const rider = await signIn(stage.server.origin, contact.mobile);
  await page.goto(`/people/${added.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Ronaldo Cambia' });
  await edit.getByLabel('Role').selectOption({ label: 'Driver' });
  await edit.getByLabel('Plate').fill('RON 1');
  await edit.getByRole('button', { name: 'Save' }).click();
  await edit.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Driver' }).waitFor();
  await page.getByText('RON 1').waitFor();
  await expect(rider.client.getMe()).rejects.toMatchObject({ code: 'not_logged_in' });
  rider.leave();
  await page.getByRole('link', { name: 'Changes' }).click();
  const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  expect(await changes.filter({ hasText: 'Edited' }).first().textContent()).toMatch(
    /Role.*Rider.*After:\s*Driver/s,
  );
  await page.goto('/drivers?q=ronaldo');
  await row(page, 'Ronaldo Cambia').waitFor();
  await page.goto('/riders?q=ronaldo');
  await page.getByRole('heading', { name: 'No users available.' }).waitFor();
  await close();
});

test('a change by another admin while the form is open is shown without a reload and not overwritten', async () => {
  const { page, close } = await windowOf(admin.token);
  const { items } = await admin.client.listUsers({ query: { q: demoMobile('driver', 2) } });
  const id = items[0]?.id ?? '';
  await page.goto(`/people/${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: /^Edit/ });
  await edit.getByLabel('Plate').fill('MIN 1');
  await admin.client.editUser({ params: { id }, body: { vehicleModel: 'Theirs' } });
  await page.getByText('Theirs').waitFor();
  await edit.getByRole('button', { name: 'Save' }).click();
  await edit.waitFor({ state: 'detached' });
  const { driver } = await admin.client.getUser({ params: { id } });
  expect(driver).toMatchObject({ vehicleModel: 'Theirs', vehicleNumber: 'MIN 1' });
  await close();
});

test('a fleet admin sees only their own drivers, and cannot open another user by URL', async () => {
  const fleet = await signIn(stage.server.origin, demoMobile('fleetadmin', 1));
  const own = await fleet.client.listUsers({ query: { limit: 200 } });
  expect(own.items.every(({ driver }) => driver?.fleetadmin === fleet.uid)).toBe(true);
  const all = await admin.client.listUsers({ query: { usertype: 'driver', limit: 200 } });
  const foreign = all.items.find(({ driver }) => driver?.fleetadmin !== fleet.uid)?.id ?? '';
  const { page, close } = await windowOf(fleet.token);
  await page.goto('/drivers');
  await page.getByText(`of ${own.total}`).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Fleet' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  expect(await page.getByRole('menuitemcheckbox', { name: 'Fleet' }).count()).toBe(0);
  await page.goto(`/people/${foreign}`);
  await page.getByRole('heading', { name: 'No such account' }).waitFor();
  await page.goto(`/people/${own.items[0]?.id}`);
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  expect(await page.getByRole('button', { name: 'Disable' }).count()).toBe(0);
  await page.goto('/riders');
  await page.waitForURL('/dashboard');
  fleet.leave();
  await close();
});

test('with critical edits off, contact details and the export are hidden, and an alert says why nothing can be changed', async () => {
  await changeSettings(stage.place, { AllowCriticalEditsAdmin: false });
  await stage.restart();
  const { page, close } = await windowOf(admin.token);
  await page.goto('/riders');
  await page.getByText('Hidden for Demo').first().waitFor();
  expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Add rider' }).click();
  await alertSays(page, 'Not available in demonstration mode.');
  await page.getByRole('row').nth(1).click();
  for (const name of ['Disable', 'Edit', 'Delete']) {
    await page.getByRole('button', { name }).click();
    await alertSays(page, 'Not available in demonstration mode.');
  }
  await close();
});
