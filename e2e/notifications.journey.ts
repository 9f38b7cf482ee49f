// Journey of notifications: an admin sends messages to many users; the bell and push messages open their screens.
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { book, find, goOnDutyAt } from './api/ride.ts';
import { until } from './api/until.ts';
import { collectConsoleErrors, findings, settled } from './browser/inspect.ts';
import { takePicture } from './browser/pictures.ts';
import { subscribeAt } from './browser/push-service.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { signInOnScreen } from './browser/steps.ts';

let stage: Stage;
let admin: Person;
let rider: Person;
let other: Person;
let driver: Person;
/** The id of a booking of the rider. */
let ride = '';

const unknown = '01930000-0000-7000-8000-00000000dead';

beforeAll(async () => {
  stage = await openStage();
  const { origin } = stage.server;
  admin = await signIn(origin, demoMobile('admin', 1));
  rider = await signIn(origin, demoMobile('rider', 1));
  other = await signIn(origin, demoMobile('rider', 2));
  driver = await signIn(origin, demoMobile('driver', 1));
  ride = await rideOf(rider);
});
afterAll(async () => {
  for (const person of [admin, rider, other, driver]) person?.leave();
  await stage?.close();
});

/** Books a ride for now, with a driver on duty at the pickup; returns its id. */
async function rideOf(person: Person): Promise<string> {
  const { items } = await person.client.getCarTypes();
  const journey = {
    pickup: await find(person, '18 de Julio 1453'),
    drop: await find(person, 'Bulevar España 2500'),
    carType: items.find(({ name }) => name === 'Economy')?.id ?? '',
  };
  await goOnDutyAt(driver, journey.pickup);
  return (await book(person, journey)).id;
}

const open = (person: Person | null, width = 390, more: object = {}) =>
  stage.open({ width, token: person?.token, ...more });
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const webDevices = async () =>
  (await admin.client.previewNotification({ query: { devicetype: 'WEB', usertype: 'rider' } })).count;
const stored = async (title: string) =>
  (await admin.client.listNotifications({ query: { q: title } })).items.find((one) => one.title === title);

