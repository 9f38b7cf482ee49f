// What people hear apart from bookings: whom it concerns, in which words, once.

import type { Lang } from '@kerb/domain/identity';
import { beforeEach, expect, test } from 'vitest';
import { uuidV7 } from '../../adapters/clock/system-clock.ts';
import type { UserInput } from '../identity/index.ts';
import { createNoticesWorld } from './testing/notices-world.ts';

const world = await createNoticesWorld();

type Given = Partial<UserInput> & { lang?: Lang };
async function someone({ lang, ...given }: Given = {}) {
  const user = await world.person({ usertype: 'driver', ...given });
  if (lang)
    await world.rows('update users set lang_locale = $2, date_locale = $3 where uid = $1', [
      ...[user.uid, lang.langLocale, lang.dateLocale],
    ]);
  return user;
}
const spanish = { langLocale: 'es', dateLocale: 'es-UY' };
const admins = [await someone({ usertype: 'admin' }), await someone({ usertype: 'admin', lang: spanish })];

interface Told {
  uid: string;
  title: string;
  body: string;
  screen: string;
}
let seen: string[] = [];
const all = () =>
  world.rows<Told & { id: string }>('select id, uid, title, body, screen from notices order by at, id');
beforeEach(async () => {
  seen = (await all()).map(({ id }) => id);
});
/** What is new since the test began. */
const pushed = async (): Promise<Told[]> =>
  (await all()).filter(({ id }) => !seen.includes(id)).map(({ id: _id, ...told }) => told);

/** Twice, as after a crash. */
async function tell(name: string, data: Record<string, unknown>): Promise<void> {
  const happened = world.event(name, data);
  await world.hear(happened);
  await world.hear(happened);
}

test('a driver hears of a document that ends, in their language, once', async () => {
  const driver = await someone({ lang: spanish });
  await tell('document.expiring', { uid: driver.uid, kind: 'img2', days_left: 7, expires_on: '2026-03-01' });
  const body =
    'Seguro del vehículo: válido hasta el 1 de marzo de 2026. Sube el nuevo en tu perfil con tiempo.';
  expect(await pushed()).toEqual([
    { uid: driver.uid, title: 'Un documento vence pronto', body, screen: 'Profile' },
  ]);
});

test('every admin hears of a driver who waits, each in their language', async () => {
  const driver = await someone({ review: 'waiting' });
  await tell('user.created', { uid: driver.uid, usertype: 'driver' });
  expect((await pushed()).map(({ uid, title, screen }) => ({ uid, title, screen }))).toEqual([
    { uid: admins[0]?.uid, title: 'A driver is waiting for approval', screen: 'Drivers' },
    { uid: admins[1]?.uid, title: 'Un conductor espera aprobación', screen: 'Drivers' },
  ]);
});

test('what admins were told of a driver who waits names nobody once the driver is gone', async () => {
  const [driver, other] = [await someone({ review: 'waiting' }), await someone({ review: 'waiting' })];
  for (const { uid } of [driver, other]) await tell('user.created', { uid, usertype: 'driver' });
  expect(await pushed()).toHaveLength(4);
  const gone = { uid: driver.uid, mobile: driver.mobile, email: driver.email };
  await world.database.withTx((tx) => world.module.api.erasePerson(tx, gone, []));
  const left = await world.rows<{ driver: string }>(
    `select params ->> 'driver' as driver from notices where kind = 'driver_waiting' and not id = any($1)`,
    [seen],
  );
  expect(left.map((notice) => notice.driver)).toEqual([other.uid, other.uid]);
});

test('every admin hears of a call for help, each in their language, and is led to the alerts', async () => {
  await tell('alert.raised', { alert_id: uuidV7.next(), booking_id: uuidV7.next(), kind: 'panic' });
  expect((await pushed()).map(({ uid, title, screen }) => ({ uid, title, screen }))).toEqual([
    { uid: admins[0]?.uid, title: 'Somebody asks for help', screen: 'Alerts' },
    { uid: admins[1]?.uid, title: 'Alguien pide ayuda', screen: 'Alerts' },
  ]);
});

test('nobody hears of riders, of drivers whom an admin added, decided on or gone', async () => {
  const [added, decided, rider] = [
    await someone({ review: 'waiting', createdByAdmin: true }),
    await someone(),
    await someone({ usertype: 'rider' }),
  ];
  for (const { uid } of [added, decided]) await tell('user.created', { uid, usertype: 'driver' });
  await tell('user.created', { uid: rider.uid, usertype: 'rider' });
  await tell('user.created', { uid: uuidV7.next(), usertype: 'driver' });
  expect(await pushed()).toEqual([]);
});

test('whoever asked for a withdrawal hears once how it ended, and not that they asked', async () => {
  const driver = await someone();
  const about = { withdraw_id: uuidV7.next(), uid: driver.uid, amount: 5050 };
  await tell('withdraw.changed', { ...about, state: 'pending' });
  expect(await pushed()).toEqual([]);
  await tell('withdraw.changed', { ...about, state: 'processed' });
  expect((await pushed()).map(({ uid, body, screen }) => ({ uid, body, screen }))).toEqual([
    { uid: driver.uid, body: '$U\u00a050.50 were sent to your bank.', screen: 'Wallet' },
  ]);
  await tell('withdraw.changed', { ...about, state: 'returned' });
  expect((await pushed()).at(-1)?.title).toBe('Your withdrawal was returned');
});

test('whoever paid hears of a payment that is held, of money sent back, and of money that went to the wallet', async () => {
  const rider = await someone({ usertype: 'rider' });
  const about = { uid: rider.uid, payment: uuidV7.next(), booking: null, purpose: 'booking' };
  await tell('payment.held', about);
  expect(await pushed()).toMatchObject([{ title: 'We are looking at your payment', screen: 'Wallet' }]);
  await tell('payment.refunded', { ...about, refund: uuidV7.next(), amount: 5050, held: false });
  expect((await pushed()).at(-1)?.body).toContain('$U\u00a050.50 were sent back');
  await tell('payment.refund-failed', { ...about, refund: uuidV7.next(), amount: 5050, held: false });
  expect((await pushed()).at(-1)?.body).toContain('added to your wallet');
  // Decided about again, and in another currency: no news yet, or none that can be said in an amount.
  await tell('payment.refund-failed', { ...about, refund: uuidV7.next(), amount: 5050, held: true });
  await tell('payment.refunded', { ...about, refund: uuidV7.next(), amount: null, held: true });
  expect(await pushed()).toHaveLength(3);
});

test('both hear of the bonus, or the rider alone', async () => {
  const [rider, referrer] = [await someone({ usertype: 'rider' }), await someone({ usertype: 'rider' })];
  await tell('referral.rewarded', { rider: rider.uid, referrer: referrer.uid, bonus: 5050 });
  expect((await pushed()).map(({ uid, body, screen }) => ({ uid, body, screen }))).toEqual(
    [rider, referrer].map(({ uid }) => ({
      ...{ uid, body: '$U\u00a050.50 were added to your wallet.', screen: 'Wallet' },
    })),
  );
  await tell('referral.rewarded', { rider: rider.uid, referrer: null, bonus: 100 });
  expect((await pushed()).map(({ uid }) => uid)).toEqual([rider.uid, referrer.uid, rider.uid]);
});
