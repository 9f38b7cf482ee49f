// Tests of approving, rejecting and disabling accounts through the API, with each event published once.
import { type AuditEntry, type InboxMessage, type Review, routes, type User } from '@kerb/contract';
import { afterEach, expect, test } from 'vitest';
import { waitFor } from '../../kit/testing/wait-for.ts';
import { createUsersEnvironment, type Someone } from './testing/users-environment.ts';

const environment = await createUsersEnvironment();
afterEach(() => environment.set({}));
const admin = await environment.someone('admin', { firstName: 'Berta' });
const fleetadmin = await environment.someone('fleetadmin');

const approve = (actor: Someone | null, person: { uid: string }) =>
  environment.call(actor, routes.approveUser, { id: person.uid, body: {} });
const refuse = (actor: Someone | null, person: { uid: string }, reason = 'The licence cannot be read') =>
  environment.call(actor, routes.refuseUser, { id: person.uid, body: { reason } });
const unapprove = (actor: Someone | null, person: { uid: string }) =>
  environment.call(actor, routes.unapproveUser, { id: person.uid, body: {} });
const isSignedIn = async (person: Someone) => (await environment.call(person, routes.getMe)).status === 200;
const auditOf = async (person: { uid: string }) =>
  (await environment.call<{ items: AuditEntry[] }>(admin, routes.getUserAudit, { id: person.uid })).body
    .items;

test('an approval of a waiting driver does not enable one who was rejected meanwhile', async () => {
  const driver = await environment.someone('driver', { review: 'waiting' });
  await refuse(admin, driver);
  const seen = { review: 'waiting', vehicleChangedAt: null };
  const late = await environment.call(admin, routes.approveUser, { id: driver.uid, body: seen });
  expect(late.code).toBe('conflict');
  expect((await auditOf(driver))[0]).toMatchObject({ action: 'refuse' });
});

test('a waiting driver is approved, and may go on duty', async () => {
  const driver = await environment.someone('driver', { review: 'waiting', fleetadmin: fleetadmin.uid });
  expect(await isSignedIn(driver)).toBe(false);
  await environment.events();
  const { status, body } = await approve(admin, driver);
  expect([status, body.approved, body.review, body.reviewReason]).toEqual([200, true, 'approved', '']);
  expect((await environment.events()).find(({ name }) => name === 'user.reviewed')).toMatchObject({
    topics: [`user:${driver.uid}`, 'people:all', `people:fleet:${fleetadmin.uid}`],
    data: { uid: driver.uid, review: 'approved' },
  });
  expect((await auditOf(driver))[0]).toMatchObject({
    by: { id: admin.uid },
    action: 'approve',
    before: { review: 'waiting' },
    after: { review: 'approved' },
  });
  const session = await environment.signIn(driver.uid, 'driver');
  expect(
    (await environment.call(session, routes.setDuty, { body: { driverActiveStatus: true } })).status,
  ).toBe(200);
});

test('a waiting driver is rejected with a reason, and approved later', async () => {
  const driver = await environment.someone('driver', { review: 'waiting' });
  expect((await refuse(admin, driver)).body).toMatchObject({
    approved: false,
    review: 'refused',
    reviewReason: 'The licence cannot be read',
  });
  expect((await approve(admin, driver)).body).toMatchObject({
    approved: true,
    review: 'approved',
    reviewReason: '',
  });
  expect((await auditOf(driver)).map(({ action }) => action)).toEqual(['enable', 'refuse']);
});

test('disabling ends every session and takes the driver off duty', async () => {
  const driver = await environment.someone('driver');
  await environment.call(driver, routes.setDuty, { body: { driverActiveStatus: true } });
  const second = await environment.signIn(driver.uid, 'driver');
  const { body } = await refuse(admin, driver, 'Complaints');
  expect(body).toMatchObject({ review: 'disabled', reviewReason: 'Complaints' });
  expect(body.driver?.driverActiveStatus).toBe(false);
  expect([await isSignedIn(driver), await isSignedIn(second)]).toEqual([false, false]);
  expect((await auditOf(driver))[0]).toMatchObject({
    action: 'disable',
    before: { review: 'approved' },
    after: { review: 'disabled', reviewReason: 'Complaints' },
  });
});

