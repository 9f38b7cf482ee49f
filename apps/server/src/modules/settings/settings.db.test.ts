// Tests of settings: defaults without a row, merging of changes, events to clients and servers, and cache invalidation.
import { settings as settingsSchema } from '@kerb/domain/settings';
import { afterAll, expect, test, vi } from 'vitest';
import { createInProcessBus } from '../../adapters/bus/in-process-bus.ts';
import { systemClock } from '../../adapters/clock/system-clock.ts';
import { committedEvents } from '../../kit/outbox/relay.ts';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { createSettingsModule } from './index.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const bus = createInProcessBus((error) => {
  throw error;
});
const city = {
  name: 'Montevideo',
  center: { lat: -34.9, lng: -56.2 },
  bounds: [-57, -35, -56, -34] as [number, number, number, number],
};
const demo = { signIns: [], inbox: true };
const english = {
  id: 'en',
  langName: 'English',
  langLocale: 'en',
  dateLocale: 'en',
  default: true,
  shipped: true,
  version: 0,
};
const people = { hasAdmin: false };
const { api, lockMoneyUnit } = createSettingsModule({
  db: database.queries,
  bus,
  clock: systemClock,
  regions: () => [],
  city: () => city,
  admins: { adminExists: async () => people.hasAdmin },
  wallet: { hasMoney: async () => false },
  bookings: { hasBookings: async () => false },
  payments: { hasOrders: async () => false },
  vehicles: { hasRents: async () => false },
  withTx: database.withTx,
  languages: { choices: async () => [english] },
  social: [],
  demo,
});
const { withTx } = database;

test('the installation awaits set-up without a row and an admin', async () => {
  await expect(api.publicSettings()).rejects.toMatchObject({ code: 'setup_required' });
  people.hasAdmin = true;
  await expect(api.publicSettings()).resolves.toMatchObject({ appName: 'Kerb' });
});

test('the defaults apply without a row, with the city and the demonstration', async () => {
  const defaults = settingsSchema.parse({});
  expect(await api.get()).toEqual(defaults);
  expect(await api.publicSettings()).toEqual({
    ...defaults,
    version: 0,
    languages: [english],
    city,
    social: [],
    demo,
  });
});

test('a change is merged into the settings, published to clients and servers, and cached after the event', async () => {
  await withTx((tx) => api.edit(tx, { appName: 'Taxi Uno', driverRadius: 4 }));
  await withTx((tx) => api.edit(tx, { driverRadius: 5 }));
  expect((await api.get()).appName).toBe('Kerb');
  const { rows } = await database.pool.query('select name, topics, data from outbox_events order by id');
  expect(rows).toEqual([
    { name: 'settings.changed', topics: [], data: { version: 2 } },
    { name: 'catalog.changed', topics: ['catalog'], data: { what: 'settings' } },
    { name: 'settings.changed', topics: [], data: { version: 3 } },
    { name: 'catalog.changed', topics: ['catalog'], data: { what: 'settings' } },
  ]);
  bus.publish(committedEvents, {
    name: 'settings.changed',
    topics: [],
    data: { version: 3 },
    id: 1,
    position: 1,
    at: 0,
  });
  expect(await api.get()).toMatchObject({ appName: 'Taxi Uno', driverRadius: 5, code: 'UYU' });
});

test('an out-of-range value changes nothing', async () => {
  await expect(withTx((tx) => api.edit(tx, { decimal: 9 }))).rejects.toThrow();
  const { rows } = await database.pool.query('select value from settings');
  expect(rows[0].value).toMatchObject({ decimal: 2, driverRadius: 5 });
});

test('two concurrent changes are both stored: the later one waits for the earlier', async () => {
  let later: Promise<unknown> = Promise.resolve();
  await withTx(async (tx) => {
    await api.edit(tx, { CompanyName: 'Uno SA' });
    let isDone = false;
    later = withTx((other) => api.edit(other, { contact_email: 'uno@example.com' })).finally(() => {
      isDone = true;
    });
    await vi.waitUntil(async () => {
      const { rows } = await database.asOwner.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length > 0 || isDone;
    });
  });
  await later;
  const { rows } = await database.pool.query('select value from settings');
  expect(rows[0].value).toMatchObject({ CompanyName: 'Uno SA', contact_email: 'uno@example.com' });
});

test('exactly one of several concurrent callers marks a seed first', async () => {
  const first = await Promise.all(Array.from({ length: 10 }, () => withTx((tx) => api.markSeed(tx, 'once'))));
  expect(first.filter(Boolean)).toHaveLength(1);
});

test('default reasons are added only when there are no reasons', async () => {
  const labels = async () =>
    (await database.pool.query('select label from cancel_reasons order by value')).rows.map(
      ({ label }) => label,
    );
  await withTx((tx) => api.addDefaultCancelReasons(tx));
  expect(await labels()).toHaveLength(8);
  await database.pool.query(
    "delete from cancel_reasons where value > 0; update cancel_reasons set label = 'Mine'",
  );
  await withTx((tx) => api.addDefaultCancelReasons(tx));
  expect(await labels()).toEqual(['Mine']);
});

test('the locked decimals are those of a change that was in progress when the lock was requested', async () => {
  let locked: ReturnType<typeof lockMoneyUnit> | undefined;
  await withTx(async (tx) => {
    await api.edit(tx, { decimal: 3 });
    locked = withTx((other) => lockMoneyUnit(other));
    await vi.waitUntil(async () => {
      const { rows } = await database.pool.query(
        "select 1 from pg_locks where locktype = 'advisory' and not granted",
      );
      return rows.length > 0;
    });
  });
  expect(await locked).toMatchObject({ decimal: 3 });
});
