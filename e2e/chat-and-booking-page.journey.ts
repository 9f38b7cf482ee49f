// Rider and driver chat in two browsers; an admin reads the chat and the whole trip on the booking page.
import type { BookingView } from '@kerb/contract';
import { demoMobile } from '@kerb/domain/identity';
import { ApiError } from '@kerb/sdk/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { acceptWhenOffered, book, goOnDutyAt } from './api/ride.ts';
import { until } from './api/until.ts';
import type { Window } from './browser/browser.ts';
import { findings, settled } from './browser/inspect.ts';
import { openStage, type Stage } from './browser/stage.ts';

const pickup = { lat: -34.9053, lng: -56.185, add: '18 de Julio 1453' };
const drop = { lat: -34.8945, lng: -56.1665, add: 'Terminal Tres Cruces' };

/** 2 × 2 pixels. */
const aPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGO4YKAARAwQCgAiTgSBoa/u4gAAAABJRU5ErkJggg==',
  'base64',
);

let stage: Stage;
let driver: Person;
let rider: Person;
let admin: Person;
let booking: string;
let carType: string;
let riders: Window;
let drivers: Window;

beforeAll(async () => {
  stage = await openStage();
  const { origin } = stage.server;
  driver = await signIn(origin, demoMobile('driver', 1));
  rider = await signIn(origin, demoMobile('rider', 1));
  admin = await signIn(origin, demoMobile('admin', 1));
  await goOnDutyAt(driver, pickup);
  carType = (await driver.client.getMe()).driver?.carType ?? '';
  booking = (await book(rider, { pickup, drop, carType })).id;
  await acceptWhenOffered(driver, booking);
  riders = await stage.open({ width: 390, token: rider.token });
  drivers = await stage.open({ width: 390, token: driver.token, place: pickup });
});
afterAll(async () => {
  for (const person of [driver, rider, admin]) person?.leave();
  await stage?.close();
});

const bookingNow = (): Promise<BookingView> => rider.client.getBooking({ params: { id: booking } });
const bubble = ({ page }: Window, text: string) => page.getByRole('listitem').filter({ hasText: text });

async function write({ page }: Window, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Write a message' }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

test('a message reaches the other party live: an unread badge on the trip, the text, then the read mark', async () => {
  await drivers.page.goto(`/driver/trip/${booking}`);
  await riders.page.goto(`/trip/${booking}`);
  await riders.page.getByRole('link', { name: /^Message / }).click();
  await riders.page.waitForURL(/\/chat$/);
  await riders.page.getByText('No messages yet').waitFor();
  await write(riders, 'I am at the corner, <b>blue</b> coat');
  await bubble(riders, 'I am at the corner, <b>blue</b> coat').waitFor();
  expect(await riders.page.getByText('Read', { exact: true }).count()).toBe(0);

  await drivers.page.getByRole('link', { name: /^Message .*, 1 unread message$/ }).click();
  await drivers.page.getByText('New messages').waitFor();
  await bubble(drivers, 'I am at the corner, <b>blue</b> coat').waitFor();
  await riders.page.getByText('Read', { exact: true }).waitFor();

  await write(drivers, 'Two minutes');
  await bubble(riders, 'Two minutes').waitFor();
  await riders.page
    .locator('[aria-live="polite"]')
    .filter({ hasText: 'Two minutes' })
    .waitFor({ state: 'attached' });
  await drivers.page.getByText('Read', { exact: true }).waitFor();
  await settled(riders.page);
  expect(await findings(riders.page, 'ltr')).toEqual([]);
});

test('a message that failed to send is retained, and is stored once when it is sent again', async () => {
  const { page, context } = riders;
  const isSending = (address: URL) => address.pathname.endsWith('/messages');
  let refused = 0;
  await context.route(isSending, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    refused += 1;
    return route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 409, code: 'idempotency_key_reused', title: '' }),
    });
  });
  await write(riders, 'By the kiosk');
  await page.getByText(/^Not sent\./).waitFor();
  expect(refused).toBeGreaterThan(0);
  // The unsent message is still there after opening the trip, and after a reload.
  await page.getByRole('link', { name: 'Back to the trip' }).click();
  await page.getByRole('link', { name: /^Message / }).click();
  await page.getByText(/^Not sent\./).waitFor();
  await bubble(riders, 'By the kiosk').waitFor();
  await page.reload();
  await page.getByText(/^Not sent\./).waitFor();
  await context.unroute(isSending);
  await page.getByRole('button', { name: 'Send again' }).click();
  await bubble(drivers, 'By the kiosk').waitFor();
  await until(
    'No unsent message',
    () => page.getByRole('button', { name: 'Send again' }).count(),
    (count) => count === 0,
  );
  const { items } = await rider.client.listMessages({ params: { id: booking }, query: {} });
  expect(items.filter(({ message }) => message === 'By the kiosk')).toHaveLength(1);
});

