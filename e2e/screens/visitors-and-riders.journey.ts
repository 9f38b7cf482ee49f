// Every screen of visitors and riders, inspected for layout and accessibility.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../browser/stage.ts';
import { inspectScreens, type Screen } from './inspect-screens.ts';
import { declineTopup, type Present, presentPeople } from './present-people.ts';

let stage: Stage;
let present: Present;
/** The id of a declined card payment. */
let declined = '';

beforeAll(async () => {
  stage = await openStage();
  present = await presentPeople(stage);
  declined = await declineTopup(stage, present.rider);
});
afterAll(async () => {
  present?.leave();
  await stage?.close();
});

const unknownAddress: Screen = { address: '/no/such/screen', status: 404 };

const notices: Screen = {
  address: '/bookings',
  async open(page, language) {
    const button = language === 'en' ? /^Notifications/ : /^الإشعارات/;
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').getByText('Road works on the Rambla').waitFor();
  },
};

test('the screens of visitors have no layout or accessibility fault', async () => {
  const screens = {
    'visitor-landing': '/',
    'visitor-about': '/about-us',
    'visitor-privacy': '/privacy-policy',
    'visitor-login': '/login',
    'visitor-driver-signup': '/driver-signup',
    'visitor-inbox': '/dev/inbox',
    'visitor-shared-trip': present.shared,
    'visitor-unknown': unknownAddress,
  };
  expect(await inspectScreens(stage, {}, screens)).toEqual([]);
});

test('the screens of riders have no layout or accessibility fault', async () => {
  const screens = {
    'rider-landing': '/',
    'rider-bookings': '/bookings',
    'rider-notices': notices,
    'rider-profile': '/profile',
    'rider-trip': `/trip/${present.running}`,
    'rider-chat': `/trip/${present.running}/chat`,
    'rider-cancelled-trip': `/trip/${present.cancelled}`,
    'rider-wallet': '/wallet',
    'rider-payment': `/payment/${declined}`,
  };
  expect(await inspectScreens(stage, { token: present.rider.token }, screens)).toEqual([]);
});

test('the screens of visitors and riders with a map have no layout or accessibility fault', async () => {
  const visitor = { token: present.rider.token, map: true };
  const screens = {
    'map-landing': '/',
    'map-trip': `/trip/${present.running}`,
    'map-shared-trip': present.shared,
  };
  expect(await inspectScreens(stage, visitor, screens)).toEqual([]);
});
