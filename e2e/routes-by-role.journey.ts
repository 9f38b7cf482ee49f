// Access to screens by role (specification §2): every protected route as every role, and the links of the drawer.
import { demoMobile, type Usertype } from '@kerb/domain/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { changeAddress, collectConsoleErrors, settled } from './browser/inspect.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { signInOnScreen } from './browser/steps.ts';

let stage: Stage;
const people = new Map<Usertype, Person>();
const roles = ['rider', 'driver', 'admin', 'fleetadmin'] as const;

const everyRole: readonly Usertype[] = roles;
const managers: readonly Usertype[] = ['admin', 'fleetadmin'];
const admins: readonly Usertype[] = ['admin'];

/** The roles of each protected route, as in the specification. */
const protectedRoutes: Readonly<Record<string, readonly Usertype[]>> = {
  '/bookings': everyRole,
  '/profile': everyRole,
  '/dashboard': managers,
  '/cartypes': admins,
  '/cancelreasons': admins,
  '/addbookings': admins,
  '/promos': admins,
  '/riders': admins,
  '/drivers': managers,
  '/shifts': managers,
  '/alladmin': admins,
  '/fleetadmins': admins,
  '/driverearning': managers,
  '/notifications': admins,
  '/earningreports': admins,
  '/addtowallet': admins,
  '/withdraws': admins,
  '/settings': admins,
  '/appinfo': admins,
  '/vehicles': managers,
  '/whatif': admins,
  '/opendata': admins,
  '/languagesetting': admins,
};

/** The start of each role, to which /login redirects a signed-in user. */
const startOf: Readonly<Record<Usertype, string>> = {
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

test('there are twenty-one protected routes', () => {
  expect(Object.keys(protectedRoutes)).toHaveLength(23);
});

test.each(roles)(
  'the %s can open the routes of the role, and is redirected by /login from all others',
  async (role) => {
    const { page, close } = await stage.open({ width: 1280, token: people.get(role)?.token });
    const consoleErrors = await collectConsoleErrors(page);
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    const wrong: string[] = [];
    await page.goto('/about-us');
    await settled(page);
    for (const [path, allowed] of Object.entries(protectedRoutes)) {
      visited.length = 0;
      await changeAddress(page, path);
      if (allowed.includes(role)) {
        await settled(page);
        if (new URL(page.url()).pathname !== path) wrong.push(`${path} led to ${page.url()}`);
      } else {
        await page.waitForURL((url) => url.pathname === startOf[role]);
        if (!visited.includes('/login')) wrong.push(`${path} was left by ${visited.join(', ')}`);
      }
    }
    await close();
    expect([...wrong, ...consoleErrors]).toEqual([]);
  },
);

test('a signed-out visitor is redirected to /login from every protected route', async () => {
  const { page, close } = await stage.open({ width: 1280 });
  const consoleErrors = await collectConsoleErrors(page);
  for (const path of Object.keys(protectedRoutes)) {
    await (path === '/bookings' ? page.goto(path) : changeAddress(page, path));
    await page.waitForURL('/login');
  }
  await close();
  expect(consoleErrors).toEqual([]);
});

/** The paths of the links in the drawer. */
const drawer: Readonly<Record<Usertype, readonly string[]>> = {
  admin: ['/', ...Object.keys(protectedRoutes)],
  fleetadmin: ['/', '/dashboard', '/bookings', '/drivers', '/driverearning', '/wallet', '/profile'],
  driver: ['/', '/bookings', '/profile'],
  rider: ['/', '/bookings', '/profile'],
};

test.each(roles)('the drawer of the %s is 240 px wide and lists the routes of the role', async (role) => {
  for (const language of ['en', 'ar'] as const) {
    const { page, close } = await stage.open({ width: 1280, language, token: people.get(role)?.token });
    await page.goto('/profile');
    await settled(page);
    const navigation = page.getByRole('navigation').first();
    // The drawer is the surrounding box, which includes the border.
    const box = await navigation.locator('..').boundingBox();
    expect(Math.round(box?.width ?? 0)).toBe(240);
    expect(Math.round(box?.x ?? -1)).toBe(language === 'en' ? 0 : 1280 - 240);
    const links = await navigation
      .getByRole('link')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    expect(drawer[role].filter((path) => !links.includes(path))).toEqual([]);
    await close();
  }
});

test('on a small screen the drawer opens over the page, closes by Escape and after a choice', async () => {
  const { page, close } = await stage.open({ width: 390, token: people.get('admin')?.token });
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
  await close();
});

test('a signed-out user who opens a protected route continues to it after signing in', async () => {
  const { page, close } = await stage.open({ width: 390 });
  const consoleErrors = await collectConsoleErrors(page);
  await page.goto('/profile');
  await page.waitForURL('/login');
  await signInOnScreen(page, demoMobile('rider', 2));
  await page.waitForURL('/profile');
  await settled(page);
  expect(consoleErrors).toEqual([]);
  await close();
});
