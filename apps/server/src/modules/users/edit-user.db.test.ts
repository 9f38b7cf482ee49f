// Tests of changing users through the API: fields, fleets and roles, and the effects of a change of role.
import {
  type AuditEntry,
  type RouteDefinition,
  routes,
  type SavedView,
  type User,
  type Vehicle,
  type Withdraw,
} from '@kerb/contract';
import { minor } from '@kerb/domain/kernel';
import { afterEach, expect, test } from 'vitest';
import { createUsersEnvironment, type Someone } from './testing/users-environment.ts';

const environment = await createUsersEnvironment();
afterEach(() => environment.set({}));
const admin = await environment.someone('admin', { firstName: 'Berta', lastName: 'Ruiz' });
const fleetadmin = await environment.someone('fleetadmin');
const rival = await environment.someone('fleetadmin');

const edit = (actor: Someone | null, person: { uid: string }, body: object) =>
  environment.call(actor, routes.editUser, { id: person.uid, body });
const get = (actor: Someone, person: { uid: string }) =>
  environment.call(actor, routes.getUser, { id: person.uid });
const auditOf = async (person: { uid: string }) =>
  (await environment.call<{ items: AuditEntry[] }>(admin, routes.getUserAudit, { id: person.uid })).body
    .items;
const isSignedIn = async (person: Someone) => (await environment.call(person, routes.getMe)).status === 200;

test('names, bank details and vehicle are changed, published and audited field by field', async () => {
  const driver = await environment.someone('driver', { lastName: 'Paz', fleetadmin: fleetadmin.uid });
  await environment.events();
  const { status, body } = await edit(admin, driver, {
    firstName: 'Anna',
    lastName: 'Paz',
    bankAccount: '77',
    carType: environment.carType,
    vehicleNumber: 'SAB 7',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    firstName: 'Anna',
    lastName: 'Paz',
    bankAccount: '77',
    driver: { carType: environment.carType, vehicleNumber: 'SAB 7', fleetadmin: fleetadmin.uid },
  });
  expect((await get(fleetadmin, driver)).body).toEqual(body);
  const published = await environment.events();
  expect(published.find(({ name }) => name === 'user.changed')).toMatchObject({
    topics: ['people:all', `people:fleet:${fleetadmin.uid}`],
    data: { uid: driver.uid },
  });
  expect(
    published.some(({ name, topics }) => name === 'me.changed' && topics.includes(`user:${driver.uid}`)),
  ).toBe(true);
  expect(await auditOf(driver)).toEqual([
    {
      id: expect.any(String),
      at: expect.any(Number),
      by: { id: admin.uid, name: 'Berta Ruiz' },
      action: 'edit',
      before: { firstName: 'Ana' },
      after: { firstName: 'Anna', bankAccount: '77', carType: environment.carType, vehicleNumber: 'SAB 7' },
    },
  ]);
});

test('a user becomes an admin, who has no wallet, only with an empty wallet and no pending withdrawal', async () => {
  const driver = await environment.someone('driver');
  await edit(admin, driver, { bankName: 'BROU', bankCode: '001', bankAccount: '77' });
  await environment.withTx((tx) =>
    environment.app.modules.wallet.api.creditByAdmin(tx, crypto.randomUUID(), {
      account: { kind: 'driver', owner: driver.uid },
      amount: minor(500),
    }),
  );
  const before = (await get(admin, driver)).body;
  const promote = () => edit(admin, driver, { usertype: 'admin' });
  const refused = await promote();
  expect([refused.status, refused.code]).toEqual([409, 'balance_open']);

  const { body: withdraw } = await environment.call<Withdraw>(driver, routes.requestWithdraw, {
    body: { amount: 5 },
  });
  expect((await promote()).code).toBe('payout_pending');
  expect((await get(admin, driver)).body).toEqual({ ...before, walletBalance: 0 });
  expect(await isSignedIn(driver)).toBe(true);

  await environment.call(admin, routes.completeWithdraw, { id: withdraw.id, body: {} });
  expect((await promote()).status).toBe(200);
});

test('the shared views of an admin become private when they lose the role', async () => {
  const former = await environment.someone('admin');
  const view = { table: 'bookings', name: 'Team', query: 'status=NEW', columns: null, shared: true };
  const { body } = await environment.call<SavedView>(former, routes.addSavedView, { body: view });
  const seenBy = async (person: Someone) => {
    const answer = await environment.call<{ items: SavedView[] }>(person, routes.listSavedViews);
    return answer.body.items.map(({ id, shared }) => ({ id, shared }));
  };
  expect(await seenBy(admin)).toEqual([{ id: body.id, shared: true }]);
  expect((await edit(admin, former, { usertype: 'fleetadmin' })).status).toBe(200);
  expect(await seenBy(admin)).toEqual([]);
  const again = await environment.signIn(former.uid, 'fleetadmin');
  expect(await seenBy(again)).toEqual([{ id: body.id, shared: false }]);
});

