// Tests that a checkout is opened in the operator's currency and with the operator's name.
import { afterAll, expect, test } from 'vitest';
import { createPaymentsEnvironment } from './testing/payments-environment.ts';

const { person, call, settings, app, close } = await createPaymentsEnvironment();
afterAll(close);

const topup = async () =>
  (await call('POST', '/me/wallet/topups', { as: await person('rider'), body: { amount: 12.345 } })).json;

test('the settings code, decimal and appName apply to new top-ups', async () => {
  expect((await topup()).code).toBe('no_details_error');
  await app.database.withTx((tx) => settings.edit(tx, { code: 'KWD', decimal: 3, appName: 'Taxi Uno' }));
  app.modules.settings.refresh();
  expect(await topup()).toMatchObject({ amount: 12.345, currency: 'KWD', product_name: 'Taxi Uno · wallet' });
});
