// Tests of a user's page through the API: record, audit trail, wallet, ratings and bookings, and the fields that are
// hidden.
import {
  type AuditEntry,
  type BookingSummary,
  type RatingEntry,
  routes,
  type WalletEntry,
} from '@kerb/contract';
import { minor } from '@kerb/domain/kernel';
import { afterEach, expect, test } from 'vitest';
import { createUsersEnvironment, type Someone } from './testing/users-environment.ts';

interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

const environment = await createUsersEnvironment();
afterEach(() => environment.set({}));
const admin = await environment.someone('admin');
const fleetadmin = await environment.someone('fleetadmin', { firstName: 'Zoe', lastName: 'Paz' });
const rival = await environment.someone('fleetadmin');
const rider = await environment.someone('rider', { email: 'leo@mail.example', bankAccount: '42' });
const driver = await environment.someone('driver', {
  fleetadmin: fleetadmin.uid,
  plate: 'SAB 1',
  bankName: 'BROU',
});
const missing = '0193e000-0000-7000-8000-000000000bad';

const pages = [
  routes.getUser,
  routes.getUserAudit,
  routes.getUserWallet,
  routes.getUserRatings,
  routes.getDrivingRecord,
] as const;

test('an admin sees every user, a fleet admin their own drivers; other users are not found', async () => {
  const free = await environment.someone('driver');
  for (const route of pages) {
    for (const person of [rider, driver, fleetadmin, admin, free])
      expect((await environment.call(admin, route, { id: person.uid })).status).toBe(200);
    expect((await environment.call(admin, route, { id: missing })).code).toBe('not_found');
    expect((await environment.call(fleetadmin, route, { id: driver.uid })).status).toBe(200);
    expect((await environment.call(rival, route, { id: driver.uid })).code).toBe('not_found');
    for (const id of [rider.uid, admin.uid, fleetadmin.uid, rival.uid, free.uid, missing])
      expect((await environment.call(fleetadmin, route, { id })).code).toBe('not_found');
    for (const actor of [rider, driver])
      expect((await environment.call(actor, route, { id: actor.uid })).code).toBe('forbidden');
    expect((await environment.call(null, route, { id: driver.uid })).code).toBe('not_logged_in');
    expect((await environment.call(admin, route, { id: 'me' })).code).toBe('invalid_input');
  }
});

test('the record contains the driver’s details, the fleet and the mean of the ratings', async () => {
  await environment.withTx((tx) => environment.app.modules.identity.api.recordRating(tx, driver.uid, 4));
  const { body } = await environment.call(admin, routes.getUser, { id: driver.uid });
  expect(body).toMatchObject({
    id: driver.uid,
    usertype: 'driver',
    bankName: 'BROU',
    ratings: { userrating: '4.0', count: 1 },
    driver: { vehicleNumber: 'SAB 1', fleetadmin: fleetadmin.uid, fleetadminName: 'Zoe Paz', queue: false },
  });
  expect((await environment.call(admin, routes.getUser, { id: rider.uid })).body.driver).toBeNull();
});

test('contact and bank details are hidden in demonstration mode, and bank details without bank fields', async () => {
  const look = async (actor: Someone, id: string) => {
    const { email, mobile, bankName, bankCode, bankAccount } = (
      await environment.call(actor, routes.getUser, { id })
    ).body;
    return { email, mobile, bankName, bankCode, bankAccount };
  };
  expect(await look(admin, rider.uid)).toMatchObject({ email: 'leo@mail.example', bankAccount: '42' });
  await environment.set({ bank_fields: false });
  const noBank = { bankName: null, bankCode: null, bankAccount: null };
  expect(await look(admin, rider.uid)).toMatchObject({ email: 'leo@mail.example', ...noBank });
  await environment.set({ AllowCriticalEditsAdmin: false });
  expect(await look(admin, rider.uid)).toEqual({ email: null, mobile: null, ...noBank });
  expect(await look(fleetadmin, driver.uid)).toEqual({ email: null, mobile: null, ...noBank });
});

