// Journey: an admin books a ride for a new rider and assigns a driver, who receives the task.
import { demoMobile } from '@kerb/domain/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSettings } from './api/database-by-hand.ts';
import { type Person, signIn } from './api/people.ts';
import { until } from './api/until.ts';
import { collectConsoleErrors } from './browser/inspect.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { bookButton, choosePlace } from './browser/steps.ts';

let stage: Stage;
let admin: Person;
let driver: Person;
const standing = { lat: -34.9045, lng: -56.1832 };

beforeAll(async () => {
  stage = await openStage();
  await changeSettings(stage.place, { autoDispatch: false });
  await stage.restart();
  admin = await signIn(stage.server.origin, demoMobile('admin', 1));
  driver = await signIn(stage.server.origin, demoMobile('driver', 1));
  await driver.client.setDuty({ body: { driverActiveStatus: true } });
  await driver.client.postLocation({ body: { ...standing, at: Date.now() } });
});
afterAll(async () => {
  admin?.leave();
  driver?.leave();
  await stage?.close();
});

test('an admin books for a new rider and assigns a driver, who receives the task; the next time the rider is booked for by keyboard alone, and gets a text with a link', async () => {
  const { page, close } = await stage.open({ width: 1280, token: admin.token });
  const consoleErrors = await collectConsoleErrors(page);
  await page.goto('/addbookings');
  const press = () => bookButton(page).click();
  await press();
  const alert = page.getByRole('alertdialog', { name: 'Alert' });
  await alert.getByText('Choose pickup, drop and car type.').waitFor();
  await alert.getByRole('button', { name: 'Close' }).click();
  await page.getByText('Choose who it is for.').waitFor();

  await page.getByRole('button', { name: 'New rider' }).click();
  const form = page.getByRole('group', { name: 'New rider' });
  await form.getByRole('button', { name: 'Add rider' }).click();
  await form.getByText('Enter the name.').first().waitFor();
  await form.getByLabel('First name').fill('Telma');
  await form.getByLabel('Last name').fill('Llamada');
  await form.getByLabel('Mobile number').fill('94 555 301');
  await form.getByRole('button', { name: 'Add rider' }).click();
  await page.getByRole('group', { name: 'Rider' }).getByText('Telma Llamada').waitFor();

  await choosePlace(page, 'Pickup', '18 de Julio 1453');
  await choosePlace(page, 'Drop', 'Maldonado 1700');
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: /Economy/ }) })
    .click();
  const { items } = await admin.client.listUsers({ query: { q: demoMobile('driver', 1) } });
  const name = `${items[0]?.firstName} ${items[0]?.lastName}`;
  await page.getByRole('group', { name: 'Driver' }).getByText(name).click();
  await press();
  const estimate = page.getByRole('dialog', { name: 'Your fare' });
  await estimate.getByText('Total').waitFor();
  await estimate.getByRole('button', { name: 'Book this ride' }).click();
  const booked = page.getByRole('dialog', { name: 'Booked' });
  const code = await booked.getByTestId('booking-reference').textContent();

  const tasks = await driver.client.listTasks();
  expect(tasks.items.map(({ reference }) => reference)).toEqual([code]);
  const found = await admin.client.listBookings({ query: { q: code ?? '' } });
  const view = await admin.client.getBooking({ params: { id: found.items[0]?.id ?? '' } });
  expect(view).toMatchObject({
    booking_type_admin: true,
    status: 'NEW',
    customer_name: 'Telma Llamada',
    payment_mode: 'cash',
    requestedDrivers: { [driver.uid]: true },
  });
  await booked.getByRole('button', { name: 'Close' }).click();

  // The form is empty for the next booking, and an existing rider is found by the number.
  await page.getByRole('combobox', { name: 'Rider' }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Pickup' }).inputValue()).toBe('');
  await page.getByRole('button', { name: 'New rider' }).click();
  await form.getByLabel('First name').fill('Telma');
  await form.getByLabel('Last name').fill('Otra');
  await form.getByLabel('Mobile number').fill('94 555 301');
  await form.getByRole('button', { name: 'Add rider' }).click();
  await form.getByRole('button', { name: 'Book for this rider' }).click();
  await page.getByRole('group', { name: 'Rider' }).getByText('Telma Llamada').waitFor();

  // Books the same trip again with the keyboard only: enters the number, selects the earlier trip, confirms the fare.
  await page.goto('/addbookings');
  await page.getByRole('combobox', { name: 'Rider' }).waitFor();
  await page.keyboard.type('+59894555301');
  await page.keyboard.press('Enter');
  const before = page.getByRole('button', { name: /18 de Julio 1453/ });
  await expect.poll(() => before.evaluate((button) => button.matches(':focus'))).toBe(true);
  await page.keyboard.press('Enter');
  const confirm = estimate.getByRole('button', { name: 'Book this ride' });
  await bookButton(page).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => confirm.evaluate((button) => button.matches(':focus'))).toBe(true);
  await estimate.getByText(/18 de Julio 1453.*Maldonado 1700.*\?$/).waitFor();
  await page.keyboard.press('Enter');
  const again = await booked.getByTestId('booking-reference').textContent();
  expect(again).not.toBe(code);
  const confirmation = booked.getByRole('listitem').filter({ hasText: 'Confirmation by text' });
  await confirmation.getByRole('img', { name: 'Done' }).waitFor();
  const text = await until(
    'The confirmation',
    async () => {
      const { items: messages } = await admin.client.devInbox({ query: { mobile: '+59894555301' } });
      return messages.find(({ channel, body }) => channel === 'sms' && body.includes(String(again)))?.body;
    },
    (body) => body !== undefined,
  );
  const link = /https?:\/\/\S+\/t\/\S+/.exec(text ?? '')?.[0] ?? '';
  const next = booked.getByRole('button', { name: 'Close' });
  await expect.poll(() => next.evaluate((button) => button.matches(':focus'))).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Rider' }).waitFor();
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Rider' }).evaluate((field) => field.matches(':focus')))
    .toBe(true);
  // The page was scrolled; the header, 64 px high, does not cover the field.
  const top = (await page.getByRole('combobox', { name: 'Rider' }).boundingBox())?.y ?? 0;
  expect(top).toBeGreaterThan(64);
  await page.goto(new URL(link).pathname);
  await page.getByRole('heading', { name: 'The trip has not begun' }).waitFor();
  expect(consoleErrors).toEqual([]);
  await close();
});
