// Who may open which screen (specification §2): every protected route as every role, and what the drawer offers each.
import { demoMobile, type Usertype } from '@kerb/domain/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { listenToConsole, settled } from './browser/inspect.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { signInOnScreen } from './browser/steps.ts';

let stage: Stage;
const people = new Map<Usertype, Person>();
const roles = ['rider', 'driver', 'admin', 'fleetadmin'] as const;

const everybody: readonly Usertype[] = roles;
const managers: readonly Usertype[] = ['admin', 'fleetadmin'];
const admins: readonly Usertype[] = ['admin'];

/** The table of the specification. */
const protectedRoutes: Readonly<Record<string, readonly Usertype[]>> = {
  '/bookings': everybody,
  '/profile': everybody,
  '/dashboard': managers,
  '/cartypes': admins,
  '/cancelreasons': admins,
  '/addbookings': admins,
  '/promos': admins,
  '/riders': admins,
  '/drivers': managers,
  '/alladmin': admins,
  '/fleetadmins': admins,
  '/driverearning': managers,
  '/notifications': admins,
  '/earningreports': admins,
  '/addtowallet': admins,
  '/withdraws': admins,
  '/settings': admins,
  '/appinfo': admins,
  '/languagesetting': admins,
};

/** Where each role begins: what /login leads a person to who is signed in already. */
const begins: Readonly<Record<Usertype, string>> = {
  rider: '/',
  driver: '/bookings',
  admin: '/dashboard',
  fleetadmin: '/dashboard',
};

beforeAll(async () => {
  stage = await openStage();
  for (const role of roles) people.set(role, await signIn(stage.server.origin, demoMobile(role, 1)));
});
afterAll(async () => {
  for (const person of people.values()) person.leave();
  await stage?.close();
});

test('there are nineteen protected routes', () => {
  expect(Object.keys(protectedRoutes)).toHaveLength(19);
});

test.each(roles)(
  'the %s opens what the role may, and is led over /login from everything else',
  async (role) => {
    const { page, context } = await stage.open({ width: 1280, token: people.get(role)?.token });
    const complaints = await listenToConsole(page);
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    const wrong: string[] = [];
    for (const [path, allowed] of Object.entries(protectedRoutes)) {
      visited.length = 0;
      await page.goto(path);
      if (allowed.includes(role)) {
        await settled(page);
        if (new URL(page.url()).pathname !== path) wrong.push(`${path} led to ${page.url()}`);
      } else {
        await page.waitForURL((url) => url.pathname === begins[role]);
        if (!visited.includes('/login')) wrong.push(`${path} was left by ${visited.join(', ')}`);
      }
    }
    await context.close();
    expect([...wrong, ...complaints]).toEqual([]);
  },
);

test('whoever is not signed in is led to /login from every one of them', async () => {
  const { page, context } = await stage.open({ width: 1280 });
  const complaints = await listenToConsole(page);
  for (const path of Object.keys(protectedRoutes)) {
    await page.goto(path);
    await page.waitForURL('/login');
  }
  await context.close();
  expect(complaints).toEqual([]);
});

/** The links of the drawer, by their addresses. */
const drawer: Readonly<Record<Usertype, readonly string[]>> = {
  admin: ['/', ...Object.keys(protectedRoutes)],
  fleetadmin: ['/', '/dashboard', '/bookings', '/drivers', '/driverearning', '/profile'],
  driver: ['/', '/bookings', '/profile'],
  rider: ['/', '/bookings', '/profile'],
};

test.each(roles)('the drawer of the %s is 240 px wide and offers what the role has', async (role) => {
  for (const language of ['en', 'ar'] as const) {
    const { page, context } = await stage.open({ width: 1280, language, token: people.get(role)?.token });
    await page.goto('/profile');
    await settled(page);
    const navigation = page.getByRole('navigation').first();
    // The drawer is the box around it, with the line along its edge.
    const box = await navigation.locator('..').boundingBox();
    expect(Math.round(box?.width ?? 0)).toBe(240);
    expect(Math.round(box?.x ?? -1)).toBe(language === 'en' ? 0 : 1280 - 240);
    const links = await navigation
      .getByRole('link')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    expect(drawer[role].filter((path) => !links.includes(path))).toEqual([]);
    await context.close();
  }
});

test('on a small screen the drawer opens over the page, closes by Escape and after a choice', async () => {
  const { page, context } = await stage.open({ width: 390, token: people.get('admin')?.token });
  await page.goto('/bookings');
  await settled(page);
  const open = page.getByRole('button', { name: 'Open menu' });
  await open.click();
  const riders = page.getByRole('link', { name: 'Riders' });
  await riders.waitFor();
  await page.keyboard.press('Escape');
  await riders.waitFor({ state: 'hidden' });
  await open.click();
  await riders.click();
  await page.waitForURL('/riders');
  await riders.waitFor({ state: 'hidden' });
  await context.close();
});

test('a signed-out person who opens a screen of their own signs in and is taken there', async () => {
  const { page, context } = await stage.open({ width: 390 });
  const complaints = await listenToConsole(page);
  await page.goto('/profile');
  await page.waitForURL('/login');
  await signInOnScreen(page, demoMobile('rider', 2));
  await page.waitForURL('/profile');
  await settled(page);
  expect(complaints).toEqual([]);
  await context.close();
});
