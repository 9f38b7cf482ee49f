// Adding people through the API: by whom, what they get, and that nobody is there twice.
import { type NewUserInput, routes } from '@kerb/contract';
import { afterEach, expect, test } from 'vitest';
import { createPeopleWorld, type Someone } from './testing/people-world.ts';

const world = await createPeopleWorld();
afterEach(() => world.set({}));
const admin = await world.someone('admin');
const fleetadmin = await world.someone('fleetadmin');
const rival = await world.someone('fleetadmin');

const input = (
  changes: Partial<NewUserInput & { email: string }> = {},
): NewUserInput & { email: string } => ({
  usertype: 'rider',
  firstName: 'José',
  lastName: 'Pérez',
  email: `new.${crypto.randomUUID()}@mail.example`,
  mobile: world.newMobile(),
  ...changes,
});
const add = (actor: Someone | null, body: object) => world.call(actor, routes.addUser, { body });
const countOf = async (email: string) =>
  (await world.pool.query('select 1 from users where lower(email) = lower($1)', [email])).rowCount;

test.each(['rider', 'driver', 'fleetadmin', 'admin'] as const)(
  'an admin adds a %s, who is approved at once and can sign in',
  async (usertype) => {
    const body = input({ usertype });
    await world.events();
    const answer = await add(admin, body);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      usertype,
      ...{ firstName: 'José', email: body.email, mobile: body.mobile, loginType: 'mobile' },
      ...{ approved: true, review: 'approved', createdByAdmin: true, walletBalance: 0 },
      referralId: expect.stringMatching(/^jose[1-9]\d{3}$/),
      driver: usertype === 'driver' ? { fleetadmin: null, driverActiveStatus: false } : null,
    });
    const { rows } = await world.pool.query('select email_verified from users where uid = $1', [
      answer.body.id,
    ]);
    expect(rows).toEqual([{ email_verified: true }]);
    expect(await world.events()).toContainEqual(
      expect.objectContaining({
        name: 'user.created',
        topics: ['people:all'],
        data: { uid: answer.body.id, usertype },
      }),
    );
    const session = await world.signIn(answer.body.id, usertype);
    expect((await world.call(session, routes.getMe)).status).toBe(200);
  },
);

test('a driver is added with vehicle, bank and fleet', async () => {
  const { body } = await add(
    admin,
    input({
      ...{ usertype: 'driver', carType: world.carType, vehicleMake: 'Fiat', vehicleModel: 'Argo' },
      ...{ vehicleNumber: 'SAB 1234', other_info: 'red', fleetadmin: fleetadmin.uid },
      ...{ bankName: 'BROU', bankCode: '001', bankAccount: '123' },
    }),
  );
  expect(body).toMatchObject({
    ...{ bankName: 'BROU', bankCode: '001', bankAccount: '123' },
    driver: {
      ...{ carType: world.carType, carTypeName: 'Economy', vehicleMake: 'Fiat', vehicleModel: 'Argo' },
      ...{ vehicleNumber: 'SAB 1234', other_info: 'red', fleetadmin: fleetadmin.uid, fleetadminName: 'Ana' },
      ...{ documents: 0, documentsValidUntil: null },
    },
  });
});

test('a fleet admin adds drivers only, and they are the fleet’s', async () => {
  await world.events();
  const { body } = await add(fleetadmin, input({ usertype: 'driver' }));
  expect(body.driver?.fleetadmin).toBe(fleetadmin.uid);
  expect((await world.events()).find(({ name }) => name === 'user.created')?.topics).toEqual([
    'people:all',
    `people:fleet:${fleetadmin.uid}`,
  ]);
  for (const usertype of ['rider', 'fleetadmin', 'admin'] as const)
    expect((await add(fleetadmin, input({ usertype }))).code).toBe('forbidden');
  const forOthers = input({ usertype: 'driver', fleetadmin: rival.uid });
  expect((await add(fleetadmin, forOthers)).code).toBe('forbidden');
  expect(await countOf(forOthers.email)).toBe(0);
});

test('a fleet admin’s word is no proof of an e-mail: nobody’s social sign-in ends up in that account', async () => {
  const { body } = await add(fleetadmin, input({ usertype: 'driver' }));
  const { rows } = await world.pool.query('select email_verified from users where uid = $1', [body.id]);
  expect(rows).toEqual([{ email_verified: false }]);
});

test('a rider who books by telephone is added with name and mobile alone, and so is the next one', async () => {
  for (const mobile of [world.newMobile(), world.newMobile()]) {
    const { email: _, ...body } = input({ mobile });
    const added = await add(admin, body);
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ email: '', mobile, approved: true });
    const { rows } = await world.pool.query('select email_verified from users where uid = $1', [
      added.body.id,
    ]);
    expect(rows).toEqual([{ email_verified: false }]);
  }
});

test('riders, drivers and visitors add nobody', async () => {
  expect((await add(await world.someone('rider'), input())).code).toBe('forbidden');
  expect((await add(await world.someone('driver'), input())).code).toBe('forbidden');
  expect((await add(null, input())).code).toBe('not_logged_in');
});

test('a mobile or e-mail that somebody has, in any letter case, is refused', async () => {
  const first = input();
  await add(admin, first);
  expect((await add(admin, input({ email: first.email.toUpperCase() }))).code).toBe('user_exists');
  expect((await add(admin, input({ mobile: first.mobile }))).code).toBe('user_exists');
});

test('of many who add the same person at once one succeeds', async () => {
  const body = input({ usertype: 'driver' });
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => add(admin, { ...body, mobile: world.newMobile() })),
    ...Array.from({ length: 4 }, () => add(fleetadmin, { ...body, email: body.email.toUpperCase() })),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  expect(await countOf(body.email)).toBe(1);
});

test('the same request sent again adds once and answers the same', async () => {
  const body = input();
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const [first, second] = [
    await world.call(admin, routes.addUser, { body, headers }),
    await world.call(admin, routes.addUser, { body, headers }),
  ];
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
  ['a field nobody knows', { walletBalance: 100 }, 400, 'invalid_input', undefined],
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
])('%s is refused and nobody is added', async (_, changes, status, code, path) => {
  const rider = await world.someone('rider');
  const named = JSON.parse(
    JSON.stringify(changes).replace('FLEET', fleetadmin.uid).replace('RIDER', rider.uid),
  );
  const before = (await world.pool.query('select 1 from users')).rowCount;
  const answer = await add(admin, { ...input(), ...named });
  expect([answer.status, answer.code]).toEqual([status, code]);
  if (path) expect(answer.text).toContain(`"path":"${path}"`);
  expect((await world.pool.query('select 1 from users')).rowCount).toBe(before);
});

test('nobody is added in demonstration mode, and no bank details while there are none', async () => {
  await world.set({ bank_fields: false });
  expect((await add(admin, input({ bankAccount: '1' }))).code).toBe('forbidden');
  await world.set({ AllowCriticalEditsAdmin: false });
  expect((await add(admin, input())).code).toBe('demo_mode');
  expect((await add(fleetadmin, input({ usertype: 'driver' }))).code).toBe('demo_mode');
});
