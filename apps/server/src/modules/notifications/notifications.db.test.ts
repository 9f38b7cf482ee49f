// Tests that notices reach the right users once, by the right channels, and that the development inbox stores the
// messages.
import { type BookingStatus, INCOMPLETE_BOOKING_REASON, TRIP_TIME_PASSED_REASON } from '@kerb/domain/booking';
import { MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { describe, expect, test } from 'vitest';
import { uuidV7 } from '../../adapters/clock/system-clock.ts';
import { createInboxSms } from '../../adapters/sms/inbox/inbox-sms.ts';
import { createNoticesEnvironment } from './testing/notices-environment.ts';

const environment = await createNoticesEnvironment();
const { handleEvent, event, noticesOf, clock } = environment;
const rider = await environment.person({ usertype: 'rider' });
const driver = await environment.person({ usertype: 'driver' });
const otherDriver = await environment.person({ usertype: 'driver' });
const ride = (change: object = {}) =>
  environment.booking({ customer: rider.uid, driver: driver.uid, ...change });
/** The user's notices that are not among `known`. */
async function newTo(uid: string, known: readonly { id: string }[]) {
  return (await noticesOf(uid)).filter(({ id }) => !known.some((one) => one.id === id));
}
/** Friday 1 May, 17:45 in the operator's time zone: later than the test's clock by years. */
const IN_2099 = Date.parse('2099-05-01T20:45:00Z');
/** Replaces all kinds of spaces, because the space before PM depends on the runtime. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

describe('notices', () => {
  test('a status change notifies the right user, with the screen to open', async () => {
    const known = await noticesOf(rider.uid);
    const { id } = ride();
    await handleEvent(event('booking.changed', { booking_id: id, status: 'ACCEPTED', from: 'NEW' }));
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

  test('a driver for a trip days ahead is announced with the day of the trip', async () => {
    const planner = await environment.person({ usertype: 'rider' });
    const { id } = ride({ customer: planner.uid, book_later: true, tripdate: IN_2099 });
    await handleEvent(event('booking.changed', { booking_id: id, status: 'ACCEPTED', from: 'NEW' }));
    const [notice] = await noticesOf(planner.uid);
    expect(notice?.kind).toBe('accepted_later');
    expect(plain(notice?.body ?? '')).toBe(
      'Ana will be at Rambla 1 on Fri, May 1, 5:45 PM: Fiat Argo, SAB 1234.',
    );
  });

  test('a delivery paid after its time is cancelled without a notice that it was not paid', async () => {
    const sender = await environment.person({ usertype: 'rider' });
    for (const reason of [INCOMPLETE_BOOKING_REASON, TRIP_TIME_PASSED_REASON]) {
      const { id } = ride({ customer: sender.uid, status: 'CANCELLED', cancelled_by: 'system', reason });
      const data = { booking_id: id, status: 'CANCELLED', from: 'PAYMENT_PENDING' };
      await handleEvent(event('booking.changed', data));
    }
    expect((await noticesOf(sender.uid)).map(({ kind }) => kind)).toEqual(['not_paid', 'cancelled']);
  });

  test('an event handled twice notifies each user once, also concurrently', async () => {
    const mine = await noticesOf(rider.uid);
    const driverBefore = await noticesOf(driver.uid);
    const paid = event('booking.changed', { booking_id: ride().id, status: 'PAID', from: 'PENDING' });
    await Promise.all([handleEvent(paid), handleEvent(paid)]);
    await handleEvent(paid);
    expect(await newTo(rider.uid, mine)).toHaveLength(1);
    expect(await newTo(driver.uid, driverBefore)).toHaveLength(1);
  });

  test('a booking by telephone is confirmed by text, in the rider’s language, with its day and a link', async () => {
    const reader = await environment.person({ usertype: 'rider' });
    await environment.rows("update users set lang_locale = 'es', date_locale = 'es' where uid = $1", [
      reader.uid,
    ]);
    const tripdate = Date.parse('2026-03-06T17:45:00Z');
    const { id, reference } = ride({ customer: reader.uid, status: 'NEW', driver: null, tripdate });
    await handleEvent(event('booking.confirmation', { booking_id: id, origin: 'https://kerb.example' }));
    const [notice] = await noticesOf(reader.uid);
    expect(notice).toMatchObject({ kind: 'booking_confirmed', title: `Reservado: ${reference}` });
    expect(plain(notice?.body ?? '')).toBe(
      `Tu viaje está reservado para el vie, 6 mar, 14:45 desde Rambla 1. Síguelo aquí: https://kerb.example/t/token-of-${id}`,
    );
    expect(await environment.stateOf(reader.uid)).toEqual(expect.arrayContaining(['sms waiting']));
  });

  test('every driver with an open offer is notified, at the latest until the offer ends', async () => {
    const { id } = ride({ status: 'NEW', driver: null });
    const before = await noticesOf(driver.uid);
    const expires_at = clock.now() + 25_000;
    environment.requests.set(id, [{ driver: otherDriver.uid, expires_at }]);
    const topics = [`tasks:${driver.uid}`, `tasks:${otherDriver.uid}`];
    await handleEvent(event('task.offered', { booking_id: id }, topics));
    expect(await newTo(driver.uid, before)).toEqual([]);
    const notices = await noticesOf(otherDriver.uid);
    expect(notices).toMatchObject([{ kind: 'new_task', screen: 'DriverTrips', params: { bookingId: id } }]);
    const [delivery] = await environment.rows('select until from notice_deliveries where notice = $1', [
      notices[0]?.id,
    ]);
    expect(delivery).toEqual({ until: expires_at });
    // The notice of a withdrawn offer is no longer delivered.
    expect(await environment.stateOf(otherDriver.uid)).toEqual(['push waiting']);
    await handleEvent(event('task.withdrawn', { booking_id: id }, [`tasks:${otherDriver.uid}`]));
    expect(await environment.stateOf(otherDriver.uid)).toEqual(['push expired']);
  });

  test('an offer by hand is delivered for an hour; that of a trip days ahead names the day and is delivered while it is open', async () => {
    const named = await environment.person({ usertype: 'driver' });
    const expires_at = clock.now() + 24 * 3_600_000;
    const offer = async (change: object) => {
      const { id } = ride({ status: 'NEW', driver: null, ...change });
      environment.requests.set(id, [{ driver: named.uid, expires_at }]);
      await handleEvent(event('task.offered', { booking_id: id }, [`tasks:${named.uid}`]));
      return id;
    };
    await offer({});
    const later = await offer({ book_later: true, tripdate: IN_2099 });
    const notices = (await noticesOf(named.uid)).map(({ kind, title, screen }) => [
      kind,
      plain(title),
      screen,
    ]);
    expect(notices.toSorted()).toEqual([
      ['new_task', 'New ride', 'DriverTrips'],
      ['new_task_later', 'New ride: Fri, May 1, 5:45 PM', 'DriverTrips'],
    ]);
    const deliveries = await environment.rows(
      'select until from notice_deliveries join notices on id = notice where uid = $1',
      [named.uid],
    );
    expect(deliveries).toEqual([{ until: clock.now() + 3_600_000 }, { until: expires_at }]);
    await handleEvent(event('task.withdrawn', { booking_id: later }, [`tasks:${named.uid}`]));
    expect((await environment.stateOf(named.uid)).toSorted()).toEqual(['push expired', 'push waiting']);
  });

  test('offers handled in a batch notify as single ones, with few jobs, in the order of their events', async () => {
    const drivers: { uid: string }[] = [];
    for (let nth = 0; nth < 3; nth += 1) drivers.push(await environment.person({ usertype: 'driver' }));
    const tasks = drivers.map(({ uid }) => {
      const { id } = ride({ status: 'NEW', driver: null });
      environment.requests.set(id, [{ driver: uid, expires_at: clock.now() + 25_000 }]);
      return { uid, id, topics: [`tasks:${uid}`] };
    });
    const [withdrawn, again] = tasks;
    if (!withdrawn || !again) throw new Error('three tasks');
    const events = [
      ...tasks.map(({ id, topics }) => event('task.offered', { booking_id: id }, topics)),
      event('task.withdrawn', { booking_id: withdrawn.id }, withdrawn.topics),
      event('task.withdrawn', { booking_id: again.id }, again.topics),
      event('task.offered', { booking_id: again.id }, again.topics),
      event('booking.changed', { booking_id: withdrawn.id, status: 'NEW' }),
    ];
    const jobs = () =>
      environment.rows(
        "select from graphile_worker.jobs where task_identifier = 'notifications.deliver-batch'",
      );
    const before = (await jobs()).length;
    await environment.handleTogether(events);
    // One job for the three offers, and one for the repeated offer.
    expect((await jobs()).length).toBe(before + 2);
    const states = await Promise.all(drivers.map(({ uid }) => environment.stateOf(uid)));
    expect(states).toEqual([['push expired'], ['push expired', 'push waiting'], ['push waiting']]);
    // An offer that is over is not unread.
    const unread = await Promise.all(drivers.map(({ uid }) => environment.unreadOf(uid)));
    expect(unread).toEqual([0, 1, 1]);
    const [published] = await environment.rows<{ topics: string[] }>(
      `select topics from outbox_events where name = 'notice.read' order by position desc limit 1`,
    );
    expect(published?.topics.toSorted()).toEqual(
      [withdrawn, again].map(({ uid }) => `user:${uid}`).toSorted(),
    );
  });

  test('a driver who lost a booking is notified of the reason; its rider is notified of the new search', async () => {
    const before = await noticesOf(driver.uid);
    for (const reason of ['silent', 'late', 'driver', 'reassigned']) {
      const waiting = await environment.person({ usertype: 'rider' });
      const { id } = ride({ customer: waiting.uid, status: 'NEW', driver: null });
      await handleEvent(event('booking.given-back', { booking_id: id, driver: driver.uid, reason }));
      expect(await noticesOf(waiting.uid)).toMatchObject([{ kind: 'given_back', screen: 'BookedCab' }]);
    }
    const toDriver = await newTo(driver.uid, before);
    expect(toDriver.map(({ kind }) => kind).sort()).toEqual([
      'next_trip_over',
      'trip_lost',
      'trip_reassigned',
    ]);
  });

  test('the driver of a trip accepted ahead is notified when it begins and when it is lost, its rider only of the loss', async () => {
    const before = await noticesOf(driver.uid);
    const rider = await environment.person({ usertype: 'rider' });
    const ahead = { customer: rider.uid, book_later: true, tripdate: IN_2099, pickup_promised_at: IN_2099 };
    const { id } = ride({ ...ahead, status: 'ACCEPTED', driver: driver.uid });
    await handleEvent(event('booking.set-out', { booking_id: id, isAhead: true }));
    expect(await noticesOf(rider.uid)).toEqual([]);
    const lost = ride({ ...ahead, status: 'NEW', driver: null });
    const data = { booking_id: lost.id, driver: driver.uid, reason: 'late', isAhead: true };
    await handleEvent(event('booking.given-back', data));
    expect((await newTo(driver.uid, before)).map(({ kind }) => kind).sort()).toEqual([
      'booked_trip_begun',
      'booked_trip_over',
    ]);
    expect(await noticesOf(rider.uid)).toMatchObject([{ kind: 'given_back_later' }]);
  });

  test('a trip days ahead that is taken from its driver is announced for a day, with its day and by mail', async () => {
    const planner = await environment.person({
      usertype: 'rider',
      email: 'planner@mail.example',
      emailVerified: true,
    });
    const former = await environment.person({ usertype: 'driver' });
    const { id } = ride({
      customer: planner.uid,
      status: 'NEW',
      driver: null,
      book_later: true,
      tripdate: IN_2099,
    });
    await handleEvent(
      event('booking.given-back', { booking_id: id, driver: former.uid, reason: 'reassigned' }),
    );
    const bodies = [...(await noticesOf(planner.uid)), ...(await noticesOf(former.uid))].map(({ body }) =>
      plain(body),
    );
    expect(bodies).toEqual([
      'Your driver for Fri, May 1, 5:45 PM (K7M2XQ) cannot come. The search for a driver at Rambla 1 goes on.',
      'You do not drive to Rambla on Fri, May 1, 5:45 PM any more (K7M2XQ). You can take other trips.',
    ]);
    expect(await environment.stateOf(planner.uid)).toEqual(['email waiting', 'push waiting']);
    const deliveries = await environment.rows(
      'select distinct until from notice_deliveries join notices on id = notice where uid = any($1)',
      [[planner.uid, former.uid]],
    );
    expect(deliveries).toEqual([{ until: clock.now() + 24 * 3_600_000 }]);
  });

  test.each(['ACCEPTED', 'CANCELLED'] as const)(
    'that the search goes on is not delivered any more once the booking is %s',
    async (status) => {
      const waiting = await environment.person({ usertype: 'rider' });
      const { id } = ride({ customer: waiting.uid, status: 'NEW', driver: null });
      await handleEvent(
        event('booking.given-back', { booking_id: id, driver: driver.uid, reason: 'driver' }),
      );
      ride({ id, customer: waiting.uid, status, driver: otherDriver.uid, cancelled_by: 'customer' });
      await handleEvent(event('booking.changed', { booking_id: id, status, from: 'NEW' }));
      expect(await environment.stateOf(waiting.uid)).toContain('push expired');
    },
  );

  test('that the search for a later trip goes on is delivered until the trip at most', async () => {
    const planner = await environment.person({ usertype: 'rider' });
    const tripdate = clock.now() + 2 * 3_600_000;
    const { id } = ride({ customer: planner.uid, status: 'NEW', driver: null, book_later: true, tripdate });
    await handleEvent(event('booking.given-back', { booking_id: id, driver: driver.uid, reason: 'driver' }));
    const deliveries = await environment.rows(
      'select until from notice_deliveries join notices on id = notice where uid = $1',
      [planner.uid],
    );
    expect(deliveries).toEqual([{ until: tripdate }]);
  });

  test('an offer of a trip in the next three hours wakes the phone, a later one does not', async () => {
    const kindOf = async (hours: number) => {
      const offered = await environment.person({ usertype: 'driver' });
      const tripdate = clock.now() + hours * 3_600_000;
      const { id } = ride({ status: 'NEW', driver: null, book_later: true, tripdate });
      environment.requests.set(id, [{ driver: offered.uid, expires_at: clock.now() + 90_000 }]);
      await handleEvent(event('task.offered', { booking_id: id }, [`tasks:${offered.uid}`]));
      return (await noticesOf(offered.uid)).map(({ kind }) => kind);
    };
    expect(await kindOf(2)).toEqual(['new_task']);
    expect(await kindOf(4)).toEqual(['new_task_later']);
  });

  test('a later trip notifies the rider of the search and an hour before, the driver when to leave', async () => {
    const mine = await noticesOf(rider.uid);
    const driverBefore = await noticesOf(driver.uid);
    const booking = ride({ status: 'NEW', book_later: true, tripdate: IN_2099 });
    const about = { booking_id: booking.id };
    await handleEvent(event('booking.search-begun', about));
    await handleEvent(event('booking.reminder', { ...about, kind: 'ride_soon' }));
    booking.status = 'ACCEPTED' as const;
    await handleEvent(event('booking.reminder', { ...about, kind: 'leave_now' }));
    await handleEvent(event('booking.search-begun', about));
    environment.bookings.set(booking.id, { ...booking, status: 'CANCELLED' });
    await handleEvent(event('booking.reminder', { ...about, kind: 'leave_now' }));
    // Times are in the operator's time zone.
    const notices = await newTo(rider.uid, mine);
    expect(notices.map(({ title, screen }) => [plain(title), screen])).toEqual([
      ['We are looking for your driver', 'BookedCab'],
      ['Your ride is at 5:45 PM', 'BookedCab'],
    ]);
    const toDriver = await newTo(driver.uid, driverBefore);
    expect(toDriver.map(({ title, screen }) => [title, screen])).toEqual([['Time to leave', 'DriverTrips']]);
    expect(plain(toDriver[0]?.body ?? '')).toBe('Leo Paz expects you at Rambla at 5:45 PM.');
  });

  test('three wrong trip codes before the trip notify the rider, with the plate to look for', async () => {
    const wary = await environment.person({ usertype: 'rider' });
    const refusedOf = (id: string) =>
      event('booking.trip_code_refused', { booking_id: id }, [`bookings:customer:${wary.uid}`]);
    const { id } = ride({ customer: wary.uid, status: 'ARRIVED' });
    const refused = refusedOf(id);
    await Promise.all([handleEvent(refused), handleEvent(refused)]);
    for (const status of ['STARTED', 'CANCELLED'] as const)
      await handleEvent(refusedOf(ride({ customer: wary.uid, status }).id));
    expect(await noticesOf(wary.uid)).toEqual([
      {
        id: expect.any(String),
        kind: 'trip_code_refused',
        title: 'Wrong trip code, three times',
        body: 'A wrong code was entered three times for your trip K7M2XQ. Give the code only to the driver whose plate is SAB 1234.',
        screen: 'BookedCab',
        params: { bookingId: id },
      },
    ]);
    expect(await environment.stateOf(wary.uid)).toEqual(['push waiting']);
  });

  test('a deleted booking or user causes no notices', async () => {
    const gone = await environment.person({ usertype: 'rider' });
    const { id } = ride({ customer: gone.uid, driver: null });
    await environment.database.pool.query(
      'update users set deleted_at = 1, approved = false, review = $2 where uid = $1',
      [gone.uid, 'disabled'],
    );
    await handleEvent(event('booking.changed', { booking_id: id, status: 'ACCEPTED', from: 'NEW' }));
    await handleEvent(
      event('booking.changed', { booking_id: uuidV7.next(), status: 'PAID', from: 'PENDING' }),
    );
    expect(await noticesOf(gone.uid)).toEqual([]);
  });
});

describe('after an outage', () => {
  /** Handles a step of a booking that happened `ago` ms before now. */
  const stepAgo = (ago: number, data: { booking_id: string; status: BookingStatus; from: BookingStatus }) =>
    handleEvent({ ...event('booking.changed', data), at: clock.now() - ago });
  const someRider = async () => {
    const { uid } = await environment.person({ usertype: 'rider' });
    await environment.device(uid, 'ANDROID', `of-${uid}`);
    return uid;
  };

  test('a notice counts its time from its event: an arrival of ten minutes ago is not sent', async () => {
    const customer = await someRider();
    const { id } = ride({ customer, status: 'ARRIVED' });
    environment.fcm.sent = [];
    await stepAgo(10 * MS_PER_MINUTE, { booking_id: id, status: 'ARRIVED', from: 'ACCEPTED' });
    await environment.deliver();
    expect(environment.fcm.sent).toEqual([]);
    // The rider finds it in the history.
    expect(await noticesOf(customer)).toMatchObject([{ kind: 'driver_near' }]);
    expect(await environment.stateOf(customer)).toEqual(['push expired']);
  });

  test('a notice is sent for the rest of its time', async () => {
    const customer = await someRider();
    const { id } = ride({ customer, status: 'ARRIVED' });
    await stepAgo(9 * MS_PER_MINUTE, { booking_id: id, status: 'ARRIVED', from: 'ACCEPTED' });
    const deliveries = await environment.rows(
      'select until from notice_deliveries join notices on id = notice where uid = $1',
      [customer],
    );
    expect(deliveries).toEqual([{ until: clock.now() + MS_PER_MINUTE }]);
  });

  test.each([
    { status: 'ACCEPTED', from: 'NEW', now: 'STARTED', kind: 'accepted' },
    { status: 'ARRIVED', from: 'ACCEPTED', now: 'CANCELLED', kind: 'driver_near' },
    { status: 'STARTED', from: 'ARRIVED', now: 'PAID', kind: 'trip_started' },
  ] as const)('a step to $status of a booking that is $now is in the history only', async (given) => {
    const { status, from, now, kind } = given;
    const customer = await someRider();
    const { id } = ride({ customer, status: now });
    await environment.deliver();
    environment.fcm.sent = [];
    await stepAgo(1, { booking_id: id, status, from });
    await environment.deliver();
    expect(environment.fcm.sent).toEqual([]);
    expect(await noticesOf(customer)).toMatchObject([{ kind }]);
    expect(await environment.stateOf(customer)).toEqual(['push expired']);
  });

  test('an acceptance causes no notice when the driver has given the booking back', async () => {
    const customer = await someRider();
    const { id } = ride({ customer, status: 'NEW', driver: null });
    await stepAgo(1, { booking_id: id, status: 'ACCEPTED', from: 'NEW' });
    expect(await noticesOf(customer)).toEqual([]);
  });

  test('the result of a trip is sent although the trip has gone on', async () => {
    const customer = await someRider();
    const { id } = ride({ customer, status: 'PAID' });
    await stepAgo(MS_PER_HOUR, { booking_id: id, status: 'REACHED', from: 'STARTED' });
    expect(await noticesOf(customer)).toMatchObject([{ kind: 'trip_completed' }]);
    expect(await environment.stateOf(customer)).toEqual(['push waiting']);
  });
});

