// Tests that with AllowCriticalEditsAdmin off exactly the routes listed here return `demo_mode` (specification §4 to
// §6).
import { randomUUID } from 'node:crypto';
import { type RouteName, routes } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../apps/server/src/kit/testing/test-app.ts';
import {
  type AccessEnvironment,
  createAccessEnvironment,
} from '../../apps/server/src/testing/access-environment.ts';
import { type Caller, type Input, type Send, sendTo } from '../../apps/server/src/testing/send-to.ts';
import { type Policy, usertypes } from './policy.ts';
import { inputsByRole, routeInputs } from './route-inputs.ts';
import { routePolicies } from './route-policies.ts';

const managers = ['admin', 'fleetadmin'] as const;
const admin = ['admin'] as const;

/**
 * The roles that each route rejects with `demo_mode`. Cancelling is closed to riders and admins (§4); a driver at the
 * pickup may always cancel.
 */
const closed: Readonly<Partial<Record<RouteName, readonly Usertype[]>>> = {
  addCarType: admin,
  editCarType: admin,
  deleteCarType: admin,
  setCarTypeImage: admin,
  // Adding a promo stays open (§5).
  editPromo: admin,
  deletePromo: admin,
  addUser: managers,
  editUser: managers,
  deleteUser: managers,
  approveUser: admin,
  unapproveUser: admin,
  refuseUser: admin,
  resetSecondFactor: admin,
  setUserDocument: managers,
  setDocumentExpiry: managers,
  addLanguage: admin,
  editLanguage: admin,
  importLanguage: admin,
  deleteLanguage: admin,
  editRiderNotes: admin,
  addPartnerKey: admin,
  revokePartnerKey: admin,
  editMobilityProvider: admin,
  declareCarType: admin,
  addNotification: admin,
  editNotification: admin,
  deleteNotification: admin,
  sendNotificationToUsers: admin,
  messageUser: managers,
  // Closed to an admin's session; the operator's own credentials stay open.
  sendNotification: admin,
  addCancelReason: admin,
  editCancelReason: admin,
  deleteCancelReason: admin,
  editSettings: admin,
  cancelBooking: ['rider', 'admin'],
  exportUsers: managers,
  exportBookings: usertypes,
  exportSelectedBookings: usertypes,
  exportWithdraws: admin,
};

const isRoute = (name: string): name is RouteName => name in routes;
const names = Object.keys(routes).filter(isRoute);

let app: TestApp;
let environment: AccessEnvironment;
let send: Send;

beforeAll(async () => {
  app = await createTestApp({ seed: true });
  send = sendTo(app.server);
  environment = await createAccessEnvironment(app.database.pool, send);
  await turn(false);
}, 300_000);
afterAll(() => app.close());

async function turn(on: boolean): Promise<void> {
  const body = { AllowCriticalEditsAdmin: on };
  await send('editSettings', { body }, await environment.person('admin'));
  const { rows } = await app.database.pool.query('select value from settings');
  expect(rows[0]?.value).toMatchObject(body);
}

/**
 * Id of the object of a call: the caller's own, or one within the caller's reach; a random id for a route without
 * objects.
 */
async function objectFor(policy: Policy, caller: Caller): Promise<string> {
  if (policy.rule !== 'object') return randomUUID();
  const [foreign] = await environment.foreign(policy.object);
  return (await environment.own(policy.object, caller)) ?? foreign?.[1] ?? randomUUID();
}

/** The roles that get `demo_mode` from the route. */
async function turnedAway(name: RouteName): Promise<Usertype[]> {
  const input = routeInputs(environment.carType)[name] ?? {};
  const found: Usertype[] = [];
  for (const role of usertypes) {
    const caller = await environment.person(role);
    const params = { id: await objectFor(routePolicies[name], caller), ...input.params };
    const given: Input = { ...input, ...inputsByRole[name]?.[role], params };
    if ((await send(name, given, caller)).code === 'demo_mode') found.push(role);
  }
  return found;
}

describe('in demonstration mode', () => {
  test.each(names)('%s', async (name) => {
    expect((await turnedAway(name)).toSorted()).toEqual([...(closed[name] ?? [])].toSorted());
  });
});

/** Routes that return the caller's own data, which is complete for themselves. */
const ofOneself: readonly RouteName[] = ['getSession', 'getMe', 'exportMe'];
/** The development inbox replaces phones and mailboxes, so it shows the recipient of each message. */
const ofThePhones: readonly RouteName[] = ['devInbox'];
/** Contact details, except the operator's own address, which is printed on receipts. */
const contact = /(?<!"hola)@kerb\.example|\+5989\d/;

test('an admin cannot read another user’s e-mail address or number', async () => {
  const found: string[] = [];
  for (const name of names) {
    const policy = routePolicies[name];
    if (routes[name].method !== 'GET' || [...ofOneself, ...ofThePhones].includes(name)) continue;
    const caller = await environment.person('admin');
    const input = routeInputs(environment.carType)[name] ?? {};
    const params = { id: await objectFor(policy, caller), ...input.params };
    const { status, text } = await send(name, { ...input, params }, caller);
    if (status < 300 && contact.test(text)) found.push(`${name}: ${contact.exec(text)?.input.slice(0, 200)}`);
  }
  expect(found).toEqual([]);
});

test('every closed route is open when critical edits are on again', async () => {
  await turn(true);
  for (const name of Object.keys(closed).filter(isRoute))
    expect([name, await turnedAway(name)]).toEqual([name, []]);
});
