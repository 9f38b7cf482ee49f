// Journey: after a trip the driver and the rider rate each other once, which updates their average ratings.
import { demoMobile } from '@kerb/domain/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { acceptWhenOffered, book, goOnDutyAt } from './api/ride.ts';
import { until } from './api/until.ts';
import type { Window } from './browser/browser.ts';
import { findings, settled } from './browser/inspect.ts';
import { openStage, type Stage } from './browser/stage.ts';

const pickup = { lat: -34.9053, lng: -56.185, add: '18 de Julio 1453' };
const drop = { lat: -34.8945, lng: -56.1665, add: 'Terminal Tres Cruces' };

let stage: Stage;
let driver: Person;
let rider: Person;
let riders: Window;
let drivers: Window;
let carType: string;

/** A paid trip; returns its id. */
async function drivenTrip(): Promise<string> {
  const { id } = await book(rider, { pickup, drop, carType });
  await acceptWhenOffered(driver, id);
  const at = (location: typeof pickup) => ({ params: { id }, body: { location } });
  await driver.client.arriveBooking(at(pickup));
  await driver.client.startBooking(at(pickup));
  await driver.client.reachBooking(at(drop));
  await driver.client.collectBooking({ params: { id }, body: {} });
  return id;
}

beforeAll(async () => {
  stage = await openStage();
  const { origin } = stage.server;
  driver = await signIn(origin, demoMobile('driver', 1));
  rider = await signIn(origin, demoMobile('rider', 1));
  await goOnDutyAt(driver, pickup);
  carType = (await driver.client.getMe()).driver?.carType ?? '';
  riders = await stage.open({ width: 390, token: rider.token });
  drivers = await stage.open({ width: 390, token: driver.token, place: pickup });
});
afterAll(async () => {
  for (const person of [driver, rider]) person?.leave();
  await stage?.close();
});

test('the driver rates the rider by keyboard, the rider rates the driver, and the rider’s mean is recomputed', async () => {
  const before = (await rider.client.getMe()).ratings;
  const booking = await drivenTrip();
  const { page } = drivers;
  await page.goto(`/driver/trip/${booking}`);
  await page.getByRole('radio', { name: '3 stars' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.getByLabel('A word about the ride (optional)').fill('Ready at the door');
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);
  await page.getByRole('button', { name: 'Send rating' }).click();
  await page.getByText(/^Your rating of /).waitFor();
  const after = await until(
    'The rider’s mean',
    async () => (await rider.client.getMe()).ratings,
    ({ count }) => count === before.count + 1,
  );
  expect(after.userrating).toMatch(/^[1-5]\.\d$/);
  const asDriver = await driver.client.getBooking({ params: { id: booking } });
  expect(asDriver).toMatchObject({ status: 'PAID', rider_rating: 4 });

  await riders.page.goto(`/trip/${booking}`);
  // The label of the star is clicked; its text is for screen readers.
  await riders.page.locator('label').filter({ hasText: '5 stars' }).click();
  await riders.page.getByLabel('A word for the driver (optional)').fill('Calm, <i>kind</i>');
  await settled(riders.page);
  expect(await findings(riders.page, 'ltr')).toEqual([]);
  await riders.page.getByRole('button', { name: 'Send rating' }).click();
  await until(
    'The trip is complete',
    () => rider.client.getBooking({ params: { id: booking } }),
    ({ status }) => status === 'COMPLETE',
  );
  const asRider = await rider.client.getBooking({ params: { id: booking } });
  expect(asRider).toMatchObject({ rating: 5, rider_rating: null });
});

test('a driver who skips the rating is not asked again', async () => {
  const booking = await drivenTrip();
  const { page } = drivers;
  await page.goto(`/driver/trip/${booking}`);
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('button', { name: 'Skip' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('You earned').waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
  const trip = await driver.client.getBooking({ params: { id: booking } });
  expect(trip).toMatchObject({ status: 'PAID', rider_rating: null });
  expect(trip.actions).not.toContain('rate_rider');
});

test('the pages threw no errors', () => {
  expect([...riders.failures, ...drivers.failures]).toEqual([]);
});
