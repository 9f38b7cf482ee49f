// Journey of /bookings: an admin filters, sorts, pages and downloads the table, cancels and assigns; a rider cancels;
// a fleet admin has read access; with critical edits off nothing can be changed.
import { readFile } from 'node:fs/promises';
import type { AddressedPoint } from '@kerb/domain/geo';
import { demoMobile } from '@kerb/domain/identity';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backdateAcceptance, changeSettings } from './api/database-by-hand.ts';
import { type Person, signIn } from './api/people.ts';
import { acceptWhenOffered, book, goOnDutyAt } from './api/ride.ts';
import { until } from './api/until.ts';
import { collectConsoleErrors, findings, settled } from './browser/inspect.ts';
import { openStage, type Stage } from './browser/stage.ts';
import { typeDay } from './browser/steps.ts';

const pickup: AddressedPoint = { lat: -34.9053, lng: -56.185, add: '18 de Julio 1453' };
const drop: AddressedPoint = { lat: -34.8945, lng: -56.1665, add: 'Terminal Tres Cruces' };

let stage: Stage;
let admin: Person;
let rider: Person;
let driver: Person;
let carType: string;

beforeAll(async () => {
  stage = await openStage();
  // Admins assign the drivers.
  await changeSettings(stage.place, { autoDispatch: false });
  await stage.restart();
  const { origin } = stage.server;
  admin = await signIn(origin, demoMobile('admin', 1));
  rider = await signIn(origin, demoMobile('rider', 1));
  driver = await signIn(origin, demoMobile('driver', 1));
  carType = (await driver.client.getMe()).driver?.carType ?? '';
  await goOnDutyAt(driver, pickup);
});
afterAll(async () => {
  for (const person of [admin, rider, driver]) person?.leave();
  await stage?.close();
});

const open = (person: Person, width = 1280) => stage.open({ width, token: person.token });
const row = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference });
const bookTaxi = () => book(rider, { pickup, drop, carType });
const bookingOf = (id: string) => admin.client.getBooking({ params: { id } });
const cancelled = (id: string) =>
  until(
    'The cancelled booking',
    () => bookingOf(id),
    ({ status }) => status === 'CANCELLED',
  );
/** An admin assigns the driver, who accepts. */
async function assignAndAccept(id: string): Promise<void> {
  await admin.client.assignBooking({ params: { id }, body: { driver: driver.uid } });
  await acceptWhenOffered(driver, id);
}

async function act(page: Page, reference: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions on booking ${reference}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function alertSays(page: Page, words: string): Promise<void> {
  const alert = page.getByRole('alertdialog', { name: 'Alert' });
  await alert.getByText(words, { exact: true }).waitFor();
  await alert.getByRole('button', { name: 'Close' }).click();
  await alert.waitFor({ state: 'detached' });
}

test('an admin assigns a driver to a new booking, and cancels another with a reason', async () => {
  const { page, close, failures } = await open(admin);
  const consoleErrors = await collectConsoleErrors(page);
  await page.goto('/bookings');
  await page.getByRole('heading', { name: 'No bookings yet' }).waitFor();

  // The new booking appears without a reload.
  const { id, reference } = await bookTaxi();
  await row(page, reference).getByText('Finding a driver').waitFor();
  await act(page, reference, 'Assign driver');
  const dialog = page.getByRole('dialog', { name: `Assign a driver to ${reference}` });
  await dialog.getByRole('radio').first().waitFor({ state: 'attached' });
  await dialog.getByRole('searchbox').fill('no such driver');
  await dialog.getByRole('heading', { name: 'No driver to assign' }).waitFor();
  const me = await driver.client.getMe();
  await dialog.getByRole('searchbox').fill(me.driver?.vehicleNumber ?? '');
  const candidate = dialog.getByText(`${me.firstName} ${me.lastName}`);
  expect(await dialog.getByRole('button', { name: 'Assign' }).isDisabled()).toBe(true);
  await candidate.click();
  await dialog.getByText('Free').waitFor();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await alertSays(page, 'Driver assigned successfully and notified.');
  await acceptWhenOffered(driver, id);
  await row(page, reference).getByText('Driver on the way').waitFor();

  // A disabled action says why, and can be reached by keyboard.
  await row(page, reference)
    .getByRole('button', { name: `Actions on booking ${reference}` })
    .press('Enter');
  const assign = page.getByRole('menuitem', { name: 'Assign driver' });
  expect(await assign.getAttribute('aria-disabled')).toBe('true');
  await assign.getByText('Only while a driver is being looked for.').waitFor();
  await page.keyboard.press('Escape');

  await act(page, reference, 'Cancel booking');
  const cancel = page.getByRole('dialog', { name: `Cancel booking ${reference}?` });
  await cancel.getByText('pays no fee').waitFor();
  expect(await cancel.getByRole('button', { name: 'Cancel booking' }).isDisabled()).toBe(true);
  const reason = cancel.getByRole('radio').first();
  const words = (await reason.getAttribute('value')) ?? '';
  await reason.check({ force: true });
  await cancel.getByRole('button', { name: 'Cancel booking' }).click();
  await cancel.waitFor({ state: 'detached' });
  await row(page, reference).getByText('Cancelled').waitFor();
  expect(await cancelled(id)).toMatchObject({ reason: words, cancelledBy: 'admin', cancellationFee: 0 });
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);
  expect([...consoleErrors, ...failures]).toEqual([]);
  await close();
});

