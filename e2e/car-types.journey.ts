// Journey of car types in the console: an admin adds one with a picture and a price preview, a rider's estimate uses
// it, two admins edit it, and it is deleted.
import { fileURLToPath } from 'node:url';
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { find } from './api/ride.ts';
import { collectConsoleErrors } from './browser/inspect.ts';
import { openStage, type Stage } from './browser/stage.ts';

const photo = fileURLToPath(new URL('../apps/web/public/icons/kerb-192.png', import.meta.url));

let stage: Stage;
let admin: Person;
let rider: Person;

beforeAll(async () => {
  stage = await openStage();
  admin = await signIn(stage.server.origin, demoMobile('admin', 1));
  rider = await signIn(stage.server.origin, demoMobile('rider', 1));
});
afterAll(async () => {
  admin?.leave();
  rider?.leave();
  await stage?.close();
});

const asAdmin = (width = 1280, language = 'en') => stage.open({ width, language, token: admin.token });
const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Car types' }).getByRole('listitem').filter({ hasText: name });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const save = (page: Page, name: 'Save' | 'Add car type') =>
  page.getByRole('form', { name: 'Car type' }).getByRole('button', { name }).click();
const preview = (page: Page) => section(page, 'What a trip costs');
const alert = (page: Page) => page.getByRole('alertdialog', { name: 'Alert' });
const stored = async (name: string) =>
  (await admin.client.getCarTypes()).items.find((carType) => carType.name === name);

async function alertSays(page: Page, words: string): Promise<void> {
  await alert(page).getByText(words).waitFor();
  await alert(page).getByRole('button', { name: 'Close' }).click();
  await alert(page).waitFor({ state: 'detached' });
}

