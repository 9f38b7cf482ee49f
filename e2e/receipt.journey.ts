// Journey of the receipt of a paid ride: rider, driver and admin download the PDF; it is e-mailed once, and again on
// request.
import { readFile } from 'node:fs/promises';
import type { BookingView } from '@kerb/contract';
import { demoMobile } from '@kerb/domain/identity';
import { createClient } from '@kerb/sdk/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../apps/server/src/adapters/pdf/testing/pdf-text.ts';
import { removeEmail } from './api/database-by-hand.ts';
import { type Person, signIn } from './api/people.ts';
import { goOnDutyAt, rideToDrop } from './api/ride.ts';
import { until } from './api/until.ts';
import { openStage, type Stage } from './browser/stage.ts';

const pickup = { lat: -34.9053, lng: -56.185, add: '18 de Julio 1453' };
const drop = { lat: -34.8945, lng: -56.1665, add: 'Terminal Tres Cruces' };

let stage: Stage;
let driver: Person;
let rider: Person;
let booking: BookingView;

beforeAll(async () => {
  stage = await openStage();
  const { origin } = stage.server;
  driver = await signIn(origin, demoMobile('driver', 1));
  rider = await signIn(origin, demoMobile('rider', 1));
  await goOnDutyAt(driver, pickup);
  booking = await paidRide();
});
afterAll(async () => {
  driver?.leave();
  rider?.leave();
  await stage?.close();
});

/** A ride paid in cash. */
async function paidRide(): Promise<BookingView> {
  const id = await rideToDrop(rider, driver, { payment_mode: 'cash', pickup, drop });
  await driver.client.collectBooking({ params: { id }, body: {} });
  return until(
    'The paid ride',
    () => rider.client.getBooking({ params: { id } }),
    ({ status }) => status === 'PAID',
  );
}

const mails = async () => {
  const { items } = await createClient({ baseUrl: stage.server.origin }).devInbox({ query: { limit: 100 } });
  return items.filter(({ channel }) => channel === 'email');
};

/** The text of the first page of the PDF that the button downloads. */
async function download(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^R-\d{6}\.pdf$/);
  const pages = readPdf(await readFile(await file.path()));
  return (pages[0]?.lines ?? []).join('\n').replaceAll('\u00a0', ' ');
}

test('the rider downloads the receipt from the trip page, and receives it by e-mail', async () => {
  const { page, close, failures } = await stage.open({ width: 390, token: rider.token });
  await page.goto(`/trip/${booking.id}`);
  await page.getByRole('heading', { name: 'Receipt' }).waitFor();
  await page.getByText(/^R-\d{6}/).waitFor();
  const text = await download(page, 'Download PDF');
  const total = booking.trip_cost.toLocaleString('en', { minimumFractionDigits: 2 });
  for (const part of [`Ride ${booking.reference}`, pickup.add, `Total $U ${total}`, `Cash $U ${total}`])
    expect(text).toContain(part);
  expect(text).toContain('© OpenStreetMap contributors');

  const [first] = await until('The mail', mails, (sent) => sent.length === 1);
  const { email } = await rider.client.getMe();
  expect(first).toMatchObject({ to: email });
  expect(first?.title).toContain(booking.reference);
  expect(first?.body).toMatch(/\[R-\d{6}\.pdf\]$/);

  await page.getByRole('button', { name: 'Send by e-mail' }).click();
  const alert = page.getByRole('alertdialog');
  await alert.getByText('The receipt is on its way').waitFor();
  await alert.getByRole('button').click();
  await until('The same mail again', mails, (sent) => sent.length === 2);
  expect(failures).toEqual([]);
  await close();
});

test('a rider without an e-mail address is shown where to add one', async () => {
  await removeEmail(stage.place, rider.uid);
  const { page, close } = await stage.open({ width: 390, token: rider.token });
  await page.goto(`/trip/${booking.id}`);
  await page.getByText('Add your e-mail address to your profile').waitFor();
  expect(await page.getByRole('button', { name: 'Send by e-mail' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Open profile' }).click();
  await page.waitForURL(/\/profile/);
  await close();
});

test('the driver downloads the receipt but cannot e-mail it; an admin downloads it from the booking', async () => {
  const drivers = await stage.open({ width: 390, token: driver.token });
  await drivers.page.goto(`/driver/trip/${booking.id}`);
  expect(await download(drivers.page, 'Download PDF')).toContain(booking.reference);
  expect(await drivers.page.getByRole('button', { name: 'Send by e-mail' }).count()).toBe(0);
  await drivers.close();

  const admin = await signIn(stage.server.origin, demoMobile('admin', 1));
  const admins = await stage.open({ width: 1280, token: admin.token });
  await admins.page.goto('/bookings');
  await admins.page
    .getByRole('link', { name: new RegExp(booking.reference) })
    .first()
    .click();
  expect(await download(admins.page, 'Download PDF')).toContain(booking.reference);
  admin.leave();
  await admins.close();
});