/** Opens the dashboard as the dispatcher, selects the request and chooses the driver, without assigning yet. */
async function chooseOnBoard(dispatcher: Person, reference: string, driverName: string) {
  const { page, close } = await stage.open({ width: 1280, token: dispatcher.token });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: new RegExp(`^Request ${reference}`) }).click();
  const panel = page.getByRole('region', { name: `Request ${reference}` });
  await panel.getByRole('radio', { name: driverName }).check({ force: true });
  return { page, close, assign: panel.getByRole('button', { name: `Assign ${driverName}` }) };
}

test('when two dispatchers assign a request at once, one offer is sent and the other one is notified', async () => {
  const { origin } = stage.server;
  const mobile = '+59899000077';
  await admin.client.addUser({
    body: { usertype: 'admin', firstName: 'Rosa', lastName: 'Sosa', email: 'rosa@kerb.example', mobile },
  });
  const second = await signIn(origin, mobile);
  const other = await signIn(origin, demoMobile('driver', 2));
  await admin.client.editUser({ params: { id: other.uid }, body: { carType } });
  await goOnDutyAt(other, pickup);
  const nameOf = async ({ client }: Person) => {
    const { firstName, lastName } = await client.getMe();
    return `${firstName} ${lastName}`;
  };
  const dispatchers = [
    { person: admin, name: await nameOf(admin), driver: await nameOf(driver) },
    { person: second, name: 'Rosa Sosa', driver: await nameOf(other) },
  ];
  const { id, reference } = await bookTaxi();
  const boards = await Promise.all(
    dispatchers.map((one) => chooseOnBoard(one.person, reference, one.driver)),
  );
  await Promise.all(boards.map(({ assign }) => assign.click()));

  const isAsked = (page: Page) => page.getByText('Driver assigned successfully and notified.').isVisible();
  await until(
    'An answer for both',
    () =>
      Promise.all(
        boards.map(async ({ page }) => (await isAsked(page)) || (await page.getByRole('dialog').isVisible())),
      ),
    (answered) => answered.every(Boolean),
  );
  const won = await Promise.all(boards.map(({ page }) => isAsked(page)));
  const winner = dispatchers[won.indexOf(true)];
  const loser = boards[won.indexOf(false)];
  if (!winner || !loser) throw new Error(`Who was faster? ${won.join(' ')}`);
  await loser.page
    .getByRole('dialog', { name: 'Another dispatcher was faster' })
    .getByText(new RegExp(`^${winner.name} has just offered ${reference} to ${winner.driver}\\.`))
    .waitFor();
  expect(Object.keys((await bookingOf(id)).requestedDrivers)).toHaveLength(1);
  for (const { close } of boards) await close();
  for (const { leave } of [second, other]) leave();
  await admin.client.cancelBooking({ params: { id }, body: { reason: 'Cancelled by the test' } });
});