test('disabling a driver returns their shared vehicle, so that no more rent is charged', async () => {
  const driver = await environment.someone('driver', { plate: 'OWN 1' });
  const car = await environment.addVehicle(driver, { plan: 'rent', rentPerDay: 900 });
  expect(
    (await environment.call(driver, routes.takeVehicle, { id: car.id, body: { version: car.version } }))
      .status,
  ).toBe(200);
  expect((await refuse(admin, driver)).status).toBe(200);
  const { rows } = await environment.pool.query(
    'select returned_by, returned_at is not null as returned from vehicle_handovers where driver = $1',
    [driver.uid],
  );
  expect(rows).toEqual([{ returned_by: admin.uid, returned: true }]);
  // As if the day of the return were two days ago.
  await environment.pool.query(
    'update vehicle_handovers set charged_through = charged_through - 2 where driver = $1',
    [driver.uid],
  );
  await environment.app.modules.vehicles.jobs?.['vehicles.charge-rent']?.({});
  const charges = await environment.pool.query('select id from vehicle_charges where driver = $1', [
    driver.uid,
  ]);
  expect(charges.rowCount).toBe(1);
  expect((await environment.call(admin, routes.getVehicle, { id: car.id })).body).toMatchObject({
    takenBy: null,
  });
  const own = await environment.call(admin, routes.getUser, { id: driver.uid });
  expect(own.body.driver).toMatchObject({ vehicleNumber: 'OWN 1' });
});

test('a rider and a driver with an unpaid trip can be disabled', async () => {
  const rider = await environment.someone('rider');
  const driver = await environment.someone('driver');
  await environment.addBooking({ customer: rider.uid, driver: driver.uid, status: 'PENDING' });
  for (const { uid: id } of [rider, driver]) {
    const answer = await environment.call(admin, routes.refuseUser, { id, body: { reason: 'Out' } });
    expect(answer.status).toBe(200);
  }
});

test('a driver who is disabled while accepting a booking does not become busy', async () => {
  const driver = await environment.someone('driver');
  await environment.call(driver, routes.setDuty, { body: { driverActiveStatus: true } });
  const { setQueue, driverOf } = environment.app.modules.fleet.api;
  await environment.withTx((tx) => setQueue(tx, driver.uid, true));
  await environment.withTx((tx) => setQueue(tx, driver.uid, false));
  await refuse(admin, driver);
  await expect(environment.withTx((tx) => setQueue(tx, driver.uid, true))).rejects.toMatchObject({
    code: 'driver_not_eligible',
  });
  expect((await driverOf(driver.uid))?.queue).toBe(false);
});

test.each<[Review, 'approve' | 'refuse']>([
  ['approved', 'approve'],
  ['refused', 'refuse'],
  ['disabled', 'refuse'],
])('an account that is %s stays so: a second %s returns that it was decided', async (review, action) => {
  const rider = await environment.someone('rider', { review });
  const answer = action === 'approve' ? await approve(admin, rider) : await refuse(admin, rider);
  expect([answer.status, answer.code]).toEqual([409, 'already_reviewed']);
  expect(await auditOf(rider)).toEqual([]);
});

