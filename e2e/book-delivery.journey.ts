// Deliveries in a browser: parcel and receiver, a promo, payment before dispatch, pickup and delivery.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BookingView } from '@kerb/contract';
import { demoMobile } from '@kerb/domain/identity';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { acceptWhenOffered, goOnDutyAt } from './api/ride.ts';
import { until } from './api/until.ts';
import type { Window } from './browser/browser.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { bookButton, choosePlace } from './browser/steps.ts';

const standing = { lat: -34.9045, lng: -56.1832 };
const photoFile = fileURLToPath(new URL('../apps/web/public/icons/kerb-192.png', import.meta.url));

let stage: Stage;
let admin: Person;
let driver: Person;
let rider: Person;
let riders: Window;

beforeAll(async () => {
  stage = await openStage();
  const { origin } = stage.server;
  admin = await signIn(origin, demoMobile('admin', 1));
  driver = await signIn(origin, demoMobile('driver', 1));
  rider = await signIn(origin, demoMobile('rider', 1));
  await admin.client.editSettings({
    body: {
      appcat: 'delivery',
      AllowDeliveryPickupImageCapture: true,
      AllowFinalDeliveryImageCapture: true,
      otp_secure: false,
    },
  });
  await goOnDutyAt(driver, standing);
  riders = await stage.open({ width: 390, token: rider.token });
});
afterAll(async () => {
  admin?.leave();
  driver?.leave();
  rider?.leave();
  await stage?.close();
});

const read = (id: string): Promise<BookingView> => rider.client.getBooking({ params: { id } });
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** Fills in the places and the car type, up to the dialog about the parcel. */
async function beginDelivery(page: Page): Promise<Locator> {
  await page.goto('/');
  await choosePlace(page, 'Pickup', '18 de Julio 1453');
  await choosePlace(page, 'Drop', 'Maldonado 1700');
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: /Economy/ }) })
    .click();
  await bookButton(page).click();
  const carried = dialog(page, 'What are you sending?');
  await carried.waitFor();
  return carried;
}

/** Continues to the payment dialog; returns the booking that waits for payment. */
async function orderDelivery(page: Page): Promise<BookingView> {
  const carried = await beginDelivery(page);
  await carried.getByLabel('Who receives it').fill('Eva Sosa');
  await carried.getByLabel('Their phone number').fill('099 123 456');
  await carried.getByRole('button', { name: 'See the price' }).click();
  await dialog(page, 'Price of your delivery').getByRole('button', { name: 'Go to payment' }).click();
  await dialog(page, 'Pay for the delivery').getByRole('radio', { name: /Cash/ }).waitFor();
  return newest();
}

async function newest(): Promise<BookingView> {
  const { items } = await rider.client.listBookings({ query: { limit: 1 } });
  return read(items[0]?.id ?? '');
}

async function becomes(id: string, status: BookingView['status']): Promise<BookingView> {
  return until(
    `The booking ${status}`,
    () => read(id),
    (booking) => booking.status === status,
  );
}

/** The driver accepts, uploads photos at pickup and drop, and delivers, all through the API. */
async function deliver(booking: BookingView): Promise<BookingView> {
  const params = { id: booking.id };
  const file = new Blob([new Uint8Array(await readFile(photoFile))], { type: 'image/png' });
  await acceptWhenOffered(driver, booking.id);
  await driver.client.arriveBooking({ params, body: { location: booking.pickup } });
  await driver.client.setPickupImage({ params, file });
  await driver.client.startBooking({ params, body: { location: booking.pickup } });
  await driver.client.setDeliverImage({ params, file });
  await driver.client.reachBooking({ params, body: { location: booking.drop } });
  const delivered = await read(booking.id);
  await goOnDutyAt(driver, standing);
  return delivered;
}

