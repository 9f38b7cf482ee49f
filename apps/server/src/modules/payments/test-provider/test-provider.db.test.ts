// Runs the contract suite of payment providers on the test provider.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { describePaymentProvider, orderOf } from '../../../adapters/payments/payment-provider.contract.ts';
import { createTestDatabase } from '../../../kit/testing/test-database.ts';
import { PaymentSignatureError, type ProviderRequest } from '../../../ports/payments.ts';
import { actionOf, createActOnTestPage, type TestAction } from './act-on-test-page.ts';
import { createTestProvider } from './test-provider.ts';
import { SIGNATURE_HEADER, signTest, testKeyOf } from './test-signature.ts';

const NOW = Date.UTC(2026, 3, 1, 12);
const clock = { now: () => NOW };
const secret = 'secret of the tests';

const request = (body: Buffer, at = NOW, key = testKeyOf(secret)): ProviderRequest => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signTest(key, body, at) },
  query: new URLSearchParams(),
  body,
});

async function start() {
  const database = await createTestDatabase();
  let isBroken = false;
  const deps = {
    clock,
    secret,
    ids: { next: () => randomUUID() },
    db: database.queries,
    withTx: database.withTx,
  };
  const page = createActOnTestPage(deps);
  const provider = createTestProvider(deps);
  const down = createTestProvider({
    ...deps,
    db: database.queries.withPlugin({
      transformQuery: () => {
        throw new Error('down');
      },
      transformResult: async ({ result }) => result,
    }),
    withTx: () => Promise.reject(new Error('down')),
  });
  const current = () => (isBroken ? down : provider);
  const webhooksOf = async (payment: string): Promise<ProviderRequest[]> => {
    const { rows } = await database.pool.query<{ body: string }>(
      `select j.payload->>'body' as body from graphile_worker._private_jobs j
       where j.payload->>'payment' = $1 order by j.id`,
      [payment],
    );
    return rows.map(({ body }) => request(Buffer.from(body)));
  };
  const act = async (payment: string, action: TestAction) => {
    const back = await page.act(payment, action);
    const returned: ProviderRequest = {
      method: 'GET',
      headers: {},
      body: Buffer.alloc(0),
      query: new URL(back).searchParams,
    };
    return { returned, webhooks: await webhooksOf(payment) };
  };
  const paidBack = new Map<string, number>();
  return {
    provider: {
      name: provider.name,
      currencies: provider.currencies,
      createCheckout: (order: Parameters<typeof provider.createCheckout>[0]) =>
        current().createCheckout(order),
      readReturn: (...given: Parameters<typeof provider.readReturn>) => current().readReturn(...given),
      readWebhook: (given: ProviderRequest) => current().readWebhook(given),
      query: (key: Parameters<typeof provider.query>[0]) => current().query(key),
      async refund(order: Parameters<typeof provider.refund>[0]) {
        const answer = await current().refund(order);
        const { rows } = await database.pool.query<{ back: number }>(
          'select sum(value::numeric) as back from payment_test_refunds where payment = $1',
          [order.payment],
        );
        paidBack.set(order.payment, Number(rows[0]?.back ?? 0));
        return answer;
      },
    },
    currency: 'UYU',
    pay: (_: unknown, { payment }: { payment: string }) => act(payment, 'approve'),
    decline: (_: unknown, { payment }: { payment: string }) => act(payment, 'decline'),
    otherEvent: () =>
      request(
        Buffer.from(
          JSON.stringify({
            id: 'evt_1',
            type: 'merchant.changed',
            payment: randomUUID(),
            status: 'open',
            reason: null,
            amount: { value: '1', currency: 'UYU' },
            refunded: { value: '0', currency: 'UYU' },
          }),
        ),
      ),
    forged: ({ body }: ProviderRequest) => request(body, NOW, testKeyOf('secret of another installation')),
    aged: ({ body }: ProviderRequest, ms: number) => request(body, NOW - ms),
    paidBack: ({ payment }: { payment: string }) => paidBack.get(payment) ?? 0,
    breakDown: (broken: boolean) => {
      isBroken = broken;
    },
    close: database.close,
  };
}

describePaymentProvider('test', start);

test('valid cards are approved, one is declined, and all other cards are invalid', () => {
  const form = (fields: Record<string, string>) => actionOf(new URLSearchParams(fields));
  expect(form({ action: 'approve', card: '4242 4242 4242 4242' })).toBe('approve');
  expect(form({ action: 'approve', card: '4000-0000-0000-0002' })).toBe('decline');
  expect(form({ card: '4242424242424241' })).toBe('card-wrong');
  expect(form({})).toBe('card-wrong');
  expect(form({ action: 'late' })).toBe('late');
  expect(form({ action: 'steal' })).toBe('card-wrong');
});

test('a signed body that is not an event is rejected', async () => {
  const under = await start();
  for (const body of ['{}', '[]', 'null', '"paid"', '{"id":1}'])
    await expect(under.provider.readWebhook(request(Buffer.from(body)))).rejects.toThrow(
      PaymentSignatureError,
    );
  await expect(under.provider.readWebhook(request(Buffer.from('{')))).rejects.toThrow(PaymentSignatureError);
  await under.close();
});

test('a payment is captured once, however often its buttons are pressed', async () => {
  const under = await start();
  const order = orderOf('UYU');
  const checkout = await under.provider.createCheckout(order);
  const first = await under.pay(checkout, order);
  expect(first.webhooks).toHaveLength(1);
  expect((await under.pay(checkout, order)).webhooks).toHaveLength(1);
  expect((await under.decline(checkout, order)).webhooks).toHaveLength(1);
  const key = { payment: order.payment, providerRef: null, amount: order.amount };
  expect((await under.provider.query(key)).status).toBe('captured');
  await under.close();
});
