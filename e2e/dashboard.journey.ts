// The dashboard: an admin sees and filters the active drivers, opens the booking of one and takes a trip from
// its driver; a fleet admin sees their own drivers.
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { acceptWhenOffered, book, find, goOnDutyAt } from './api/ride.ts';
import { collectConsoleErrors, findings, settled } from './browser/inspect.ts';
import { takePicture } from './browser/pictures.ts';
import { openStage, type Stage } from './browser/stage.ts';

let stage: Stage;
let admin: Person;
let fleet: Person;
let driver: Person;
let theirs: Person;
let rider: Person;
let booking = { id: '', reference: '' };

const plaza = { lat: -34.9045, lng: -56.1832 };
const people = () => {
  if (!admin || !fleet || !driver || !theirs || !rider) throw new Error('The users are not signed in');
  return { admin, fleet, driver, theirs, rider };
};

beforeAll(async () => {
  stage = await openStage();
  const { origin } = stage.server;
  admin = await signIn(origin, demoMobile('admin', 1));
  fleet = await signIn(origin, demoMobile('fleetadmin', 1));
  driver = await signIn(origin, demoMobile('driver', 1));
  // Every fourth driver belongs to the fleet.
  theirs = await signIn(origin, demoMobile('driver', 4));
  rider = await signIn(origin, demoMobile('rider', 1));
  await goOnDutyAt(driver, plaza);
  const carType = (await driver.client.getMe()).driver?.carType ?? '';
  const pickup = await find(rider, '18 de Julio 1453');
  const drop = await find(rider, 'Maldonado 1700');
  booking = await book(rider, { pickup, drop, carType });
  await acceptWhenOffered(driver, booking.id);
  await goOnDutyAt(theirs, { lat: -34.9, lng: -56.16 });
});
afterAll(async () => {
  for (const person of [admin, fleet, driver, theirs, rider]) person?.leave();
  await stage?.close();
});

const drivers = (page: Page) => page.getByRole('list', { name: 'Active drivers' }).getByRole('button');
const openCars = (page: Page) => page.getByRole('tab', { name: /^Cars/ }).click();
const showOnMap = (page: Page) => page.getByRole('button', { name: 'On the map' }).click();
const nameOf = async ({ client }: Person) => {
  const { firstName, lastName } = await client.getMe();
  return `${firstName} ${lastName}`;
};

test('an admin sees the figures, filters the drivers, and opens the booking of one', async () => {
  const { page, close, failures } = await stage.open({
    width: 1280,
    token: people().admin.token,
    map: true,
  });
  const consoleErrors = await collectConsoleErrors(page);
  await page.goto('/dashboard?tab=figures');
  for (const card of ['Today', 'This month', 'All time', 'Asked for', 'Longest wait now'])
    await page.getByText(card, { exact: true }).last().waitFor();
  await page.getByRole('link', { name: 'Dispatch' }).click();
  await openCars(page);
  await page.getByText('1 free, 1 busy').waitFor();
  // Without a device position the map is shown nevertheless, centred on the city.
  await page.getByText(/^Allow location in your browser/).waitFor();
  await page.getByLabel('Map of the fleet. Active drivers: 2').waitFor();
  await page.locator('canvas').waitFor();
  await page.locator('img[src*="still.svg"]').waitFor({ state: 'detached' });

  await showOnMap(page);
  await page.getByRole('dialog').getByText('On the way', { exact: true }).click();
  await page.getByRole('switch', { name: 'Show demand on the map' }).check();
  await page.getByText(/^Each circle is a part of the city/).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => drivers(page).count()).toBe(1);
  await page.getByLabel('Map of the fleet. Active drivers: 1').waitFor();
  // The filter still applies after a car moves.
  const { client } = people().driver;
  await client.postLocation({ body: { ...plaza, lat: plaza.lat + 0.0005, at: Date.now() } });
  await drivers(page).first().click();
  await page.getByText(/^To .*Maldonado/).waitFor();
  await settled(page);
  await takePicture(page, 'dashboard-driver');
  expect(await findings(page, 'ltr')).toEqual([]);
  await page.getByRole('link', { name: `Booking ${booking.reference}` }).click();
  await page.waitForURL(`/bookings/${booking.id}`);
  expect(consoleErrors).toEqual([]);
  expect(failures).toEqual([]);
  await close();
});

test('a fleet admin sees only their own drivers and trips, and no demand', async () => {
  const { page, close } = await stage.open({ width: 390, language: 'en', token: people().fleet.token });
  await page.goto('/dashboard');
  await page.getByText('No open request').waitFor();
  await openCars(page);
  await page.getByText(await nameOf(people().theirs), { exact: true }).waitFor();
  expect(await drivers(page).count()).toBe(1);
  await showOnMap(page);
  expect(await page.getByRole('switch', { name: 'Show demand on the map' }).count()).toBe(0);
  await page.getByRole('dialog').getByText('On the way', { exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByText('No active driver matches.').waitFor();
  expect(await findings(page, 'ltr')).toEqual([]);
  await page.getByRole('link', { name: 'Figures' }).click();
  await page.getByText('Until a driver accepts, median', { exact: true }).waitFor();
  for (const ofAll of ['Longest wait now', 'Demand of the last hour'])
    expect(await page.getByText(ofAll, { exact: true }).count()).toBe(0);
  await close();
});

test('with a device position the map shows no hint; a booking is found and a trip released by keyboard', async () => {
  const { page, close } = await stage.open({
    width: 1280,
    token: people().admin.token,
    place: plaza,
    map: true,
  });
  await page.goto('/dashboard');
  await page.getByLabel('Map of the fleet. Active drivers: 2').waitFor();
  expect(await page.getByText(/^Allow location in your browser/).count()).toBe(0);
  await findByPlate(page);
  await page.goBack();
  await releaseByKeyboard(page);
  await close();
});

/** Releases the driver's trip with the keyboard: the server searches again, and the board shows it as unassigned. */
async function releaseByKeyboard(page: Page): Promise<void> {
  const request = page.getByRole('button', { name: new RegExp(`^Request ${booking.reference}`) });
  await request.focus();
  await page.keyboard.press('j');
  const panel = page.getByRole('region', { name: `Request ${booking.reference}` });
  await panel.getByRole('button', { name: 'Search for a driver again' }).focus();
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText(`The search for a driver of ${booking.reference} goes on.`).waitFor();
  const list = page.getByRole('list', { name: 'Requests' });
  await list.getByText('Unassigned', { exact: true }).waitFor();
}

/** Opens the booking of a car with the keyboard, through the search for its plate. */
async function findByPlate(page: Page): Promise<void> {
  const plate = (await people().driver.client.getMe()).driver?.vehicleNumber ?? '';
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  await page.keyboard.type(plate);
  await page.getByRole('option', { name: booking.reference }).waitFor();
  expect(await findings(page, 'ltr')).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`/bookings/${booking.id}`);
}
