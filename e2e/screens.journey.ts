// Every screen as each person sees it: at three widths, light and dark, in English and Arabic, with nothing to complain of.
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { acceptWhenOffered, book, find, goOnDutyAt } from './api/ride.ts';
import type { Window } from './browser/browser.ts';
import { findings, listenToConsole, settled, takePicture } from './browser/inspect.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { signInOnScreen } from './browser/steps.ts';

let stage: Stage;
const present = new Map<Role, Person>();
/** A ride on its way and one that came to nothing. */
let rides = { running: '', cancelled: '' };
/** Where the rider's running trip is followed without an account. */
let shared = '';
/** What the driver drives. */
let carType = '';
/** A card that was declined while topping up. */
let declined = '';

type Role = 'visitor' | 'rider' | 'driver' | 'idleDriver' | 'admin';
type Language = 'en' | 'ar';

const standing = { lat: -34.9045, lng: -56.1832 };
/** Every width, and each scheme in each language. */
const looks = {
  en: [
    { width: 390, scheme: 'light' },
    { width: 1280, scheme: 'dark' },
  ],
  ar: [
    { width: 768, scheme: 'light' },
    { width: 390, scheme: 'dark' },
  ],
} as const;

const screens: Record<Role, Record<string, () => string>> = {
  visitor: {
    landing: () => '/',
    about: () => '/about-us',
    privacy: () => '/privacy-policy',
    login: () => '/login',
    inbox: () => '/dev/inbox',
    'shared-trip': () => shared,
    unknown: () => '/no/such/screen',
  },
  rider: {
    landing: () => '/',
    bookings: () => '/bookings',
    profile: () => '/profile',
    trip: () => `/trip/${rides.running}`,
    chat: () => `/trip/${rides.running}/chat`,
    'cancelled-trip': () => `/trip/${rides.cancelled}`,
    wallet: () => '/wallet',
    payment: () => `/payment/${declined}`,
  },
  driver: {
    tasks: () => '/driver',
    drive: () => `/driver/trip/${rides.running}`,
    chat: () => `/driver/trip/${rides.running}/chat`,
    trip: () => `/trip/${rides.running}`,
    bookings: () => '/bookings',
    profile: () => '/profile',
    wallet: () => '/wallet',
    statement: () => '/wallet/statement',
  },
  idleDriver: {
    tasks: () => '/driver',
  },
  admin: {
    dashboard: () => '/dashboard',
    notifications: () => '/notifications',
    alerts: () => '/alerts',
    bookings: () => '/bookings',
    profile: () => '/profile',
    booking: () => `/bookings/${rides.running}`,
    'cancelled-booking': () => `/bookings/${rides.cancelled}`,
    'add-booking': () => '/addbookings',
    'car-types': () => '/cartypes',
    'new-car-type': () => '/cartypes/new',
    'car-type': () => `/cartypes/${carType}`,
    promos: () => '/promos',
    'cancel-reasons': () => '/cancelreasons',
    money: () => '/money',
    withdraws: () => '/withdraws',
    'add-to-wallet': () => '/addtowallet',
    'earning-reports': () => '/earningreports',
    'driver-earnings': () => '/driverearning',
    wallet: () => `/people/${present.get('rider')?.uid}?part=wallet`,
  },
};

beforeAll(async () => {
  stage = await openStage();
  rides = await makeRides();
  declined = await declineTopup();
});
afterAll(async () => {
  for (const person of present.values()) person.leave();
  await stage?.close();
});

async function come(role: Role, mobile: string): Promise<Person> {
  const person = await signIn(stage.server.origin, mobile);
  present.set(role, person);
  return person;
}

async function makeRides(): Promise<typeof rides> {
  const rider = await come('rider', demoMobile('rider', 1));
  const driver = await come('driver', demoMobile('driver', 1));
  await come('idleDriver', demoMobile('driver', 2));
  await come('admin', demoMobile('admin', 1));
  await goOnDutyAt(driver, standing);
  carType = (await driver.client.getMe()).driver?.carType ?? '';
  const journey = {
    pickup: await find(rider, '18 de Julio 1453'),
    drop: await find(rider, 'Maldonado 1700'),
    carType,
  };
  const cancelled = await book(rider, journey);
  await rider.client.cancelBooking({ params: { id: cancelled.id }, body: { reason: 'Plans have changed' } });
  await present.get('admin')?.client.addPromo({
    body: {
      promo_name: 'Spring',
      promo_description: 'From the first of September to the end of the year',
      promo_discount_value: 15,
      promo_validity: 4_000_000_000_000,
      promo_usage_limit: 500,
    },
  });
  const running = await book(rider, { ...journey, waypoints: [await find(rider, 'Constituyente 1600')] });
  await acceptWhenOffered(driver, running.id);
  await rider.client.sendMessage({
    params: { id: running.id },
    body: { message: 'By the kiosk, in a blue coat' },
  });
  await tellOf(rider, running.id);
  return { running: running.id, cancelled: cancelled.id };
}

