// Journey of a driver with a bad network, on two phones: when the driver is offline at each step, or reloads offline,
// each trip ends with one charge and the times at which its steps were taken.

import { fileURLToPath } from 'node:url';
import type { BookingView } from '@kerb/contract';
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { acceptWhenOffered, book, find, goOnDutyAt } from './api/ride.ts';
import { until } from './api/until.ts';
import { moveTo, type Window } from './browser/browser.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { slide } from './browser/steps.ts';

const photoFile = fileURLToPath(new URL('../apps/web/public/icons/kerb-192.png', import.meta.url));
const waitingText = 'Saved on this phone; sent when the network is back';

let stage: Stage;
let admin: Person;
/** The users of the current test; each test has its own, so that an unfinished trip does not affect others. */
let driver: Person;
let rider: Person;
let phones: Window[] = [];
let testNumber = 0;

beforeAll(async () => {
  stage = await openStage();
  admin = await signIn(stage.server.origin, demoMobile('admin', 1));
});
afterAll(async () => {
  admin?.leave();
  await stage?.close();
});
beforeEach(async () => {
  phones = [];
  testNumber += 1;
  driver = await signIn(stage.server.origin, demoMobile('simDriver', testNumber));
  rider = await signIn(stage.server.origin, demoMobile('simRider', testNumber));
});
afterEach(async () => {
  const thrown = phones.flatMap(({ failures }) => failures);
  for (const { close } of phones) await close();
  // A driver off duty gets no offer for the trip of the next test.
  const me = await driver.client.getMe();
  if (!me.driver?.queue) await driver.client.setDuty({ body: { driverActiveStatus: false } });
  for (const person of [driver, rider]) person.leave();
  expect(thrown).toEqual([]);
});

interface Trip {
  readonly id: string;
  readonly booked: BookingView;
  readonly driverPhone: Window;
  readonly riderPhone: Window;
}

const read = (id: string): Promise<BookingView> => driver.client.getBooking({ params: { id } });
const becomes = (id: string, status: BookingView['status']): Promise<BookingView> =>
  until(
    `The booking ${status}`,
    () => read(id),
    (booking) => booking.status === status,
  );
const seen = (page: Page, heading: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name: heading }).first().waitFor();

/** A booking paid in cash that the driver has accepted, open on both phones; the driver stands at the pickup. */
async function beginTrip({
  category = 'taxi',
  otp = false,
}: {
  category?: 'taxi' | 'delivery';
  otp?: boolean;
} = {}): Promise<Trip> {
  const isDelivery = category === 'delivery';
  await admin.client.editSettings({
    body: {
      appcat: category,
      otp_secure: otp,
      AllowDeliveryPickupImageCapture: isDelivery,
      AllowFinalDeliveryImageCapture: isDelivery,
    },
  });
  const pickup = await find(rider, '18 de Julio 1453');
  const drop = await find(rider, 'Maldonado 1700');
  await goOnDutyAt(driver, pickup);
  const carType = (await driver.client.getMe()).driver?.carType ?? '';
  const recipient = { deliveryPerson: 'Eva Sosa', deliveryPersonPhone: '099 123 456' };
  const { id } = await book(rider, {
    pickup,
    drop,
    carType,
    ...(isDelivery ? { instructionData: recipient } : {}),
  });
  if (isDelivery)
    await rider.client.payBooking({ params: { id }, body: { payment_mode: 'cash', usedWalletMoney: 0 } });
  await acceptWhenOffered(driver, id);
  const driverPhone = await openDriverPhone(id, pickup);
  const riderPhone = await stage.open({ width: 390, token: rider.token });
  phones.push(riderPhone);
  await riderPhone.page.goto(`/trip/${id}`);
  await seen(riderPhone.page, 'Driver on the way');
  return { id, booked: await read(id), driverPhone, riderPhone };
}

async function openDriverPhone(id: string, place: { lat: number; lng: number }): Promise<Window> {
  const phone = await stage.open({ width: 390, token: driver.token, place, installed: true });
  phones.push(phone);
  await phone.page.goto(`/driver/trip/${id}`);
  await seen(phone.page, /^Pick up /);
  return phone;
}

/** Waits until the service worker has cached the app shell for offline use. */
const shellCached = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => null)');

/** Cuts the network and waits for the banner, which moves the sliders below it. */
async function cut({ driverPhone: { context, page } }: Trip): Promise<void> {
  await context.setOffline(true);
  await page.getByText('No network', { exact: true }).waitFor();
}
const restore = ({ driverPhone }: Trip) => driverPhone.context.setOffline(false);

