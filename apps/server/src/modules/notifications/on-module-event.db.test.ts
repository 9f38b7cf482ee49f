// Tests of the notices of all events except bookings: recipients, texts, and no duplicates.

import type { Lang } from '@kerb/domain/identity';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { beforeEach, expect, test } from 'vitest';
import { uuidV7 } from '../../adapters/clock/system-clock.ts';
import type { UserInput } from '../identity/index.ts';
import { createNoticesEnvironment } from './testing/notices-environment.ts';

const environment = await createNoticesEnvironment();

type Given = Partial<UserInput> & { lang?: Lang };
async function someone({ lang, ...given }: Given = {}) {
  const user = await environment.person({ usertype: 'driver', ...given });
  if (lang)
    await environment.rows('update users set lang_locale = $2, date_locale = $3 where uid = $1', [
      user.uid,
      lang.langLocale,
      lang.dateLocale,
    ]);
  return user;
}
const spanish = { langLocale: 'es', dateLocale: 'es-UY' };
const admins = [await someone({ usertype: 'admin' }), await someone({ usertype: 'admin', lang: spanish })];

interface PersonNotice {
  uid: string;
  title: string;
  body: string;
  screen: string;
}
let seen: string[] = [];
const all = () =>
  environment.rows<PersonNotice & { id: string }>(
    'select id, uid, title, body, screen from notices order by at, id',
  );
beforeEach(async () => {
  seen = (await all()).map(({ id }) => id);
});
/** The notices added since the test began. */
const pushed = async (): Promise<PersonNotice[]> =>
  (await all()).filter(({ id }) => !seen.includes(id)).map(({ id: _id, ...notice }) => notice);

/** Handles the event twice, as after a crash of the database, which may also give it another position. */
async function publish(name: string, data: Record<string, unknown>): Promise<void> {
  const happened = environment.event(name, data);
  await environment.handleEvent(happened);
  await environment.handleEvent({ ...happened, position: happened.position + 1_000_000 });
}

test('a driver is notified once of an expiring document, in their language', async () => {
  const driver = await someone({ lang: spanish });
  await publish('document.expiring', {
    uid: driver.uid,
    kind: 'img2',
    days_left: 7,
    expires_on: '2026-03-01',
  });
  const body =
    'Seguro del vehículo: válido hasta el 1 de marzo de 2026. Sube el nuevo en tu perfil con tiempo.';
  expect(await pushed()).toEqual([
    { uid: driver.uid, title: 'Un documento vence pronto', body, screen: 'Profile' },
  ]);
});

test('every admin is notified of a driver who waits for approval, each in their language', async () => {
  const driver = await someone({ review: 'waiting' });
  await publish('user.created', { uid: driver.uid, usertype: 'driver' });
  expect((await pushed()).map(({ uid, title, screen }) => ({ uid, title, screen }))).toEqual([
    { uid: admins[0]?.uid, title: 'A driver is waiting for approval', screen: 'Drivers' },
    { uid: admins[1]?.uid, title: 'Un conductor espera aprobación', screen: 'Drivers' },
  ]);
});

test('the driver and every admin are notified of a changed vehicle, and the driver of its approval', async () => {
  const driver = await someone();
  await publish('driver.vehicle_reviewed', { uid: driver.uid, state: 'waiting' });
  expect((await pushed()).map(({ uid, title }) => [uid, title])).toEqual(
    expect.arrayContaining([
      [driver.uid, 'Your changed vehicle is being reviewed'],
      [admins[0]?.uid, 'A driver changed the vehicle'],
      [admins[1]?.uid, 'Un conductor cambió de vehículo'],
    ]),
  );
  await publish('driver.vehicle_reviewed', { uid: driver.uid, state: 'approved' });
  expect((await pushed()).filter(({ title }) => title === 'Your vehicle is approved')).toHaveLength(1);
});

