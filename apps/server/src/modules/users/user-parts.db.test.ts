// Tests of `include` on a user's own record and on another user's: the parts by name, with their permissions.
import { routes } from '@kerb/contract';
import { expect, test } from 'vitest';
import { createUsersEnvironment, type Someone } from './testing/users-environment.ts';

const environment = await createUsersEnvironment();
const admin = await environment.someone('admin');
const fleetadmin = await environment.someone('fleetadmin');
const rider = await environment.someone('rider');
const driver = await environment.someone('driver', { fleetadmin: fleetadmin.uid });

const PERSONAL = ['savedAddresses', 'notifications', 'pushToken', 'userPlatform'];
const OTHERS = ['walletHistory', 'location', 'img1', 'img2', 'img3', 'img4', 'licenseImage'];
const ALL = `?include=${[...PERSONAL, ...OTHERS, 'ratings.details'].join(',')}`;

type Answered = Record<string, unknown> & { ratings: Record<string, unknown> };
const me = async (who: Someone, query = '') =>
  (await environment.call<Answered>(who, routes.getMe, { query })).body;
const user = (who: Someone, id: string, query = ALL) =>
  environment.call<Answered>(who, routes.getUser, { id, query });
const partsIn = (body: Answered) => [...PERSONAL, ...OTHERS].filter((part) => part in body);

test('one’s own record contains the requested parts, and no others', async () => {
  expect(partsIn(await me(rider))).toEqual([]);
  await environment.call(admin, routes.addToWallet, { id: rider.uid, body: { amount: 12 } });
  const { firstName, ...body } = await me(rider, ALL);
  expect(firstName).toBeDefined();
  expect(body).toMatchObject({
    savedAddresses: [],
    walletHistory: [{ type: 'Credit', amount: 12, txRef: 'AdminCredit' }],
    location: null,
    licenseImage: null,
    img4: null,
    pushToken: null,
    userPlatform: null,
    ratings: { userrating: '', details: [] },
  });
  expect(body.notifications).toEqual(expect.any(Array));
  expect(partsIn(await me(rider, '?include=location,img2'))).toEqual(['location', 'img2']);
  expect((await me(rider, '?include=location')).ratings).not.toHaveProperty('details');
});

test('an admin sees every part of a user; a fleet admin only the work-related parts of their drivers', async () => {
  const seen = (await user(admin, driver.uid)).body;
  expect(partsIn(seen)).toEqual([...PERSONAL, ...OTHERS]);
  expect(seen.ratings).toHaveProperty('details');
  const byFleet = (await user(fleetadmin, driver.uid)).body;
  expect(partsIn(byFleet)).toEqual(OTHERS);
  expect(byFleet.ratings).toHaveProperty('details');
  expect((await user(fleetadmin, rider.uid)).code).toBe('not_found');
  expect((await user(rider, driver.uid)).code).toBe('forbidden');
});

test('managers see no personal data and documents in demonstration mode', async () => {
  await environment.set({ AllowCriticalEditsAdmin: false });
  for (const manager of [admin, fleetadmin])
    expect(partsIn((await user(manager, driver.uid)).body)).toEqual(['walletHistory', 'location']);
  await environment.set({ AllowCriticalEditsAdmin: true });
});

test('an unknown part is rejected', async () => {
  for (const query of ['?include=password', '?include=location,ratings', `?include=${'x,'.repeat(200)}`])
    expect((await user(admin, rider.uid, query)).code).toBe('invalid_input');
});
