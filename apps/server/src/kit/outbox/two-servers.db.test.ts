// Tests that a change on one server reaches the other one, which invalidates its caches.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { appendEvent } from './outbox.repository.ts';

let first: TestApp;
let second: TestApp;
beforeAll(async () => {
  first = await createTestApp();
  // The database is closed together with the first server.
  second = await createTestApp({ database: { ...first.database, close: async () => undefined } });
});
afterAll(async () => {
  await second.close();
  await first.close();
});

/** Expects the same value from both servers once they have received the event. */
async function both<Said>(say: (app: TestApp) => Promise<Said>, said: Said): Promise<void> {
  for (const app of [first, second])
    await vi.waitFor(async () => expect(await say(app)).toEqual(said), 10_000);
}

it('settings reach the other server', async () => {
  const nameOn = async ({ modules }: TestApp) => (await modules.settings.api.get()).appName;
  expect([await nameOn(first), await nameOn(second)]).toEqual(['Kerb', 'Kerb']);
  await first.modules.withTx((tx) => first.modules.settings.api.edit(tx, { appName: 'Taxi Uno' }));
  await both(nameOn, 'Taxi Uno');
  await second.modules.withTx((tx) => second.modules.settings.api.edit(tx, { appName: 'Taxi Dos' }));
  await both(nameOn, 'Taxi Dos');
});

it('languages and their texts reach the other server', async () => {
  const totalOn = async ({ modules }: TestApp) =>
    (await modules.languages.api.textsFor({ langLocale: 'fr' })).text('report_doc_total');
  const said = await totalOn(first);
  expect(await totalOn(second)).toBe(said);
  await first.database.asOwner.query(
    `update languages set key_value_pairs = '{"report_doc_total":"Somme"}' where lang_locale = 'fr'`,
  );
  const changed = { name: 'catalog.changed', topics: ['catalog'], data: { what: 'languages' } };
  await first.modules.withTx((tx) => appendEvent(tx, changed));
  await both(totalOn, 'Somme');
});
