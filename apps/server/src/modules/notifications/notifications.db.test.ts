// Notices reach the right people once, by the right way, and the development inbox keeps what would have been sent.
import { describe, expect, test } from 'vitest';
import { uuidV7 } from '../../adapters/clock/system-clock.ts';
import { createInboxSms } from '../../adapters/sms/inbox-sms.ts';
import { createNoticesWorld } from './testing/notices-world.ts';

const world = await createNoticesWorld();
const { hear, event, toldTo, clock } = world;
const rider = await world.person({ usertype: 'rider' });
const driver = await world.person({ usertype: 'driver' });
const otherDriver = await world.person({ usertype: 'driver' });
const ride = (change: object = {}) => world.booking({ customer: rider.uid, driver: driver.uid, ...change });
/** What is new since the test began. */
async function newTo(uid: string, known: readonly { id: string }[]) {
  return (await toldTo(uid)).filter(({ id }) => !known.some((one) => one.id === id));
}
/** Which space stands before PM is the runtime's to choose. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

describe('notices', () => {
  test('a step tells the right person, with the screen to open', async () => {
    const known = await toldTo(rider.uid);
    const { id } = ride();
    await hear(event('booking.changed', { booking_id: id, status: 'ACCEPTED', from: 'NEW' }));
    expect(await newTo(rider.uid, known)).toEqual([
      {
        id: expect.any(String),
        kind: 'accepted',
        title: 'Your ride is on its way',
        body: 'Ana is coming to Rambla 1 in Fiat Argo, SAB 1234.',
        screen: 'BookedCab',
        params: { bookingId: id },
      },
    ]);
  });

  test('an event heard twice tells nobody twice, also at the same time', async () => {
    const [mine, his] = [await toldTo(rider.uid), await toldTo(driver.uid)];
    const paid = event('booking.changed', { booking_id: ride().id, status: 'PAID', from: 'PENDING' });
    await Promise.all([hear(paid), hear(paid)]);
    await hear(paid);
    expect(await newTo(rider.uid, mine)).toHaveLength(1);
    expect(await newTo(driver.uid, his)).toHaveLength(1);
  });

  test('every driver whom the booking still asks hears of the task, no later than the offer ends', async () => {
    const { id } = ride({ status: 'NEW', driver: null });
    const before = await toldTo(driver.uid);
    const expires_at = clock.now() + 25_000;
    world.requests.set(id, [{ driver: otherDriver.uid, expires_at }]);
    const topics = [`tasks:${driver.uid}`, `tasks:${otherDriver.uid}`];
    await hear(event('task.offered', { booking_id: id }, topics));
    expect(await newTo(driver.uid, before)).toEqual([]);
    const told = await toldTo(otherDriver.uid);
    expect(told).toMatchObject([{ kind: 'new_task', screen: 'DriverTrips', params: { bookingId: id } }]);
    const [delivery] = await world.rows('select until from notice_delivery where notice = $1', [told[0]?.id]);
    expect(delivery).toEqual({ until: expires_at });
    // Taken back, it is told no more.
    expect(await world.stateOf(otherDriver.uid)).toEqual(['push waiting']);
    await hear(event('task.withdrawn', { booking_id: id }, [`tasks:${otherDriver.uid}`]));
    expect(await world.stateOf(otherDriver.uid)).toEqual(['push expired']);
  });

  test('of a later trip the rider hears when the search begins and an hour before, the driver when to leave', async () => {
    const [mine, his] = [await toldTo(rider.uid), await toldTo(driver.uid)];
    const tripdate = Date.parse('2099-05-01T20:45:00Z');
    const booking = ride({ status: 'NEW', book_later: true, tripdate });
    const about = { booking_id: booking.id };
    await hear(event('booking.search-begun', about));
    await hear(event('booking.reminder', { ...about, kind: 'ride_soon' }));
    booking.status = 'ACCEPTED' as const;
    await hear(event('booking.reminder', { ...about, kind: 'leave_now' }));
    await hear(event('booking.search-begun', about));
    world.bookings.set(booking.id, { ...booking, status: 'CANCELLED' });
    await hear(event('booking.reminder', { ...about, kind: 'leave_now' }));
    // In the operator's time zone.
    const told = await newTo(rider.uid, mine);
    expect(told.map(({ title, screen }) => [plain(title), screen])).toEqual([
      ['We are looking for your driver', 'BookedCab'],
      ['Your ride is at 5:45 PM', 'BookedCab'],
    ]);
    const toDriver = await newTo(driver.uid, his);
    expect(toDriver.map(({ title, screen }) => [title, screen])).toEqual([['Time to leave', 'DriverTrips']]);
    expect(plain(toDriver[0]?.body ?? '')).toBe('Leo Paz expects you at Rambla at 5:45 PM.');
  });

  test('a trip code told wrongly three times is told to the rider, with the plate to look for; not once the trip goes', async () => {
    const wary = await world.person({ usertype: 'rider' });
    const refusedOf = (id: string) =>
      event('booking.trip_code_refused', { booking_id: id }, [`bookings:customer:${wary.uid}`]);
    const { id } = ride({ customer: wary.uid, status: 'ARRIVED' });
    const refused = refusedOf(id);
    await Promise.all([hear(refused), hear(refused)]);
    for (const status of ['STARTED', 'CANCELLED'] as const)
      await hear(refusedOf(ride({ customer: wary.uid, status }).id));
    expect(await toldTo(wary.uid)).toEqual([
      {
        id: expect.any(String),
        kind: 'trip_code_refused',
        title: 'Wrong trip code, three times',
        body: 'Somebody told a wrong code three times for your trip K7M2XQ. Tell it only to the driver whose plate is SAB 1234.',
        screen: 'BookedCab',
        params: { bookingId: id },
      },
    ]);
    expect(await world.stateOf(wary.uid)).toEqual(['push waiting']);
  });

  test('a booking that is gone, or a person who is, is told of to nobody', async () => {
    const gone = await world.person({ usertype: 'rider' });
    const { id } = ride({ customer: gone.uid, driver: null });
    await world.database.pool.query(
      'update users set deleted_at = 1, approved = false, review = $2 where uid = $1',
      [gone.uid, 'disabled'],
    );
    await hear(event('booking.changed', { booking_id: id, status: 'ACCEPTED', from: 'NEW' }));
    await hear(event('booking.changed', { booking_id: uuidV7.next(), status: 'PAID', from: 'PENDING' }));
    expect(await toldTo(gone.uid)).toEqual([]);
  });
});

describe('a ride that an admin booked for somebody', () => {
  async function booked(change: object = {}) {
    const guest = await world.person({ usertype: 'rider' });
    await world.rows("update users set lang_locale = 'es', date_locale = 'es' where uid = $1", [guest.uid]);
    return { guest, id: ride({ customer: guest.uid, booking_type_admin: true, ...change }).id };
  }
  const step = (id: string, status: string, from: string) =>
    hear(event('booking.changed', { booking_id: id, status, from }));

  test('is told by text message to who has no device: who comes in which car, that he is there, that it is off', async () => {
    const { guest, id } = await booked();
    await step(id, 'ACCEPTED', 'NEW');
    await step(id, 'ARRIVED', 'ACCEPTED');
    await step(id, 'STARTED', 'ARRIVED');
    await step(id, 'CANCELLED', 'ACCEPTED');
    world.sms.sent = [];
    await world.deliver();
    const own = world.sms.sent.filter(({ to }) => to === guest.mobile).map(({ text }) => text);
    expect(own).toEqual([
      'Kerb: Tu viaje está en camino. Ana va hacia Rambla 1 en Fiat Argo, SAB 1234.',
      'Kerb: Tu conductor llegó. Ana te espera en Rambla 1: Fiat Argo, SAB 1234.',
      'Kerb: Viaje cancelado. Se canceló el viaje K7M2XQ desde Rambla 1.',
    ]);
  });

  test('is told by push alone to who has one, and so is a ride that somebody booked themselves', async () => {
    const { guest, id } = await booked();
    await world.device(guest.uid, 'ANDROID', `of-${guest.uid}`);
    await step(id, 'ACCEPTED', 'NEW');
    expect(await world.stateOf(guest.uid)).toEqual(['push waiting']);
    const own = await booked({ booking_type_admin: false });
    await step(own.id, 'ACCEPTED', 'NEW');
    expect(await world.stateOf(own.guest.uid)).toEqual(['push waiting']);
  });
});

test('the inbox keeps messages by number, newest first, and codes readable by programs', async () => {
  const { inbox } = world;
  const message = {
    ...{ id: uuidV7.next(), title: 'Hello', body: 'There', screen: 'BookedCab', params: {} },
    ...{ url: '/', urgent: false, ttlSeconds: 1 },
  };
  await createInboxSms(inbox.keepSms).send({ to: rider.mobile, text: '123456 is your code', otp: '123456' });
  await inbox.keepPush(rider.uid, message);
  await inbox.keepPush(driver.uid, { ...message, title: 'For' });
  expect(await inbox.latest(rider.mobile, 10)).toMatchObject([
    { channel: 'push', to: rider.mobile, title: 'Hello', body: 'There', otp: null },
    { channel: 'sms', to: rider.mobile, body: '123456 is your code', otp: '123456' },
  ]);
  expect(await inbox.latest(undefined, 1)).toMatchObject([{ to: driver.mobile, title: 'For' }]);
});
