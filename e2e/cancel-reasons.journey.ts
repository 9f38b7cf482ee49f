// Journey of cancel reasons in the console: an admin adds, edits and deletes them; labels are unique; the list has ten
// reasons a page and is read-only with critical edits off.
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { collectConsoleErrors, findings, settled } from './browser/inspect.ts';
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

const asAdmin = (width = 1280, language = 'en') => stage.open({ width, language, token: admin.token });
const row = (page: Page, label: string) => page.getByRole('row').filter({ hasText: label });
const labels = async () => (await admin.client.getCancelReasons()).items.map(({ label }) => label);

async function writeReason(page: Page, dialog: string, label: string, button: string): Promise<void> {
  const form = page.getByRole('dialog', { name: dialog });
  await form.getByRole('textbox', { name: 'Reason' }).fill(label);
  await form.getByRole('button', { name: button, exact: true }).click();
}

test('an admin adds, edits and deletes a reason; a duplicate label shows an error at its field', async () => {
  const { page, close } = await asAdmin();
  const consoleErrors = await collectConsoleErrors(page);
  const before = await labels();
  const [taken = ''] = before;
  await page.goto('/cancelreasons');
  await row(page, taken).waitFor();
  await page.getByRole('button', { name: 'Add reason' }).click();
  await writeReason(page, 'Add reason', '  ', 'Add reason');
  await page.getByRole('alert').getByText('Write the reason.').waitFor();
  await writeReason(page, 'Add reason', taken.toUpperCase(), 'Add reason');
  await page.getByRole('alert').getByText('This name is taken. Choose another.').waitFor();
  expect(await labels()).toEqual(before);
  await writeReason(page, 'Add reason', 'The <b>bridge</b> is closed', 'Add reason');
  await page.getByText('“The <b>bridge</b> is closed” is saved.').waitFor();
  await row(page, 'The <b>bridge</b> is closed').waitFor();

  await page.getByRole('button', { name: 'Edit: The <b>bridge</b> is closed' }).click();
  await writeReason(page, 'Edit reason', 'The road is flooded', 'Save');
  await row(page, 'The road is flooded').waitFor();
  expect(await labels()).toEqual([...before, 'The road is flooded']);

  await page.getByRole('button', { name: 'Delete: The road is flooded' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “The road is flooded”?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('“The road is flooded” was deleted.').waitFor();
  await row(page, 'The road is flooded').waitFor({ state: 'detached' });
  expect(await labels()).toEqual(before);
  // The browser logs the requests with the rejected label.
  expect(consoleErrors.filter((consoleError) => !consoleError.includes('/cancel_reason'))).toEqual([]);
  await close();
});

test('the list shows ten reasons a page, can be searched, and updates when another admin adds one', async () => {
  for (let count = (await labels()).length; count < 11; count += 1)
    await admin.client.addCancelReason({ body: { label: `Reason ${String(count + 1).padStart(2, '0')}` } });
  const [first = ''] = await labels();
  const { page, close } = await asAdmin();
  await page.goto('/cancelreasons');
  await page.getByText('1–10 of 11').waitFor();
  await admin.client.addCancelReason({ body: { label: 'A strike' } });
  await page.getByText('1–10 of 12').waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await row(page, 'A strike').waitFor();
  await row(page, first).waitFor({ state: 'detached' });
  await page.getByRole('searchbox', { name: 'Search reasons' }).fill('no such words');
  await page.getByText('No reason has these words.').waitFor();
  await page.getByRole('searchbox', { name: 'Search reasons' }).fill('STRIKE');
  await row(page, 'A strike').waitFor();
  await page.getByText('1–1 of 1').waitFor();
  await close();
});

test('with critical edits off, reasons are read-only', async () => {
  await admin.client.editSettings({ body: { AllowCriticalEditsAdmin: false } });
  const { page, close } = await asAdmin();
  await page.goto('/cancelreasons');
  await page
    .getByText((await labels())[0] ?? '')
    .first()
    .waitFor();
  await settled(page);
  const buttons = page.getByRole('button', { name: /Add reason|^Edit: |^Delete: / });
  expect(await buttons.count()).toBe(0);
  expect(await findings(page, 'ltr')).toEqual([]);
  await close();
  await expect(admin.client.addCancelReason({ body: { label: 'Another' } })).rejects.toMatchObject({
    code: 'demo_mode',
  });
});
