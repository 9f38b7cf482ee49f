// Notices reach the right people once, and the development inbox keeps what would have been sent.
import { ZERO } from '@kerb/domain/kernel';
import { settings as settingsSchema } from '@kerb/domain/settings';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock, uuidV7 } from '../../adapters/clock/system-clock.ts';
import { createInboxPush } from '../../adapters/push/inbox-push.ts';
import { createInboxSms } from '../../adapters/sms/inbox-sms.ts';
import type { StoredEvent } from '../../kit/index.ts';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import type { PushMessage } from '../../ports/push.ts';
import { createIdentityModule } from '../identity/index.ts';
import { createDevInbox, createNotificationsModule } from './index.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const base = { db: database.queries, withTx: database.withTx, clock: systemClock, ids: uuidV7 };
const settings = settingsSchema.parse({});
const identity = createIdentityModule({
  ...base,
  sms: { kind: 'inbox', send: async () => undefined },
  secret: 'a secret of the tests',
  settings: {
    get: async () => settings,
    publicSettings: async () => Promise.reject(new Error('not asked')),
    edit: async () => settings,
    addDefaultCancelReasons: async () => undefined,
    markSeed: async () => true,
  },
  signInCheck: async () => true,
  isUnthrottled: () => true,
  balanceOf: async () => ZERO,
  driverPartOf: async () => null,
  updateVehicle: async () => undefined,
}).api;
const person = (usertype: 'rider' | 'driver', mobile: string) =>
  database.withTx((tx) => identity.createUser(tx, { usertype, mobile }));
const rider = await person('rider', '+59894300001');
const driver = await person('driver', '+59894300002');
const otherDriver = await person('driver', '+59894300003');

const booking = {
  id: uuidV7.next(),
  reference: 'K7M2XQ',
  customer: rider.uid,
  customer_name: 'Leo Paz',
  driver: driver.uid as string | null,
  driver_name: 'Ana',
  vehicle_number: 'SAB 1234',
  vehicle_description: 'Fiat Argo',
  status: 'ACCEPTED' as const,
  book_later: false,
  tripdate: 0,
  driver_accept_time: null,
  pickup: { lat: -34.9, lng: -56.2, add: 'Rambla 1' },
  drop_point: { add: 'Plaza 2' },
  rating: null,
  cancelled_by: null,
};
let pushed: PushMessage[] = [];
let pushFails = false;
const warnings: unknown[] = [];
beforeEach(() => {
  pushed = [];
  pushFails = false;
});
const [subscriber] =
  createNotificationsModule({
    ...base,
    push: {
      kind: 'inbox',
      send: async (message) => {
        if (pushFails) throw new Error('the provider is away');
        pushed.push(message);
      },
    },
    sms: { kind: 'inbox', send: async () => undefined },
    settings: { get: async () => settings },
    logger: { warn: (details) => warnings.push(details) },
    identity,
    booking: { find: async (id) => (id === booking.id ? booking : null) },
    chat: { unreadMessage: async () => null },
    secondsTo: async () => null,
    inbox: null,
  }).subscribers ?? [];

let position = 0;
const event = (name: string, data: Record<string, unknown>, topics: string[] = []): StoredEvent => ({
  position: ++position,
  name,
  topics,
  data: { booking_id: booking.id, ...data },
  at: Date.now(),
});

/** Which space stands before PM is the runtime's to choose. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

describe('notices', () => {
  test('a step tells the right person, with the screen to open', async () => {
    await subscriber?.handle(event('booking.changed', { status: 'ACCEPTED', from: 'NEW' }));
    expect(pushed).toEqual([
      {
        uid: rider.uid,
        title: 'Your ride is on its way',
        body: 'Ana is coming to Rambla 1 in Fiat Argo, SAB 1234.',
        screen: 'BookedCab',
        params: { bookingId: booking.id },
      },
    ]);
  });

  test('an event heard twice tells nobody twice', async () => {
    const paid = event('booking.changed', { status: 'PAID', from: 'PENDING' });
    await subscriber?.handle(paid);
    await subscriber?.handle(paid);
    expect(pushed.map(({ uid }) => uid).sort()).toEqual([driver.uid, rider.uid].sort());
  });

  test('every driver asked hears of the task', async () => {
    await subscriber?.handle(event('task.offered', {}, [`tasks:${driver.uid}`, `tasks:${otherDriver.uid}`]));
    expect(pushed.map(({ uid, screen }) => `${uid} ${screen}`).sort()).toEqual(
      [`${driver.uid} DriverTrips`, `${otherDriver.uid} DriverTrips`].sort(),
    );
  });

  test('a sender that fails is told to the operator and holds up nothing', async () => {
    pushFails = true;
    await subscriber?.handle(event('booking.changed', { status: 'STARTED', from: 'ARRIVED' }));
    expect(warnings).toHaveLength(1);
  });

  test('of a later trip the rider hears when the search begins and an hour before, the driver when to leave', async () => {
    const before = { ...booking };
    Object.assign(booking, { status: 'NEW', book_later: true, tripdate: Date.parse('2099-05-01T20:45:00Z') });
    await subscriber?.handle(event('booking.search-begun', {}));
    await subscriber?.handle(event('booking.reminder', { kind: 'ride_soon' }));
    Object.assign(booking, { status: 'ACCEPTED' });
    await subscriber?.handle(event('booking.reminder', { kind: 'leave_now' }));
    await subscriber?.handle(event('booking.search-begun', {}));
    Object.assign(booking, { status: 'CANCELLED' });
    await subscriber?.handle(event('booking.reminder', { kind: 'leave_now' }));
    Object.assign(booking, before);
    // In the operator's time zone.
    expect(pushed.map(({ uid, title, screen }) => [uid, plain(title), screen])).toEqual([
      [rider.uid, 'We are looking for your driver', 'BookedCab'],
      [rider.uid, 'Your ride is at 5:45 PM', 'BookedCab'],
      [driver.uid, 'Time to leave', 'DriverTrips'],
    ]);
    expect(plain(pushed[2]?.body ?? '')).toBe('Leo Paz expects you at Rambla 1 at 5:45 PM.');
  });

  test('a booking that is gone tells nobody', async () => {
    await subscriber?.handle(
      event('booking.changed', { booking_id: uuidV7.next(), status: 'PAID', from: 'PENDING' }),
    );
    expect(pushed).toEqual([]);
  });
});

test('the inbox keeps messages by number, newest first, and codes readable by programs', async () => {
  const inbox = createDevInbox({
    ...base,
    mobileOf: async (uid) => (await identity.userOf(uid))?.mobile ?? '',
  });
  await createInboxSms(inbox.keepSms).send({ to: rider.mobile, text: '123456 is your code', otp: '123456' });
  await createInboxPush(inbox.keepPush).send({
    uid: rider.uid,
    title: 'Hello',
    body: 'There',
    screen: 'BookedCab',
  });
  await createInboxPush(inbox.keepPush).send({ uid: driver.uid, title: 'For', body: 'Another' });
  expect(await inbox.latest(rider.mobile, 10)).toMatchObject([
    { channel: 'push', to: rider.mobile, title: 'Hello', body: 'There', otp: null },
    { channel: 'sms', to: rider.mobile, body: '123456 is your code', otp: '123456' },
  ]);
  expect(await inbox.latest(undefined, 1)).toMatchObject([{ to: driver.mobile, title: 'For' }]);
});
