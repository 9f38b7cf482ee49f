// The admin's screens about operations and people, inspected for layout and accessibility.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../browser/stage.ts';
import { inspectScreens } from './inspect-screens.ts';
import { type Present, presentPeople } from './present-people.ts';

let stage: Stage;
let present: Present;

beforeAll(async () => {
  stage = await openStage();
  present = await presentPeople(stage);
});
afterAll(async () => {
  present?.leave();
  await stage?.close();
});

const UNKNOWN_USER = '00000000-0000-7000-8000-000000000000';

test('the screens of operations have no layout or accessibility fault', async () => {
  const screens = {
    'admin-landing': '/',
    'admin-dashboard': '/dashboard',
    'admin-figures': '/dashboard?tab=figures',
    'admin-alerts': '/alerts',
    'admin-bookings': '/bookings',
    'admin-booking': `/bookings/${present.running}`,
    'admin-cancelled-booking': `/bookings/${present.cancelled}`,
    'admin-add-booking': '/addbookings',
  };
  expect(await inspectScreens(stage, { token: present.admin.token }, screens)).toEqual([]);
});

test('the lists of people have no layout or accessibility fault', async () => {
  const screens = {
    'admin-profile': '/profile',
    'admin-riders': '/riders',
    'admin-drivers': '/drivers',
    'admin-vehicles': {
      address: '/vehicles',
      open: async (page: Page) => {
        await page.getByText('STX 7001').first().click();
        await page.getByRole('complementary').getByRole('list').waitFor();
      },
    },
    'admin-no-drivers': '/drivers?q=no+such+driver',
    'admin-fleetadmins': '/fleetadmins',
    'admin-alladmin': '/alladmin',
  };
  expect(await inspectScreens(stage, { token: present.admin.token }, screens)).toEqual([]);
});

test('every part of a person’s page has no layout or accessibility fault', async () => {
  const ofDriver = (part: string) => `/people/${present.driver.uid}?part=${part}`;
  const screens = {
    'admin-person-details': ofDriver('details'),
    'admin-person-bookings': ofDriver('bookings'),
    'admin-person-wallet': `/people/${present.rider.uid}?part=wallet`,
    'admin-person-documents': ofDriver('documents'),
    'admin-person-ratings': ofDriver('ratings'),
    'admin-person-audit': ofDriver('audit'),
    'admin-unknown-person': { address: `/people/${UNKNOWN_USER}`, refused: UNKNOWN_USER },
  };
  expect(await inspectScreens(stage, { token: present.admin.token }, screens)).toEqual([]);
});

test('the dashboard with a map has no layout or accessibility fault', async () => {
  const visitor = { token: present.admin.token, map: true };
  expect(await inspectScreens(stage, visitor, { 'map-dashboard': '/dashboard' })).toEqual([]);
});