interface Step {
  readonly slider: string | RegExp;
  /** The button that confirms the step far from its place; the trips of these tests end near their pickup. */
  readonly confirm?: string;
  /** The heading that the driver sees at once while offline. */
  readonly next: string | RegExp;
  readonly becomes: BookingView['status'];
  readonly time: 'driver_arrive_time' | 'trip_start_time' | 'trip_end_time' | null;
}

const arrive: Step = {
  slider: 'I have arrived',
  next: /^Waiting for /,
  becomes: 'ARRIVED',
  time: 'driver_arrive_time',
};
const start: Step = {
  slider: 'Start trip',
  next: /^Drive .* to the drop$/,
  becomes: 'STARTED',
  time: 'trip_start_time',
};
const reach: Step = {
  slider: 'Reached the drop',
  confirm: 'End it here',
  next: 'You have ended the trip',
  becomes: 'REACHED',
  time: 'trip_end_time',
};
const startDelivery: Step = { ...start, next: /^Deliver the parcel of / };
/** The price of a delivery is fixed, so its cash can be collected at once. */
const deliver: Step = { ...reach, next: 'Collect the cash' };
const collect: Step = {
  slider: /^Cash collected: /,
  next: 'You have ended the trip',
  becomes: 'PAID',
  time: null,
};

async function take(page: Page, { slider, confirm }: Step): Promise<void> {
  await slide(page, slider);
  if (confirm !== undefined) await page.getByRole('button', { name: confirm }).click();
}

/** Takes a step offline; returns the earliest and latest time at which it can have happened on the phone. */
async function takeOffline(trip: Trip, step: Step): Promise<readonly [number, number]> {
  const { page } = trip.driverPhone;
  const from = Date.now();
  await take(page, step);
  await seen(page, step.next);
  const happened = [from, Date.now()] as const;
  await page.getByTestId('waiting-steps').getByText(waitingText).waitFor();
  return happened;
}

async function takeCutOff(trip: Trip, step: Step, before: BookingView['status']): Promise<void> {
  await cut(trip);
  const [from, to] = await takeOffline(trip, step);
  expect((await read(trip.id)).status).toBe(before);
  await restore(trip);
  const booking = await becomes(trip.id, step.becomes);
  await trip.driverPhone.page.getByTestId('waiting-steps').waitFor({ state: 'detached' });
  if (step.time) expectTime(booking, step.time, from, to);
}

function expectTime(booking: BookingView, name: NonNullable<Step['time']>, from: number, to: number): void {
  expect(booking[name], name).toBeGreaterThanOrEqual(from);
  expect(booking[name], name).toBeLessThanOrEqual(to);
}

async function takePhotoCutOff(trip: Trip, name: 'pickup_image' | 'deliver_image'): Promise<void> {
  const { page } = trip.driverPhone;
  await cut(trip);
  await page.locator(`input[name="${name}"]`).setInputFiles(photoFile);
  await page.getByTestId('waiting-steps').getByText(waitingText).waitFor();
  expect((await read(trip.id))[name]).toBeNull();
  await restore(trip);
  await until(
    'The photo at the server',
    () => read(trip.id),
    (booking) => booking[name] !== null,
  );
  await page.getByText('Saved. The sender sees it too.').waitFor();
}

/** Expects each status once, and one charge: the driver's share and the cash collected. */
async function expectOneCharge({ id }: Trip): Promise<void> {
  const booking = await becomes(id, 'PAID');
  const { entries } = await rider.client.trackBooking({ params: { id } });
  expect(entries.map(({ status }) => status)).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED']);
  const { items } = await driver.client.getWallet({ query: { limit: 50 } });
  const ofTrip = items.filter(({ txRef }) => txRef === id);
  expect(ofTrip.map(({ type, amount }) => [type, amount]).sort()).toEqual([
    ['Credit', booking.driver_share],
    ['Debit', booking.cashPaymentAmount],
  ]);
  const paid = (await rider.client.getWallet({ query: { limit: 50 } })).items;
  expect(paid.filter(({ txRef }) => txRef === id)).toEqual([]);
}