test('a former admin has no phone desk, so that calls to its extension ring at the others', async () => {
  const former = await environment.someone('admin');
  const disabled = await environment.someone('admin');
  const other = await environment.someone('admin');
  const openDesk = (person: Someone, extension: string) =>
    environment.call(person, routes.setDesk, { body: { takesCalls: true, extension } });
  await openDesk(former, '101');
  await openDesk(disabled, '102');
  await openDesk(other, '103');
  expect((await edit(admin, former, { usertype: 'rider' })).status).toBe(200);
  const reason = { reason: 'Out' };
  await environment.call(admin, routes.refuseUser, { id: disabled.uid, body: reason });
  const { rows } = await environment.pool.query('select uid from phone_desks');
  expect(rows).toEqual([{ uid: other.uid }]);
});

test('the recurring bookings of a rider who loses the role stop', async () => {
  const rider = await environment.someone('rider');
  const { rows } = await environment.pool.query(
    `insert into recurring_bookings (id, rider, pickup, drop_point, waypoints, car_type, payment_mode, weekdays,
       time_of_day, first_day, skipped_days, created_by, created_at)
     values (gen_random_uuid(), $1, '{}', '{}', '[]', $2, 'cash', '{1}', '08:30', '2100-01-01', '{}', $3, 1)
     returning id`,
    [rider.uid, environment.carType, admin.uid],
  );
  await environment.events();
  expect((await edit(admin, rider, { usertype: 'driver' })).status).toBe(200);
  const stopped = await environment.pool.query('select stopped_by from recurring_bookings where rider = $1', [
    rider.uid,
  ]);
  expect(stopped.rows).toEqual([{ stopped_by: admin.uid }]);
  const changed = (await environment.events()).filter(({ name }) => name === 'recurring-booking.changed');
  expect(changed).toHaveLength(rows.length);
});

test('a driver who loses the role returns their shared vehicle', async () => {
  const driver = await environment.someone('driver');
  const car = await environment.addVehicle(driver, { plan: 'rent', rentPerDay: 900 });
  await environment.call(driver, routes.takeVehicle, { id: car.id, body: { version: car.version } });
  expect((await edit(admin, driver, { usertype: 'rider' })).status).toBe(200);
  const { body } = await environment.call<Vehicle>(admin, routes.getVehicle, { id: car.id });
  expect(body.takenBy).toBeNull();
});

test('the vehicles of a fleet admin who loses the role become the platform’s, without a plan', async () => {
  const former = await environment.someone('fleetadmin');
  const driver = await environment.someone('driver', { fleetadmin: former.uid });
  const car = await environment.addVehicle(driver, { plan: 'rent', rentPerDay: 900 }, former);
  await environment.call(driver, routes.takeVehicle, { id: car.id, body: { version: car.version } });
  expect((await edit(admin, former, { usertype: 'rider' })).status).toBe(200);
  const { body } = await environment.call<Vehicle>(admin, routes.getVehicle, { id: car.id });
  expect(body).toMatchObject({ fleetadmin: null, plan: 'none', rentPerDay: null });
  const { rows } = await environment.pool.query(
    'select plan, fleetadmin from vehicle_handovers where vehicle = $1 and returned_at is null',
    [car.id],
  );
  expect(rows).toEqual([{ plan: 'none', fleetadmin: null }]);
});

test('an edit that changes nothing adds no audit record and does not end the session', async () => {
  const rider = await environment.someone('rider', { lastName: 'Paz' });
  expect((await edit(admin, rider, { lastName: 'Paz', usertype: 'rider' })).status).toBe(200);
  expect((await edit(admin, rider, {})).status).toBe(200);
  expect(await auditOf(rider)).toEqual([]);
  expect(await isSignedIn(rider)).toBe(true);
});

test.each<[string, object, number, string]>([
  ['a mobile', { mobile: '+59895123456' }, 400, 'invalid_input'],
  ['an e-mail', { email: 'a@b.example' }, 400, 'invalid_input'],
  ['an approval', { approved: true }, 400, 'invalid_input'],
  ['a wallet', { walletBalance: 5 }, 400, 'invalid_input'],
  ['a blank name', { firstName: '' }, 400, 'invalid_input'],
  ['a vehicle of a rider', { vehicleMake: 'Fiat' }, 400, 'invalid_input'],
  ['no object', [], 400, 'invalid_input'],
])('%s is refused, not passed over', async (_, body, status, code) => {
  const rider = await environment.someone('rider');
  const before = (await get(admin, rider)).body;
  const answer = await edit(admin, rider, body);
  expect([answer.status, answer.code]).toEqual([status, code]);
  expect((await get(admin, rider)).body).toEqual(before);
});

