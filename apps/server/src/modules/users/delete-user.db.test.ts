// Tests of deleting users through the API: permissions, rejections, and that deleted users are not shown anywhere.
import { routes, type User } from '@kerb/contract';
import { MS_PER_DAY, minor } from '@kerb/domain/kernel';
import { afterEach, expect, test } from 'vitest';
import { waitFor } from '../../kit/testing/wait-for.ts';
import { createUsersEnvironment, type Someone } from './testing/users-environment.ts';

const environment = await createUsersEnvironment();
afterEach(() => environment.set({}));
const admin = await environment.someone('admin');
const fleetadmin = await environment.someone('fleetadmin');
const missing = { uid: '0193e000-0000-7000-8000-000000000bad' };

const remove = (actor: Someone | null, person: { uid: string }) =>
  environment.call(actor, routes.deleteUser, { id: person.uid });
const isThere = async (person: { uid: string }) =>
  (await environment.call(admin, routes.getUser, { id: person.uid })).status === 200;
const credit = (person: Someone, amount: number) =>
  environment.withTx((tx) =>
    environment.app.modules.wallet.api.creditByAdmin(tx, crypto.randomUUID(), {
      account: { kind: 'driver', owner: person.uid },
      amount: minor(amount),
    }),
  );

test('a deleted user is removed from every page and list, signed out everywhere, and can be added again', async () => {
  const given = { email: 'gone@mail.example', mobile: environment.newMobile(), lastName: 'Vanished' };
  const driver = await environment.someone('driver', {
    ...given,
    fleetadmin: fleetadmin.uid,
    plate: 'GON 1',
  });
  await environment.call(admin, routes.editUser, { id: driver.uid, body: { firstName: 'Elsa' } });
  await environment.events();
  const answer = await remove(admin, driver);
  expect([answer.status, answer.text]).toEqual([204, '']);

  for (const route of [routes.getUser, routes.getUserAudit, routes.getUserWallet, routes.getUserRatings])
    expect((await environment.call(admin, route, { id: driver.uid })).code).toBe('not_found');
  for (const query of ['', '?usertype=driver', '?q=vanished', '?q=GON1', `?fleetadmin=${fleetadmin.uid}`]) {
    const { body } = await environment.call<{ items: User[]; total: number }>(admin, routes.listUsers, {
      query,
    });
    expect(body.items.map(({ id }) => id)).not.toContain(driver.uid);
    expect(body.total).toBe(body.items.length);
  }
  expect((await environment.call(fleetadmin, routes.exportUsers)).text).not.toContain(driver.uid);
  expect((await environment.call(driver, routes.getMe)).status).toBe(401);
  const published = (await environment.events()).filter(({ data }) => data.uid === driver.uid);
  expect(published.flatMap(({ topics }) => topics)).toEqual(
    expect.arrayContaining(['people:all', `people:fleet:${fleetadmin.uid}`]),
  );
  expect((await remove(admin, driver)).code).toBe('not_found');
  const again = await environment.call(admin, routes.addUser, {
    body: { usertype: 'driver', firstName: 'Elsa', ...given },
  });
  expect(again.status).toBe(201);
});

test('the open data files with the trips of a deleted rider are written again', async () => {
  const { pool } = environment.app.database;
  const rider = await environment.someone('rider');
  const driver = await environment.someone('driver');
  const booking = await environment.addBooking({
    customer: rider.uid,
    driver: driver.uid,
    status: 'COMPLETE',
  });
  const day = new Date(Date.now() - MS_PER_DAY).toISOString().slice(0, 10);
  await pool.query('update bookings set trip_end_time = $2 where id = $1', [
    booking,
    Date.parse(`${day}T15:00Z`),
  ]);
  await pool.query('insert into mobility_trip_files (day, trips, bytes, written_at) values ($1, 1, 1, 1)', [
    day,
  ]);
  expect((await remove(admin, rider)).status).toBe(204);
  await waitFor(async () => {
    const { rows } = await pool.query('select written_at as at from mobility_trip_files where day = $1', [
      day,
    ]);
    return rows[0].at > 1;
  }, 'the file to be written again');
});

