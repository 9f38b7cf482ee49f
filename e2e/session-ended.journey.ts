// Journey: another device ends a session while the user is typing. A dialog covers the screen; the same user continues
// after signing in, another user starts at their own screen.
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowAnotherCode } from './api/database-by-hand.ts';
import { type Person, signIn } from './api/people.ts';
import { collectConsoleErrors, findings, settled } from './browser/inspect.ts';
import { takePicture } from './browser/pictures.ts';
import { codeField, newestCode, phoneField } from './browser/sign-in-steps.ts';
import { openStage, type Stage } from './browser/stage.ts';

/** One admin for each test, because a number gets only one code within 30 s. */
const mobiles = { desk: '+59899000081', promos: '+59899000082', left: '+59899000083', out: '+59899000084' };
type Name = keyof typeof mobiles;

let stage: Stage;
let firstAdmin: Person;
const people: Person[] = [];

beforeAll(async () => {
  stage = await openStage();
  firstAdmin = await signIn(stage.server.origin, demoMobile('admin', 1));
  people.push(firstAdmin);
  for (const [name, mobile] of Object.entries(mobiles))
    await firstAdmin.client.addUser({
      body: { usertype: 'admin', firstName: name, lastName: 'Admin', mobile, email: `${name}@kerb.example` },
    });
});
afterAll(async () => {
  for (const person of people) person.leave();
  await stage?.close();
});

/** Opens a window of the admin; `endElsewhere` ends all their sessions from another device. */
async function at(name: Name, path: string, options: { width?: number; language?: string } = {}) {
  const person = await signIn(stage.server.origin, mobiles[name]);
  people.push(person);
  const window = await stage.open({ width: 1280, token: person.token, ...options });
  const consoleErrors = await collectConsoleErrors(window.page);
  const firstFrame = window.page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived'));
  await window.page.goto(path);
  await firstFrame;
  await settled(window.page);
  return { ...window, consoleErrors, endElsewhere: () => person.client.endSessions() };
}

const over = (page: Page) => page.getByRole('dialog', { name: 'You were signed out' });

/** Signs in again in the dialog, with the newest code of the development inbox. */
async function signInOver(page: Page, mobile: string, besides: string): Promise<void> {
  await allowAnotherCode(stage.place, mobile);
  await phoneField(page).fill(mobile);
  await over(page).getByRole('button', { name: 'Get code' }).click();
  await codeField(page).waitFor();
  await codeField(page).fill(await newestCode(stage.server.origin, mobile, besides));
}

test('a half-filled car type is saved after signing in again in the dialog over it', async () => {
  const { page, close, consoleErrors, endElsewhere } = await at('desk', '/cartypes/new');
  const before = await newestCode(stage.server.origin, mobiles.desk);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Night taxi');
  const fares = page.getByRole('region', { name: 'Fares', exact: true });
  await fares.getByLabel('To start').fill('60');
  await endElsewhere();
  await over(page).getByText('what you typed is still here', { exact: false }).waitFor();
  // The covered screen cannot be reached by keyboard or screen reader.
  expect(await page.getByRole('textbox', { name: 'Name' }).count()).toBe(0);
  expect(await page.getByRole('navigation').count()).toBe(0);
  await takePicture(page, 'session-ended-1280');
  await page.keyboard.press('Escape');
  await signInOver(page, mobiles.desk, before);
  await over(page).waitFor({ state: 'detached' });

  expect(await name.inputValue()).toBe('Night taxi');
  expect(await fares.getByLabel('To start').inputValue()).toBe('60');
  await fares.getByLabel('At least').fill('130');
  await fares.getByLabel('For each kilometre').fill('38');
  await fares.getByLabel('For each hour').fill('240');
  await page.getByRole('form', { name: 'Car type' }).getByRole('button', { name: 'Add car type' }).click();
  await page.getByText('Night taxi is saved.').waitFor();
  const { items } = await firstAdmin.client.getCarTypes();
  expect(items.find((carType) => carType.name === 'Night taxi')).toMatchObject({
    base_fare: 60,
    min_fare: 130,
  });
  // The browser logs requests for codes that the server rejects as too soon.
  expect(consoleErrors.filter((words) => !words.includes('/api/v1/auth/otp'))).toEqual([]);
  await close();
});

test('a request rejected because the session has ended is sent again, once, after signing in', async () => {
  const { page, close, context } = await at('promos', '/cancelreasons', { width: 390 });
  const before = await newestCode(stage.server.origin, mobiles.promos);
  await page.getByRole('button', { name: 'Add reason' }).click();
  const form = page.getByRole('dialog', { name: 'Add reason' });
  await form.getByRole('textbox', { name: 'Reason' }).fill('The street is closed');
  // The cookie is removed without a live message, so the app detects the ended session by a rejected request.
  await context.clearCookies();
  await form.getByRole('button', { name: 'Add reason' }).click();
  await over(page).waitFor();
  expect(await findings(page, 'ltr')).toEqual([]);
  await takePicture(page, 'session-ended-390');
  await signInOver(page, mobiles.promos, before);
  await over(page).waitFor({ state: 'detached' });
  await form.waitFor({ state: 'detached' });
  await page.getByText('The street is closed').first().waitFor();
  const { items } = await firstAdmin.client.getCancelReasons();
  expect(items.filter(({ label }) => label === 'The street is closed')).toHaveLength(1);
  await close();
});

test('another user who signs in starts at their own screen, without the first user’s input', async () => {
  const { page, close, endElsewhere } = await at('left', '/promos');
  await page.getByRole('button', { name: 'Add promo' }).first().click();
  await page.getByRole('dialog', { name: 'Add promo' }).getByLabel('Name', { exact: true }).fill('Spring');
  await endElsewhere();
  await over(page).waitFor();
  await signInOver(page, demoMobile('fleetadmin', 1), '');
  await page.waitForURL('/dashboard');
  await settled(page);
  expect(await over(page).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Promos' }).count()).toBe(0);
  expect((await firstAdmin.client.listPromos({ query: { q: 'Spring' } })).items).toEqual([]);
  await close();
});

test('a user who signs out, or has no unsaved input, is redirected to the sign-in at once', async () => {
  const { page, close, endElsewhere } = await at('out', '/promos');
  await page.getByRole('searchbox').fill('spring');
  await endElsewhere();
  await page.waitForURL(/\/login/);
  expect(await over(page).count()).toBe(0);
  await close();

  const own = await stage.open({ width: 1280, token: firstAdmin.token });
  await own.page.goto('/addbookings');
  await settled(own.page);
  await own.page.getByRole('combobox', { name: 'Pickup', exact: true }).fill('18 de Julio');
  await own.page.getByRole('button', { name: 'Log out' }).click();
  await own.page.waitForURL(/\/login/);
  expect(await over(own.page).count()).toBe(0);
  await own.close();
});