test('a fleet admin edits their own drivers, but neither role nor fleet', async () => {
  const own = await environment.someone('driver', { fleetadmin: fleetadmin.uid });
  expect((await edit(fleetadmin, own, { vehicleNumber: 'F 1', usertype: 'driver' })).status).toBe(200);
  expect((await edit(fleetadmin, own, { fleetadmin: fleetadmin.uid })).status).toBe(200);
  expect((await edit(fleetadmin, own, { usertype: 'admin' })).code).toBe('forbidden');
  expect((await edit(fleetadmin, own, { bankAccount: '42' })).code).toBe('forbidden');
  await edit(admin, own, { bankAccount: '42' });
  expect((await edit(fleetadmin, own, { bankAccount: '42', firstName: 'Eva' })).status).toBe(200);
  expect((await edit(fleetadmin, own, { bankAccount: '' })).code).toBe('forbidden');
  expect((await edit(fleetadmin, own, { fleetadmin: rival.uid })).code).toBe('forbidden');
  expect((await edit(fleetadmin, own, { fleetadmin: null })).code).toBe('forbidden');
  expect((await get(admin, own)).body.driver).toMatchObject({
    fleetadmin: fleetadmin.uid,
    vehicleNumber: 'F 1',
  });
});

test('a fleet admin finds no user outside their fleet, themselves included', async () => {
  const foreign = await environment.someone('driver', { fleetadmin: rival.uid });
  const free = await environment.someone('driver');
  const missing = { uid: '0193e000-0000-7000-8000-000000000bad' };
  for (const person of [foreign, free, missing, admin, fleetadmin, await environment.someone('rider')])
    expect((await edit(fleetadmin, person, { firstName: 'Mine' })).code).toBe('not_found');
});

test('a driver who moves to another fleet is no longer visible to the first fleet admin', async () => {
  const driver = await environment.someone('driver', { fleetadmin: fleetadmin.uid });
  await environment.events();
  expect((await edit(admin, driver, { fleetadmin: rival.uid })).body.driver?.fleetadmin).toBe(rival.uid);
  expect((await get(fleetadmin, driver)).code).toBe('not_found');
  expect((await get(rival, driver)).status).toBe(200);
  expect((await environment.events()).find(({ name }) => name === 'user.changed')?.topics).toEqual([
    'people:all',
    `people:fleet:${fleetadmin.uid}`,
    `people:fleet:${rival.uid}`,
  ]);
  expect((await edit(admin, driver, { fleetadmin: null })).body.driver?.fleetadmin).toBeNull();
  expect((await edit(admin, driver, { fleetadmin: admin.uid })).code).toBe('invalid_input');
});

test('a change of role ends every session, and the user signs in again with the new role', async () => {
  const rider = await environment.someone('rider');
  const second = await environment.signIn(rider.uid, 'rider');
  const { body } = await edit(admin, rider, { usertype: 'driver', vehicleNumber: 'N 1' });
  expect(body).toMatchObject({
    usertype: 'driver',
    driver: { vehicleNumber: 'N 1', driverActiveStatus: false },
  });
  expect([await isSignedIn(rider), await isSignedIn(second)]).toEqual([false, false]);
  expect((await auditOf(rider))[0]).toMatchObject({
    before: { usertype: 'rider' },
    after: { usertype: 'driver', vehicleNumber: 'N 1' },
  });
});

test('a driver whose role changes goes off duty and leaves the fleet', async () => {
  const driver = await environment.someone('driver', { fleetadmin: fleetadmin.uid });
  expect(
    (await environment.call(driver, routes.setDuty, { body: { driverActiveStatus: true } })).status,
  ).toBe(200);
  await environment.events();
  expect((await edit(admin, driver, { usertype: 'rider' })).body.driver).toBeNull();
  expect((await environment.events()).find(({ name }) => name === 'driver.duty_changed')?.data).toEqual({
    uid: driver.uid,
    driverActiveStatus: false,
  });
  const { rows } = await environment.pool.query(
    'select driver_active_status, fleetadmin from drivers where uid = $1',
    [driver.uid],
  );
  expect(rows).toEqual([{ driver_active_status: false, fleetadmin: null }]);
  expect((await get(fleetadmin, driver)).code).toBe('not_found');
});

