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

type Screens = Readonly<Record<string, string>>;

const ofAdmins: Readonly<Record<string, () => Screens>> = {
  operation: () => ({
    'admin-landing': '/',
    'admin-dashboard': '/dashboard',
    'admin-alerts': '/alerts',
    'admin-bookings': '/bookings',
    'admin-booking': `/bookings/${present.running}`,
    'admin-cancelled-booking': `/bookings/${present.cancelled}`,
    'admin-add-booking': '/addbookings',
  }),
  people: () => ({
    'admin-profile': '/profile',
    'admin-riders': '/riders',
    'admin-drivers': '/drivers',
    'admin-fleetadmins': '/fleetadmins',
    'admin-alladmin': '/alladmin',
    'admin-person': `/people/${present.driver.uid}`,
    'admin-wallet': `/people/${present.rider.uid}?part=wallet`,
  }),
  offer: () => ({
    'admin-car-types': '/cartypes',
    'admin-new-car-type': '/cartypes/new',
    'admin-car-type': `/cartypes/${present.carType}`,
    'admin-cancel-reasons': '/cancelreasons',
    'admin-promos': '/promos',
    'admin-notifications': '/notifications',
  }),
  money: () => ({
    'admin-earning-reports': '/earningreports',
    'admin-driver-earnings': '/driverearning',
    'admin-add-to-wallet': '/addtowallet',
    'admin-withdraws': '/withdraws',
    'admin-money': '/money',
  }),
  settings: () => ({
    'admin-settings': '/settings',
    'admin-app-info': '/appinfo',
    'admin-languages': '/languagesetting',
    'admin-language': `/languagesetting/${language}`,
  }),
};

const ofFleetAdmins = (): Screens => ({
  'fleetadmin-landing': '/',
  'fleetadmin-dashboard': '/dashboard',
  'fleetadmin-bookings': '/bookings',
  'fleetadmin-drivers': '/drivers',
  'fleetadmin-driver-earnings': '/driverearning',
  'fleetadmin-profile': '/profile',
});

test.each(Object.keys(ofAdmins).flatMap((part) => languages.map((lang) => [part, lang] as const)))(
  'the screens of admins about %s hold in %s',
  async (part, lang) => {
    const screens = ofAdmins[part]?.() ?? {};
    expect(await visit(stage, { token: present.admin.token }, lang, screens)).toEqual([]);
  },
);

test.each(languages)('the screens of fleet admins hold in %s', async (lang) => {
  expect(await visit(stage, { token: present.fleetadmin.token }, lang, ofFleetAdmins())).toEqual([]);
});