test('a driver is notified before and at the end of their allowed hours, and of a break', async () => {
  const driver = await someone({ lang: spanish });
  const at = Date.parse('2026-05-11T12:00:00Z');
  const states = [
    { state: 'soon', rule: 'duty_limit' },
    { state: 'reached', rule: 'duty_limit' },
    { state: 'soon', rule: 'break_needed' },
    { state: 'reached', rule: 'break_needed' },
  ];
  for (const one of states) await publish('driver.duty_limit', { uid: driver.uid, at, ...one });
  const from = 'Puedes volver a ponerte en servicio desde: lun, 11 may., 9:00 a. m.';
  expect((await pushed()).map(({ uid, title, body, screen }) => [uid, screen, title, body])).toEqual(
    [
      ['Tus horas terminan: 9:00 a. m.', 'Entonces sales de servicio. Antes terminas el viaje en curso.'],
      ['Estás fuera de servicio', `No te quedan horas. ${from}`],
      ['Te toca un descanso: 9:00 a. m.', 'Entonces sales de servicio. Antes terminas el viaje en curso.'],
      ['Hora de descansar', `Estás fuera de servicio. ${from}`],
    ].map((words) => [driver.uid, 'DriverTrips', ...words]),
  );
});

test('a silent driver is warned of the time at which the trip goes to another driver, and not after it', async () => {
  const driver = await someone({ lang: spanish });
  const until = environment.clock.now() + 150_000;
  await publish('driver.silent', { booking_id: uuidV7.next(), driver: driver.uid, until });
  const deliveries = await environment.rows<{ until: string }>(
    'select until from notice_deliveries join notices on notices.id = notice where uid = $1',
    [driver.uid],
  );
  expect(deliveries.map((delivery) => Number(delivery.until))).toEqual([until]);
  const [notice] = await pushed();
  expect(notice).toMatchObject({ uid: driver.uid, screen: 'DriverTrips' });
});

test('that hours end soon is not delivered after they have ended', async () => {
  const driver = await someone();
  const at = environment.clock.now() + 10 * MS_PER_MINUTE;
  for (const rule of ['duty_limit', 'break_needed'])
    await publish('driver.duty_limit', { uid: driver.uid, at, state: 'soon', rule });
  const deliveries = await environment.rows(
    'select distinct until from notice_deliveries join notices on id = notice where uid = $1',
    [driver.uid],
  );
  expect(deliveries).toEqual([{ until: at }]);
});

test('the admins’ notices of a driver who waits are deleted with the driver', async () => {
  const driver = await someone({ review: 'waiting' });
  const other = await someone({ review: 'waiting' });
  for (const { uid } of [driver, other]) await publish('user.created', { uid, usertype: 'driver' });
  expect(await pushed()).toHaveLength(4);
  const gone = { uid: driver.uid, mobile: driver.mobile, email: driver.email };
  await environment.database.withTx((tx) => environment.module.api.erasePerson(tx, gone, []));
  const left = await environment.rows<{ driver: string }>(
    `select params ->> 'driver' as driver from notices where kind = 'driver_waiting' and not id = any($1)`,
    [seen],
  );
  expect(left.map((notice) => notice.driver)).toEqual([other.uid, other.uid]);
});

test('every admin is notified of a call for help, each in their language, with the alerts as the screen', async () => {
  await publish('alert.raised', { alert_id: uuidV7.next(), booking_id: uuidV7.next(), kind: 'panic' });
  expect((await pushed()).map(({ uid, title, screen }) => ({ uid, title, screen }))).toEqual([
    { uid: admins[0]?.uid, title: 'Call for help', screen: 'Alerts' },
    { uid: admins[1]?.uid, title: 'Alguien pide ayuda', screen: 'Alerts' },
  ]);
});