test('the role of rider and driver cannot change while the fare of a trip is under review', async () => {
  const rider = await environment.someone('rider');
  const driver = await environment.someone('driver');
  const trip = await environment.addBooking({ customer: rider.uid, driver: driver.uid, status: 'COMPLETE' });
  await environment.pool.query("update bookings set fare_review = 'open' where id = $1", [trip]);
  for (const person of [rider, driver])
    expect((await edit(admin, person, { usertype: 'fleetadmin' })).code).toBe('user_busy');
  await environment.pool.query("update bookings set fare_review = 'approved' where id = $1", [trip]);
  for (const person of [rider, driver])
    expect((await edit(admin, person, { usertype: 'fleetadmin' })).status).toBe(200);
});

test('a fleet admin whose role changes has no drivers any more', async () => {
  const leaving = await environment.someone('fleetadmin');
  const driver = await environment.someone('driver', { fleetadmin: leaving.uid });
  await edit(admin, leaving, { usertype: 'rider' });
  expect((await get(admin, driver)).body.driver).toMatchObject({ fleetadmin: null, fleetadminName: null });
  expect(await auditOf(driver)).toMatchObject([
    { action: 'edit', by: { id: admin.uid }, before: { fleetadmin: leaving.uid }, after: {} },
  ]);
});

test('a user cannot change their own role', async () => {
  expect((await edit(admin, admin, { usertype: 'rider' })).code).toBe('own_account');
  expect((await edit(admin, admin, { lastName: 'Ruiz', usertype: 'admin' })).status).toBe(200);
});

test('an id in upper case is the same user, so that checks on one’s own account apply', async () => {
  const self = await environment.someone('admin');
  const fleet = await environment.someone('fleetadmin');
  const inCapitals = (actor: Someone, route: RouteDefinition, body?: object) =>
    environment.call(actor, route, { id: actor.uid.toUpperCase(), ...(body ? { body } : {}) });
  expect((await inCapitals(self, routes.editUser, { usertype: 'rider' })).code).toBe('own_account');
  expect((await inCapitals(self, routes.refuseUser, { reason: 'x' })).code).toBe('own_account');
  expect((await inCapitals(self, routes.deleteUser)).code).toBe('own_account');
  expect((await inCapitals(fleet, routes.deleteUser)).code).toBe('own_account');
  // The changed user receives the event on their own topic.
  const rider = await environment.someone('rider');
  await environment.events();
  const id = rider.uid.toUpperCase();
  expect((await environment.call(self, routes.editUser, { id, body: { firstName: 'Eva' } })).body.id).toBe(
    rider.uid,
  );
  const published = JSON.stringify(await environment.events());
  expect(published).toContain(`user:${rider.uid}`);
  expect(published).not.toContain(id);
});

test('one admin remains when two demote each other concurrently', async () => {
  const others = (
    await environment.pool.query<{ uid: string }>("select uid from users where usertype = 'admin'")
  ).rows;
  const one = await environment.someone('admin');
  const two = await environment.someone('admin');
  for (const { uid } of others)
    await environment.pool.query("update users set usertype = 'rider' where uid = $1", [uid]);
  const answers = await Promise.all([
    edit(one, two, { usertype: 'rider' }),
    edit(two, one, { usertype: 'rider' }),
  ]);
  expect(answers.map(({ code }) => code ?? 'done').sort()).toEqual([
    'done',
    expect.stringMatching(/last_admin|not_logged_in/),
  ]);
  const { rows } = await environment.pool.query("select 1 from users where usertype = 'admin' and approved");
  expect(rows).toHaveLength(1);
  for (const { uid } of others)
    await environment.pool.query("update users set usertype = 'admin' where uid = $1", [uid]);
});

test('two concurrent edits both take effect and both are audited', async () => {
  const rider = await environment.someone('rider', { lastName: 'Paz' });
  await Promise.all([edit(admin, rider, { firstName: 'Uno' }), edit(admin, rider, { lastName: 'Dos' })]);
  expect((await get(admin, rider)).body).toMatchObject({ firstName: 'Uno', lastName: 'Dos' });
  const changes = (await auditOf(rider)).map(({ after }) => after);
  expect(changes).toEqual(expect.arrayContaining([{ firstName: 'Uno' }, { lastName: 'Dos' }]));
});

test('no user is changed in demonstration mode, and no bank details while bank fields are off', async () => {
  const driver = await environment.someone('driver', { fleetadmin: fleetadmin.uid });
  await environment.set({ bank_fields: false });
  expect((await edit(admin, driver, { bankName: 'BROU' })).code).toBe('forbidden');
  const shown: User = (await get(admin, driver)).body;
  expect([shown.bankName, shown.email]).toEqual([null, '']);
  await environment.set({ AllowCriticalEditsAdmin: false });
  for (const actor of [admin, fleetadmin])
    expect((await edit(actor, driver, { firstName: 'Anna' })).code).toBe('demo_mode');
});
