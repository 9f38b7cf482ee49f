// Tests of adding users through the API: permissions, stored fields, and unique mobiles and e-mails.
import { type NewUserInput, routes } from '@kerb/contract';
import { afterEach, expect, test } from 'vitest';
import { createUsersEnvironment, type Someone } from './testing/users-environment.ts';

const environment = await createUsersEnvironment();
afterEach(() => environment.set({}));
const admin = await environment.someone('admin');
const fleetadmin = await environment.someone('fleetadmin');
const rival = await environment.someone('fleetadmin');

const input = (
  changes: Partial<NewUserInput & { email: string }> = {},
): NewUserInput & { email: string } => ({
  usertype: 'rider',
  firstName: 'José',
  lastName: 'Pérez',
  email: `new.${crypto.randomUUID()}@mail.example`,
  mobile: environment.newMobile(),
  ...changes,
});
const add = (actor: Someone | null, body: object) => environment.call(actor, routes.addUser, { body });
const countOf = async (email: string) =>
  (await environment.pool.query('select 1 from users where lower(email) = lower($1)', [email])).rowCount;

test.each(['rider', 'driver', 'fleetadmin', 'admin'] as const)(
  'an admin adds a %s, who is approved at once and can sign in',
  async (usertype) => {
    const body = input({ usertype });
    await environment.events();
    const answer = await add(admin, body);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      usertype,
      firstName: 'José',
      email: body.email,
      mobile: body.mobile,
      loginType: 'mobile',
      approved: true,
      review: 'approved',
      createdByAdmin: true,
      walletBalance: 0,
      referralId: expect.stringMatching(/^jose[1-9]\d{3}$/),
      driver: usertype === 'driver' ? { fleetadmin: null, driverActiveStatus: false } : null,
    });
    const { rows } = await environment.pool.query('select email_verified from users where uid = $1', [
      answer.body.id,
    ]);
    expect(rows).toEqual([{ email_verified: true }]);
    expect(await environment.events()).toContainEqual(
      expect.objectContaining({
        name: 'user.created',
        topics: ['people:all'],
        data: { uid: answer.body.id, usertype },
      }),
    );
    const session = await environment.signIn(answer.body.id, usertype);
    expect((await environment.call(session, routes.getMe)).status).toBe(200);
  },
);

test('an admin adds a driver with vehicle, bank details and fleet', async () => {
  const { body } = await add(
    admin,
    input({
      usertype: 'driver',
      carType: environment.carType,
      vehicleMake: 'Fiat',
      vehicleModel: 'Argo',
      vehicleNumber: 'SAB 1234',
      other_info: 'red',
      fleetadmin: fleetadmin.uid,
      bankName: 'BROU',
      bankCode: '001',
      bankAccount: '123',
    }),
  );
  expect(body).toMatchObject({
    bankName: 'BROU',
    bankCode: '001',
    bankAccount: '123',
    driver: {
      carType: environment.carType,
      carTypeName: 'Economy',
      vehicleMake: 'Fiat',
      vehicleModel: 'Argo',
      vehicleNumber: 'SAB 1234',
      other_info: 'red',
      fleetadmin: fleetadmin.uid,
      fleetadminName: 'Ana',
      documents: 0,
      documentsValidUntil: null,
    },
  });
});

test('a fleet admin adds drivers of their own fleet only', async () => {
  await environment.events();
  const { body } = await add(fleetadmin, input({ usertype: 'driver' }));
  expect(body.driver?.fleetadmin).toBe(fleetadmin.uid);
  expect((await environment.events()).find(({ name }) => name === 'user.created')?.topics).toEqual([
    'people:all',
    `people:fleet:${fleetadmin.uid}`,
  ]);
  for (const usertype of ['rider', 'fleetadmin', 'admin'] as const)
    expect((await add(fleetadmin, input({ usertype }))).code).toBe('forbidden');
  const forOthers = input({ usertype: 'driver', fleetadmin: rival.uid });
  expect((await add(fleetadmin, forOthers)).code).toBe('forbidden');
  expect(await countOf(forOthers.email)).toBe(0);
});

test('a driver added by a fleet admin waits where approval is required, and gets no bank account', async () => {
  const added = await add(fleetadmin, input({ usertype: 'driver', bankName: '' }));
  expect([added.status, added.body.review, added.body.approved]).toEqual([201, 'waiting', false]);
  expect((await add(admin, input({ usertype: 'driver' }))).body.review).toBe('approved');
  const paidElsewhere = input({ usertype: 'driver', bankAccount: '42' });
  const refused = await add(fleetadmin, paidElsewhere);
  expect([refused.code, refused.text]).toEqual(['forbidden', expect.stringContaining('bankAccount')]);
  expect(await countOf(paidElsewhere.email)).toBe(0);
  await environment.set({ driver_approval: false });
  expect((await add(fleetadmin, input({ usertype: 'driver' }))).body.review).toBe('approved');
  await environment.set({});
});

