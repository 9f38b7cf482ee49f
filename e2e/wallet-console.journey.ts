// Journey: an admin processes a withdrawal, returns another and credits a wallet; the ledger sums to zero.
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSettings } from './api/database-by-hand.ts';
import { type Person, signIn } from './api/people.ts';
import { until } from './api/until.ts';
import type { Window } from './browser/browser.ts';
import { collectConsoleErrors } from './browser/inspect.ts';
import { openStage, type Stage } from './browser/stage.ts';

let stage: Stage;
let admin: Person;
let driver: Person;

beforeAll(async () => {
  stage = await openStage();
  admin = await signIn(stage.server.origin, demoMobile('admin', 1));
  driver = await signIn(stage.server.origin, demoMobile('driver', 1));
  const body = { amount: 500, source: 'cash', reason: 'Paid in at the desk' } as const;
  await admin.client.addToWallet({ params: { id: driver.uid }, body });
});
afterAll(async () => {
  admin?.leave();
  driver?.leave();
  await stage?.close();
});

const windowOf = (width = 1280, language = 'en'): Promise<Window> =>
  stage.open({ width, language, token: admin.token });
const balance = async (): Promise<number> => (await driver.client.getMe()).walletBalance;
const request = (amount: number) =>
  driver.client.requestWithdraw({ body: { amount, bankName: 'Banco Sur', bankAccount: '001-7788' } });
const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

test('an admin processes one withdrawal, returns another and downloads the file for the bank', async () => {
  const { page, close } = await windowOf();
  const consoleErrors = await collectConsoleErrors(page);
  await page.goto('/withdraws');
  await page.getByRole('heading', { name: 'No WITHDRAWS available.' }).waitFor();

  // The requests appear without a reload, and the balance is reduced already.
  const first = await request(120.5);
  await row(page, '120.50').getByText('001-7788').waitFor();
  await request(80);
  await row(page, '80.00').waitFor();
  expect(await balance()).toBe(299.5);
  await page.getByRole('region', { name: 'To be paid out' }).getByText('2 requests').waitFor();
  await page.getByRole('region', { name: 'To be paid out' }).getByText('200.50').waitFor();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV of pending payouts' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  const lines = Buffer.concat(chunks).toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines.find((line) => line.startsWith(first.id))).toContain('Banco Sur,,001-7788,120.50,UYU,false');

  await row(page, '120.50')
    .getByRole('button', { name: /^Process/ })
    .click();
  const process = page.getByRole('dialog', { name: /Was .*120\.50.* transferred/ });
  await process.getByText('001-7788').waitFor();
  await process.getByRole('button', { name: 'Yes, it was transferred' }).click();
  await page.getByText('Processed.', { exact: true }).waitFor();
  await row(page, '120.50').waitFor({ state: 'detached' });

  await row(page, '80.00')
    .getByRole('button', { name: /^Return/ })
    .click();
  const giveBack = page.getByRole('dialog', { name: /Return .*80\.00/ });
  await giveBack.getByRole('button', { name: 'Return the money' }).click();
  await giveBack.getByText('Say why.').waitFor();
  await giveBack.getByLabel('Reason').fill('The account number is wrong');
  await giveBack.getByRole('button', { name: 'Return the money' }).click();
  await page.getByText('The money is in the wallet again.').waitFor();
  expect(await balance()).toBe(379.5);
  const { items } = await driver.client.listMyWithdraws();
  expect(items.map(({ processed, returned }) => [processed, returned?.reason ?? null])).toEqual([
    [false, 'The account number is wrong'],
    [true, null],
  ]);

  await page.getByRole('link', { name: 'All', exact: true }).click();
  await row(page, '80.00').getByText('Returned').waitFor();
  await row(page, '120.50').getByText('Processed').waitFor();
  expect(await page.getByRole('button', { name: /^Process/ }).count()).toBe(0);
  expect(consoleErrors).toEqual([]);
  await close();
});

