// Deleting people through the API: by whom, when not, and that nothing of them is shown afterwards.
import { type Person, routes } from '@kerb/contract';
import { minor } from '@kerb/domain/kernel';
import { afterEach, expect, test } from 'vitest';
import { createPeopleWorld, type Someone } from './testing/people-world.ts';

const world = await createPeopleWorld();
afterEach(() => world.set({}));
const admin = await world.someone('admin');
const fleetadmin = await world.someone('fleetadmin');
const missing = { uid: '0193e000-0000-7000-8000-000000000bad' };

const remove = (actor: Someone | null, person: { uid: string }) =>
  world.call(actor, routes.deleteUser, { id: person.uid });
const isThere = async (person: { uid: string }) =>
  (await world.call(admin, routes.getUser, { id: person.uid })).status === 200;
const credit = (person: Someone, amount: number) =>
  world.withTx((tx) =>
    world.app.modules.wallet.api.creditByAdmin(tx, crypto.randomUUID(), {
      account: { kind: 'driver', owner: person.uid },
      amount: minor(amount),
    }),
  );

test('a deleted person is gone from every page and list, signed in nowhere, and may be added anew', async () => {
  const given = { email: 'gone@mail.example', mobile: world.newMobile(), lastName: 'Vanished' };
  const driver = await world.someone('driver', { ...given, fleetadmin: fleetadmin.uid, plate: 'GON 1' });
  await world.call(admin, routes.editUser, { id: driver.uid, body: { firstName: 'Elsa' } });
  await world.events();
  const answer = await remove(admin, driver);
  expect([answer.status, answer.text]).toEqual([204, '']);

  for (const route of [routes.getUser, routes.getUserAudit, routes.getUserWallet, routes.getUserRatings])
    expect((await world.call(admin, route, { id: driver.uid })).code).toBe('not_found');
  for (const query of ['', '?usertype=driver', '?q=vanished', '?q=GON1', `?fleetadmin=${fleetadmin.uid}`]) {
    const { body } = await world.call<{ items: Person[]; total: number }>(admin, routes.listUsers, { query });
    expect(body.items.map(({ id }) => id)).not.toContain(driver.uid);
    expect(body.total).toBe(body.items.length);
  }
  expect((await world.call(fleetadmin, routes.exportUsers)).text).not.toContain(driver.uid);
  expect((await world.call(driver, routes.getMe)).status).toBe(401);
  const told = (await world.events()).filter(({ data }) => data.uid === driver.uid);
  expect(told.flatMap(({ topics }) => topics)).toEqual(
    expect.arrayContaining(['people:all', `people:fleet:${fleetadmin.uid}`]),
  );
  expect((await remove(admin, driver)).code).toBe('not_found');
  const again = await world.call(admin, routes.addUser, {
    body: { usertype: 'driver', firstName: 'Elsa', ...given },
  });
  expect(again.status).toBe(201);
});

test('the audit of a deleted person keeps which fields changed, not what was in them', async () => {
  const rider = await world.someone('rider', { lastName: 'Secreto' });
  await world.call(admin, routes.editUser, {
    id: rider.uid,
    body: { lastName: 'Oculto', bankAccount: '42' },
  });
  await remove(admin, rider);
  const { rows } = await world.pool.query(
    'select action, by, before, after from user_audit where uid = $1 order by id',
    [rider.uid],
  );
  expect(rows).toEqual([
    {
      action: 'edit',
      by: admin.uid,
      before: { lastName: null },
      after: { lastName: null, bankAccount: null },
    },
    { action: 'delete', by: admin.uid, before: {}, after: {} },
  ]);
});

test('a fleet admin deletes own drivers whose wallet is empty; all others are missing', async () => {
  const own = await world.someone('driver', { fleetadmin: fleetadmin.uid });
  const rich = await world.someone('driver', { fleetadmin: fleetadmin.uid });
  await credit(rich, 500);
  const foreign = await world.someone('driver');
  expect((await remove(fleetadmin, own)).status).toBe(204);
  expect((await remove(fleetadmin, rich)).code).toBe('balance_open');
  for (const person of [foreign, admin, missing, await world.someone('rider')])
    expect((await remove(fleetadmin, person)).code).toBe('not_found');
  expect([await isThere(rich), await isThere(foreign)]).toEqual([true, true]);
  expect((await remove(admin, rich)).status).toBe(204);
});