test('an e-mail entered by a fleet admin is unverified, so that no social sign-in can use that account', async () => {
  const { body } = await add(fleetadmin, input({ usertype: 'driver' }));
  const { rows } = await environment.pool.query('select email_verified from users where uid = $1', [body.id]);
  expect(rows).toEqual([{ email_verified: false }]);
});

test('a rider who books by telephone is added with name and mobile only, and so is the next one', async () => {
  for (const mobile of [environment.newMobile(), environment.newMobile()]) {
    const { email: _, ...body } = input({ mobile });
    const added = await add(admin, body);
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ email: '', mobile, approved: true });
    const { rows } = await environment.pool.query('select email_verified from users where uid = $1', [
      added.body.id,
    ]);
    expect(rows).toEqual([{ email_verified: false }]);
  }
});

test('riders, drivers and visitors cannot add people', async () => {
  expect((await add(await environment.someone('rider'), input())).code).toBe('forbidden');
  expect((await add(await environment.someone('driver'), input())).code).toBe('forbidden');
  expect((await add(null, input())).code).toBe('not_logged_in');
});

test('a mobile or e-mail of another user, in any letter case, is rejected', async () => {
  const first = input();
  await add(admin, first);
  expect((await add(admin, input({ email: first.email.toUpperCase() }))).code).toBe('user_exists');
  expect((await add(admin, input({ mobile: first.mobile }))).code).toBe('user_exists');
});

test('exactly one of several concurrent requests to add the same user succeeds', async () => {
  const body = input({ usertype: 'driver' });
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => add(admin, { ...body, mobile: environment.newMobile() })),
    ...Array.from({ length: 4 }, () => add(admin, { ...body, email: body.email.toUpperCase() })),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  expect(await countOf(body.email)).toBe(1);
});

test('exactly one of several concurrent requests of a fleet admin to add the same driver succeeds', async () => {
  // The e-mail that a fleet admin enters is not verified, so only the mobile is taken.
  const body = input({ usertype: 'driver' });
  const answers = await Promise.all(Array.from({ length: 4 }, () => add(fleetadmin, body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  expect(await countOf(body.email)).toBe(1);
});

test('a repeated request adds the user once and gets the same answer', async () => {
  const body = input();
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const first = await environment.call(admin, routes.addUser, { body, headers });
  const second = await environment.call(admin, routes.addUser, { body, headers });
  expect(second.body).toEqual(first.body);
  expect(await countOf(body.email)).toBe(1);
});

test.each<[string, object, number, string, string | undefined]>([
  ['no name', { firstName: ' ' }, 400, 'invalid_input', 'firstName'],
  ['a name too long', { lastName: 'x'.repeat(81) }, 400, 'invalid_input', 'lastName'],
  ['a malformed e-mail', { email: 'ana@mail' }, 422, 'proper_email', 'email'],
  ['a malformed mobile', { mobile: '099 123 456' }, 422, 'invalid_mobile', 'mobile'],
  ['a mobile that does not exist', { mobile: '+59812' }, 422, 'invalid_mobile', undefined],
  ['an unknown role', { usertype: 'god' }, 400, 'invalid_input', 'usertype'],
  ['an unknown field', { walletBalance: 100 }, 400, 'invalid_input', undefined],
  ['a vehicle for a rider', { vehicleNumber: 'SAB 1' }, 400, 'invalid_input', 'vehicleNumber'],
  ['a fleet for an admin', { usertype: 'admin', fleetadmin: 'FLEET' }, 400, 'invalid_input', 'fleetadmin'],
  [
    'a car type that is not there',
    { usertype: 'driver', carType: '0193e000-0000-7000-8000-000000000bad' },
    400,
    'invalid_input',
    'carType',
  ],
  ['a rider as fleet', { usertype: 'driver', fleetadmin: 'RIDER' }, 400, 'invalid_input', 'fleetadmin'],
])('%s is rejected and no person is added', async (_, changes, status, code, path) => {
  const rider = await environment.someone('rider');
  const named = JSON.parse(
    JSON.stringify(changes).replace('FLEET', fleetadmin.uid).replace('RIDER', rider.uid),
  );
  const before = (await environment.pool.query('select 1 from users')).rowCount;
  const answer = await add(admin, { ...input(), ...named });
  expect([answer.status, answer.code]).toEqual([status, code]);
  if (path) expect(answer.text).toContain(`"path":"${path}"`);
  expect((await environment.pool.query('select 1 from users')).rowCount).toBe(before);
});

test('no user is added in demonstration mode, and no bank details while bank fields are off', async () => {
  await environment.set({ bank_fields: false });
  expect((await add(admin, input({ bankAccount: '1' }))).code).toBe('forbidden');
  await environment.set({ AllowCriticalEditsAdmin: false });
  expect((await add(admin, input())).code).toBe('demo_mode');
  expect((await add(fleetadmin, input({ usertype: 'driver' }))).code).toBe('demo_mode');
});