test('each party sees when the other is typing; one tap sends a quick reply', async () => {
  const field = riders.page.getByRole('textbox', { name: 'Write a message' });
  await field.pressSequentially('Wai');
  await drivers.page.getByText(/ is writing…$/).waitFor();
  expect(await riders.page.getByText(/ is writing…$/).count()).toBe(0);
  await drivers.page.getByRole('button', { name: 'I will be there in 2 minutes' }).click();
  await bubble(riders, 'I will be there in 2 minutes').waitFor();
  // The unsent input is still in the field.
  expect(await field.inputValue()).toBe('Wai');
  await field.fill('');
  await drivers.page.getByText(/ is writing…$/).waitFor({ state: 'detached' });
});

test('both parties send pictures and open them enlarged; a file that is not a picture is rejected', async () => {
  const file = { name: 'door.png', mimeType: 'image/png', buffer: aPng };
  for (const [from, to, alt] of [
    [riders, drivers, /^Photo from /],
    [drivers, riders, /^Photo from /],
  ] as const) {
    await from.page.locator('input[type="file"]').setInputFiles(file);
    await to.page.getByRole('button', { name: alt }).first().waitFor();
  }
  await riders.page.getByRole('button', { name: /^Photo from / }).click();
  const large = riders.page.getByRole('dialog').getByRole('img');
  await large.waitFor();
  await until(
    'The loaded picture',
    () => large.evaluate((image) => Number(Reflect.get(image, 'naturalWidth'))),
    (width) => width > 0,
  );
  await riders.page.keyboard.press('Escape');
  await riders.page.getByRole('dialog').waitFor({ state: 'detached' });
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('plain text') };
  await riders.page.locator('input[type="file"]').setInputFiles(text);
  await riders.page.getByText(/^Not sent\./).waitFor();
  await riders.page.getByRole('button', { name: 'Discard' }).click();
  await riders.page.getByText(/^Not sent\./).waitFor({ state: 'detached' });
  const { items } = await rider.client.listMessages({ params: { id: booking }, query: {} });
  expect(items.filter(({ type }) => type === 'image')).toHaveLength(2);
});

test('a message that is too long shows an error and stays in its field; one written offline can be sent once online', async () => {
  const { page, context } = riders;
  const field = page.getByRole('textbox', { name: 'Write a message' });
  await field.fill('x'.repeat(1_003));
  await page.getByText('3 characters too many').waitFor();
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
  expect((await field.inputValue()).length).toBe(1_003);
  await context.setOffline(true);
  await write(riders, 'مرحبا from the tunnel');
  await page.getByText(/^Not sent\./).waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send again' }).click();
  await bubble(drivers, 'مرحبا from the tunnel').waitFor();
  const { items } = await rider.client.listMessages({ params: { id: booking }, query: {} });
  expect(items.filter(({ message }) => message === 'مرحبا from the tunnel')).toHaveLength(1);
});

