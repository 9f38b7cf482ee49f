// Card payments at the test provider in a browser: every outcome, top-ups and withdrawals.
import type { BookingView } from '@kerb/contract';
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { goOnDutyAt, rideToDrop } from './api/ride.ts';
import { until } from './api/until.ts';
import type { Window } from './browser/browser.ts';
import { openStage, type Stage } from './browser/stage.ts';

const pickup = { lat: -34.9053, lng: -56.185, add: '18 de Julio 1453' };
const drop = { lat: -34.8945, lng: -56.1665, add: 'Terminal Tres Cruces' };

let stage: Stage;
let driver: Person;
let rider: Person;
let riders: Window;

beforeAll(async () => {
  stage = await openStage();
  const { origin } = stage.server;
  driver = await signIn(origin, demoMobile('driver', 1));
  rider = await signIn(origin, demoMobile('rider', 1));
  await goOnDutyAt(driver, pickup);
  riders = await stage.open({ width: 390, token: rider.token });
});
afterAll(async () => {
  driver?.leave();
  rider?.leave();
  await stage?.close();
});

const read = (id: string): Promise<BookingView> => rider.client.getBooking({ params: { id } });

/** A finished ride that waits for its card payment. */
async function pendingRide(): Promise<BookingView> {
  const id = await rideToDrop(rider, driver, { payment_mode: 'card', pickup, drop });
  await goOnDutyAt(driver, pickup);
  const booking = await read(id);
  expect(booking.status).toBe('PENDING');
  return booking;
}

async function openTestPage(page: Page, booking: BookingView): Promise<void> {
  await page.goto(`/trip/${booking.id}`);
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await payInDialog(page);
}

/** Continues from the dialog of providers to the test provider's page. */
async function payInDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Pay by card' });
  await dialog.getByText('No money moves: for trying out.').waitFor();
  await dialog.getByRole('button', { name: /^Pay / }).click();
  await page.getByLabel('Card number').waitFor();
}

const outcome = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name }).waitFor();
const moreWays = (page: Page): Promise<void> => page.locator('summary').click();

async function becomes(id: string, status: BookingView['status']): Promise<BookingView> {
  return until(
    `The booking ${status}`,
    () => read(id),
    (booking) => booking.status === status,
  );
}

/** The booking is paid, with one captured payment and no refund. */
async function expectPaidOnce(booking: BookingView): Promise<void> {
  const paid = await becomes(booking.id, 'PAID');
  expect(paid).toMatchObject({ gateway: 'test', cardPaymentAmount: booking.trip_cost, payableAmount: 0 });
  const { payments, refunds } = await rider.client.getBookingMoney({ params: { id: booking.id } });
  expect(payments.filter(({ status }) => status === 'captured')).toHaveLength(1);
  expect(refunds).toEqual([]);
}

test('an approved card pays the ride, and the rider returns to the ride', async () => {
  const { page } = riders;
  const booking = await pendingRide();
  await openTestPage(page, booking);
  await page.getByRole('button', { name: /^Pay / }).click();
  await outcome(page, 'Paid');
  await expectPaidOnce(booking);
  await page.getByRole('link', { name: 'To the ride' }).click();
  await page.waitForURL(new RegExp(`/trip/${booking.id}`));
  await page
    .getByRole('heading', { name: 'How was the ride' })
    .or(page.getByText(/How was the ride/))
    .first()
    .waitFor();
});

test('a declined and an invalid card charge nothing, and the next attempt succeeds', async () => {
  const { page } = riders;
  const booking = await pendingRide();
  await openTestPage(page, booking);
  await page.getByLabel('Card number').fill('4111 1111 1111 1111');
  await page.getByRole('button', { name: /^Pay / }).click();
  await page
    .getByRole('alert')
    .getByText(/4242\s4242/)
    .waitFor();
  await page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await page.getByRole('button', { name: /^Pay / }).click();
  await outcome(page, 'Not paid');
  // The provider's own message is not shown: it is a code, or in the provider's language.
  expect(await page.locator('main').textContent()).not.toContain('The card was declined');
  expect((await read(booking.id)).status).toBe('PENDING');
  await page.getByRole('link', { name: 'Try again' }).click();
  await payInDialog(page);
  await page.getByRole('button', { name: /^Pay / }).click();
  await outcome(page, 'Paid');
  await expectPaidOnce(booking);
});

test('a rider who abandons the provider’s page has paid nothing, and can pay in cash instead', async () => {
  const { page } = riders;
  const booking = await pendingRide();
  await openTestPage(page, booking);
  await page.locator('button[value="abandon"]').click();
  await outcome(page, 'Not paid');
  await page.getByRole('link', { name: 'To the ride' }).click();
  await page.getByRole('button', { name: 'Pay in cash' }).click();
  await until(
    'Cash as the payment mode',
    () => read(booking.id),
    ({ payment_mode }) => payment_mode === 'cash',
  );
  await driver.client.collectBooking({ params: { id: booking.id }, body: {} });
  expect(await becomes(booking.id, 'PAID')).toMatchObject({ cashPaymentAmount: booking.trip_cost });
});