test('a rider cancels a new booking for free, and an accepted one for the fee shown', async () => {
  const { page, close } = await open(rider);
  const first = await bookTaxi();
  await page.goto('/bookings');
  await act(page, first.reference, 'Cancel booking');
  let dialog = page.getByRole('dialog', { name: `Cancel booking ${first.reference}?` });
  await dialog.getByText('Cancelling now is free.').waitFor();
  await dialog.getByRole('radio').first().check({ force: true });
  await dialog.getByRole('button', { name: 'Cancel booking' }).click();
  expect(await cancelled(first.id)).toMatchObject({ cancelledBy: 'rider', cancellationFee: 0 });
  await dialog.waitFor({ state: 'detached' });

  const second = await bookTaxi();
  await assignAndAccept(second.id);
  // The driver accepted long ago.
  await backdateAcceptance(stage.place, second.id, 30);
  await page.reload();
  await act(page, second.reference, 'Cancel booking');
  dialog = page.getByRole('dialog', { name: `Cancel booking ${second.reference}?` });
  const { cancelSlab } = await bookingOf(second.id);
  const fee = Math.max(
    ...cancelSlab.filter(({ minsDelayed }) => minsDelayed <= 30).map(({ amount }) => amount),
  );
  expect(fee).toBeGreaterThan(0);
  await dialog.getByText(new RegExp(`Cancelling now costs .*${fee}\\.00`)).waitFor();
  await dialog.getByRole('radio').first().check({ force: true });
  await dialog.getByRole('button', { name: 'Cancel booking' }).click();
  expect(await cancelled(second.id)).toMatchObject({ cancelledBy: 'rider', cancellationFee: fee });
  // The rider owes the fee, and books again once it is paid.
  await expect(bookTaxi()).rejects.toMatchObject({ code: 'payment_due' });
  const paid = { amount: fee, source: 'cash' as const, reason: 'Paid at the desk' };
  await admin.client.addToWallet({ params: { id: rider.uid }, body: paid });
  await close();
});

test('the table is filtered, sorted and paged by its URL, remembers its columns, and is downloaded completely', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 27; count += 1) {
    const { id } = await bookTaxi();
    await admin.client.cancelBooking({ params: { id }, body: { reason: 'Cancelled by the test' } });
    ids.push(id);
  }
  const { id, reference } = await bookTaxi();
  const { page, close } = await open(admin);
  await page.goto('/bookings');
  const rows = page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
  await page.getByText('1–25').waitFor();
  expect(await rows.count()).toBe(25);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('26–', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await page.getByText('1–25').waitFor();

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('combobox', { name: /^Status/ }).click();
  await page.getByRole('option', { name: 'Finding a driver' }).click();
  await page.keyboard.press('Escape');
  await page.waitForURL(/status=NEW/);
  await until(
    'One row',
    () => rows.count(),
    (count) => count === 1,
  );
  await row(page, reference).waitFor();
  await page.reload();
  await row(page, reference).waitFor();
  expect(await rows.count()).toBe(1);
  await page.getByRole('button', { name: 'Remove filter: Status: Finding a driver' }).waitFor();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await typeDay(page, 'From', '2020-01-01');
  await typeDay(page, 'To', '2020-01-02');
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.waitForURL((url) => url.search === '');
  await page.getByRole('searchbox').fill(`${reference.toLowerCase()} tres cruces`);
  await until(
    'One row',
    () => rows.count(),
    (count) => count === 1,
  );
  await page.getByRole('searchbox').fill('');
  await page.getByText('1–25').waitFor();

  await page.getByRole('columnheader', { name: 'Trip time' }).click();
  await page.waitForURL(/sort=tripdate&order=asc/);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Rider’s mobile' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Rider’s mobile' }).waitFor();
  await page.reload();
  await page.getByRole('columnheader', { name: 'Rider’s mobile' }).waitFor();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('bookings.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\ufeffReference,Status,/);
  for (const one of [...ids, id]) expect(lines.filter((line) => line.endsWith(one))).toHaveLength(1);

  await page.getByRole('searchbox').fill(reference);
  await row(page, reference).getByText(reference).first().click();
  await page.waitForURL(`/bookings/${id}`);
  await close();
});

