// Every screen of the console, for admins and for fleet admins, in every look.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './browser/stage.ts';
import { languages, visit } from './screens/every-look.ts';
import { type Present, presentPeople } from './screens/present-people.ts';

let stage: Stage;
let present: Present;
/** An own language, in its editor. */
let language = '';

beforeAll(async () => {
  stage = await openStage();
  present = await presentPeople(stage);
  language = (
    await present.admin.client.addLanguage({
      body: { langName: 'Deutsch', langLocale: 'de', dateLocale: 'de' },
    })
  ).id;
});
afterAll(async () => {
  present?.leave();
  await stage?.close();
});

const ofAdmins = (): Readonly<Record<string, string>> => ({
  'admin-landing': '/',
  'admin-dashboard': '/dashboard',
  'admin-alerts': '/alerts',
  'admin-bookings': '/bookings',
  'admin-booking': `/bookings/${present.running}`,
  'admin-cancelled-booking': `/bookings/${present.cancelled}`,
  'admin-add-booking': '/addbookings',
  'admin-profile': '/profile',
  'admin-riders': '/riders',
  'admin-drivers': '/drivers',
  'admin-fleetadmins': '/fleetadmins',
  'admin-alladmin': '/alladmin',
  'admin-person': `/people/${present.driver.uid}`,
  'admin-wallet': `/people/${present.rider.uid}?part=wallet`,
  'admin-car-types': '/cartypes',
  'admin-new-car-type': '/cartypes/new',
  'admin-car-type': `/cartypes/${present.carType}`,
  'admin-cancel-reasons': '/cancelreasons',
  'admin-promos': '/promos',
  'admin-notifications': '/notifications',
  'admin-earning-reports': '/earningreports',
  'admin-driver-earnings': '/driverearning',
  'admin-add-to-wallet': '/addtowallet',
  'admin-withdraws': '/withdraws',
  'admin-money': '/money',
  'admin-settings': '/settings',
  'admin-app-info': '/appinfo',
  'admin-languages': '/languagesetting',
  'admin-language': `/languagesetting/${language}`,
});

const ofFleetAdmins = (): Readonly<Record<string, string>> => ({
  'fleetadmin-landing': '/',
  'fleetadmin-dashboard': '/dashboard',
  'fleetadmin-bookings': '/bookings',
  'fleetadmin-drivers': '/drivers',
  'fleetadmin-driver-earnings': '/driverearning',
  'fleetadmin-profile': '/profile',
});

test.each(languages)('the screens of admins hold in %s', async (lang) => {
  expect(await visit(stage, { token: present.admin.token }, lang, ofAdmins())).toEqual([]);
});

test.each(languages)('the screens of fleet admins hold in %s', async (lang) => {
  expect(await visit(stage, { token: present.fleetadmin.token }, lang, ofFleetAdmins())).toEqual([]);
});
