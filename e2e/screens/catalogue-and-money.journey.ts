// The admin's screens about the catalogue, money and settings, inspected for layout and accessibility.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../browser/stage.ts';
import { inspectScreens } from './inspect-screens.ts';
import { type Present, presentPeople } from './present-people.ts';

let stage: Stage;
let present: Present;
/** The id of a language that the operator added. */
let language = '';

beforeAll(async () => {
  stage = await openStage();
  present = await presentPeople(stage);
  const { client } = present.admin;
  const german = { langName: 'Deutsch', langLocale: 'de', dateLocale: 'de' };
  language = (await client.addLanguage({ body: german })).id;
  const { driver } = present;
  const credit = { amount: 900, source: 'cash', reason: 'Paid in at the desk' } as const;
  await client.addToWallet({ params: { id: driver.uid }, body: credit });
  await driver.client.requestWithdraw({
    body: { amount: 120, bankName: 'Banco Sur', bankAccount: '001-7788' },
  });
});
afterAll(async () => {
  present?.leave();
  await stage?.close();
});

/** Opens the dialog of the first promo. */
async function openPromo(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Spring$/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('spinbutton').first().waitFor();
}

/** Opens the calendar of the promo's expiry. */
async function openPromoCalendar(page: Page): Promise<void> {
  await openPromo(page);
  await page.locator('form .MuiPickersInputBase-root button').click();
  await page.getByRole('gridcell').first().waitFor();
}

test('the screens of the catalogue have no layout or accessibility fault', async () => {
  const screens = {
    'admin-car-types': '/cartypes',
    'admin-new-car-type': '/cartypes/new',
    'admin-car-type': `/cartypes/${present.carType}`,
    'admin-cancel-reasons': '/cancelreasons',
    'admin-promos': '/promos',
    'admin-promo': { address: '/promos', open: openPromo },
    'admin-promo-calendar': { address: '/promos', open: openPromoCalendar },
    'admin-notifications': '/notifications',
  };
  expect(await inspectScreens(stage, { token: present.admin.token }, screens)).toEqual([]);
});

test('the screens of money have no layout or accessibility fault', async () => {
  const screens = {
    'admin-earning-reports': '/earningreports',
    'admin-driver-earnings': '/driverearning',
    'admin-driver-statement': `/driverearning?statement=${present.driver.uid}`,
    'admin-add-to-wallet': '/addtowallet',
    'admin-withdraws': '/withdraws',
    'admin-fare-reviews': '/farereviews',
    'admin-money': '/money',
  };
  expect(await inspectScreens(stage, { token: present.admin.token }, screens)).toEqual([]);
});

test('the screens of settings have no layout or accessibility fault', async () => {
  const screens = {
    'admin-settings': '/settings',
    'admin-app-info': '/appinfo',
    'admin-what-if': '/whatif',
    'admin-shifts': '/shifts',
    'admin-open-data': '/opendata',
    'admin-languages': '/languagesetting',
    'admin-language': `/languagesetting/${language}`,
  };
  expect(await inspectScreens(stage, { token: present.admin.token }, screens)).toEqual([]);
});