test('the audit of a deleted user retains the names of changed fields, not their values', async () => {
  const rider = await environment.someone('rider', { lastName: 'Secreto' });
  await environment.call(admin, routes.editUser, {
    id: rider.uid,
    body: { lastName: 'Oculto', bankAccount: '42' },
  });
  await remove(admin, rider);
  const { rows } = await environment.pool.query(
    'select action, by, before, after from user_audit_entries where uid = $1 order by id',
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

test('a fleet admin deletes own drivers with an empty wallet; other users are not found', async () => {
  const own = await environment.someone('driver', { fleetadmin: fleetadmin.uid });
  const rich = await environment.someone('driver', { fleetadmin: fleetadmin.uid });
  await credit(rich, 500);
  const foreign = await environment.someone('driver');
  expect((await remove(fleetadmin, own)).status).toBe(204);
  expect((await remove(fleetadmin, rich)).code).toBe('balance_open');
  for (const person of [foreign, admin, missing, await environment.someone('rider')])
    expect((await remove(fleetadmin, person)).code).toBe('not_found');
  expect([await isThere(rich), await isThere(foreign)]).toEqual([true, true]);
  expect((await remove(admin, rich)).status).toBe(204);
});

test('a user with a booking under way cannot be deleted, disabled or given another role', async () => {
  const rider = await environment.someone('rider');
  const driver = await environment.someone('driver');
  await environment.call(driver, routes.setDuty, { body: { driverActiveStatus: true } });
  await environment.addBooking({ customer: rider.uid, driver: driver.uid, status: 'STARTED' });
  for (const person of [rider, driver]) {
    const refused = [
      await remove(admin, person),
      await environment.call(admin, routes.refuseUser, { id: person.uid, body: { reason: 'Out' } }),
      await environment.call(admin, routes.editUser, { id: person.uid, body: { usertype: 'fleetadmin' } }),
    ];
    expect(refused.map(({ code }) => code)).toEqual(['user_busy', 'user_busy', 'user_busy']);
    expect((await environment.call(person, routes.getMe)).status).toBe(200);
  }
  const { body } = await environment.call(admin, routes.getUser, { id: driver.uid });
  expect(body).toMatchObject({
    usertype: 'driver',
    review: 'approved',
    driver: { driverActiveStatus: true },
  });
});

test('a driver with a later booking accepted ahead can be deleted, disabled or given another role, and it is given back', async () => {
  const rider = await environment.someone('rider');
  const leave: ((driver: Someone) => Promise<{ status: number }>)[] = [
    (driver) => remove(admin, driver),
    ({ uid: id }) => environment.call(admin, routes.refuseUser, { id, body: { reason: 'Out' } }),
    ({ uid: id }) => environment.call(admin, routes.editUser, { id, body: { usertype: 'rider' } }),
  ];
  for (const change of leave) {
    const driver = await environment.someone('driver');
    const id = await environment.addBooking({ customer: rider.uid, driver: driver.uid, status: 'ACCEPTED' });
    await environment.pool.query(
      'update bookings set book_later = true, pickup_promised_at = tripdate where id = $1',
      [id],
    );
    expect((await change(driver)).status).toBeLessThan(300);
    const { rows } = await environment.pool.query('select status, driver from bookings where id = $1', [id]);
    expect(rows).toEqual([{ status: 'NEW', driver: null }]);
  }
});

test('deleting a fleet admin removes their drivers from the fleet', async () => {
  const leaving = await environment.someone('fleetadmin');
  const driver = await environment.someone('driver', { fleetadmin: leaving.uid });
  expect((await remove(admin, leaving)).status).toBe(204);
  expect(
    (await environment.call(admin, routes.getUser, { id: driver.uid })).body.driver?.fleetadmin,
  ).toBeNull();
  const { rows } = await environment.pool.query(
    'select by, action, before from user_audit_entries where uid = $1',
    [driver.uid],
  );
  expect(rows).toEqual([{ by: admin.uid, action: 'edit', before: { fleetadmin: leaving.uid } }]);
});

test('one’s own account cannot be deleted here, and one admin remains when two delete each other', async () => {
  expect((await remove(admin, admin)).code).toBe('own_account');
  const other = await environment.someone('admin');
  const answers = await Promise.all([remove(admin, other), remove(other, admin)]);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  const { rows } = await environment.pool.query(
    `select uid from users where usertype = 'admin' and approved`,
  );
  expect(rows).toHaveLength(1);
  const left = await environment.signIn(rows[0].uid, 'admin');
  Object.assign(admin, left);
});

test('exactly one of several concurrent deletions of the same user succeeds', async () => {
  const rider = await environment.someone('rider');
  const answers = await Promise.all(Array.from({ length: 4 }, () => remove(admin, rider)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
});

test('riders, drivers and visitors cannot delete people, and no role can in demonstration mode', async () => {
  const rider = await environment.someone('rider');
  const driver = await environment.someone('driver');
  expect((await remove(rider, driver)).code).toBe('forbidden');
  expect((await remove(driver, driver)).code).toBe('forbidden');
  expect((await remove(null, driver)).code).toBe('not_logged_in');
  await environment.set({ AllowCriticalEditsAdmin: false });
  expect((await remove(admin, driver)).code).toBe('demo_mode');
  expect(await isThere(driver)).toBe(true);
});

test('only the driver’s fleet admin is notified when the driver changes their profile or leaves', async () => {
  const driver = await environment.someone('driver', { fleetadmin: fleetadmin.uid });
  const topicsOf = async (event: string) =>
    (await environment.events())
      .filter(({ name, data }) => name === event && data.uid === driver.uid)
      .flatMap(({ topics }) => topics)
      .sort();
  const managers = ['people:all', `people:fleet:${fleetadmin.uid}`];
  await environment.events();
  await environment.call(driver, routes.updateProfile, { body: { vehicleNumber: 'OWN 1' } });
  expect(await topicsOf('user.changed')).toEqual(managers);
  expect((await environment.call(driver, routes.deleteMe, { body: {} })).status).toBe(204);
  expect(await topicsOf('user.deleted')).toEqual(managers);
});
