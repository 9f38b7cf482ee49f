// Tests the console's actions by the names of the specification: the API call of each, with its input.
import { describe, expect, it } from 'vitest';
import { createClient } from '../client/index.ts';
import {
  addToWallet,
  addUser,
  checkUserExists,
  completeWithdraw,
  deleteUser,
  editCancellationReason,
  editCarType,
  editLanguage,
  editNotifications,
  editPromo,
  editSettings,
  editUser,
  fetchNotifications,
  fetchPromos,
  fetchUsers,
  fetchUsersOnce,
  fetchWithdraws,
  RequestPushMsg,
  sendNotification,
} from './console/index.ts';
import {
  addBooking,
  cancelBooking,
  createKerbStore,
  fetchBookings,
  fetchCarTypes,
  fetchLanguages,
  fetchSettings,
  fetchUser,
  getEstimate,
  type KerbStore,
  mobileSignIn,
  signOut,
  updateProfile,
} from './index.ts';
import { updateBooking } from './payment/index.ts';

/** A store whose server rejects every call, and the calls that it received. */
function storeRefused() {
  const asked: string[] = [];
  const client = createClient({
    baseUrl: '',
    retry: { attempts: 1 },
    fetch: async (address, { method, body }) => {
      asked.push(`${method} ${address}${typeof body === 'string' ? ` ${body}` : ''}`);
      return new Response(JSON.stringify({ code: 'forbidden', status: 403 }), { status: 403 });
    },
  });
  return { store: createKerbStore({ client }), asked };
}

const journey = {
  pickup: { lat: 0, lng: 0, add: 'a' },
  drop: { lat: 0, lng: 1, add: 'b' },
  carType: '0190aaaa-0000-7000-8000-000000000001',
};
const request = { ...journey, estimate: 'e1', paymentPacket: { payment_mode: 'cash' as const } };
const person = {
  usertype: 'driver' as const,
  firstName: 'Ana',
  lastName: 'Silva',
  email: 'ana@example.com',
  mobile: '+59899000001',
};
const tariff = {
  name: 'Van',
  image: '',
  extra_info: '',
  parcelTypes: [],
  options: [],
  cancelSlab: [],
  min_fare: 4,
  base_fare: 1,
  rate_per_unit_distance: 2,
  rate_per_hour: 3,
  convenience_fees: 5,
  convenience_fee_type: 'flat' as const,
};
const push = { title: 'Hello', msg: 'Your car', screen: 'BookedCab' as const };
const credit = { uid: 'u1', amount: 5, source: 'cash' as const, reason: 'Desk', key: 'k' };
type Act = (store: KerbStore) => Promise<unknown>;

const api = '/api/v1';
const body = (value: object) => JSON.stringify(value);