test('a notice that waits for its delivery is not delivered after the booking has left its status', async () => {
  const guest = await environment.person({ usertype: 'rider' });
  const { id } = ride({ customer: guest.uid, booking_type_admin: true });
  const step = async (status: BookingStatus, from: BookingStatus) => {
    environment.setStatus(id, status);
    await handleEvent(event('booking.changed', { booking_id: id, status, from }));
  };
  const waitingKinds = async () => {
    const rows = await environment.rows<{ kind: string }>(
      `select distinct kind from notice_deliveries join notices on id = notice
       where uid = $1 and state = 'waiting' order by kind`,
      [guest.uid],
    );
    return rows.map(({ kind }) => kind);
  };
  const seen: string[][] = [];
  await step('ACCEPTED', 'NEW');
  seen.push(await waitingKinds());
  await step('ARRIVED', 'ACCEPTED');
  seen.push(await waitingKinds());
  await step('STARTED', 'ARRIVED');
  seen.push(await waitingKinds());
  await step('REACHED', 'STARTED');
  seen.push(await waitingKinds());
  expect(seen).toEqual([['accepted'], ['driver_near'], ['trip_started'], ['trip_completed']]);
});

test('a reminder to leave is not delivered to a driver who has given the trip back', async () => {
  const former = await environment.person({ usertype: 'driver' });
  const { id } = ride({ driver: former.uid, book_later: true, tripdate: clock.now() + MS_PER_HOUR });
  await handleEvent(event('booking.reminder', { booking_id: id, kind: 'leave_now' }));
  expect(await environment.stateOf(former.uid)).toEqual(['push waiting']);
  ride({ id, status: 'NEW', driver: null });
  await handleEvent(event('booking.given-back', { booking_id: id, driver: former.uid, reason: 'driver' }));
  expect(await environment.stateOf(former.uid)).toEqual(['push expired']);
});