describe('offline at each step in turn', () => {
  test('a taxi trip ends once, is paid once, and has the times at which its steps were taken', async () => {
    const trip = await beginTrip();
    await takeCutOff(trip, arrive, 'ACCEPTED');
    await seen(trip.riderPhone.page, 'Driver has arrived');
    await takeCutOff(trip, start, 'ARRIVED');
    await seen(trip.riderPhone.page, 'On the trip');
    await takeCutOff(trip, reach, 'STARTED');
    // The server has computed the amount, which the phone now shows.
    await trip.driverPhone.page.getByText('Cash to collect').waitFor();
    await takeCutOff(trip, collect, 'REACHED');
    await trip.driverPhone.page.getByText('You earned').waitFor();
    await expectOneCharge(trip);
  });

  test('a delivery with photos is completed once, and paid once', async () => {
    const trip = await beginTrip({ category: 'delivery' });
    await takeCutOff(trip, arrive, 'ACCEPTED');
    await takePhotoCutOff(trip, 'pickup_image');
    await takeCutOff(trip, startDelivery, 'ARRIVED');
    await takePhotoCutOff(trip, 'deliver_image');
    await takeCutOff(trip, deliver, 'STARTED');
    await takeCutOff(trip, collect, 'REACHED');
    await expectOneCharge(trip);
  });
});

test('a whole trip driven offline, with a reload half way, is uploaded in order when the network is back', async () => {
  const trip = await beginTrip();
  const { page, context } = trip.driverPhone;
  await shellCached(page);
  await cut(trip);
  const arrived = await takeOffline(trip, arrive);
  await page.reload();
  await seen(page, arrive.next);
  const started = await takeOffline(trip, start);
  const { lat, lng } = trip.booked.pickup;
  await moveTo(context, { lat: lat - 0.0008, lng });
  const reached = await takeOffline(trip, reach);
  await page.getByText('The fare to collect is known when the network is back.', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: collect.slider }).count()).toBe(0);
  expect((await read(trip.id)).status).toBe('ACCEPTED');

  await restore(trip);
  const booking = await becomes(trip.id, 'REACHED');
  expectTime(booking, 'driver_arrive_time', ...arrived);
  expectTime(booking, 'trip_start_time', ...started);
  expectTime(booking, 'trip_end_time', ...reached);
  await seen(trip.riderPhone.page, 'You have arrived');
  await slide(page, collect.slider);
  await page.getByText('You earned').waitFor();
  await expectOneCharge(trip);
});

test('a whole delivery done offline, with its photos, is uploaded in order when the network is back', async () => {
  const trip = await beginTrip({ category: 'delivery' });
  const { page } = trip.driverPhone;
  const takePhoto = async (name: string) => {
    await page.locator(`input[name="${name}"]`).setInputFiles(photoFile);
    await page.getByText(waitingText).nth(1).waitFor();
  };
  await cut(trip);
  await takeOffline(trip, arrive);
  await takePhoto('pickup_image');
  await takeOffline(trip, startDelivery);
  await takePhoto('deliver_image');
  await takeOffline(trip, deliver);
  await takeOffline(trip, collect);
  await page.getByText('It counts once the note is sent.', { exact: false }).waitFor();
  expect(await page.getByText('You earned').count()).toBe(0);
  await restore(trip);
  await expectOneCharge(trip);
  const booking = await rider.client.getBooking({ params: { id: trip.id } });
  expect([booking.pickup_image, booking.deliver_image]).not.toContain(null);
  // Photos may show house numbers, so the driver cannot see them after the trip.
  const ofDriver = await read(trip.id);
  expect([ofDriver.pickup_image, ofDriver.deliver_image]).toEqual([null, null]);
});