test('an admin adds a car type with a picture and a price preview, and a rider’s estimate uses it', async () => {
  const landing = await stage.open({ width: 390, token: rider.token });
  await landing.page.goto('/');
  await landing.page.waitForLoadState('networkidle');
  const { page, close } = await asAdmin();
  const consoleErrors = await collectConsoleErrors(page);
  await page.goto('/cartypes');
  await page.getByRole('button', { name: 'Add car type' }).click();
  await page.waitForURL('/cartypes/new');

  await save(page, 'Add car type');
  await page.getByText('This is needed.').waitFor();
  expect(await page.getByText('Enter a number of 0 or more.').count()).toBe(3);
  await preview(page).getByText('Fill in the fares to see the price.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('economy');
  await page.getByLabel('What riders read about it').fill('<i>Quiet</i> and clean 🚕');
  const fares = section(page, 'Fares');
  await fares.getByLabel('To start').fill('60.005');
  await fares.getByLabel('At least').fill('130');
  await fares.getByLabel('For each kilometre').fill('38');
  await fares.getByLabel('For each hour').fill('240');
  await fares.getByText('At most 2 digits after the decimal sign.').waitFor();
  await fares.getByLabel('To start').fill('60');
  const fee = section(page, 'Service fee');
  await fee.getByText('Percentage', { exact: true }).click();
  await fee.getByLabel('Part of the fare').fill('6');
  // 60 + 5 × 38 + 12 / 60 × 240 = 298; 6 % of it is 17.88.
  await preview(page).getByText('315.88').waitFor();

  const slabs = section(page, 'Cancelling');
  await slabs.getByRole('button', { name: 'Add step' }).click();
  await slabs.getByLabel('From').fill('5');
  await slabs.getByLabel('Costs').fill('50');
  await slabs.getByText('Cancelling is free in the first 5 minutes.').waitFor();
  await slabs.getByText(/Cancelling after 5 minutes costs .*50\.00/).waitFor();

  // By keyboard: adds two options and moves the second to the top.
  const options = section(page, 'Options');
  for (const [at, [words, amount]] of [
    ['Child seat', '80'],
    ['Helper', '40'],
  ].entries()) {
    await options.getByRole('button', { name: 'Add option' }).press('Enter');
    await options
      .getByLabel('Option', { exact: true })
      .nth(at)
      .fill(words ?? '');
    await options
      .getByLabel('Costs on top')
      .nth(at)
      .fill(amount ?? '');
  }
  await options.getByRole('button', { name: 'Move up: Helper' }).press('Enter');
  expect(await options.getByLabel('Option', { exact: true }).first().inputValue()).toBe('Helper');
  // The focus stays on the row that moved.
  expect(await page.evaluate<string>("document.activeElement?.getAttribute('aria-label')")).toBe(
    'Move down: Helper',
  );
  // 298 + 40 = 338; 6 % of it is 20.28.
  await preview(page).getByLabel('Option').selectOption({ label: 'Helper' });
  await preview(page).getByText('358.28').waitFor();

  await page.locator('input[name="image"]').setInputFiles(photo);
  await save(page, 'Add car type');
  // The name is compared without letter case: Economy exists.
  await page.getByText('This name is taken. Choose another.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Night taxi');
  const refetched = landing.page.waitForResponse((answer) => answer.url().endsWith('/api/v1/cartypes'));
  await save(page, 'Add car type');
  await page.getByText('Night taxi is saved.').waitFor();
  await refetched;
  const image = card(page, 'Night taxi').locator('img');
  expect(await image.getAttribute('src')).toMatch(/^\/api\/v1\/car-images\//);
  const shown = await page.request.get((await image.getAttribute('src')) ?? '');
  expect(shown.headers()['content-type']).toBe('image/webp');
  await card(page, 'Night taxi').getByText('<i>Quiet</i> and clean 🚕').waitFor();
  await card(page, 'Night taxi').getByText('315.88').waitFor();

  const carType = await stored('Night taxi');
  expect(carType?.options.map(({ description }) => description)).toEqual(['Helper', 'Child seat']);
  const estimate = await rider.client.createEstimate({
    body: {
      pickup: await find(rider, '18 de Julio 1453'),
      drop: await find(rider, 'Bulevar España 2500'),
      waypoints: [],
      carType: carType?.id ?? '',
    },
  });
  const { distance, time } = estimate;
  const fare = Math.max(130, 60 + distance * 38 + (time / 3600) * 240);
  expect(estimate.trip_cost).toBeCloseTo(fare * 1.06, 1);
  expect(consoleErrors.filter((words) => !words.includes('409'))).toEqual([]);
  await landing.close();
  await close();
});

test('leaving with unsaved changes asks first, and the second of two admins who edit at once gets a conflict alert', async () => {
  const { page, close } = await asAdmin();
  await page.goto('/cartypes');
  await page.getByRole('link', { name: 'Edit Night taxi' }).click();
  const minimum = section(page, 'Fares').getByLabel('At least');
  await minimum.fill('150');
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await question.waitFor({ state: 'detached' });

  const before = await stored('Night taxi');
  if (!before) throw new Error('There is no Night taxi');
  const { id, createdAt, ...data } = before;
  await admin.client.editCarType({ params: { id }, body: { ...data, min_fare: 140 } });
  await save(page, 'Save');
  await alert(page).getByText('Someone else changed this meanwhile. Reload and try again.').waitFor();
  await alert(page).getByRole('button', { name: 'Load it again' }).click();
  await minimum.waitFor();
  expect(await minimum.inputValue()).toBe('140');
  await minimum.fill('150');
  await save(page, 'Save');
  await page.getByText('Night taxi is saved.').waitFor();
  expect((await stored('Night taxi'))?.min_fare).toBe(150);
  expect((await stored('Night taxi'))?.image).toBe(before.image);
  await close();
});

test('a car type that drivers use cannot be deleted; an unused one can', async () => {
  const { page, close } = await asAdmin();
  await page.goto('/cartypes');
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page
      .getByRole('dialog', { name: `Delete ${name}?` })
      .getByRole('button', { name: 'Delete' })
      .click();
  };
  await remove('Economy');
  await alertSays(page, 'Economy is in use');
  await card(page, 'Economy').waitFor();
  await remove('Night taxi');
  // The list is hidden from queries by role while the dialog is open.
  await page.getByRole('dialog', { name: 'Delete Night taxi?' }).waitFor({ state: 'detached' });
  await card(page, 'Night taxi').waitFor({ state: 'detached' });
  expect(await stored('Night taxi')).toBeUndefined();
  await close();
});