test('the booking page shows an admin the whole trip, with a read-only chat', async () => {
  const at = { params: { id: booking }, body: { location: pickup } };
  await driver.client.arriveBooking(at);
  const admins = await stage.open({ width: 1280, token: admin.token });
  const { page } = admins;
  // An admin who opens the rider's trip page is redirected to the booking page.
  await page.goto(`/trip/${booking}`);
  await page.waitForURL(new RegExp(`/bookings/${booking}$`));
  const { reference } = await bookingNow();
  await page.getByText(reference).first().waitFor();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('Driver at the pickup').waitFor();
  expect(await timeline.getByText('Trip started').count()).toBe(0);
  const chat = page.getByRole('region', { name: 'Chat' });
  await chat.getByText('Two minutes').waitFor();
  expect(await page.getByRole('textbox', { name: 'Write a message' }).count()).toBe(0);
  const found = page.getByRole('region', { name: 'How drivers were found' });
  await found.getByText('Accepted', { exact: true }).waitFor();
  const me = await driver.client.getMe();
  await found.getByRole('link', { name: `${me.firstName} ${me.lastName}` }).waitFor();

  // The page follows the trip.
  await driver.client.startBooking(at);
  await timeline.getByText('Trip started').waitFor();
  await write(drivers, 'Belt on, please');
  await chat.getByText('Belt on, please').waitFor();
  await driver.client.reachBooking({ ...at, body: { location: drop } });
  await driver.client.collectBooking({ params: { id: booking }, body: {} });
  await timeline.getByText('Paid').waitFor();
  const amounts = page.getByRole('region', { name: 'Amounts' });
  await amounts.getByText('Driver share').waitFor();
  const paid = await bookingNow();
  const share = paid.driver_share.toLocaleString('en', { minimumFractionDigits: 2 });
  await amounts
    .getByText(new RegExp(`\\$U\\s${share.replace('.', '\\.')}`))
    .first()
    .waitFor();
  await amounts.getByRole('button', { name: 'Download PDF' }).waitFor();
  await amounts.getByRole('button', { name: 'Refund' }).waitFor();
  await page.getByRole('region', { name: 'People' }).getByRole('link').first().waitFor();
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);
  expect(admins.failures).toEqual([]);
  await admins.close();
});

test('other riders and drivers cannot read the chat or the booking page', async () => {
  const { origin } = stage.server;
  const stranger = await signIn(origin, demoMobile('rider', 2));
  const otherDriver = await signIn(origin, demoMobile('driver', 2));
  for (const { client } of [stranger, otherDriver]) {
    const refused = await client
      .listMessages({ params: { id: booking }, query: {} })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ code: 'chat_not_found' });
  }
  const { page, close } = await stage.open({ width: 390, token: stranger.token });
  await page.goto(`/trip/${booking}/chat`);
  await page.getByText('There is no chat here').waitFor();
  // A rider who opens the booking page is redirected to the trip page, which they may not see.
  await page.goto(`/bookings/${booking}`);
  await page.waitForURL(new RegExp(`/trip/${booking}$`));
  expect(await page.getByText('Belt on, please').count()).toBe(0);
  await close();
  stranger.leave();
  otherDriver.leave();
});

test('a chat that closes while a driver is typing shows the unsent text and accepts no more messages', async () => {
  const { id } = await book(rider, { pickup, drop, carType });
  await driver.client.postLocation({ body: { ...pickup, at: Date.now() } });
  await acceptWhenOffered(driver, id);
  const { page } = drivers;
  await page.goto(`/driver/trip/${id}/chat`);
  const field = page.getByRole('textbox', { name: 'Write a message' });
  await field.fill('I am almost');
  await rider.client.cancelBooking({ params: { id }, body: { reason: 'Changed my mind' } });
  await write(drivers, 'I am almost there');
  await page.getByText(/^Not sent\./).waitFor();
  await page.getByText('This chat is closed. You can still read it.').waitFor();
  await page.getByText('I am almost there').waitFor();
  expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
  expect(await field.count()).toBe(0);
});

test('the pages threw no errors', () => {
  expect([...riders.failures, ...drivers.failures]).toEqual([]);
});