/** The running trip is shared, somebody asks for help, and an admin has written messages: one sent, one not yet. */
async function tellOf(rider: Person, id: string): Promise<void> {
  const { url } = await rider.client.shareBooking({ params: { id }, body: {} });
  shared = new URL(url, stage.server.origin).pathname;
  await rider.client.panicBooking({ params: { id }, body: { location: standing } });
  const message = { devicetype: 'All', usertype: 'rider', title: 'Road works on the Rambla' } as const;
  const body = 'Allow ten more minutes on the way to the airport until Friday.';
  const admin = present.get('admin');
  const sent = await admin?.client.addNotification({ body: { ...message, body } });
  await admin?.client.addNotification({ body: { ...message, title: 'Carnival', body } });
  if (sent) await admin?.client.sendNotificationToUsers({ params: { id: sent.id }, body: {} });
}

/** As on the screens: an amount, the provider, and its page; the id of the payment it leads back to. */
async function declineTopup(): Promise<string> {
  const { page, context } = await stage.open({ width: 390, token: present.get('rider')?.token });
  await page.goto('/wallet?pay=card');
  const amounts = page.getByRole('dialog', { name: 'Top up the wallet' });
  await amounts.getByLabel('Amount').fill('500');
  await amounts.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('heading', { name: 'Not paid' }).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await context.close();
  return id;
}

async function windowOf(role: Role, language: Language): Promise<Window> {
  const isDriver = role === 'driver' || role === 'idleDriver';
  return stage.open({
    width: 390,
    language,
    token: present.get(role)?.token,
    ...(isDriver && { place: standing }),
  });
}

async function lookAt(page: Page, name: string, language: Language): Promise<string[]> {
  const found: string[] = [];
  for (const { width, scheme } of looks[language]) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 800 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await settled(page);
    const look = `${name} ${language} ${width} ${scheme}`;
    for (const finding of await findings(page, language === 'ar' ? 'rtl' : 'ltr'))
      found.push(`${look}: ${finding}`);
    await takePicture(page, look.replaceAll(' ', '-'));
  }
  return found;
}

const roles: readonly Role[] = ['visitor', 'rider', 'driver', 'idleDriver', 'admin'];

describe.each(roles)('the screens of the %s', (role) => {
  test.each(['en', 'ar'] as const)('hold in %s', async (language) => {
    const { page, context } = await windowOf(role, language);
    const complaints = await listenToConsole(page);
    const found: string[] = [];
    for (const [name, pathOf] of Object.entries(screens[role])) {
      await page.goto(pathOf());
      found.push(...(await lookAt(page, `${role}-${name}`, language)));
      expect(new URL(page.url()).pathname).toBe(new URL(pathOf(), page.url()).pathname);
      found.push(...complaints.splice(0).map((complaint) => `${role}-${name} ${language}: ${complaint}`));
    }
    await context.close();
    expect(found).toEqual([]);
  });
});

test.each(['en', 'ar'] as const)('the messages under the bell hold in %s', async (language) => {
  const { page, context } = await windowOf('rider', language);
  const complaints = await listenToConsole(page);
  await page.goto('/bookings');
  await page.getByRole('button', { name: language === 'en' ? /^Notifications/ : /^الإشعارات/ }).click();
  await page.getByRole('dialog').getByText('Road works on the Rambla').waitFor();
  const found = await lookAt(page, 'rider-notices', language);
  await context.close();
  expect([...found, ...complaints]).toEqual([]);
});

test('a signed-out person who opens a screen of their own signs in and is taken there', async () => {
  const { page, context } = await windowOf('visitor', 'en');
  const complaints = await listenToConsole(page);
  await page.goto('/profile');
  await page.waitForURL('/login');
  await signInOnScreen(page, demoMobile('rider', 2));
  await page.waitForURL('/profile');
  await settled(page);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a screen of another role leads through sign-in to one’s own first screen', async () => {
  const { page, context } = await windowOf('rider', 'en');
  const complaints = await listenToConsole(page);
  const visited = new Set<string>();
  page.on('framenavigated', (frame) => visited.add(new URL(frame.url()).pathname));
  await page.goto('/driver');
  await page.waitForURL('/');
  await settled(page);
  expect([...visited]).toEqual(['/driver', '/login', '/']);
  expect(complaints).toEqual([]);
  await context.close();
});