test('the driver and every admin are notified of a lost item, and only the admins of a question', async () => {
  const driver = await someone();
  const booking_id = uuidV7.next();
  const lostItem = uuidV7.next();
  environment.reports.set(lostItem, { reference: 'K7M2QX', driver: driver.uid, message: 'An umbrella' });
  await publish('alert.raised', { alert_id: lostItem, booking_id, kind: 'lost_item' });
  const sent = await pushed();
  expect(sent.map(({ uid }) => uid)).toEqual([...admins.map(({ uid }) => uid), driver.uid]);
  expect(sent.at(0)).toMatchObject({ title: 'Lost item, ride K7M2QX', screen: 'Alerts' });
  expect(sent.at(-1)).toMatchObject({
    title: 'Look through your car',
    body: 'The rider of K7M2QX misses: An umbrella. If you find it, contact the operator.',
    screen: 'BookedCab',
  });
  const question = uuidV7.next();
  environment.reports.set(question, { reference: 'K7M2QX', driver: null, message: 'Who pays?' });
  await publish('alert.raised', { alert_id: question, booking_id, kind: 'help' });
  expect((await pushed()).slice(sent.length).map(({ uid }) => uid)).toEqual(admins.map(({ uid }) => uid));
});

test('admins are not notified of riders, or of drivers who are reviewed or deleted', async () => {
  const decided = await someone();
  const rider = await someone({ usertype: 'rider' });
  await publish('user.created', { uid: decided.uid, usertype: 'driver' });
  await publish('user.created', { uid: rider.uid, usertype: 'rider' });
  await publish('user.created', { uid: uuidV7.next(), usertype: 'driver' });
  expect(await pushed()).toEqual([]);
});

test('a driver is notified once of the outcome of a withdrawal, and not of the request', async () => {
  const driver = await someone();
  const about = { withdraw_id: uuidV7.next(), uid: driver.uid, amount: 5050 };
  await publish('withdraw.changed', { ...about, state: 'pending' });
  expect(await pushed()).toEqual([]);
  await publish('withdraw.changed', { ...about, state: 'processed' });
  expect((await pushed()).map(({ uid, body, screen }) => ({ uid, body, screen }))).toEqual([
    { uid: driver.uid, body: '$U\u00a050.50 were sent to your bank.', screen: 'Wallet' },
  ]);
  await publish('withdraw.changed', { ...about, state: 'returned' });
  expect((await pushed()).at(-1)?.title).toBe('Your withdrawal was returned');
});

test('an amount is written as its reader writes numbers', async () => {
  const driver = await someone({ lang: spanish });
  const about = { withdraw_id: uuidV7.next(), uid: driver.uid, amount: 123_450 };
  await publish('withdraw.changed', { ...about, state: 'processed' });
  expect((await pushed()).map(({ body }) => body)).toEqual(['Se enviaron $U\u00a01.234,50 a tu banco.']);
});

test('the payer is notified of a held payment, of a refund, and of money added to the wallet', async () => {
  const rider = await someone({ usertype: 'rider' });
  const about = { uid: rider.uid, payment: uuidV7.next(), booking: null, purpose: 'booking' };
  await publish('payment.held', about);
  expect(await pushed()).toMatchObject([{ title: 'We are looking at your payment', screen: 'Wallet' }]);
  await publish('payment.accepted', { ...about, amount: 5050 });
  expect((await pushed()).at(-1)).toMatchObject({
    title: 'Your payment is in your wallet',
    screen: 'Wallet',
  });
  await publish('payment.refunded', { ...about, refund: uuidV7.next(), amount: 5050, held: false });
  expect((await pushed()).at(-1)?.body).toContain('$U\u00a050.50 were sent back');
  await publish('payment.refund-failed', { ...about, refund: uuidV7.next(), amount: 5050, held: false });
  expect((await pushed()).at(-1)?.body).toContain('added to your wallet');
  // A held refund causes no notice yet, and one in another currency has no amount that could be shown.
  await publish('payment.refund-failed', { ...about, refund: uuidV7.next(), amount: 5050, held: true });
  await publish('payment.refunded', { ...about, refund: uuidV7.next(), amount: null, held: true });
  await publish('booking.refunded', { reference: 'K7M2QX', rider: rider.uid, amount: 5050 });
  expect((await pushed()).at(-1)).toMatchObject({
    title: 'You got a refund',
    body: '$U\u00a050.50 of K7M2QX were added to your wallet.',
    screen: 'Wallet',
  });
  expect(await pushed()).toHaveLength(5);
});