test('nobody with a booking under way is deleted, disabled or given another role', async () => {
  const [rider, driver] = [await world.someone('rider'), await world.someone('driver')];
  await world.call(driver, routes.setDuty, { body: { driverActiveStatus: true } });
  await world.addBooking({ customer: rider.uid, driver: driver.uid, status: 'STARTED' });
  for (const person of [rider, driver]) {
    const refused = [
      await remove(admin, person),
      await world.call(admin, routes.refuseUser, { id: person.uid, body: { reason: 'Out' } }),
      await world.call(admin, routes.editUser, { id: person.uid, body: { usertype: 'fleetadmin' } }),
    ];
    expect(refused.map(({ code }) => code)).toEqual(['user_busy', 'user_busy', 'user_busy']);
    expect((await world.call(person, routes.getMe)).status).toBe(200);
  }
  const { body } = await world.call(admin, routes.getUser, { id: driver.uid });
  expect(body).toMatchObject({
    usertype: 'driver',
    review: 'approved',
    driver: { driverActiveStatus: true },
  });
});

test('a fleet admin who is deleted leaves no drivers behind', async () => {
  const leaving = await world.someone('fleetadmin');
  const driver = await world.someone('driver', { fleetadmin: leaving.uid });
  expect((await remove(admin, leaving)).status).toBe(204);
  expect((await world.call(admin, routes.getUser, { id: driver.uid })).body.driver?.fleetadmin).toBeNull();
  const { rows } = await world.pool.query('select by, action, before from user_audit where uid = $1', [
    driver.uid,
  ]);
  expect(rows).toEqual([{ by: admin.uid, action: 'edit', before: { fleetadmin: leaving.uid } }]);
});

test('one’s own account is not deleted here, and the last admin stays also when two delete each other', async () => {
  expect((await remove(admin, admin)).code).toBe('own_account');
  const other = await world.someone('admin');
  const answers = await Promise.all([remove(admin, other), remove(other, admin)]);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  const { rows } = await world.pool.query(`select uid from users where usertype = 'admin' and approved`);
  expect(rows).toHaveLength(1);
  const left = await world.signIn(rows[0].uid, 'admin');
  Object.assign(admin, left);
});

test('of several who delete the same person at once one does', async () => {
  const rider = await world.someone('rider');
  const answers = await Promise.all(Array.from({ length: 4 }, () => remove(admin, rider)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
});

test('riders, drivers and visitors delete nobody, and nobody does in demonstration mode', async () => {
  const [rider, driver] = [await world.someone('rider'), await world.someone('driver')];
  expect((await remove(rider, driver)).code).toBe('forbidden');
  expect((await remove(driver, driver)).code).toBe('forbidden');
  expect((await remove(null, driver)).code).toBe('not_logged_in');
  await world.set({ AllowCriticalEditsAdmin: false });
  expect((await remove(admin, driver)).code).toBe('demo_mode');
  expect(await isThere(driver)).toBe(true);
});

test('what drivers change of themselves, and that they leave, their own fleet admin hears, and no other', async () => {
  const driver = await world.someone('driver', { fleetadmin: fleetadmin.uid });
  const toldOf = async (event: string) =>
    (await world.events())
      .filter(({ name, data }) => name === event && data.uid === driver.uid)
      .flatMap(({ topics }) => topics)
      .sort();
  const managers = ['people:all', `people:fleet:${fleetadmin.uid}`];
  await world.events();
  await world.call(driver, routes.updateProfile, { body: { vehicleNumber: 'OWN 1' } });
  expect(await toldOf('user.changed')).toEqual(managers);
  expect((await world.call(driver, routes.deleteMe, { body: {} })).status).toBe(204);
  expect(await toldOf('user.deleted')).toEqual(managers);
});
