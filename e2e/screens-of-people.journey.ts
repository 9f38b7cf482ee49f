// Every screen of visitors, riders and drivers, in every look.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenToConsole } from './browser/inspect.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { everyLook, languages, nowhere, type Visitor, visit } from './screens/every-look.ts';
import { declineTopup, type Present, presentPeople, standing } from './screens/present-people.ts';

let stage: Stage;
let present: Present;
/** A card that was declined while topping up. */
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

type Screens = Readonly<Record<string, string>>;
const people: Record<string, () => readonly [Visitor, Screens]> = {
  visitor: () => [
    {},
    {
      'visitor-landing': '/',
      'visitor-about': '/about-us',
      'visitor-privacy': '/privacy-policy',
      'visitor-login': '/login',
      'visitor-driver-signup': '/driver-signup',
      'visitor-inbox': '/dev/inbox',
      'visitor-shared-trip': present.shared,
      'visitor-unknown': nowhere,
    },
  ],
  rider: () => [
    { token: present.rider.token },
    {
      'rider-landing': '/',
      'rider-bookings': '/bookings',
      'rider-profile': '/profile',
      'rider-trip': `/trip/${present.running}`,
      'rider-chat': `/trip/${present.running}/chat`,
      'rider-cancelled-trip': `/trip/${present.cancelled}`,
      'rider-wallet': '/wallet',
      'rider-payment': `/payment/${declined}`,
    },
  ],
  driver: () => [
    { token: present.driver.token, place: standing },
    {
      'driver-landing': '/',
      'driver-tasks': '/driver',
      'driver-drive': `/driver/trip/${present.running}`,
      'driver-chat': `/driver/trip/${present.running}/chat`,
      'driver-trip': `/trip/${present.running}`,
      'driver-bookings': '/bookings',
      'driver-profile': '/profile',
      'driver-wallet': '/wallet',
      'driver-statement': '/wallet/statement',
    },
  ],
  'driver without a trip': () => [
    { token: present.idleDriver.token, place: standing },
    { 'idle-driver-tasks': '/driver' },
  ],
};

test.each(Object.keys(people).flatMap((who) => languages.map((language) => [who, language] as const)))(
  'the screens of the %s hold in %s',
  async (who, language) => {
    const [visitor, screens] = people[who]?.() ?? [{}, {}];
    expect(await visit(stage, visitor, language, screens)).toEqual([]);
  },
);

test.each(languages)('the messages under the bell hold in %s', async (language) => {
  const { page, context } = await stage.open({ width: 390, language, token: present.rider.token });
  const complaints = await listenToConsole(page);
  await page.goto('/bookings');
  await page.getByRole('button', { name: language === 'en' ? /^Notifications/ : /^الإشعارات/ }).click();
  await page.getByRole('dialog').getByText('Road works on the Rambla').waitFor();
  const found = await everyLook(page, 'rider-notices', language);
  await context.close();
  expect([...found, ...complaints]).toEqual([]);
});