test('a wrong trip code entered offline is requested again, and later steps stay queued until it is right', async () => {
  const trip = await beginTrip({ otp: true });
  const { page } = trip.driverPhone;
  const { otp } = await rider.client.getBooking({ params: { id: trip.id } });
  const wrong = Number(otp) === 11_111 ? '22222' : '11111';
  const dialog = page.getByRole('dialog', { name: 'Ask the rider for the trip code' });
  const say = async (code: string) => {
    await dialog.getByLabel('Trip code').fill(code);
    await dialog.getByRole('button', { name: 'Start trip' }).click();
  };
  await slide(page, arrive.slider);
  await becomes(trip.id, 'ARRIVED');
  await seen(page, arrive.next);
  await cut(trip);
  await slide(page, start.slider);
  await say(wrong);
  await seen(page, start.next);
  await takeOffline(trip, reach);
  await restore(trip);
  await dialog.getByText('The trip code is not right.', { exact: false }).waitFor();
  await page.getByText('1 later step waits for this.').waitFor();
  // After two more wrong codes the server requires a pause.
  await say(wrong);
  await until(
    'The second refusal',
    () => dialog.getByText('The trip code is not right.', { exact: false }).isVisible(),
    (isVisible) => isVisible,
  );
  await say(wrong);
  await dialog.getByText('The trip code is not right.', { exact: false }).waitFor();
  await say(String(otp));
  await dialog.getByText(/^Too many wrong codes\. Wait \d+ seconds?, then type it again\.$/).waitFor();
  expect((await read(trip.id)).status).toBe('ARRIVED');
  // After the pause the right code is sent automatically, and the later steps follow.
  await until(
    'The end of the trip',
    () => read(trip.id),
    ({ status }) => status === 'REACHED',
    { withinMs: 60_000 },
  );
  await slide(page, collect.slider);
  await expectOneCharge(trip);
});

test('two phones of one driver show each other’s steps, and no step is applied twice', async () => {
  const trip = await beginTrip();
  const second = await openDriverPhone(trip.id, trip.booked.pickup);
  await slide(trip.driverPhone.page, arrive.slider);
  await seen(second.page, arrive.next);
  await cut(trip);
  await takeOffline(trip, start);
  await slide(second.page, start.slider);
  await seen(second.page, start.next);
  const { trip_start_time } = await becomes(trip.id, 'STARTED');
  await restore(trip);
  await trip.driverPhone.page.getByTestId('waiting-steps').waitFor({ state: 'detached' });
  await seen(trip.driverPhone.page, start.next);
  expect((await read(trip.id)).trip_start_time).toBe(trip_start_time);
  await take(trip.driverPhone.page, reach);
  await second.page.getByText('Cash to collect').waitFor();
  await slide(second.page, collect.slider);
  await trip.driverPhone.page.getByText('You earned').waitFor();
  await expectOneCharge(trip);
});

test('a trip cancelled while its driver was offline drops the driver’s queued steps, and says so', async () => {
  const trip = await beginTrip();
  const { page } = trip.driverPhone;
  await cut(trip);
  await takeOffline(trip, arrive);
  await rider.client.cancelBooking({ params: { id: trip.id }, body: { reason: 'I changed my plans' } });
  await restore(trip);
  await page
    .getByText('The trip was cancelled before your steps could be sent. They were dropped.')
    .waitFor();
  await seen(page, 'Trip cancelled');
  await page.getByRole('button', { name: 'Understood' }).click();
  expect(await read(trip.id)).toMatchObject({ status: 'CANCELLED', driver_arrive_time: null });
});

test('signing out with queued steps asks for confirmation', async () => {
  const trip = await beginTrip();
  const { page } = trip.driverPhone;
  await shellCached(page);
  await cut(trip);
  await takeOffline(trip, arrive);
  await page.goto('/bookings');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out before everything is sent?' });
  await question.getByText('1 step of your trip waits on this phone.', { exact: false }).waitFor();
  await question.getByRole('button', { name: 'Back' }).click();
  await restore(trip);
  await becomes(trip.id, 'ARRIVED');
  await rider.client.cancelBooking({ params: { id: trip.id }, body: { reason: 'I changed my plans' } });
});

test('a rider sees when the car’s position was last received, and when their own network is lost', async () => {
  const trip = await beginTrip();
  await trip.driverPhone.close();
  phones = phones.filter((phone) => phone !== trip.driverPhone);
  const later = await stage.open({ width: 390, token: rider.token, clock: true });
  phones.push(later);
  await later.page.goto(`/trip/${trip.id}`);
  await seen(later.page, 'Driver on the way');
  expect(await later.page.getByTestId('last-seen').count()).toBe(0);
  await later.page.clock.fastForward(150_000);
  await later.page
    .getByTestId('last-seen')
    .filter({ hasText: /^Last seen [23] min ago\. The ride goes on\.$/ })
    .waitFor();
  await later.page
    .getByTestId('eta')
    .getByText(/^as of /)
    .waitFor();

  const { page, context } = trip.riderPhone;
  await context.setOffline(true);
  await page.getByText('No network', { exact: true }).waitFor();
  await context.setOffline(false);
  await page.getByText('The network is back').waitFor();
  await rider.client.cancelBooking({ params: { id: trip.id }, body: { reason: 'I changed my plans' } });
});
