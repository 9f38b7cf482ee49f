// Earning reports: an admin views and filters them, downloads the files, and opens a driver’s statement.
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPaidTrips } from './api/database-by-hand.ts';
import { type Person, signIn } from './api/people.ts';
import type { Window } from './browser/browser.ts';
import { collectConsoleErrors, settled } from './browser/inspect.ts';
import { takePicture } from './browser/pictures.ts';
import { openStage, type Stage } from './browser/stage.ts';

let stage: Stage;
let admin: Person;
let fleet: Person;
let driver: Person;
let other: Person;

beforeAll(async () => {
  stage = await openStage();
  const { origin } = stage.server;
  admin = await signIn(origin, demoMobile('admin', 1));
  fleet = await signIn(origin, demoMobile('fleetadmin', 1));
  driver = await signIn(origin, demoMobile('driver', 1));
  other = await signIn(origin, demoMobile('driver', 2));
});
afterAll(async () => {
  for (const person of [admin, fleet, driver, other]) person?.leave();
  await stage?.close();
});

const windowOf = (person: Person, width = 1280, language = 'en'): Promise<Window> =>
  stage.open({ width, language, token: person.token });

async function bytesOf(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

const table = (page: Page, name: string) => page.getByRole('table', { name });
/** The cells of the last row of a table, once it has loaded. */
const totals = (page: Page, name: string) =>
  expect.poll(() => table(page, name).locator('tfoot').locator('th, td').allInnerTexts(), {
    timeout: 30_000,
  });

test('an admin views the earnings by month, downloads the files, and filters the report', async () => {
  const { page, close } = await windowOf(admin);
  const consoleErrors = await collectConsoleErrors(page);
  await page.goto('/earningreports');
  await page.getByRole('heading', { name: 'No data available.' }).waitFor();
  await takePicture(page, 'earningreports-none');

  await addPaidTrips(stage.place, driver.uid, 1);
  await page.reload();
  const months = table(page, 'Earnings by month');
  const sums = ['0.00', '10.00', '1.00', '9.00', '110.00', '0.00'];
  await totals(page, 'Earnings by month').toEqual(['Total', '1', '0', '110.00', '100.00', ...sums]);
  await page.getByRole('img', { name: /^Chart: Earnings by month/ }).waitFor();
  await settled(page);
  await takePicture(page, 'earningreports-one');

  await addPaidTrips(stage.place, other.uid, 60);
  await page.reload();
  await totals(page, 'Earnings by month').toEqual(expect.arrayContaining(['Total', '61', '26,180.00']));
  // A heading, sixty months, and the totals.
  expect(await months.getByRole('row').count()).toBe(62);
  const lines = (await bytesOf(page, 'CSV')).toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(61);
  expect(lines[0]).toContain('year,monthsName,total_rides');
  expect(lines[1]).toMatch(/,2,0,220\.00,200\.00,0\.00,20\.00,2\.00,18\.00,220\.00,0\.00$/);
  expect((await bytesOf(page, 'PDF')).subarray(0, 5).toString()).toBe('%PDF-');

  // Months are those of the operator's time zone: near midnight, UTC may be in another month.
  const month = new Intl.DateTimeFormat('en', {
    timeZone: 'America/Montevideo',
    month: '2-digit',
    year: 'numeric',
  }).format(new Date());
  const from = page.getByRole('group', { name: 'From month' });
  // The first click opens the field, the second is on its month.
  await from.getByRole('spinbutton', { name: 'Year' }).click();
  await from.getByRole('spinbutton', { name: 'Month' }).click();
  await page.keyboard.type(month.replace('/', ''));
  await totals(page, 'Earnings by month').toEqual(expect.arrayContaining(['Total', '2', '220.00']));
  expect(await months.getByRole('row').count()).toBe(3);
  expect(consoleErrors).toEqual([]);
  await close();
});

test('driver earnings link to a driver’s monthly statement', async () => {
  const body = { amount: 250, source: 'cash', reason: 'Paid in at the desk' } as const;
  await admin.client.addToWallet({ params: { id: driver.uid }, body });
  const { page, close } = await windowOf(admin);
  await page.goto('/driverearning');
  const rows = table(page, 'Driver earnings');
  // Twelve months of one driver and one of the other.
  await totals(page, 'Driver earnings').toEqual(expect.arrayContaining(['Total', '13']));
  await page.getByText('By fleet').click();
  await rows.getByRole('rowheader').first().waitFor();
  await totals(page, 'Driver earnings').toHaveLength(4);
  await page.getByText('By driver').click();
  await totals(page, 'Driver earnings').toHaveLength(7);
  await rows
    .getByRole('button', { name: /^Statement of/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Monthly statement' });
  await dialog.getByText('Opening balance').waitFor();
  await dialog.getByText('Closing balance').waitFor();
  await takePicture(page, 'statement-1280');
  await page.goto(`/driverearning?statement=${driver.uid}`);
  await dialog.getByRole('table', { name: 'Movements' }).getByText('250.00').first().waitFor();
  expect((await bytesOf(page, 'PDF')).subarray(0, 5).toString()).toBe('%PDF-');
  await dialog.getByRole('button', { name: 'Previous month' }).click();
  await dialog.getByText('Nothing moved this wallet in that month.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await close();
});

test('a fleet admin opens the earning reports of the fleet, but not those of the operator', async () => {
  const { page, close } = await windowOf(fleet);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Earning reports' }).click();
  await page.waitForURL('**/driverearning');
  await page.getByRole('heading', { level: 1, name: 'Earning reports' }).waitFor();
  expect(await page.getByText('By fleet').count()).toBe(0);
  await page.goto('/earningreports');
  await page.waitForURL((url) => url.pathname !== '/earningreports');
  await close();
});
