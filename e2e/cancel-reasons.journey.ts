// The reasons to cancel in the console: added, worded anew and deleted, a label once, ten a page, and only read in a showcase.
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { findings, listenToConsole, settled, takePicture } from './browser/inspect.ts';
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

test('an admin adds a reason, words it anew and deletes it; a label another has is said at its field', async () => {
  const { page, context } = await asAdmin();
  const complaints = await listenToConsole(page);
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
  // The refused label is the page's doing, and the browser writes it down.
  expect(complaints.filter((complaint) => !complaint.includes('/cancel_reason'))).toEqual([]);
  await context.close();
});

test('ten a page, searched, and kept current while another admin adds', async () => {
  for (let count = (await labels()).length; count < 11; count += 1)
    await admin.client.addCancelReason({ body: { label: `Reason ${String(count + 1).padStart(2, '0')}` } });
  const [first = ''] = await labels();
  const { page, context } = await asAdmin();
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
  await context.close();
});

test('in a showcase reasons are read and not edited, in both directions of writing', async () => {
  await admin.client.editSettings({ body: { AllowCriticalEditsAdmin: false } });
  for (const [width, language, scheme] of [
    [1280, 'en', 'dark'],
    [390, 'ar', 'light'],
  ] as const) {
    const { page, context } = await asAdmin(width, language);
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto('/cancelreasons');
    await page
      .getByText((await labels())[0] ?? '')
      .first()
      .waitFor();
    await settled(page);
    expect(
      await page
        .getByRole('button', { name: /Add reason|^Edit: |^Delete: |^إضافة سبب|^تعديل: |^حذف: / })
        .count(),
    ).toBe(0);
    expect(await findings(page, language === 'ar' ? 'rtl' : 'ltr')).toEqual([]);
    await takePicture(page, `cancel-reasons-${width}-${language}`);
    await context.close();
  }
  await expect(admin.client.addCancelReason({ body: { label: 'Another' } })).rejects.toMatchObject({
    code: 'demo_mode',
  });
});