describe('a ride that an admin booked for a rider', () => {
  async function booked(change: object = {}) {
    const guest = await environment.person({ usertype: 'rider' });
    await environment.rows("update users set lang_locale = 'es', date_locale = 'es' where uid = $1", [
      guest.uid,
    ]);
    return { guest, id: ride({ customer: guest.uid, booking_type_admin: true, ...change }).id };
  }
  const step = (id: string, status: BookingStatus, from: BookingStatus) => {
    environment.setStatus(id, status);
    return handleEvent(event('booking.changed', { booking_id: id, status, from }));
  };

  test('sends text messages about driver, arrival and cancellation to a rider without a device', async () => {
    const { guest, id } = await booked();
    environment.sms.sent = [];
    await step(id, 'ACCEPTED', 'NEW');
    await environment.deliver();
    await step(id, 'ARRIVED', 'ACCEPTED');
    await environment.deliver();
    await step(id, 'STARTED', 'ARRIVED');
    await step(id, 'CANCELLED', 'ACCEPTED');
    await environment.deliver();
    const own = environment.sms.sent.filter(({ to }) => to === guest.mobile).map(({ text }) => text);
    expect(own).toEqual([
      'Kerb: Tu viaje está en camino. Ana va hacia Rambla 1 en Fiat Argo, SAB 1234.',
      'Kerb: Tu conductor llegó. Ana te espera en Rambla 1: Fiat Argo, SAB 1234.',
      'Kerb: Viaje cancelado. Se canceló el viaje K7M2XQ desde Rambla 1.',
    ]);
  });

  test('sends only push messages to a rider with a device, as does a ride that a rider booked', async () => {
    const { guest, id } = await booked();
    await environment.device(guest.uid, 'ANDROID', `of-${guest.uid}`);
    await step(id, 'ACCEPTED', 'NEW');
    expect(await environment.stateOf(guest.uid)).toEqual(['push waiting']);
    const own = await booked({ booking_type_admin: false });
    await step(own.id, 'ACCEPTED', 'NEW');
    expect(await environment.stateOf(own.guest.uid)).toEqual(['push waiting']);
  });
});

test('the inbox lists messages by number, newest first, with machine-readable codes', async () => {
  const { inbox } = environment;
  const message = {
    id: uuidV7.next(),
    title: 'Hello',
    body: 'There',
    screen: 'BookedCab',
    params: {},
    url: '/',
    urgent: false,
    ttlSeconds: 1,
  };
  await createInboxSms(inbox.keepSms).send({ to: rider.mobile, text: '123456 is your code', otp: '123456' });
  await inbox.keepPushes([
    { uid: rider.uid, message },
    { uid: driver.uid, message: { ...message, title: 'For' } },
  ]);
  expect(await inbox.latest(rider.mobile, 10)).toMatchObject([
    { channel: 'push', to: rider.mobile, title: 'Hello', body: 'There', otp: null },
    { channel: 'sms', to: rider.mobile, body: '123456 is your code', otp: '123456' },
  ]);
  expect(await inbox.latest(undefined, 1)).toMatchObject([{ to: driver.mobile, title: 'For' }]);
});
