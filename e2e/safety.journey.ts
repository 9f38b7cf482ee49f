// Journey: a rider shares a trip with a visitor, and an emergency alert sent over a bad network is handled by an admin.
import { demoMobile } from '@kerb/domain/identity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { acceptWhenOffered, book, find, goOnDutyAt } from './api/ride.ts';
import { until } from './api/until.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { slide } from './browser/steps.ts';

let stage: Stage;
let rider: Person;
let driver: Person;
let admin: Person;
let booking = '';

const standing = { lat: -34.9045, lng: -56.1832 };
const people = () => {
  if (!rider || !driver || !admin) throw new Error('The users are not signed in');
  return { rider, driver, admin };
};

beforeAll(async () => {
  stage = await openStage();
  const { origin } = stage.server;
  rider = await signIn(origin, demoMobile('rider', 1));
  driver = await signIn(origin, demoMobile('driver', 1));
  admin = await signIn(origin, demoMobile('admin', 1));
  await goOnDutyAt(driver, standing);
  const { items: cars } = await rider.client.getCarTypes();
  const pickup = await find(rider, '18 de Julio 1453');
  const drop = await find(rider, 'Maldonado 1700');
  const { driver: own } = await driver.client.getMe();
  const carType = cars.find(({ id }) => id === own?.carType)?.id ?? '';
  booking = (await book(rider, { pickup, drop, carType })).id;
  await acceptWhenOffered(driver, booking);
});
afterAll(async () => {
  for (const person of [rider, driver, admin]) person?.leave();
  await stage?.close();
});

test('a rider shares the trip; any visitor with the link can follow it until sharing is stopped', async () => {
  const own = await stage.open({ width: 390, token: people().rider.token });
  await own.page.goto(`/trip/${booking}`);
  await own.page.getByRole('button', { name: 'Share trip' }).click();
  const sheet = own.page.getByRole('dialog', { name: 'Share this trip' });
  await sheet.getByRole('button', { name: 'Share a link' }).click();
  const link = await sheet.getByText(/\/t\/[A-Za-z0-9_-]{43}$/).textContent();

  const friend = await stage.open({ width: 390 });
  await friend.page.goto(new URL(link ?? '').pathname);
  await friend.page.getByRole('heading', { name: 'On the way to the pickup' }).waitFor();
  const { vehicle_number: plate, driver_name: name } = await people().rider.client.getBooking({
    params: { id: booking },
  });
  await friend.page.getByText(plate ?? '', { exact: true }).waitFor();
  await friend.page.getByText(`Driven by ${name?.split(' ')[0]}`, { exact: true }).waitFor();
  const words = await friend.page.locator('main').textContent();
  expect(words).not.toMatch(/18 de Julio|Maldonado/);
  expect(words).not.toContain(name?.split(' ')[1]);

  await sheet.getByRole('button', { name: 'Stop sharing' }).click();
  await sheet.getByText('The link shows nothing any more.').waitFor();
  await friend.page.getByRole('heading', { name: 'This link has ended' }).waitFor();
  await friend.page.goto('/t/not-a-link-that-any-rider-created');
  await friend.page.getByRole('heading', { name: 'There is no trip here' }).waitFor();
  expect([...own.failures, ...friend.failures]).toEqual([]);
  await own.close();
  await friend.close();
});

test('an emergency alert sent offline is received once when the network is back, shown live in the console, and closed by an admin', async () => {
  const console = await stage.open({ width: 1280, token: people().admin.token });
  await console.page.goto('/bookings');
  await console.page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor();

  const own = await stage.open({ width: 390, token: people().rider.token, place: standing });
  await own.page.goto(`/trip/${booking}`);
  await own.page.getByRole('button', { name: 'Emergency' }).click();
  const help = own.page.getByRole('dialog', { name: 'Do you need help?' });
  expect(await help.getByRole('link', { name: 'Call 911' }).getAttribute('href')).toBe('tel:911');
  await help.getByRole('button', { name: 'Slide to alert the operator' }).waitFor();
  // A tap without sliding raises no alert.
  await help.getByRole('button', { name: 'Slide to alert the operator' }).click();
  expect((await people().admin.client.listAlerts({ query: { open: 'true' } })).open).toBe(0);

  await own.context.setOffline(true);
  await slide(own.page, 'Slide to alert the operator');
  await help.getByText('The network does not answer.').waitFor();
  await own.context.setOffline(false);
  await help.getByText(/The operator was alerted at/).waitFor();
  const alerts = await until(
    'One alert',
    () => people().admin.client.listAlerts({ query: { open: 'true' } }),
    ({ open }) => open === 1,
  );
  expect(alerts.items[0]).toMatchObject({ kind: 'panic', booking, raisedBy: 'rider', times: 1 });
  expect(alerts.items[0]?.place?.lat).toBeCloseTo(standing.lat, 3);

  await console.page
    .getByRole('alert')
    .getByText(/Call for help on trip/)
    .waitFor();
  await console.page.getByRole('alert').getByRole('link', { name: 'Look' }).click();
  await console.page.getByRole('heading', { name: 'Call for help' }).waitFor();
  await console.page.getByRole('link', { name: /Alerts 1/ }).waitFor();
  await console.page.getByRole('button', { name: 'Take care of it' }).click();
  await console.page.getByLabel('What was done').fill('Called the rider: all is well');
  await console.page.getByRole('button', { name: 'Close the alert' }).click();
  await console.page.getByRole('heading', { name: 'All is quiet' }).waitFor();
  await console.page.getByText('Called the rider: all is well').waitFor();
  expect([...console.failures, ...own.failures]).toEqual([]);
  await console.close();
  await own.close();
});
