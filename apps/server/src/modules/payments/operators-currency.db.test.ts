// Tests that a checkout is opened in the operator's currency and with the operator's name.
import { afterAll, expect, test } from 'vitest';
import { createPaymentsEnvironment } from './testing/payments-environment.ts';

const { person, call, checkout, sql, settings, app, close } = await createPaymentsEnvironment();
afterAll(close);

const topup = async () =>
  (await call('POST', '/me/wallet/topups', { as: await person('rider'), body: { amount: 12.345 } })).json;

test('the settings code, decimal and appName apply to new top-ups', async () => {
  expect((await topup()).code).toBe('no_details_error');
  await app.database.withTx((tx) => settings.edit(tx, { code: 'KWD', decimal: 3, appName: 'Taxi Uno' }));
  app.modules.settings.refresh();
  expect(await topup()).toMatchObject({ amount: 12.345, currency: 'KWD', product_name: 'Taxi Uno · wallet' });
});

test('the currency stays as it is while a top-up is stored or a payment can be captured', async () => {
  const change = () =>
    app.database.withTx((tx) => settings.edit(tx, { code: 'UYU', decimal: 2 })).catch(({ code }) => code);
  await topup();
  expect(await change()).toBe('money_exists');
  await sql('delete from payment_topups');
  expect(await change()).toMatchObject({ code: 'UYU', decimal: 2 });
  app.modules.settings.refresh();
  const rider = await person('rider');
  const { order_id } = (await call('POST', '/me/wallet/topups', { as: rider, body: { amount: 12 } })).json;
  await checkout('test', rider, order_id, '12.00');
  await sql('delete from payment_topups');
  const other = app.database.withTx((tx) => settings.edit(tx, { code: 'KWD', decimal: 3 }));
  await expect(other).rejects.toMatchObject({ code: 'money_exists' });
});

test('the currency can change once a failed payment is no longer queried and its top-up was deleted', async () => {
  const change = () =>
    app.database.withTx((tx) => settings.edit(tx, { code: 'USD', decimal: 2 })).catch(({ code }) => code);
  await sql(`update payments set status = 'failed'`);
  expect(await change()).toBe('money_exists');
  await sql('update payments set next_check_at = null');
  expect(await change()).toMatchObject({ code: 'USD' });
  app.modules.settings.refresh();
});

test('a top-up waits for a change of the currency, and is in the new one', async () => {
  await sql('delete from payments');
  await sql('delete from payment_topups');
  const rider = await person('rider');
  const opened = await app.database.withTx(async (tx) => {
    await settings.edit(tx, { code: 'KWD', decimal: 3 });
    // Reads the old settings, from the cache, before this transaction commits.
    return [call('POST', '/me/wallet/topups', { as: rider, body: { amount: 12.34 } })];
  });
  const [answer] = await Promise.all(opened);
  expect(answer?.json).toMatchObject({ amount: 12.34, currency: 'KWD' });
});