test('paying twice charges once', async () => {
  const { page } = riders;
  const booking = await pendingRide();
  await openTestPage(page, booking);
  await moreWays(page);
  await page.locator('button[value="twice"]').click();
  await outcome(page, 'Paid');
  await expectPaidOnce(booking);
});

test('when two open payment pages of one ride are both paid, the second payment is refunded in full', async () => {
  const { page } = riders;
  const booking = await pendingRide();
  await openTestPage(page, booking);
  const first = page.url();
  // Another attempt opens a second payment page after the first was abandoned.
  await page.locator('button[value="abandon"]').click();
  await outcome(page, 'Not paid');
  await openTestPage(page, booking);
  const second = page.url();
  expect(second).not.toBe(first);
  await page.getByRole('button', { name: /^Pay / }).click();
  await outcome(page, 'Paid');
  await becomes(booking.id, 'PAID');
  await page.goto(first);
  await page.getByRole('button', { name: /^Pay / }).click();
  await until(
    'The refund of the second payment',
    () => rider.client.getBookingMoney({ params: { id: booking.id } }),
    ({ refunds }) => refunds.some(({ status, amount }) => status === 'done' && amount === booking.trip_cost),
  );
});

test('a payment that the provider confirms late is shown as pending, and then as paid without a reload', async () => {
  const { page } = riders;
  const booking = await pendingRide();
  await openTestPage(page, booking);
  await moreWays(page);
  await page.locator('button[value="late"]').click();
  await outcome(page, 'Almost done');
  expect((await read(booking.id)).status).toBe('PENDING');
  // The ride shows the pending payment, so that the rider does not pay again.
  await page.getByRole('link', { name: 'To the ride' }).click();
  await page.getByText(/A card payment is being checked/).waitFor();
  await page.goBack();
  await outcome(page, 'Paid');
  await expectPaidOnce(booking);
});

test('a payment confirmed while the page is offline is shown once the connection is back', async () => {
  const { page, context } = riders;
  const booking = await pendingRide();
  await openTestPage(page, booking);
  await moreWays(page);
  await page.locator('button[value="late"]').click();
  await outcome(page, 'Almost done');
  await context.setOffline(true);
  await becomes(booking.id, 'PAID');
  expect(await page.getByRole('heading', { name: 'Almost done' }).count()).toBe(1);
  await context.setOffline(false);
  await outcome(page, 'Paid');
});

test('a rider tops up, and the balance and the wallet history show it', async () => {
  const { page } = riders;
  const before = (await rider.client.getMe()).walletBalance;
  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Top up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Top up the wallet' });
  await dialog.getByLabel('Amount').fill('0');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText(/Enter an amount above zero/).waitFor();
  await dialog.getByRole('button', { name: /500/ }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await payInDialog(page);
  await page.getByRole('button', { name: /^Pay / }).click();
  await outcome(page, 'Paid');
  await page.getByRole('link', { name: 'To the wallet' }).click();
  const history = page.getByRole('list', { name: 'Movements' });
  await history.getByRole('listitem').first().getByText('Top-up').waitFor();
  expect((await rider.client.getMe()).walletBalance).toBe(before + 500);
});

test('a driver requests a withdrawal, and the page shows live that it was transferred', async () => {
  const admin = await signIn(stage.server.origin, demoMobile('admin', 1));
  await admin.client.addToWallet({
    params: { id: driver.uid },
    body: { amount: 5000, source: 'cash', reason: 'Brought to the desk' },
  });
  const { page, failures } = await stage.open({ width: 390, token: driver.token });
  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw money' });
  await dialog.getByLabel('Amount').fill('99999999');
  await dialog.getByLabel('Bank', { exact: true }).fill('Banco República');
  await dialog.getByLabel('Bank code').fill('BROUUYMM');
  await dialog.getByLabel('Account number').fill('001-234567-00002');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByText(/You can withdraw at most/).waitFor();
  await dialog.getByLabel('Amount').fill('1000');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  const mine = page.getByRole('list', { name: 'Withdrawals' }).getByRole('listitem').first();
  await mine.getByText('Waiting').waitFor();
  const { items } = await admin.client.listWithdraws({ query: {} });
  const asked = items.find(({ uid, processed }) => uid === driver.uid && !processed);
  await admin.client.completeWithdraw({ params: { id: asked?.id ?? '' }, body: {} });
  // The screen updates without a reload.
  await mine.getByText('Transferred', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Monthly statement' }).click();
  await page.waitForURL(/\/wallet\/statement$/);
  await page.getByText('Closing balance').waitFor();
  expect(failures).toEqual([]);
  admin.leave();
});

test('the pages threw no errors', () => {
  expect(riders.failures).toEqual([]);
});
