// Every screen of drivers and fleet admins, inspected for layout and accessibility.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../browser/stage.ts';
import { inspectScreens } from './inspect-screens.ts';
import { type Present, presentPeople, standing } from './present-people.ts';

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

test('the screens of a driver with a trip have no layout or accessibility fault', async () => {
  const visitor = { token: present.driver.token, place: standing };
  const screens = {
    'driver-landing': '/',
    'driver-tasks': '/driver',
    'driver-drive': `/driver/trip/${present.running}`,
    'driver-chat': `/driver/trip/${present.running}/chat`,
    'driver-bookings': '/bookings',
    'driver-profile': '/profile',
    'driver-wallet': '/wallet',
    'driver-statement': '/wallet/statement',
    'driver-day': '/driver/day',
  };
  expect(await inspectScreens(stage, visitor, screens)).toEqual([]);
});

test('the screen of a driver without a trip has no layout or accessibility fault', async () => {
  const visitor = { token: present.idleDriver.token, place: standing };
  expect(await inspectScreens(stage, visitor, { 'idle-driver-tasks': '/driver' })).toEqual([]);
});

test('the screens of fleet admins have no layout or accessibility fault', async () => {
  const screens = {
    'fleetadmin-landing': '/',
    'fleetadmin-dashboard': '/dashboard',
    'fleetadmin-bookings': '/bookings',
    'fleetadmin-drivers': '/drivers',
    'fleetadmin-vehicles': '/vehicles',
    'fleetadmin-driver-earnings': '/driverearning',
    'fleetadmin-profile': '/profile',
  };
  expect(await inspectScreens(stage, { token: present.fleetadmin.token }, screens)).toEqual([]);
});

test('the driver’s trip with a map has no layout or accessibility fault', async () => {
  const visitor = { token: present.driver.token, place: standing, map: true };
  const screens = { 'map-drive': `/driver/trip/${present.running}` };
  expect(await inspectScreens(stage, visitor, screens)).toEqual([]);
});
