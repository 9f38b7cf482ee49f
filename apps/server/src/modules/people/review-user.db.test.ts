// Letting people in, refusing and disabling them through the API; who hears of it, and that it is told once.
import { type AuditEntry, type InboxMessage, type Person, type Review, routes } from '@kerb/contract';
import { afterEach, expect, test } from 'vitest';
import { waitFor } from '../../kit/testing/wait-for.ts';
import { createPeopleWorld, type Someone } from './testing/people-world.ts';

const world = await createPeopleWorld();
afterEach(() => world.set({}));
const admin = await world.someone('admin', { firstName: 'Berta' });
const fleetadmin = await world.someone('fleetadmin');

const approve = (actor: Someone | null, person: { uid: string }) =>
  world.call(actor, routes.approveUser, { id: person.uid, body: {} });
const refuse = (actor: Someone | null, person: { uid: string }, reason = 'The licence cannot be read') =>
  world.call(actor, routes.refuseUser, { id: person.uid, body: { reason } });
const isSignedIn = async (person: Someone) => (await world.call(person, routes.getMe)).status === 200;
const auditOf = async (person: { uid: string }) =>
  (await world.call<{ items: AuditEntry[] }>(admin, routes.getUserAudit, { id: person.uid })).body.items;

test('a driver who waits is approved, and may drive', async () => {
  const driver = await world.someone('driver', { review: 'waiting', fleetadmin: fleetadmin.uid });
  expect(await isSignedIn(driver)).toBe(false);
  await world.events();
  const { status, body } = await approve(admin, driver);
  expect([status, body.approved, body.review, body.reviewReason]).toEqual([200, true, 'approved', '']);
  expect((await world.events()).find(({ name }) => name === 'user.reviewed')).toMatchObject({
    topics: [`user:${driver.uid}`, 'people:all', `people:fleet:${fleetadmin.uid}`],
    data: { uid: driver.uid, review: 'approved' },
  });
  expect((await auditOf(driver))[0]).toMatchObject({
    by: { id: admin.uid },
    action: 'approve',
    before: { review: 'waiting' },
    after: { review: 'approved' },
  });
  const session = await world.signIn(driver.uid, 'driver');
  expect((await world.call(session, routes.setDuty, { body: { driverActiveStatus: true } })).status).toBe(
    200,
  );
});

test('a driver who waits is refused with a reason, then let in after all', async () => {
  const driver = await world.someone('driver', { review: 'waiting' });
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

test('disabling ends every session and takes a driver off duty', async () => {
  const driver = await world.someone('driver');
  await world.call(driver, routes.setDuty, { body: { driverActiveStatus: true } });
  const second = await world.signIn(driver.uid, 'driver');
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

test('a driver who is disabled while accepting a booking does not become busy', async () => {
  const driver = await world.someone('driver');
  await world.call(driver, routes.setDuty, { body: { driverActiveStatus: true } });
  const { setQueue, driverOf } = world.app.modules.fleet.api;
  await world.withTx((tx) => setQueue(tx, driver.uid, true));
  await world.withTx((tx) => setQueue(tx, driver.uid, false));
  await refuse(admin, driver);
  await expect(world.withTx((tx) => setQueue(tx, driver.uid, true))).rejects.toMatchObject({
    code: 'driver_not_eligible',
  });
  expect((await driverOf(driver.uid))?.queue).toBe(false);
});

test.each<[Review, 'approve' | 'refuse']>([
  ['approved', 'approve'],
  ['refused', 'refuse'],
  ['disabled', 'refuse'],
])('somebody %s stays so: a second %s says that it was decided', async (review, action) => {
  const rider = await world.someone('rider', { review });
  const answer = action === 'approve' ? await approve(admin, rider) : await refuse(admin, rider);
  expect([answer.status, answer.code]).toEqual([409, 'already_reviewed']);
  expect(await auditOf(rider)).toEqual([]);
});

test('of several admins who decide at once one does', async () => {
  const driver = await world.someone('driver', { review: 'waiting' });
  const other = await world.someone('admin');
  await world.events();
  const answers = await Promise.all([admin, other, admin, other].map((by) => approve(by, driver)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect((await world.events()).filter(({ name }) => name === 'user.reviewed')).toHaveLength(1);
});

test('nobody disables themselves, and the last admin stays also when two disable each other', async () => {
  expect((await refuse(admin, admin)).code).toBe('own_account');
  const other = await world.someone('admin');
  await world.pool.query(
    `update users set usertype = 'rider' where usertype = 'admin' and uid not in ($1, $2)`,
    [admin.uid, other.uid],
  );
  const answers = await Promise.all([refuse(admin, other), refuse(other, admin)]);
  expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
  const { rows } = await world.pool.query(
    `select uid from users where usertype = 'admin' and review = 'approved'`,
  );
  expect(rows).toHaveLength(1);
  await world.pool.query(`update users set approved = true, review = 'approved' where uid = $1`, [admin.uid]);
  admin.token = (await world.signIn(admin.uid, 'admin')).token;
});

test('only admins decide; to them the missing is missing', async () => {
  const driver = await world.someone('driver', { fleetadmin: fleetadmin.uid });
  for (const actor of [fleetadmin, driver, await world.someone('rider')]) {
    expect((await approve(actor, driver)).code).toBe('forbidden');
    expect((await refuse(actor, driver)).code).toBe('forbidden');
  }
  expect((await approve(null, driver)).code).toBe('not_logged_in');
  const missing = { uid: '0193e000-0000-7000-8000-000000000bad' };
  expect((await approve(admin, missing)).code).toBe('not_found');
  expect((await refuse(admin, missing)).code).toBe('not_found');
});

test.each([[''], ['   '], ['x'.repeat(501)]])(
  'a refusal needs a reason that can be told: %j',
  async (reason) => {
    const driver = await world.someone('driver', { review: 'waiting' });
    expect((await refuse(admin, driver, reason)).code).toBe('invalid_input');
    expect((await world.call(admin, routes.getUser, { id: driver.uid })).body.review).toBe('waiting');
  },
);

test('nobody is reviewed in demonstration mode', async () => {
  const driver = await world.someone('driver', { review: 'waiting' });
  await world.set({ AllowCriticalEditsAdmin: false });
  expect((await approve(admin, driver)).code).toBe('demo_mode');
  expect((await refuse(admin, driver)).code).toBe('demo_mode');
});

test('the driver is told in their language, by notification and by text message', async () => {
  const person = async (langLocale: string): Promise<Person> => {
    const driver = await world.someone('driver', { review: 'waiting' });
    await world.pool.query(`update users set lang_locale = $2, date_locale = $2 where uid = $1`, [
      driver.uid,
      langLocale,
    ]);
    return (await world.call(admin, routes.getUser, { id: driver.uid })).body;
  };
  const inboxOf = async (mobile: string | null, count: number) =>
    waitFor(async () => {
      const query = `?mobile=${encodeURIComponent(mobile ?? '')}`;
      const { items } = (await world.call<{ items: InboxMessage[] }>(null, routes.devInbox, { query })).body;
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