test('a withdrawal that another admin has processed meanwhile is not processed again', async () => {
  const { page, close } = await windowOf();
  const { id } = await request(10);
  await page.goto('/withdraws');
  await row(page, '10.00')
    .getByRole('button', { name: /^Process/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, it was transferred' }).waitFor();
  await admin.client.completeWithdraw({ params: { id }, body: {} });
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, it was transferred' }).click();
  await page.getByRole('alertdialog', { name: 'Alert' }).getByText('already').waitFor();
  await close();
});

test('an admin finds a driver and credits the wallet once, with a reason', async () => {
  const { page, close } = await windowOf();
  const consoleErrors = await collectConsoleErrors(page);
  const before = await balance();
  await page.goto('/addtowallet');
  await page.getByLabel('Amount').fill('0');
  await page.getByRole('button', { name: 'Add to wallet' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Alert' });
  await alert.getByText('Choose a user and an amount above zero.').waitFor();
  await alert.getByRole('button', { name: 'Close' }).click();

  const { firstName, lastName, mobile } = await driver.client.getMe();
  await page.getByRole('combobox', { name: 'Rider, driver or fleet admin' }).fill(mobile);
  await page
    .getByRole('option')
    .filter({ hasText: `${firstName} ${lastName}` })
    .click();
  await page.getByLabel('Amount').fill('25,50');
  await page.getByText('Operator’s credit').click();
  await page.getByLabel('Reason').fill('Goodwill for a long wait');
  await page.getByRole('button', { name: 'Add to wallet' }).click();
  const confirm = page.getByRole('dialog', { name: /Add .*25\.50/ });
  await confirm.getByRole('button', { name: /^Add/ }).click();
  await page.getByText('Success.').waitFor();
  expect(await balance()).toBe(before + 25.5);
  const { items } = await driver.client.getWallet();
  expect(items[0]).toMatchObject({
    kind: 'admin_credit',
    amount: 25.5,
    txRef: 'AdminCredit',
    reason: 'Goodwill for a long wait',
  });
  expect(consoleErrors).toEqual([]);
  await close();
});

test('the ledger sums to zero, shows the reason of each transaction, and updates live', async () => {
  const { page, close } = await windowOf();
  const consoleErrors = await collectConsoleErrors(page);
  await page.goto('/money');
  await page.getByRole('heading', { name: 'The ledger adds up' }).waitFor();
  expect(await page.getByTestId('books-total').textContent()).toContain('0.00');
  const { accounts, total } = await admin.client.getLedger();
  expect([total, Math.round(accounts.reduce((sum, one) => sum + one.balance, 0) * 100)]).toEqual([0, 0]);

  const credit = page.getByRole('group').filter({ hasText: 'Goodwill for a long wait' });
  await credit.getByText('Added by an admin').click();
  await credit.getByText('Operator’s credit').waitFor();

  await request(33);
  const asked = page.getByRole('group').filter({ hasText: 'Withdraw asked for' }).first();
  await until(
    'The newest transaction',
    () => asked.textContent(),
    (text) => text?.includes('33.00') ?? false,
  );
  expect(await page.getByTestId('books-total').textContent()).toContain('0.00');
  expect(consoleErrors).toEqual([]);
  await close();
});

test('with critical edits off, there is no file for the bank and bank accounts are hidden', async () => {
  await changeSettings(stage.place, { AllowCriticalEditsAdmin: false });
  await stage.restart();
  const { page, close } = await windowOf();
  await page.goto('/withdraws?show=all');
  await page.getByText('Hidden for Demo').first().waitFor();
  expect(await page.getByRole('button', { name: 'CSV of pending payouts' }).count()).toBe(0);
  expect(await page.getByText('001-7788').count()).toBe(0);
  await close();
  await changeSettings(stage.place, { AllowCriticalEditsAdmin: true });
  await stage.restart();
});