test('bookings are opened and selected by keyboard and cancelled together, and a view is saved with its count', async () => {
  const references: string[] = [];
  for (let count = 0; count < 2; count += 1) references.push((await bookTaxi()).reference);
  const [older = '', newer = ''] = references;
  const { page, close, failures } = await open(admin);
  await page.goto('/bookings?status=NEW');
  await row(page, newer).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const details = page.getByRole('complementary', { name: `Open booking ${newer}` });
  await details.getByText('Terminal Tres Cruces').waitFor();
  await page.keyboard.press('j');
  await page.getByRole('complementary', { name: `Open booking ${older}` }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('complementary', { name: /^Open booking/ }).waitFor({ state: 'detached' });
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await page.getByText('2 selected').waitFor();

  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('To dispatch');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await dialog.waitFor({ state: 'detached' });
  // The saved view is shown above the table and in the drawer, below the link to the bookings.
  const { count } = await admin.client.countBookings({ query: { status: 'NEW' } });
  const above = page.getByRole('navigation', { name: 'Saved views', exact: true });
  await above.getByRole('link', { name: `To dispatch ${count}` }).waitFor();
  const inDrawer = page.getByRole('list', { name: 'Saved views of Bookings' });
  await inDrawer.getByRole('link', { name: new RegExp(`^To dispatch\\s*${count}$`) }).waitFor();

  // Another client cancels one of the two bookings first: the dialog reports its failure, the other one is cancelled.
  const toolbar = page.getByRole('toolbar');
  await toolbar.getByRole('button', { name: 'Cancel bookings' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel 2 bookings?' });
  await question.getByRole('radio').first().check({ force: true });
  const { items } = await admin.client.listBookings({ query: { q: older } });
  const elsewhere = { params: { id: items[0]?.id ?? '' }, body: { reason: 'Cancelled by the test' } };
  await admin.client.cancelBooking(elsewhere);
  await question.getByRole('button', { name: 'Cancel bookings' }).click();
  const outcome = page.getByRole('dialog', { name: 'Cancelling bookings' });
  await outcome.getByText('1 of 2 done').waitFor();
  await outcome.getByRole('listitem').filter({ hasText: older }).waitFor();
  await outcome.getByRole('button', { name: 'Close' }).click();
  await page.getByText('1 selected').waitFor();
  expect(failures.filter((failure) => !failure.includes('/cancel'))).toEqual([]);
  await close();
});

test('a fleet admin sees the bookings of their own drivers, without actions', async () => {
  const fleetadmin = await signIn(stage.server.origin, demoMobile('fleetadmin', 1));
  // Every fourth driver belongs to the fleet.
  const theirs = await signIn(stage.server.origin, demoMobile('driver', 4));
  const mine = await bookTaxi();
  const { page, close } = await open(fleetadmin);
  await page.goto('/bookings');
  await settled(page);
  expect(await row(page, mine.reference).count()).toBe(0);
  await goOnDutyAt(theirs, pickup);
  const car = (await theirs.client.getMe()).driver?.carType ?? '';
  const other = await signIn(stage.server.origin, demoMobile('rider', 2));
  const ride = await book(other, { pickup, drop, carType: car });
  await admin.client.assignBooking({ params: { id: ride.id }, body: { driver: theirs.uid } });
  await acceptWhenOffered(theirs, ride.id);
  await row(page, ride.reference).waitFor();
  expect(await page.getByRole('button', { name: /^Actions on booking/ }).count()).toBe(0);
  for (const person of [fleetadmin, other, theirs]) person.leave();
  await close();
});

test('a rider sees their rides as cards, later ones first', async () => {
  const tripdate = Date.now() + 3 * 3_600_000;
  const { id: estimate } = await rider.client.createEstimate({ body: { pickup, drop, carType, tripdate } });
  const { reference } = await rider.client.createBooking({
    body: {
      pickup,
      drop,
      carType,
      estimate,
      tripdate,
      bookLater: true,
      paymentPacket: { payment_mode: 'cash' },
    },
  });
  const { page, close } = await open(rider, 390);
  await page.goto('/bookings');
  const upcoming = page.getByRole('list', { name: 'Upcoming' });
  await upcoming.getByRole('link', { name: `Open booking ${reference}` }).waitFor();
  expect(await page.getByRole('list', { name: 'Now and before' }).getByText(reference).count()).toBe(0);
  await settled(page);
  expect(await findings(page, 'ltr')).toEqual([]);
  await upcoming.getByRole('link', { name: `Open booking ${reference}` }).click();
  await page.waitForURL(/^.*\/trip\//);
  await close();
});

test('with critical edits off, bookings cannot be cancelled or downloaded, and contact details are hidden', async () => {
  const { reference } = await bookTaxi();
  await changeSettings(stage.place, { AllowCriticalEditsAdmin: false });
  await stage.restart();
  const { page, close } = await open(admin);
  await page.goto('/bookings');
  await act(page, reference, 'Cancel booking');
  await alertSays(page, 'Not available in demonstration mode.');
  expect(await page.getByRole('button', { name: 'Download CSV' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Rider’s mobile' }).click();
  await page.keyboard.press('Escape');
  await row(page, reference).getByText('Hidden for Demo').waitFor();
  await close();
});
