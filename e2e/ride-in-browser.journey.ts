// A whole ride in two browsers over the real map and database: booked on the landing page, driven, paid and rated.
import type { BookingView } from '@kerb/contract';
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from './api/until.ts';
import type { Window } from './browser/browser.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { bookButton, choosePlace, driveAlongRoad, mapOf, signInOnScreen, slide } from './browser/steps.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** About 250 m from 18 de Julio 1453. */
const standing = { lat: -34.9045, lng: -56.1832 };
const visitors = [
  { width: 390, map: true, mobile: '+59894000390', driver: 1, car: 'Economy', firstName: 'Renata' },
  { width: 1280, map: false, mobile: '+59894001280', driver: 2, car: 'Comfort', firstName: 'Ignacio' },
];

describe.each(visitors)('at $width px', ({ width, map, mobile, driver: n, car, firstName }) => {
  test('a visitor books, a driver takes the ride, and both find it in their bookings', async () => {
    const driver = await stage.open({ width, place: standing });
    const rider = await stage.open({ width, map });
    await goOnDuty(driver.page, demoMobile('driver', n));
    await becomeRider(rider.page, mobile, firstName);
    const reference = await book(rider.page, car);
    await rider.page.getByRole('button', { name: 'Follow the ride' }).click();
    await rider.page.waitForURL(/\/trip\//);
    const booking = await bookingOf(rider.page);

    await accept(driver.page, firstName);
    await seen(rider.page, 'Driver on the way');
    if (map) await mapOf(rider.page).waitFor();
    await rideToTheEnd(driver, rider, booking);

    await rider.page.getByRole('radio', { name: '5 stars' }).press('Space');
    await rider.page.getByRole('button', { name: 'Send rating' }).click();
    await seen(rider.page, 'Complete');
    await rideIsInBookings(rider.page, reference);
    await rideIsInBookings(driver.page, reference);
    expect([...rider.failures, ...driver.failures]).toEqual([]);
    await rider.close();
    await driver.close();
  });
});

const seen = (page: Page, heading: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name: heading }).first().waitFor();

async function goOnDuty(page: Page, mobile: string): Promise<void> {
  await page.goto('/login');
  await signInOnScreen(page, mobile);
  await page.waitForURL(/\/bookings/);
  await page
    .getByRole('link', { name: /Open driver view|Drive/ })
    .first()
    .click();
  await page.getByRole('switch', { name: 'On duty' }).click();
  await page.getByText('Waiting for tasks').waitFor();
}

/** Booking requires signing in and then a name; follows the link to each. */
async function becomeRider(page: Page, mobile: string, firstName: string): Promise<void> {
  await page.goto('/');
  await bookButton(page).click();
  await page.getByRole('alertdialog', { name: 'Alert' }).getByRole('link', { name: 'Sign in' }).click();
  await signInOnScreen(page, mobile);
  await bookButton(page).click();
  await page.getByRole('link', { name: 'Open profile' }).click();
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill('Ferreira');
  await page.getByLabel('E-mail').fill(`${firstName.toLowerCase()}@example.com`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your profile is saved.').waitFor();
  await page.goto('/');
}

async function book(page: Page, car: string): Promise<string> {
  expect(await choosePlace(page, 'Pickup', '18 de Julio 1453')).toMatch(/18 de Julio 1453/);
  await page.getByRole('button', { name: 'Add a stop' }).click();
  await choosePlace(page, 'Stop 1', 'Constituyente 1600');
  await choosePlace(page, 'Drop', 'Maldonado 1700');
  const choice = page.locator('label').filter({ has: page.getByRole('radio', { name: new RegExp(car) }) });
  await choice.getByText(/min away/).waitFor();
  await choice.click();
  await bookButton(page).click();
  const estimate = page.getByRole('dialog', { name: 'Your fare' });
  await estimate.getByText('Total').waitFor();
  await estimate.getByRole('button', { name: 'Book this ride' }).click();
  const booked = page.getByRole('dialog', { name: 'Booked' });
  const reference = await booked.getByText(/^[2-9A-HJ-NP-Z]{6}$/).textContent();
  return reference ?? '';
}

async function bookingOf(page: Page): Promise<BookingView> {
  const answer = await page.request.get(`/api/v1/bookings/${new URL(page.url()).pathname.split('/').at(-1)}`);
  return answer.json();
}

async function accept(page: Page, firstName: string): Promise<void> {
  const task = page.getByRole('article');
  await task.getByText('18 de Julio 1453').waitFor();
  expect(await task.textContent()).toContain('Constituyente 1600');
  await task.getByRole('button', { name: 'Accept' }).click();
  await seen(page, `Pick up ${firstName}`);
}

async function rideToTheEnd(driver: Window, rider: Window, booking: BookingView): Promise<void> {
  const { pickup, drop, waypoints } = booking;
  const arrival = rider.page.getByTestId('eta');
  await driver.page.getByRole('region', { name: 'Next turn' }).waitFor();
  await driveAlongRoad(driver, rider, booking.id, standing, pickup);
  await slide(driver.page, 'I have arrived');
  await seen(rider.page, 'Driver has arrived');

  await slide(driver.page, 'Start trip');
  await seen(rider.page, 'On the trip');
  const before = await arrival.textContent();
  const [stop = pickup] = waypoints;
  await driveAlongRoad(driver, rider, booking.id, pickup, stop);
  await driveAlongRoad(driver, rider, booking.id, stop, drop);
  await until(
    'The decreasing time of arrival',
    () => arrival.textContent(),
    (text) => text !== before,
  );

  await slide(driver.page, 'Reached the drop');
  await rider.page.getByText(/^Pay the driver .* in cash$/).waitFor();
  await driver.page.getByText('Cash to collect').waitFor();
  await slide(driver.page, /^Cash collected: /);
  await driver.page.getByText('You earned').waitFor();
  await rider.page.getByText('How was the ride with', { exact: false }).first().waitFor();
  await driver.page.getByRole('link', { name: 'Back to tasks' }).click();
  await driver.page.getByText('1 trip', { exact: true }).waitFor();
}

async function rideIsInBookings(page: Page, reference: string): Promise<void> {
  await page.goto('/bookings');
  // A table on a wide screen, a list on a phone.
  const row = page.getByRole('row').or(page.getByRole('link')).filter({ hasText: reference }).first();
  await row.getByText('Complete').waitFor();
}
