// Tests of the settings cache: one read, another one after a change, and recovery from a failed read.
import { expect, it } from 'vitest';
import type { StoredSettings } from './settings.repository.ts';
import { createSettingsCache } from './settings-cache.ts';

function setUp(stored: StoredSettings | null) {
  const database = { stored, isDown: false, reads: 0 };
  const cache = createSettingsCache(
    async () => {
      database.reads += 1;
      if (database.isDown) throw new Error('database away');
      return database.stored;
    },
    { appName: 'Own default' },
  );
  return { database, cache };
}

it('reads once, with defaults for missing values', async () => {
  const { cache, database } = setUp({ value: { bonus: 5 }, version: 3 });
  const { settings, version } = await cache.getVersioned();
  expect([settings.bonus, settings.appName, settings.decimal, version]).toEqual([5, 'Own default', 2, 3]);
  await Promise.all([cache.get(), cache.get()]);
  expect(database.reads).toBe(1);
});

it('has version 0 and the defaults before anything was saved', async () => {
  const { cache } = setUp(null);
  expect(await cache.getVersioned()).toMatchObject({ version: 0, settings: { appName: 'Own default' } });
});

it('reads again after a change', async () => {
  const { cache, database } = setUp({ value: { bonus: 5 }, version: 3 });
  await cache.get();
  database.stored = { value: { bonus: 6 }, version: 4 };
  expect((await cache.get()).bonus).toBe(5);
  cache.invalidate();
  expect((await cache.get()).bonus).toBe(6);
});

it('reads again after a read that failed, and after stored settings that are not valid', async () => {
  const { cache, database } = setUp({ value: { bonus: 5 }, version: 3 });
  database.isDown = true;
  await expect(cache.get()).rejects.toThrow('database away');
  database.isDown = false;
  database.stored = { value: { bonus: 'five' }, version: 3 };
  await expect(cache.get()).rejects.toThrow();
  database.stored = { value: { bonus: 5 }, version: 3 };
  expect((await cache.get()).bonus).toBe(5);
});
