// Journey of two cities: the second is added while the server runs, and each has its own map, currency and bookings.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { demoMobile } from '@kerb/domain/identity';
import { gridCity, writeOsmPbf } from '@kerb/testing/osm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '../apps/server/src/config.ts';
import { regionCommand } from '../tools/regions/region-command.ts';
import { type Person, signIn } from './api/people.ts';
import { goOnDutyAt } from './api/ride.ts';
import { until } from './api/until.ts';
import type { Window } from './browser/browser.ts';
import { findings, settled } from './browser/inspect.ts';
import { takePicture } from './browser/pictures.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { bookButton, choosePlace } from './browser/steps.ts';

const livramento = { lat: -30.8908, lng: -55.5328 };
const plaza = { lat: -34.9045, lng: -56.1832 };

let stage: Stage;
/** Origin of the second city: the same port with another host name. */
let secondOrigin: string;
const people: Person[] = [];

async function signedIn(origin: string, role: 'rider' | 'driver' | 'admin', which = 1): Promise<Person> {
  const person = await signIn(origin, demoMobile(role, which));
  people.push(person);
  return person;
}

async function addLivramento(): Promise<void> {
  const { folder, port } = stage.place;
  const map = path.join(folder, 'livramento.osm.pbf');
  writeFileSync(map, writeOsmPbf(gridCity({ name: 'Livramento', ...livramento, streets: 12 }), 'a journey'));
  const said: string[] = [];
  const words = ['add', 'livramento', '--host=localhost', `--map=${map}`, '--country=BR'];
  words.push('--timezone=America/Sao_Paulo', '--currency=BRL', '--symbol=R$');
  const config = parseConfig({ KERB_DATA: folder, PORT: String(port) });
  expect(await regionCommand(words, config, (line) => said.push(line)), said.join('\n')).toBe(0);
}

beforeAll(async () => {
  stage = await openStage();
  secondOrigin = stage.server.origin.replace('127.0.0.1', 'localhost');
  await addLivramento();
  await until(
    'The second city',
    async () => (await fetch(`${secondOrigin}/api/v1/settings`)).text(),
    (settings) => settings.includes('"code":"BRL"'),
  );
});
afterAll(async () => {
  for (const person of people) person.leave();
  await stage?.close();
});

const cityChoice = (page: Page) => page.getByRole('combobox', { name: 'City', exact: true });

test.each([390, 1280])('the header leads from one city to the other at %d px', async (width) => {
  const { page, close, failures } = await stage.open({ width });
  await page.goto('/');
  await cityChoice(page).selectOption('Livramento');
  await page.waitForURL(`${secondOrigin}/`);
  await page.getByText('in Livramento').first().waitFor();
  expect(await cityChoice(page).locator('option').allTextContents()).toEqual(['Montevideo', 'Livramento']);
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);
  await takePicture(page, `two-cities-${width}`);
  await cityChoice(page).selectOption('Montevideo');
  await page.waitForURL(`${stage.server.origin}/`);
  expect(failures).toEqual([]);
  await close();
});

interface Ride {
  pickup: string;
  drop: string;
  /** Currency symbol of the price on the button. */
  symbol: string;
}

/** Books as a rider of the city, and returns the reference. */
async function book({ page }: Window, { pickup, drop, symbol }: Ride): Promise<string> {
  await page.goto('/');
  await choosePlace(page, 'Pickup', pickup);
  await choosePlace(page, 'Drop', drop);
  const button = bookButton(page);
  await until(
    'The price',
    () => button.textContent(),
    (text) => text?.includes(symbol) === true,
  );
  await button.click();
  const estimate = page.getByRole('dialog', { name: 'Your fare' });
  await estimate.getByText('Total').waitFor();
  await estimate.getByRole('button', { name: 'Book this ride' }).click();
  const booked = page.getByRole('dialog', { name: 'Booked' });
  const reference = await booked.getByText(/^[2-9A-HJ-NP-Z]{6}$/).textContent();
  return reference ?? '';
}

/** Returns the text of the list of bookings that an admin of the city sees. */
async function bookingsOf(origin: string, reference: string): Promise<string> {
  const admin = await signedIn(origin, 'admin');
  const { page, close } = await stage.open({ origin, width: 1280, token: admin.token });
  await page.goto('/bookings');
  await page.getByRole('row').filter({ hasText: reference }).first().waitFor();
  const text = (await page.getByRole('main').textContent()) ?? '';
  await close();
  return text;
}

test('riders in two cities book in the local currency, and each admin sees only their own city', async () => {
  const { origin } = stage.server;
  await goOnDutyAt(await signedIn(origin, 'driver'), plaza);
  // A different driver, because a driver can be on duty in only one city at a time.
  await goOnDutyAt(await signedIn(secondOrigin, 'driver', 2), livramento);
  const inFirst = await stage.open({ width: 1280, token: (await signedIn(origin, 'rider')).token });
  const inSecond = await stage.open({
    origin: secondOrigin,
    width: 390,
    token: (await signedIn(secondOrigin, 'rider')).token,
  });
  const [first, second] = await Promise.all([
    book(inFirst, { pickup: '18 de Julio 1453', drop: 'Maldonado 1700', symbol: '$U' }),
    book(inSecond, { pickup: 'Calle 3 201', drop: 'Calle 10 901', symbol: 'R$' }),
  ]);
  const listOfFirst = await bookingsOf(origin, first);
  const listOfSecond = await bookingsOf(secondOrigin, second);
  expect(listOfFirst).not.toContain(second);
  expect(listOfSecond).not.toContain(first);
  expect(listOfFirst).toContain('$U');
  expect(listOfSecond).toContain('R$');
  expect([...inFirst.failures, ...inSecond.failures]).toEqual([]);
  await inFirst.close();
  await inSecond.close();
});
