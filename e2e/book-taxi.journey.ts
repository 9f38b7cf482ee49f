// Journey: taxis booked on the landing page, with reordered stops, for later in the city's time zone, and with a drop
// chosen on the map.
import type { BookingView } from '@kerb/contract';
import { demoMobile } from '@kerb/domain/identity';
import { wallClock } from '@kerb/domain/kernel';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { until } from './api/until.ts';
import { collectConsoleErrors } from './browser/inspect.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { bookButton, choosePlace, mapOf } from './browser/steps.ts';

let stage: Stage;
let rider: Person;
let driver: Person;
const standing = { lat: -34.9045, lng: -56.1832 };

beforeAll(async () => {
  stage = await openStage();
  rider = await signIn(stage.server.origin, demoMobile('rider', 1));
  driver = await signIn(stage.server.origin, demoMobile('driver', 1));
  await driver.client.setDuty({ body: { driverActiveStatus: true } });
  await driver.client.postLocation({ body: { ...standing, at: Date.now() } });
});
afterAll(async () => {
  rider?.leave();
  driver?.leave();
  await stage?.close();
});

const reference = (page: Page) => page.getByTestId('booking-reference').textContent();
const pressBook = (page: Page) => bookButton(page).click();
const chooseCar = (page: Page, car: string) =>
  page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: new RegExp(car) }) })
    .click();

async function alertSays(page: Page, words: string): Promise<void> {
  const alert = page.getByRole('alertdialog', { name: 'Alert' });
  await alert.getByText(words).waitFor();
  await alert.getByRole('button', { name: 'Close' }).click();
  await alert.waitFor({ state: 'detached' });
}

/** Confirms the quote and returns the booking reference. */
async function confirm(page: Page, words: string): Promise<string> {
  const estimate = page.getByRole('dialog', { name: 'Your fare' });
  await estimate.getByText('Total').waitFor();
  await estimate.getByRole('button', { name: words }).click();
  await page.getByRole('dialog', { name: 'Booked' }).waitFor();
  return (await reference(page)) ?? '';
}

async function bookingOf(code: string): Promise<BookingView> {
  const { items } = await rider.client.listBookings({ query: { q: code } });
  return rider.client.getBooking({ params: { id: items[0]?.id ?? '' } });
}

test('a taxi booked for now visits its stops in the order set with the keyboard', async () => {
  const { page, close } = await stage.open({ width: 390, token: rider.token });
  const consoleErrors = await collectConsoleErrors(page);
  await page.goto('/');
  await pressBook(page);
  await alertSays(page, 'Choose pickup, drop and car type.');
  await page.getByText('Choose where the trip begins.').waitFor();
  await choosePlace(page, 'Pickup', '18 de Julio 1453');
  expect(await page.getByText('Choose where the trip begins.').count()).toBe(0);
  await page.getByText('Choose where the trip ends.').waitFor();
  await page.getByRole('button', { name: 'Add a stop' }).click();
  await choosePlace(page, 'Stop 1', 'Constituyente 1600');
  await page.getByRole('button', { name: 'Add a stop' }).click();
  await choosePlace(page, 'Stop 2', 'Canelones 1200');
  await choosePlace(page, 'Drop', 'Maldonado 1700');

  const handle = page.getByRole('button', { name: 'Move stop 2', exact: true });
  await handle.press('ArrowUp');
  await page.getByText(/Canelones.* is now stop 1 of 2/).waitFor({ state: 'attached' });
  expect(await page.getByRole('combobox', { name: 'Stop 1' }).inputValue()).toContain('Canelones');
  // The focus stays with the stop, at its new place.
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Move stop 1');
  await chooseCar(page, 'Economy');
  await pressBook(page);
  const booked = await bookingOf(await confirm(page, 'Book this ride'));
  expect(booked.waypoints.map(({ add }) => add.split(',')[0])).toEqual([
    expect.stringContaining('Canelones'),
    expect.stringContaining('Constituyente'),
  ]);
  expect(booked).toMatchObject({ status: 'NEW', bookLater: false, booking_type_admin: false });
  expect(consoleErrors).toEqual([]);
  await close();
});

/** Types the time in the city's time zone into the picker by keyboard. */
async function typeTime(page: Page, at: number, timezone: string): Promise<void> {
  const wall = new Date(wallClock(at, timezone));
  const two = (part: number) => String(part).padStart(2, '0');
  const hour = wall.getUTCHours();
  const group = page.getByRole('group', { name: 'Date and time' });
  await group.getByRole('spinbutton').first().click();
  const date = `${two(wall.getUTCMonth() + 1)}${two(wall.getUTCDate())}${wall.getUTCFullYear()}`;
  const time = `${two(hour % 12 === 0 ? 12 : hour % 12)}${two(wall.getUTCMinutes())}${hour < 12 ? 'A' : 'P'}`;
  await page.keyboard.type(date + time);
}

test('the time of a later taxi is typed in the city’s time zone, rejected when too soon, and the booking is listed as upcoming', async () => {
  const settings = await rider.client.getSettings();
  const { page, close } = await stage.open({ width: 1280, token: rider.token });
  await page.goto('/');
  await choosePlace(page, 'Pickup', '18 de Julio 1453');
  await choosePlace(page, 'Drop', 'Maldonado 1700');
  await chooseCar(page, 'Economy');
  await page.getByRole('radio', { name: 'Later' }).check({ force: true });
  const minutes = (count: number) => {
    const at = Date.now() + count * 60_000;
    return at - (at % 300_000);
  };
  await typeTime(page, minutes(10), settings.timezone);
  await pressBook(page);
  await alertSays(page, 'Choose a time at least 15 minutes from now.');
  await page.locator('p').filter({ hasText: 'Choose a time at least 15 minutes from now.' }).waitFor();

  const at = minutes(180);
  await typeTime(page, at, settings.timezone);
  // A reload does not lose the typed input.
  await page.reload();
  await page.getByRole('group', { name: 'Date and time' }).waitFor();
  await pressBook(page);
  const code = await confirm(page, 'Book ahead');
  const booked = await bookingOf(code);
  expect(booked).toMatchObject({ bookLater: true, tripdate: at, status: 'NEW' });
  const upcoming = await rider.client.listBookings({ query: { upcoming: 'true' } });
  expect(upcoming.items.map(({ reference: one }) => one)).toContain(code);
  await close();
});

test('a drop is chosen by moving the pin on the map', async () => {
  const { page, close } = await stage.open({ width: 1280, token: rider.token, map: true });
  await page.goto('/');
  await choosePlace(page, 'Pickup', '18 de Julio 1453');
  await mapOf(page).waitFor();
  await page.getByRole('combobox', { name: 'Drop' }).click();
  await page.getByRole('option', { name: 'Choose on the map' }).click();
  const card = page.getByRole('region', { name: 'Choose the drop' });
  const take = card.getByRole('button', { name: 'Choose this place' });
  const pin = page.getByTestId('map-pin');
  await pin.focus();
  const before = await card.getByRole('status').textContent();
  for (let step = 0; step < 12; step += 1) await pin.press('ArrowRight');
  const shown = await until(
    'The address under the pin',
    () => card.getByRole('status').textContent(),
    (text) => text !== before && text !== 'Searching…' && text !== '',
  );
  await take.click();
  await card.waitFor({ state: 'detached' });
  expect(await page.getByRole('combobox', { name: 'Drop' }).inputValue()).toBe(shown);
  await close();
});
