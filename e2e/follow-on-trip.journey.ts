// A driver accepts the next trip before the end of the current one, and its rider sees when the driver sets out.
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { acceptWhenOffered, book, find, goOnDutyAt } from './api/ride.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { slide } from './browser/steps.ts';

let stage: Stage;
let driver: Person;
let riders: Person[] = [];

beforeAll(async () => {
  stage = await openStage();
  const { origin } = stage.server;
  driver = await signIn(origin, demoMobile('driver', 1));
  riders = [await signIn(origin, demoMobile('rider', 1)), await signIn(origin, demoMobile('simRider', 1))];
});
afterAll(async () => {
  for (const person of [driver, ...riders]) person?.leave();
  await stage?.close();
});

const seen = (page: Page, heading: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name: heading }).first().waitFor();

test('a driver about to finish accepts the next trip, and its rider sees that the current one is ending', async () => {
  const [first, second] = riders;
  if (!first || !second) throw new Error('two riders');
  const pickup = await find(first, '18 de Julio 1453');
  const drop = await find(first, 'Maldonado 1700');
  await goOnDutyAt(driver, pickup);
  const carType = (await driver.client.getMe()).driver?.carType ?? '';
  const { id: current } = await book(first, { pickup, drop, carType });
  await acceptWhenOffered(driver, current);
  const here = { params: { id: current }, body: { location: pickup } };
  await driver.client.arriveBooking(here);
  await driver.client.startBooking(here);

  const phone = await stage.open({ width: 390, token: driver.token, place: drop });
  await phone.page.goto(`/driver/trip/${current}`);
  await seen(phone.page, /to the drop$/);
  const { id: next } = await book(second, { pickup: drop, drop: pickup, carType });
  await phone.page.getByRole('button', { name: 'Accept' }).click();
  await seen(phone.page, /^Next trip: /);

  const riderPhone = await stage.open({ width: 390, token: second.token });
  await riderPhone.page.goto(`/trip/${next}`);
  await seen(riderPhone.page, 'Your driver is finishing a trip nearby');

  await slide(phone.page, 'Reached the drop');
  await slide(phone.page, /^Cash collected: /);
  await seen(riderPhone.page, 'Driver on the way');
  await phone.page.getByRole('link', { name: 'To the next trip' }).click();
  await seen(phone.page, /^Pick up /);
  expect(await driver.client.getBooking({ params: { id: next } })).toMatchObject({
    status: 'ACCEPTED',
    followOn: null,
  });
  expect([...phone.failures, ...riderPhone.failures]).toEqual([]);
  await phone.close();
  await riderPhone.close();
});