/** The name of each action, its invocation, and the expected API call. */
const actions: [name: string, act: Act, call: string][] = [
  ['fetchUser', (store) => store.dispatch(fetchUser()), `GET ${api}/auth/session`],
  ['fetchCarTypes', (store) => store.dispatch(fetchCarTypes()), `GET ${api}/cartypes`],
  ['fetchSettings', (store) => store.dispatch(fetchSettings()), `GET ${api}/settings`],
  ['fetchBookings', (store) => store.dispatch(fetchBookings()), `GET ${api}/bookings?limit=200`],
  ['fetchPromos', (store) => store.dispatch(fetchPromos({})), `GET ${api}/promos`],
  [
    'fetchUsers',
    (store) => store.dispatch(fetchUsers({ usertype: 'driver' })),
    `GET ${api}/users?usertype=driver`,
  ],
  [
    'fetchUsersOnce',
    (store) => store.dispatch(fetchUsersOnce({ usertype: 'rider' })),
    `GET ${api}/users?sort=firstName&order=asc&usertype=rider&limit=200`,
  ],
  ['fetchNotifications', (store) => store.dispatch(fetchNotifications({})), `GET ${api}/notifications`],
  ['fetchWithdraws', (store) => store.dispatch(fetchWithdraws({})), `GET ${api}/withdraws`],
  ['fetchLanguages', (store) => store.dispatch(fetchLanguages()), `GET ${api}/languages`],
  ['signOut', (store) => store.dispatch(signOut()), `DELETE ${api}/auth/session`],
  [
    'updateProfile',
    (store) =>
      store.dispatch(
        updateProfile({
          firstName: 'Ana',
          lastName: 'Silva',
          email: 'ana@example.com',
          mobile: '+59899000001',
        }),
      ),
    `PATCH ${api}/me ${body({ firstName: 'Ana', lastName: 'Silva', email: 'ana@example.com', mobile: '+59899000001' })}`,
  ],
  [
    'mobileSignIn',
    (store) => store.dispatch(mobileSignIn({ verificationId: 'v1', otp: '123456' })),
    `POST ${api}/auth/session ${body({ verificationId: 'v1', otp: '123456' })}`,
  ],
  [
    'cancelBooking',
    (store) => store.dispatch(cancelBooking({ booking: 'b1', reason: 'Too late' })),
    `POST ${api}/bookings/b1/cancel ${body({ reason: 'Too late' })}`,
  ],
  [
    'updateBooking',
    (store) => store.dispatch(updateBooking({ booking: 'b1', payment: { payment_mode: 'card' } })),
    `POST ${api}/bookings/b1/pay ${body({ payment_mode: 'card' })}`,
  ],
  [
    'RequestPushMsg',
    (store) => store.dispatch(RequestPushMsg({ token: 't1', ...push })),
    `POST /send_notification ${body({ token: 't1', ...push })}`,
  ],
  [
    'editCarType Add',
    (store) => store.dispatch(editCarType({ method: 'Add', data: tariff })),
    `POST ${api}/cartypes ${body(tariff)}`,
  ],
  [
    'editCarType Update',
    (store) => store.dispatch(editCarType({ method: 'Update', data: { id: 'c1', ...tariff, version: 2 } })),
    `PATCH ${api}/cartypes/c1 ${body({ ...tariff, version: 2 })}`,
  ],
  [
    'editCarType Delete',
    (store) => store.dispatch(editCarType({ method: 'Delete', data: { id: 'c1' } })),
    `DELETE ${api}/cartypes/c1`,
  ],
  [
    'editPromo Delete',
    (store) => store.dispatch(editPromo({ method: 'Delete', data: { id: 'p1' } })),
    `DELETE ${api}/promos/p1`,
  ],
  ['addUser', (store) => store.dispatch(addUser(person)), `POST ${api}/users ${body(person)}`],
  [
    'editUser',
    (store) => store.dispatch(editUser({ id: 'u1', data: { firstName: 'Eva' } })),
    `PATCH ${api}/users/u1 ${body({ firstName: 'Eva' })}`,
  ],
  ['deleteUser', (store) => store.dispatch(deleteUser('u1')), `DELETE ${api}/users/u1`],
  [
    'checkUserExists',
    (store) => store.dispatch(checkUserExists({ email: person.email, mobile: person.mobile })),
    `POST ${api}/users/check ${body({ email: person.email, mobile: person.mobile })}`,
  ],
  [
    'editSettings',
    (store) => store.dispatch(editSettings({ patch: { bonus: 10 }, version: 3 })),
    `PATCH ${api}/settings?version=3 ${body({ bonus: 10 })}`,
  ],
  [
    'editLanguage Delete',
    (store) => store.dispatch(editLanguage({ method: 'Delete', data: { id: 'l1' } })),
    `DELETE ${api}/languages/l1`,
  ],
  [
    'editNotifications Delete',
    (store) => store.dispatch(editNotifications({ method: 'Delete', data: { id: 'n1' } })),
    `DELETE ${api}/notifications/n1`,
  ],
  [
    'sendNotification',
    (store) => store.dispatch(sendNotification({ id: 'n1', version: 2 })),
    `POST ${api}/notifications/n1/send {"version":2}`,
  ],
  [
    'completeWithdraw',
    (store) => store.dispatch(completeWithdraw('w1')),
    `POST ${api}/withdraws/w1/complete {}`,
  ],
  [
    'editCancellationReason Delete',
    (store) => store.dispatch(editCancellationReason({ method: 'Delete', data: { value: 3 } })),
    `DELETE ${api}/cancel_reason/3`,
  ],
  [
    'addToWallet',
    (store) => store.dispatch(addToWallet(credit)),
    `POST ${api}/users/u1/wallet ${body({ amount: 5, source: 'cash', reason: 'Desk' })}`,
  ],
  ['getEstimate', (store) => store.dispatch(getEstimate(journey)), `POST ${api}/estimates ${body(journey)}`],
  ['addBooking', (store) => store.dispatch(addBooking(request)), `POST ${api}/bookings ${body(request)}`],
];

describe('the console actions', () => {
  it.each(actions)('%s makes its call', async (_name, act, call) => {
    const { store, asked } = storeRefused();
    await act(store);
    expect(asked).toEqual([call]);
  });
});