test('a payer whose payment was declined afterwards is notified of what left the wallet, and of no refund', async () => {
  const rider = await someone({ usertype: 'rider' });
  const about = { uid: rider.uid, payment: uuidV7.next(), booking: null, held: false, amount: 5050 };
  const declined = { ...about, refund: uuidV7.next(), declined: true };
  await publish('payment.refunded', { ...declined, purpose: 'booking', fromWallet: false });
  expect(await pushed()).toEqual([]);
  await publish('payment.refunded', { ...declined, purpose: 'topup', fromWallet: true });
  expect((await pushed()).map(({ title, body }) => ({ title, body }))).toEqual([
    {
      title: 'Your payment was declined',
      body: '$U\u00a050.50 were taken out of your wallet, because your payment was confirmed first and then declined.',
    },
  ]);
});

test('the payer is notified of the outcome of a payment that had been pending, and of no other', async () => {
  const rider = await someone({ usertype: 'rider' });
  const about = { uid: rider.uid, payment: uuidV7.next(), booking: null, purpose: 'topup', amount: 5050 };
  // Seen on the payment page, or published by an earlier version.
  for (const data of [
    { ...about, wasPending: false },
    { ...about, amount: undefined },
  ])
    for (const name of ['payment.captured', 'payment.failed']) await publish(name, data);
  expect(await pushed()).toEqual([]);
  await publish('payment.captured', { ...about, wasPending: true });
  await publish('payment.failed', { ...about, wasPending: true, purpose: 'tip' });
  expect((await pushed()).map(({ body, screen }) => [body, screen])).toEqual([
    ['Your payment of $U\u00a050.50 went through.', 'Wallet'],
    ['Your payment of $U\u00a050.50 did not go through. You can try again in the app.', 'Wallet'],
  ]);
});

test('the payer of a booking is notified of a late outcome, unless a notice of the booking says it', async () => {
  const rider = await someone({ usertype: 'rider' });
  const about = {
    uid: rider.uid,
    payment: uuidV7.next(),
    purpose: 'booking',
    amount: 5050,
    wasPending: true,
  };
  const titlesFor = async (name: string) => {
    const titles: Record<string, readonly string[]> = {};
    for (const status of ['PAYMENT_PENDING', 'NEW', 'PENDING', 'PAID', 'CANCELLED'] as const) {
      const before = await pushed();
      const { id } = environment.booking({ customer: rider.uid, status });
      await publish(name, { ...about, booking: id });
      titles[status] = (await pushed())
        .slice(before.length)
        .map(({ title, screen }) => `${screen}: ${title}`);
    }
    return titles;
  };
  const paid = ['BookedCab: Payment confirmed'];
  const failed = ['BookedCab: Payment failed'];
  expect(await titlesFor('payment.captured')).toEqual({
    PAYMENT_PENDING: paid,
    NEW: paid,
    PENDING: [],
    PAID: [],
    CANCELLED: [],
  });
  expect(await titlesFor('payment.failed')).toEqual({
    PAYMENT_PENDING: failed,
    NEW: [],
    PENDING: failed,
    PAID: [],
    CANCELLED: [],
  });
});

test('rider and referrer are notified of the bonus, or the rider alone', async () => {
  const rider = await someone({ usertype: 'rider' });
  const referrer = await someone({ usertype: 'rider' });
  await publish('referral.rewarded', { rider: rider.uid, referrer: referrer.uid, bonus: 5050 });
  expect((await pushed()).map(({ uid, body, screen }) => ({ uid, body, screen }))).toEqual(
    [rider, referrer].map(({ uid }) => ({
      uid,
      body: '$U\u00a050.50 were added to your wallet.',
      screen: 'Wallet',
    })),
  );
  await publish('referral.rewarded', { rider: rider.uid, referrer: null, bonus: 100 });
  expect((await pushed()).map(({ uid }) => uid)).toEqual([rider.uid, referrer.uid, rider.uid]);
});
