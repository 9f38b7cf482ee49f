// Documents that end, drivers who wait, a bonus: told to whom it concerns, in their language, once.
import { settings as settingsSchema } from '@kerb/domain/settings';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { systemClock, uuidV7 } from '../../adapters/clock/system-clock.ts';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import type { PushMessage } from '../../ports/push.ts';
import { type NotifiedPerson, onHouseEvent } from './on-house-event.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const people = new Map<string, NotifiedPerson>();
async function someone(change: Partial<NotifiedPerson> = {}): Promise<NotifiedPerson> {
  const uid = uuidV7.next();
  await database.pool.query(
    `insert into users (uid, usertype, referral_id, created_at, updated_at) values ($1, 'rider', $2, 1, 1)`,
    [uid, `code-${uid}`],
  );
  const person: NotifiedPerson = {
    ...{ uid, usertype: 'driver', review: 'approved', createdByAdmin: false },
    ...{ firstName: 'Ana', lastName: 'Paz', lang: null },
    ...change,
  };
  people.set(uid, person);
  return person;
}
const admins = [
  await someone({ usertype: 'admin' }),
  await someone({ usertype: 'admin', lang: { langLocale: 'es', dateLocale: 'es-UY' } }),
];

let pushed: PushMessage[] = [];
const warnings: unknown[] = [];
let pushFails = false;
beforeEach(() => {
  pushed = [];
  pushFails = false;
});
const { handle } = onHouseEvent({
  db: database.queries,
  clock: systemClock,
  push: {
    kind: 'inbox',
    send: async (message) => {
      if (pushFails) throw new Error('the provider is away');
      pushed.push(message);
    },
  },
  settings: { get: async () => settingsSchema.parse({}) },
  identity: {
    usersOf: async (uids) => new Map(uids.flatMap((uid) => [...people].filter(([known]) => known === uid))),
    admins: async () => admins.map(({ uid }) => uid),
  },
  onError: (error) => warnings.push(error),
});
let position = 0;
function tell(name: string, data: Record<string, unknown>, again = false): Promise<void> {
  if (!again) position += 1;
  return handle({ name, data, position, topics: [], at: 0 });
}
const kept = async (uid: string) =>
  (await database.pool.query('select kind, screen, body from notices where uid = $1', [uid])).rows;

test('a driver hears of a document that ends, in their language, once', async () => {
  const driver = await someone({ lang: { langLocale: 'es', dateLocale: 'es-UY' } });
  const event = { uid: driver.uid, kind: 'img2', days_left: 7, expires_on: '2026-03-01' };
  await tell('document.expiring', event);
  await tell('document.expiring', event, true);
  const body =
    'Seguro del vehículo: válido hasta el 1 de marzo de 2026. Sube el nuevo en tu perfil con tiempo.';
  expect(pushed).toEqual([
    { uid: driver.uid, title: 'Un documento vence pronto', body, screen: 'Profile', params: {} },
  ]);
  expect(await kept(driver.uid)).toEqual([{ kind: 'document_ending', screen: 'Profile', body }]);
});

test('every admin hears of a driver who waits, each in their language', async () => {
  const driver = await someone({ review: 'waiting' });
  await tell('user.created', { uid: driver.uid, usertype: 'driver' });
  expect(pushed.map(({ uid, title, screen }) => ({ uid, title, screen }))).toEqual([
    { uid: admins[0]?.uid, title: 'A driver is waiting for approval', screen: 'Drivers' },
    { uid: admins[1]?.uid, title: 'Un conductor espera aprobación', screen: 'Drivers' },
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
  expect(pushed).toEqual([]);
});

test('whoever asked for a withdrawal hears once how it ended, and not that they asked', async () => {
  const driver = await someone();
  const event = { withdraw_id: uuidV7.next(), uid: driver.uid, amount: 5050 };
  await tell('withdraw.changed', { ...event, state: 'pending' });
  expect(pushed).toEqual([]);
  await tell('withdraw.changed', { ...event, state: 'processed' });
  await tell('withdraw.changed', { ...event, state: 'processed' }, true);
  expect(pushed.map(({ uid, body, screen }) => ({ uid, body, screen }))).toEqual([
    { uid: driver.uid, body: '$U\u00a050.50 were sent to your bank.', screen: 'Wallet' },
  ]);
  await tell('withdraw.changed', { ...event, state: 'returned' });
  expect(pushed.at(-1)?.title).toBe('Your withdrawal was returned');
});

test('whoever paid hears of a payment that is held, of money sent back, and of money that went to the wallet', async () => {
  const rider = await someone();
  const about = { uid: rider.uid, payment: uuidV7.next(), booking: null, purpose: 'booking' };
  await tell('payment.held', about);
  expect(pushed.at(-1)).toMatchObject({ title: 'We are looking at your payment', screen: 'Wallet' });
  await tell('payment.refunded', { ...about, refund: uuidV7.next(), amount: 5050, held: false });
  expect(pushed.at(-1)?.body).toContain('$U\u00a050.50 were sent back');
  await tell('payment.refund-failed', { ...about, refund: uuidV7.next(), amount: 5050, held: false });
  expect(pushed.at(-1)?.body).toContain('added to your wallet');
  expect(pushed).toHaveLength(3);
  // Decided about again, and in another currency: no news yet, or none that can be said in an amount.
  await tell('payment.refund-failed', { ...about, refund: uuidV7.next(), amount: 5050, held: true });
  await tell('payment.refunded', { ...about, refund: uuidV7.next(), amount: null, held: true });
  expect(pushed).toHaveLength(3);
});

test('both hear of the bonus, or the rider alone; a sender that fails costs the push, not the notice', async () => {
  const [rider, referrer] = [await someone(), await someone()];
  await tell('referral.rewarded', { rider: rider.uid, referrer: referrer.uid, bonus: 5050 });
  expect(pushed.map(({ uid, body, screen }) => ({ uid, body, screen }))).toEqual(
    [rider, referrer].map(({ uid }) => ({
      uid,
      body: '$U\u00a050.50 were added to your wallet.',
      screen: 'Wallet',
    })),
  );
  pushFails = true;
  await tell('referral.rewarded', { rider: rider.uid, referrer: null, bonus: 100 });
  expect([await kept(rider.uid), await kept(referrer.uid), warnings]).toEqual([
    [expect.anything(), expect.anything()],
    [expect.anything()],
    [new Error('the provider is away')],
  ]);
});