test('the audit is paged, newest first, and hides the same fields as the record', async () => {
  const person = { usertype: 'rider', firstName: 'Eva', lastName: 'Paz', bankAccount: '9' };
  const email = `eva.${crypto.randomUUID()}@mail.example`;
  const { body } = await environment.call(admin, routes.addUser, {
    body: { ...person, email, mobile: environment.newMobile() },
  });
  for (const lastName of ['Uno', 'Dos', 'Tres'])
    await environment.call(admin, routes.editUser, { id: body.id, body: { lastName } });
  const audit = async (query = '') =>
    (await environment.call<Page<AuditEntry>>(admin, routes.getUserAudit, { id: body.id, query })).body;
  const all = (await audit()).items;
  expect(all.map(({ after }) => after.lastName)).toEqual(['Tres', 'Dos', 'Uno', 'Paz']);
  expect(all.at(-1)).toMatchObject({ action: 'add', before: {}, after: { email, bankAccount: '9' } });

  const paged: AuditEntry[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<AuditEntry> = await audit(`?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
    paged.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  expect(paged).toEqual(all);
  expect((await environment.call(admin, routes.getUserAudit, { id: body.id, query: '?cursor=x' })).code).toBe(
    'invalid_input',
  );

  await environment.set({ AllowCriticalEditsAdmin: false });
  expect((await audit()).items.at(-1)?.after).toMatchObject({
    email: null,
    mobile: null,
    bankAccount: null,
    firstName: 'Eva',
  });
});

test('the wallet shows balance and history in major units, page by page', async () => {
  const wallet = environment.app.modules.wallet.api;
  const owner = await environment.someone('rider');
  for (const amount of [1000, 250, 4])
    await environment.withTx((tx) =>
      wallet.creditByAdmin(tx, crypto.randomUUID(), {
        account: { kind: 'rider', owner: owner.uid },
        amount: minor(amount),
      }),
    );
  const look = async (query = '') =>
    (
      await environment.call<Page<WalletEntry> & { walletBalance: number }>(admin, routes.getUserWallet, {
        id: owner.uid,
        query,
      })
    ).body;
  const whole = await look();
  expect(whole).toMatchObject({ walletBalance: 12.54, nextCursor: null });
  expect(whole.items.map(({ amount, balance, type }) => [type, amount, balance])).toEqual([
    ['Credit', 0.04, 12.54],
    ['Credit', 2.5, 12.5],
    ['Credit', 10, 10],
  ]);
  const first = await look('?limit=2');
  expect([...first.items, ...(await look(`?cursor=${first.nextCursor}`)).items]).toEqual(whole.items);
  expect(
    (await environment.call(admin, routes.getUserWallet, { id: owner.uid, query: '?cursor=x' })).code,
  ).toBe('invalid_input');
  expect((await environment.call(admin, routes.getUserWallet, { id: rider.uid })).body).toEqual({
    walletBalance: 0,
    items: [],
    nextCursor: null,
  });
});

test('the ratings of a driver are listed newest first, with the rider and the reason', async () => {
  const rated = await environment.someone('driver', { fleetadmin: fleetadmin.uid });
  const trip = { customer: rider.uid, driver: rated.uid, status: 'COMPLETE' as const };
  const one = await environment.addBooking({ ...trip, rating: 5, comment: 'Kind' });
  await environment.addBooking(trip);
  const two = await environment.addBooking({ ...trip, rating: 2, name: '' });
  await environment.addBooking({ ...trip, driver: driver.uid, rating: 1 });
  const look = async (query = '') =>
    (await environment.call<Page<RatingEntry>>(fleetadmin, routes.getUserRatings, { id: rated.uid, query }))
      .body;
  const { items } = await look();
  expect(items.map(({ booking, rate, user, comment }) => ({ booking, rate, user, comment }))).toEqual([
    { booking: two, rate: 2, user: '', comment: '' },
    { booking: one, rate: 5, user: 'Leo', comment: 'Kind' },
  ]);
  const first = await look('?limit=1');
  expect([...first.items, ...(await look(`?limit=1&cursor=${first.nextCursor}`)).items]).toEqual(items);
  expect((await look(`?cursor=${one}`)).items).toEqual([]);
  expect(
    (await environment.call(admin, routes.getUserRatings, { id: rated.uid, query: '?cursor=1' })).code,
  ).toBe('invalid_input');
});

test('bookings can be filtered by user, by those who may see that user', async () => {
  const passenger = await environment.someone('rider');
  const wheel = await environment.someone('driver', { fleetadmin: fleetadmin.uid });
  const trip = { customer: passenger.uid, driver: wheel.uid, status: 'COMPLETE' as const };
  const ridden = await environment.addBooking({ ...trip, fleetadmin: fleetadmin.uid });
  const asked = await environment.addBooking({ customer: passenger.uid, status: 'CANCELLED' });
  const idsOf = async (actor: Someone, person: string, more = '') => {
    const query = `?person=${person}${more}`;
    const { body } = await environment.call<Page<BookingSummary>>(actor, routes.listBookings, { query });
    return body.items.map(({ id }) => id);
  };
  expect(await idsOf(admin, passenger.uid)).toEqual([asked, ridden]);
  expect(await idsOf(admin, passenger.uid, '&status=CANCELLED')).toEqual([asked]);
  expect(await idsOf(admin, wheel.uid)).toEqual([ridden]);
  expect(await idsOf(admin, missing)).toEqual([]);
  expect(await idsOf(fleetadmin, wheel.uid)).toEqual([ridden]);
  expect(await idsOf(rival, wheel.uid)).toEqual([]);
  expect(await idsOf(fleetadmin, passenger.uid)).toEqual([]);
  expect(await idsOf(passenger, wheel.uid)).toEqual([asked, ridden]);
  expect(await idsOf(rider, passenger.uid)).not.toContain(ridden);
  await environment.call(admin, routes.editUser, { id: wheel.uid, body: { fleetadmin: rival.uid } });
  expect(await idsOf(fleetadmin, wheel.uid)).toEqual([]);
  expect((await environment.call(admin, routes.listBookings, { query: '?person=x' })).code).toBe(
    'invalid_input',
  );
});
