// Journey of promos in the console: an admin adds one with an expiry in the city's time zone, riders use it up to its
// limit, it is edited and deleted; with critical edits off this is restricted.
import { demoMobile } from '@kerb/domain/identity';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { find, goOnDutyAt } from './api/ride.ts';
import { until } from './api/until.ts';
import { collectConsoleErrors } from './browser/inspect.ts';
import { takePicture } from './browser/pictures.ts';
import { openStage, type Stage } from './browser/stage.ts';

let stage: Stage;
let admin: Person;
let riders: readonly Person[];
let driver: Person;

beforeAll(async () => {
  stage = await openStage();
  const { origin } = stage.server;
  admin = await signIn(origin, demoMobile('admin', 1));
  driver = await signIn(origin, demoMobile('driver', 1));
  riders = [await signIn(origin, demoMobile('rider', 1)), await signIn(origin, demoMobile('rider', 2))];
});
afterAll(async () => {
  for (const person of [admin, driver, ...(riders ?? [])]) person?.leave();
  await stage?.close();
});

const asAdmin = (width = 1280, language = 'en') => stage.open({ width, language, token: admin.token });
const add = (page: Page) => page.getByRole('button', { name: 'Add promo' }).first().click();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const field = (form: Locator, name: string) => form.getByRole('textbox', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const stored = async (name: string) =>
  (await admin.client.listPromos({ query: { q: name } })).items.find(({ promo_name }) => promo_name === name);

/** Types a date and time into the parts of the picker. */
async function typeMoment(form: Locator, parts: Readonly<Record<string, string>>): Promise<void> {
  for (const [part, text] of Object.entries(parts)) {
    await form.getByRole('spinbutton', { name: part }).click();
    await form.page().keyboard.type(text);
  }
}

async function alertSays(page: Page, words: string): Promise<void> {
  const alert = page.getByRole('alertdialog', { name: 'Alert' });
  await alert.getByText(words).waitFor();
  await alert.getByRole('button', { name: 'Close' }).click();
  await alert.waitFor({ state: 'detached' });
}

/** Requests an estimate for the rider with the promo applied. */
async function withPromo(rider: Person, promo: string) {
  const { items } = await rider.client.getCarTypes();
  const journey = {
    pickup: await find(rider, '18 de Julio 1453'),
    drop: await find(rider, 'Bulevar España 2500'),
    carType: items.find(({ name }) => name === 'Economy')?.id ?? '',
  };
  await goOnDutyAt(driver, journey.pickup);
  const quote = await rider.client.createEstimate({ body: journey });
  const estimate = await rider.client.applyPromo({ params: { id: quote.id }, body: { promo } });
  return { journey, estimate };
}

test('an admin adds a promo; of two riders who book with its last use, one succeeds', async () => {
  const { page, close } = await asAdmin();
  const consoleErrors = await collectConsoleErrors(page);
  await page.goto('/promos');
  await page.getByRole('heading', { name: 'No promos available.', exact: true }).waitFor();
  await takePicture(page, 'promos-empty');

  await add(page);
  const form = dialog(page, 'Add promo');
  await form.getByRole('button', { name: 'Add promo' }).click();
  await form.getByText('Enter a name.').waitFor();
  await form.getByText('Enter an amount above zero.').waitFor();
  await form.getByText('Choose a date and a time.').waitFor();
  await form.getByText('Enter a whole number from 1.').waitFor();
  await field(form, 'Name').fill('Last one');
  await field(form, 'Description').fill('<b>Once</b> and for all');
  await form.getByLabel('Type of discount').selectOption('percentage');
  await field(form, 'Discount').fill('150');
  await field(form, 'At most').fill('35.50');
  await field(form, 'Uses in all').fill('1');
  await typeMoment(form, {
    Month: '12',
    Day: '31',
    Year: '2099',
    Hours: '11',
    Minutes: '30',
    Meridiem: 'PM',
  });
  await form.getByRole('button', { name: 'Add promo' }).click();
  await form.getByText('Enter a percentage above zero, at most 100.').waitFor();
  await field(form, 'Discount').fill('90');
  await form.getByRole('button', { name: 'Add promo' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('Last one is saved.').waitFor();
  await row(page, 'Last one').getByText('0 of 1').waitFor();
  await row(page, 'Last one')
    .getByText(/90%, at most .*35\.50/)
    .waitFor();
  expect(await stored('Last one')).toMatchObject({
    promo_description: '<b>Once</b> and for all',
    promo_discount_type: 'percentage',
    min_order: 0,
    promo_discount_value: 90,
    max_promo_discount_value: 35.5,
    user_avail: 0,
    // 11:30 PM in the city's time zone, UTC−3.
    promo_validity: Date.UTC(2100, 0, 1, 2, 30),
  });

  const [first, second] = await Promise.all(riders.map((rider) => withPromo(rider, 'LAST ONE')));
  if (!first || !second) throw new Error('An estimate is missing');
  expect(first.estimate).toMatchObject({ discount_amount: 35.5, promo: { promo_name: 'Last one' } });
  expect(first.estimate.payableAmount).toBeCloseTo(first.estimate.trip_cost - 35.5, 2);
  const results = await Promise.allSettled(
    [first, second].map(({ journey, estimate }, index) =>
      riders[index]?.client.createBooking({
        body: { ...journey, estimate: estimate.id, paymentPacket: { payment_mode: 'cash' } },
      }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(refused).toEqual(['promo_used_up']);
  // The booking updates the open list without a reload.
  await row(page, 'Last one').getByText('1 of 1').waitFor();
  await row(page, 'Last one').getByText('Used up').waitFor();

  const taken = results.findIndex(({ status }) => status === 'fulfilled');
  const rider = riders[taken];
  if (!rider) throw new Error('No booking succeeded');
  const [booking] = (await rider.client.listBookings({ query: { limit: 1 } })).items;
  const params = { id: booking?.id ?? '' };
  expect(await rider.client.getBooking({ params })).toMatchObject({
    promo_applied: true,
    discount_amount: 35.5,
    promo_details: { promo_name: 'Last one' },
  });
  await rider.client.cancelBooking({ params, body: { reason: 'Changed my mind' } });
  await row(page, 'Last one').getByText('0 of 1').waitFor();
  expect(consoleErrors).toEqual([]);
  await close();
});

test('one admin edits and deletes a promo, another sees it live; a duplicate name shows an error at its field', async () => {
  const one = await asAdmin();
  const other = await asAdmin(390);
  const promo = { promo_discount_value: 20, promo_validity: 4_000_000_000_000, promo_usage_limit: 9 };
  for (const promo_name of ['Spring', 'Autumn'])
    await admin.client.addPromo({ body: { ...promo, promo_name } });
  for (const { page } of [one, other]) await page.goto('/promos?q=n');
  await other.page.getByText('Autumn').waitFor();
  await one.page.getByRole('button', { name: 'Edit Spring' }).click();
  const form = dialog(one.page, 'Edit Spring');
  expect(await form.getByLabel('Used', { exact: true }).getAttribute('readonly')).not.toBeNull();
  await field(form, 'Name').fill('AUTUMN');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await form.getByText('This name is taken. Choose another.').waitFor();
  await field(form, 'Name').fill('Winter');
  await field(form, 'Minimum price').fill('250');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await one.page.getByText('Winter is saved.').waitFor();
  await other.page.getByText('Winter').waitFor();
  expect(await stored('Winter')).toMatchObject({ min_order: 250, promo_discount_value: 20 });

  await other.page.getByRole('button', { name: 'Delete Autumn' }).click();
  const question = dialog(other.page, 'Delete Autumn?');
  await question.getByRole('button', { name: 'Back' }).click();
  await question.waitFor({ state: 'detached' });
  await other.page.getByRole('button', { name: 'Delete Autumn' }).click();
  await question.getByRole('button', { name: 'Delete promo' }).click();
  await other.page.getByText('Autumn is deleted.').waitFor();
  await row(one.page, 'Autumn').waitFor({ state: 'detached' });
  expect(await stored('Autumn')).toBeUndefined();
  for (const { close } of [one, other]) await close();
});

test('with critical edits off, a promo can be added, but not edited or deleted', async () => {
  const { page, close } = await asAdmin();
  await admin.client.editSettings({ body: { AllowCriticalEditsAdmin: false } });
  await page.goto('/promos');
  await add(page);
  const form = dialog(page, 'Add promo');
  await field(form, 'Name').fill('Showcase');
  await field(form, 'Discount').fill('10');
  await field(form, 'Uses in all').fill('10');
  await typeMoment(form, {
    Month: '12',
    Day: '31',
    Year: '2030',
    Hours: '10',
    Minutes: '00',
    Meridiem: 'AM',
  });
  await form.getByRole('button', { name: 'Add promo' }).click();
  await page.getByText('Showcase is saved.').waitFor();
  for (const action of ['Edit', 'Delete']) {
    await page.getByRole('button', { name: `${action} Showcase` }).click();
    await alertSays(page, 'Not available in demonstration mode.');
  }
  expect(await stored('Showcase')).toBeDefined();
  await admin.client.editSettings({ body: { AllowCriticalEditsAdmin: true } });
  await until(
    'Critical edits turned on again',
    async () => {
      await page.getByRole('button', { name: 'Edit Showcase' }).click();
      const opened = dialog(page, 'Edit Showcase');
      const alert = page.getByRole('alertdialog', { name: 'Alert' });
      await opened.or(alert).first().waitFor();
      const isOpen = await opened.isVisible();
      if (!isOpen) await alert.getByRole('button', { name: 'Close' }).click();
      return isOpen;
    },
    (isOpen) => isOpen,
  );
  await close();
});