describe('the URLs of the screen names in the specification', () => {
  test('lead each role to its own screen', async () => {
    const { page, close } = await open(rider);
    for (const [address, leads] of [
      [`/BookedCab?bookingId=${ride}`, `/trip/${ride}`],
      [`/onlineChat?bookingId=${ride}`, `/trip/${ride}/chat`],
      ['/Wallet', '/wallet'],
      ['/DriverTrips', '/bookings'],
      ['/Profile', '/profile'],
    ] as const) {
      await page.goto(address);
      await page.waitForURL((url) => url.pathname === leads);
    }
    await close();
    const console = await open(admin, 1280);
    await console.page.goto(`/BookedCab?bookingId=${ride}`);
    await console.page.waitForURL(`/bookings/${ride}`);
    await console.page.goto('/Drivers');
    await console.page.waitForURL((url) => url.pathname === '/drivers');
    await console.close();
    const car = await open(driver);
    await car.page.goto('/DriverTrips');
    await car.page.waitForURL('/driver');
    await car.close();
  });

  test('a booking id that is missing, malformed or of another user is not found', async () => {
    const { page, close } = await open(other);
    for (const query of ['', '?bookingId=', '?bookingId=../../login']) {
      await page.goto(`/BookedCab${query}`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    }
    for (const id of [unknown, ride]) {
      await page.goto(`/BookedCab?bookingId=${id}`);
      await page.getByText('This does not exist, or is not yours to see.').waitFor();
    }
    await close();
  });

  test('a signed-out user signs in first, and continues to the screen of the message', async () => {
    const { page, close } = await open(null);
    await page.goto('/Wallet');
    await page.waitForURL('/login');
    await signInOnScreen(page, '+59894000611');
    await page.waitForURL((url) => url.pathname === '/wallet');
    await close();
  });
});

describe('a message to many people', () => {
  const title = '🚕 Road works <b>today</b>';

  test('is written with a preview and the number of recipients, sent once, and listed under the bell of its recipients', async () => {
    const { page, close } = await open(admin, 1280);
    const consoleErrors = await collectConsoleErrors(page);
    const recipient = await open(rider);
    await recipient.page.goto('/bookings');
    await bell(recipient.page).waitFor();

    await page.goto('/notifications');
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
    await settled(page);
    await page.getByRole('button', { name: 'Write a message' }).first().click();
    const form = dialog(page, 'Write a message');
    await form.getByRole('button', { name: 'Save as draft' }).click();
    await form.getByText('Enter a title.').waitFor();
    await form.getByRole('textbox', { name: 'Title' }).fill(title);
    await form.getByRole('textbox', { name: 'Text' }).fill('مرحبا\nAllow more time.');
    await form.getByRole('figure').getByText(title).waitFor();
    await form.getByRole('combobox', { name: 'To' }).selectOption({ label: 'Riders' });
    const { count } = await admin.client.previewNotification({
      query: { devicetype: 'All', usertype: 'rider' },
    });
    expect(count).toBeGreaterThan(1);
    await form.getByText(`Reaches ${count} people with push messages on.`).waitFor();
    await takePicture(page, 'notifications-dialog-1280-light-en');
    expect(await findings(page, 'ltr')).toEqual([]);
    await form.getByRole('button', { name: 'Save as draft' }).click();
    await form.waitFor({ state: 'detached' });

    await row(page, title)
      .getByRole('button', { name: `Send ${title}` })
      .click();
    const question = dialog(page, 'Send this message?');
    await question.getByRole('button', { name: `Send to ${count} people` }).click();
    await row(page, title).getByText('Sent', { exact: true }).waitFor();
    await row(page, title).getByText(`${count} of ${count}`).waitFor();
    expect(await findings(page, 'ltr')).toEqual([]);
    const { id = '', version = 0 } = (await stored(title)) ?? {};
    await expect(
      admin.client.sendNotificationToUsers({ params: { id }, body: { version } }),
    ).rejects.toMatchObject({ code: 'already_processed' });

    await recipient.page.getByRole('button', { name: /^Notifications: \d+ new/ }).click();
    const panel = dialog(recipient.page, 'Notifications');
    await panel.getByText(title).waitFor();
    await settled(recipient.page);
    await takePicture(recipient.page, 'notices-390-light-en');
    expect(await findings(recipient.page, 'ltr')).toEqual([]);
    await until(
      'No unread notice',
      async () => (await rider.client.listNotices({ query: { limit: 1 } })).unread,
      (unread) => unread === 0,
    );
    await panel.getByRole('button', { name: 'Close' }).click();
    await recipient.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    expect([...consoleErrors, ...recipient.failures]).toEqual([]);
    await recipient.close();
    await close();
  });

  test('two admins edit the same draft: nothing that was typed is lost', async () => {
    const draft = { devicetype: 'All', usertype: 'driver', title: 'Two at once', body: 'First' } as const;
    const { id, version } = await admin.client.addNotification({ body: draft });
    const { page, close } = await open(admin, 1280);
    await page.goto('/notifications');
    await row(page, 'Two at once').getByRole('button', { name: 'Edit Two at once' }).click();
    const form = dialog(page, 'Edit the message');
    await form.getByRole('textbox', { name: 'Text' }).fill('Mine');
    await admin.client.editNotification({ params: { id }, body: { ...draft, body: 'Theirs', version } });
    await form.getByRole('button', { name: 'Save as draft' }).click();
    await form.getByText('Another admin changed this message').waitFor();
    await form.getByText('Theirs').waitFor();
    expect(await form.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Mine');
    await form.getByRole('button', { name: 'Save mine' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await stored('Two at once')).toMatchObject({ body: 'Mine', version: 3 });

    await row(page, 'Two at once').getByRole('button', { name: 'Delete Two at once' }).click();
    await page.getByRole('button', { name: 'Delete message' }).click();
    await row(page, 'Two at once').waitFor({ state: 'detached' });
    await close();
  });

  test('can be opened by a button that does not move when the bell loads late', async () => {
    const { page, close, context } = await open(admin);
    let bring = (): void => undefined;
    const asked = new Promise<void>((done) => {
      bring = done;
    });
    await context.route(/\/assets\/signed-in-/, async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto('/notifications');
    await settled(page);
    const write = page.getByRole('button', { name: 'Write a message' }).first();
    const before = await write.boundingBox();
    expect(await bell(page).count()).toBe(0);
    bring();
    await bell(page).waitFor();
    expect(await write.boundingBox()).toEqual(before);
    await close();
  });

  test('with critical edits off, the page says why no message can be written or sent', async () => {
    await admin.client.editSettings({ body: { AllowCriticalEditsAdmin: false } });
    const { page, close } = await open(admin, 390);
    await page.goto('/notifications');
    await page.getByRole('button', { name: 'Write a message' }).first().click();
    await page.getByRole('alertdialog', { name: 'Alert' }).getByText('demonstration mode').waitFor();
    await close();
    await admin.client.editSettings({ body: { AllowCriticalEditsAdmin: true } });
  });
});

describe('push messages of a device', () => {
  test('are offered with the first ride, turned on and off, and end with the session', async () => {
    const before = await webDevices();
    const own = await signIn(stage.server.origin, demoMobile('rider', 3));
    const booked = await rideOf(own);
    const { page, close, context } = await open(own, 390, { push: true });
    await subscribeAt(context, 'http://127.0.0.1:9/push/rider-3');
    await page.goto(`/trip/${booked}`);
    const card = page.getByRole('region', { name: 'Know when your car is there' });
    await card.waitFor();
    expect(await webDevices()).toBe(before);
    await card.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Push messages are on.').waitFor();
    expect(await webDevices()).toBe(before + 1);

    await page.goto('/profile');
    const onOff = page.getByRole('switch', { name: 'Push messages on this device' });
    await until(
      'The switch turned on',
      () => onOff.isChecked(),
      (on) => on,
    );
    await onOff.click();
    await page.getByText('They are off.').waitFor();
    expect(await webDevices()).toBe(before);
    await onOff.click();
    await page.getByText('They are on.').waitFor();
    expect(await webDevices()).toBe(before + 1);

    // The suggestion to turn on push messages is hidden once they are on; signing out unregisters the device.
    await page.goto(`/trip/${booked}`);
    await page.getByRole('button', { name: 'Cancel the ride' }).waitFor();
    expect(await card.count()).toBe(0);
    await own.client.signOut();
    await page.reload();
    await until('The unregistered device', webDevices, (count) => count === before);
    own.leave();
    await close();
  });

  test('are shown by the service worker, and open their screen in the existing window', async () => {
    const { page, close, context } = await open(rider, 390, { push: true });
    await page.goto('/bookings');
    await bell(page).waitFor();
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await page.evaluate('navigator.serviceWorker.ready');
    const devtools = await context.newCDPSession(page);
    const registrations: string[] = [];
    devtools.on('ServiceWorker.workerRegistrationUpdated', (event) => {
      for (const { registrationId } of event.registrations) registrations.push(registrationId);
    });
    await devtools.send('ServiceWorker.enable');
    await until(
      'The registration',
      () => registrations.length,
      (known) => known > 0,
    );
    const push = (data: object) =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        origin: stage.server.origin,
        registrationId: registrations.at(-1) ?? '',
        data: JSON.stringify(data),
      });
    /** Source text, because it runs in the worker. */
    const shown = () =>
      worker.evaluate<{ title: string; body: string; data: { url: string } }[]>(
        'self.registration.getNotifications().then((all) => all.map(({ title, body, data }) => ({ title, body, data })))',
      );
    const leads = { screen: 'BookedCab', params: { bookingId: ride } };
    await push({ title: 'Your driver is near', body: 'مرحبا <b>', tag: 'n1', ...leads });
    await until('The notification', shown, (all) => all.length === 1);
    expect(await shown()).toEqual([
      { title: 'Your driver is near', body: 'مرحبا <b>', data: { url: `/BookedCab?bookingId=${ride}` } },
    ]);
    await page.evaluate('window.stillHere = true');
    await worker.evaluate(
      `self.registration.getNotifications().then(([notification]) =>
        self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`,
    );
    await page.waitForURL(`/trip/${ride}`);
    // The app navigates by itself: the page was not reloaded.
    expect(await page.evaluate('window.stillHere')).toBe(true);
    await until('No notification', shown, (all) => all.length === 0);
    await close();
  });
});