test('exactly one of several concurrent decisions succeeds', async () => {
  const driver = await environment.someone('driver', { review: 'waiting' });
  const other = await environment.someone('admin');
  await environment.events();
  const answers = await Promise.all([admin, other, admin, other].map((by) => approve(by, driver)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect((await environment.events()).filter(({ name }) => name === 'user.reviewed')).toHaveLength(1);
});

test('an admin cannot disable themselves, and one admin remains when two disable each other', async () => {
  expect((await refuse(admin, admin)).code).toBe('own_account');
  const other = await environment.someone('admin');
  await environment.pool.query(
    `update users set usertype = 'rider' where usertype = 'admin' and uid not in ($1, $2)`,
    [admin.uid, other.uid],
  );
  const answers = await Promise.all([refuse(admin, other), refuse(other, admin)]);
  expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
  const { rows } = await environment.pool.query(
    `select uid from users where usertype = 'admin' and review = 'approved'`,
  );
  expect(rows).toHaveLength(1);
  await environment.pool.query(`update users set approved = true, review = 'approved' where uid = $1`, [
    admin.uid,
  ]);
  admin.token = (await environment.signIn(admin.uid, 'admin')).token;
});

test('only admins decide; for them an unknown user is not found', async () => {
  const driver = await environment.someone('driver', { fleetadmin: fleetadmin.uid });
  for (const actor of [fleetadmin, driver, await environment.someone('rider')]) {
    expect((await approve(actor, driver)).code).toBe('forbidden');
    expect((await refuse(actor, driver)).code).toBe('forbidden');
  }
  expect((await approve(null, driver)).code).toBe('not_logged_in');
  const missing = { uid: '0193e000-0000-7000-8000-000000000bad' };
  expect((await approve(admin, missing)).code).toBe('not_found');
  expect((await refuse(admin, missing)).code).toBe('not_found');
});

test.each([[''], ['   '], ['x'.repeat(501)]])(
  'a rejection needs a reason that can be shown: %j',
  async (reason) => {
    const driver = await environment.someone('driver', { review: 'waiting' });
    expect((await refuse(admin, driver, reason)).code).toBe('invalid_input');
    expect((await environment.call(admin, routes.getUser, { id: driver.uid })).body.review).toBe('waiting');
  },
);

test('no account is reviewed in demonstration mode', async () => {
  const driver = await environment.someone('driver', { review: 'waiting' });
  await environment.set({ AllowCriticalEditsAdmin: false });
  expect((await approve(admin, driver)).code).toBe('demo_mode');
  expect((await refuse(admin, driver)).code).toBe('demo_mode');
});

test('the driver is notified in their language, by notification and by text message', async () => {
  const person = async (langLocale: string): Promise<User> => {
    const driver = await environment.someone('driver', { review: 'waiting' });
    await environment.pool.query(`update users set lang_locale = $2, date_locale = $2 where uid = $1`, [
      driver.uid,
      langLocale,
    ]);
    return (await environment.call(admin, routes.getUser, { id: driver.uid })).body;
  };
  const inboxOf = async (mobile: string | null, count: number) =>
    waitFor(async () => {
      const query = `?mobile=${encodeURIComponent(mobile ?? '')}`;
      const { items } = (await environment.call<{ items: InboxMessage[] }>(null, routes.devInbox, { query }))
        .body;
      return items.length >= count ? items : null;
    }, 'the messages');

  const spanish = await person('es');
  await refuse(admin, { uid: spanish.id }, 'Falta la licencia');
  const refused = await inboxOf(spanish.mobile, 2);
  expect(refused.map(({ channel }) => channel).sort()).toEqual(['push', 'sms']);
  for (const { body } of refused) expect(body).toContain('Falta la licencia');
  expect(refused.find(({ channel }) => channel === 'sms')?.body).toMatch(/^Kerb: /);
  await approve(admin, { uid: spanish.id });
  expect((await inboxOf(spanish.mobile, 4)).map(({ body }) => body).join()).toContain('Ya puedes');
  await refuse(admin, { uid: spanish.id }, 'Quejas');
  expect((await inboxOf(spanish.mobile, 6)).slice(0, 2).every(({ body }) => body.includes('Quejas'))).toBe(
    true,
  );

  const english = await person('en');
  await approve(admin, { uid: english.id });
  expect((await inboxOf(english.mobile, 2))[0]?.body).toContain('You can');
});

test('an admin revokes an approval: the driver waits again, is off duty and signed out', async () => {
  const driver = await environment.someone('driver', { review: 'waiting', fleetadmin: fleetadmin.uid });
  await approve(admin, driver);
  const session = await environment.signIn(driver.uid, 'driver');
  await environment.call(session, routes.setDuty, { body: { driverActiveStatus: true } });
  await environment.events();
  const { status, body } = await unapprove(admin, driver);
  expect([status, body.approved, body.review]).toEqual([200, false, 'waiting']);
  expect(body.driver?.driverActiveStatus).toBe(false);
  expect(await isSignedIn(session)).toBe(false);
  expect((await environment.events()).find(({ name }) => name === 'user.reviewed')).toMatchObject({
    data: { uid: driver.uid, review: 'waiting' },
  });
  expect((await auditOf(driver))[0]).toMatchObject({
    by: { id: admin.uid },
    action: 'edit',
    before: { review: 'approved' },
    after: { review: 'waiting' },
  });
  expect((await approve(admin, driver)).body.review).toBe('approved');
});

test('revoking restores the rejected or disabled state of an account, with its reason', async () => {
  const waiting = await environment.someone('driver', { review: 'waiting' });
  const approved = await environment.someone('rider');
  for (const person of [waiting, approved]) {
    const { body } = await refuse(admin, person, 'Complaints');
    await approve(admin, person);
    expect((await unapprove(admin, person)).body).toMatchObject({
      review: body.review,
      reviewReason: 'Complaints',
    });
  }
});

test('an approval can be revoked once, within an hour, by an admin, and only if it was given', async () => {
  const driver = await environment.someone('driver', { review: 'waiting', fleetadmin: fleetadmin.uid });
  const added = await environment.someone('driver');
  expect((await unapprove(admin, driver)).code).toBe('already_reviewed');
  expect((await unapprove(admin, added)).code).toBe('approval_final');
  await approve(admin, driver);
  for (const [actor, code] of [
    [fleetadmin, 'forbidden'],
    [driver, 'not_logged_in'],
    [null, 'not_logged_in'],
  ] as const)
    expect((await unapprove(actor, driver)).code).toBe(code);
  expect((await unapprove(admin, admin)).code).toBe('own_account');
  const answers = await Promise.all([admin, admin, admin].map((by) => unapprove(by, driver)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  await approve(admin, driver);
  await environment.pool.query('update user_audit_entries set at = at - 3600001 where uid = $1', [
    driver.uid,
  ]);
  expect((await unapprove(admin, driver)).code).toBe('approval_final');
  await environment.set({ AllowCriticalEditsAdmin: false });
  expect((await unapprove(admin, driver)).code).toBe('demo_mode');
});