test('a rider orders a delivery with a promo, prepays by card, and a driver delivers it with photos', async () => {
  const { page } = riders;
  const carType = (await rider.client.getCarTypes()).items.find(({ name }) => name === 'Economy');
  await admin.client.addPromo({
    body: {
      promo_name: 'PARCEL20',
      promo_description: 'Twenty off',
      promo_discount_type: 'flat',
      promo_discount_value: 20,
      min_order: 0,
      promo_usage_limit: 5,
      promo_validity: Date.now() + 86_400_000,
    },
  });
  const carried = await beginDelivery(page);
  // The receiver is required before a price is shown.
  await carried.getByRole('button', { name: 'See the price' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Alert' });
  await alert.getByText(/Enter who receives the parcel/).waitFor();
  await alert.getByRole('button', { name: 'Close' }).click();
  await carried.getByText('Enter a name.').waitFor();
  await carried.getByText('Small box, up to 5 kg').click();
  await carried.getByLabel('Who receives it').fill('Eva Sosa');
  await carried.getByLabel('Their phone number').fill('099 123 456');
  await carried.getByLabel('At the pickup (optional)').fill('Ring twice');
  await carried.getByLabel('At the drop (optional)').fill('Third floor');
  await carried.getByRole('button', { name: 'See the price' }).click();

  const fare = dialog(page, 'Price of your delivery');
  await fare.getByText('Parcel', { exact: true }).waitFor();
  await fare.getByRole('button', { name: 'Add a promo' }).click();
  await fare.getByLabel('Promo code').fill('nothing like it');
  await fare.getByRole('button', { name: 'Apply', exact: true }).click();
  await fare.getByText('There is no promo with this name.').waitFor();
  await fare.getByLabel('Promo code').fill('parcel20');
  await fare.getByRole('button', { name: 'Apply', exact: true }).click();
  await fare.getByText(/PARCEL20: .*20/).waitFor();
  await fare.getByRole('button', { name: 'Go to payment' }).click();

  const payment = dialog(page, 'Pay for the delivery');
  await payment.getByText('No money moves: for trying out.').waitFor();
  const waiting = await newest();
  expect(waiting).toMatchObject({
    status: 'PAYMENT_PENDING',
    carType: carType?.id,
    deliveryPerson: 'Eva Sosa',
    deliveryPersonPhone: '099 123 456',
    pickUpInstructions: 'Ring twice',
    deliveryInstructions: 'Third floor',
    parcelTypeSelected: { description: 'Small box, up to 5 kg', amount: 30 },
    promo_applied: true,
    discount_amount: 20,
    payableAmount: waiting.trip_cost - 20,
  });
  expect((await driver.client.listTasks()).items).toEqual([]);
  await payment.getByRole('button', { name: /^Pay / }).click();
  await page.getByLabel('Card number').waitFor();
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
  await page.getByRole('link', { name: 'To the delivery' }).click();
  await page.waitForURL(new RegExp(`/trip/${waiting.id}`));
  const ordered = await becomes(waiting.id, 'NEW');
  expect(ordered).toMatchObject({ prepaid: true, gateway: 'test', customer_paid: waiting.trip_cost - 20 });

  const delivered = await deliver(ordered);
  expect(delivered.pickup_image).not.toBeNull();
  expect(delivered.deliver_image).not.toBeNull();
  expect(delivered).toMatchObject({ status: 'PAID', discount_amount: 20 });
  // The form is empty again, so that the same trip is not booked twice by accident.
  await page.goto('/');
  expect(await page.getByRole('combobox', { name: 'Pickup', exact: true }).inputValue()).toBe('');
});

test('a postponed payment leaves the delivery in PAYMENT_PENDING with an alert, and no driver gets an offer', async () => {
  const { page } = riders;
  const booking = await orderDelivery(page);
  await dialog(page, 'Pay for the delivery').getByRole('button', { name: 'Not now' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Alert' });
  await alert.getByText(`Delivery ${booking.reference} is not ordered yet`).waitFor();
  await alert.getByRole('link', { name: 'To my bookings' }).click();
  await page.waitForURL(/\/bookings$/);
  await page.getByText(booking.reference).first().waitFor();
  expect(await read(booking.id)).toMatchObject({ status: 'PAYMENT_PENDING', prepaid: false });
  expect((await driver.client.listTasks()).items).toEqual([]);
  await rider.client.cancelBooking({
    params: { id: booking.id },
    body: { reason: 'cancelled incomplete booking' },
  });
});

test('a delivery is paid from the wallet at once, or in cash to the driver', async () => {
  const { page } = riders;
  await admin.client.addToWallet({
    params: { id: rider.uid },
    body: { amount: 5000, source: 'cash', reason: 'Brought to the desk' },
  });
  const byWallet = await orderDelivery(page);
  const payment = dialog(page, 'Pay for the delivery');
  await payment.getByText('Wallet', { exact: true }).click();
  await payment.getByRole('button', { name: /from the wallet$/ }).click();
  await dialog(page, 'Booked').getByText(byWallet.reference).waitFor();
  expect(await becomes(byWallet.id, 'NEW')).toMatchObject({
    prepaid: true,
    payment_mode: 'wallet',
    payableAmount: 0,
  });
  await dialog(page, 'Booked').getByRole('button', { name: 'Follow the delivery' }).click();
  await page.waitForURL(new RegExp(`/trip/${byWallet.id}`));
  await deliver(byWallet);
  await becomes(byWallet.id, 'PAID');

  const byCash = await orderDelivery(page);
  await payment.getByText('Cash', { exact: true }).click();
  await payment.getByRole('button', { name: 'Order, pay in cash' }).click();
  await dialog(page, 'Booked').getByText(byCash.reference).waitFor();
  expect(await becomes(byCash.id, 'NEW')).toMatchObject({ prepaid: false, payment_mode: 'cash' });
  await dialog(page, 'Booked').getByRole('button', { name: 'Close' }).click();
  await page.waitForURL(/\/bookings$/);
  await deliver(byCash);
  await driver.client.collectBooking({ params: { id: byCash.id }, body: {} });
  await becomes(byCash.id, 'PAID');
});

test('the pages threw no errors', () => {
  expect(riders.failures).toEqual([]);
});
