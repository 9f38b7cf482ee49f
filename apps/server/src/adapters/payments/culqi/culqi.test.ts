// Tests Culqi against its counterpart, with answers recorded by its official library.
import { randomUUID } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CheckoutOrder,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
} from '../../../ports/payments.ts';
import { describePaymentProvider, orderOf } from '../payment-provider.contract.ts';
import { providerRequest } from '../testing/counterpart-server.ts';
import { culqiAdapter } from './culqi.ts';
import { LOGIN, PUBLIC_KEY, SECRET_KEY, startCulqi, webhookOf } from './testing/counterpart.ts';

function open(apiUrl: string, variables: Record<string, string> = {}): PaymentProvider {
  const opened = culqiAdapter.open({
    CULQI_PUBLIC_KEY: PUBLIC_KEY,
    CULQI_SECRET_KEY: SECRET_KEY,
    CULQI_WEBHOOK_LOGIN: LOGIN,
    CULQI_API_URL: apiUrl,
    ...variables,
  });
  if ('problems' in opened) throw new Error(opened.problems.join());
  return opened.create({ clock: { now: () => 1589341200000 } });
}

describePaymentProvider('Culqi', async () => {
  const counterpart = await startCulqi();
  return {
    ...counterpart,
    provider: open(counterpart.url),
    currency: 'PEN',
    otherEvent: () =>
      webhookOf(counterpart.account.event('customer.creation.succeeded', { id: 'cus_test_1' })),
    forged: (webhook) => {
      // Events are unsigned, so a forged one refers to a charge that this account does not have.
      const body = Buffer.from(webhook.body.toString().replace(/evt_test_\w+/, 'evt_test_bV7SE39fcGodMPn4'));
      return { ...webhook, body };
    },
    aged: () => null,
  };
});

describe('a payment at Culqi', () => {
  let counterpart: Awaited<ReturnType<typeof startCulqi>>;
  let provider: PaymentProvider;
  beforeAll(async () => {
    counterpart = await startCulqi();
    provider = open(counterpart.url);
  });
  afterAll(() => counterpart.close());

  const keyOf = (order: CheckoutOrder, providerRef: string | null = null) => ({
    payment: order.payment,
    amount: order.amount,
    providerRef,
  });
  const chargesOf = (order: CheckoutOrder) =>
    counterpart.account.charges.filter(({ metadata }) => metadata.payment === order.payment);
  const returnOf = (token: string) =>
    providerRequest({ url: 'https://kerb.test/return', body: new URLSearchParams({ token }) });
  const refundOf = (order: CheckoutOrder, value: string, refund = randomUUID()) => ({
    ...keyOf(order),
    refund,
    back: { value, currency: 'PEN' },
    reason: 'Cancelled',
  });
  async function paid(value: string) {
    const order = orderOf('PEN', value);
    await provider.readReturn(returnOf(counterpart.account.token().id), keyOf(order));
    return order;
  }

  it('has its amount in hundredths, in soles and dollars only', async () => {
    const { page } = (await provider.createCheckout(orderOf('PEN', '1234.50'))) as {
      page: { data: unknown; scripts: readonly string[] };
    };
    expect(page.data).toMatchObject({
      publicKey: PUBLIC_KEY,
      config: { settings: { amount: 123450, currency: 'PEN' }, options: { lang: 'es' } },
    });
    expect(page.scripts).toEqual(['https://js.culqi.com/checkout-js']);
    await expect(provider.createCheckout(orderOf('EUR'))).rejects.toThrow(PaymentRefusedError);
  });

  it('posts the token of the script, and shows errors', async () => {
    const checkout = await provider.createCheckout(orderOf('USD'));
    if (checkout.kind !== 'page') throw new Error('Not a page');
    const submitted: unknown[] = [];
    const shown: unknown[] = [];
    interface Script {
      token?: { id: string };
      error?: { user_message: string };
      culqi?: () => void;
    }
    const made: Script[] = [];
    let pay = () => {};
    runInNewContext(checkout.page.setup, {
      CulqiCheckout: function CulqiCheckout(this: Script & { open(): void; close(): void }) {
        this.open = () => {};
        this.close = () => {};
        made.push(this);
      },
      kerb: {
        data: checkout.page.data,
        submit: (fields: unknown) => submitted.push(fields),
        fail: (text: unknown) => shown.push(text),
        onPay: (handler: () => void) => {
          pay = handler;
        },
      },
    });
    pay();
    const [script] = made;
    if (!script) throw new Error('No checkout was made');
    script.error = { user_message: 'La tarjeta venció' };
    script.culqi?.();
    script.token = { id: 'tkn_test_UtOEikiOKCD3MTke' };
    script.culqi?.();
    expect(shown).toEqual(['La tarjeta venció']);
    expect(submitted).toEqual([{ token: 'tkn_test_UtOEikiOKCD3MTke' }]);
  });

  it('is charged once when the return arrives twice at once, in this and in another process', async () => {
    const order = orderOf('PEN');
    const request = returnOf(counterpart.account.token().id);
    const elsewhere = open(counterpart.url);
    const reports = await Promise.all(
      [provider, provider, elsewhere, elsewhere].map((one) => one.readReturn(request, keyOf(order))),
    );
    expect(new Set(reports.map(({ status, providerRef }) => `${status} ${providerRef}`)).size).toBe(1);
    expect(reports[0]?.status).toBe('captured');
    expect(chargesOf(order)).toHaveLength(1);
  });

  it('refunds a second charge at once, when two cards were charged at the same moment', async () => {
    const { account } = counterpart;
    const order = orderOf('PEN', '20.00');
    const mine = account.token();
    const theirs = account.token();
    account.meanwhile = (route) => {
      if (route !== 'POST charges') return undefined;
      account.meanwhile = null;
      account.createCharge({
        amount: 2000,
        currency_code: 'PEN',
        email: theirs.email,
        source_id: theirs.id,
        description: order.payment,
        capture: true,
        installments: 0,
        metadata: { payment: order.payment },
      });
      return undefined;
    };
    const report = await provider.readReturn(returnOf(mine.id), keyOf(order));
    const [second, first] = chargesOf(order);
    expect(report).toMatchObject({ status: 'captured', providerRef: first?.id });
    expect([first?.amount_refunded, second?.amount_refunded]).toEqual([0, 2000]);
    expect((await provider.query(keyOf(order))).providerRef).toBe(first?.id);
    expect(second?.amount_refunded).toBe(2000);
  });

  it('finds the charge again when the answer to it was lost', async () => {
    const { account } = counterpart;
    const order = orderOf('PEN', '21.00');
    const request = returnOf(account.token().id);
    account.meanwhile = (route) => {
      if (route !== 'POST charges') return undefined;
      account.meanwhile = null;
      account.createCharge({
        amount: 2100,
        currency_code: 'PEN',
        email: 'a@b.pe',
        source_id: account.tokens.at(-1)?.id,
        description: order.payment,
        capture: true,
        installments: 0,
        metadata: { payment: order.payment },
      });
      return { status: 504, body: 'Gateway Timeout' };
    };
    await expect(provider.readReturn(request, keyOf(order))).rejects.toThrow(PaymentUnavailableError);
    expect((await provider.query(keyOf(order))).status).toBe('captured');
    expect((await provider.readReturn(request, keyOf(order))).status).toBe('captured');
    expect(chargesOf(order)).toHaveLength(1);
  });

  it('finds its charge on a later page of charges of the same amount', async () => {
    const order = await paid('3.00');
    for (let more = 0; more < 120; more++)
      counterpart.account.createCharge({
        amount: 300,
        currency_code: 'PEN',
        email: 'a@b.pe',
        source_id: counterpart.account.token().id,
        description: 'another shop',
        capture: true,
        installments: 0,
        metadata: {},
      });
    expect((await provider.query(keyOf(order))).status).toBe('captured');
  });

  it('fails with Culqi’s message for insufficient funds and for a card whose bank has to be called', async () => {
    const { account } = counterpart;
    const poor = await provider.readReturn(returnOf(account.token('poor').id), keyOf(orderOf('PEN')));
    expect(poor).toMatchObject({ status: 'failed', reason: 'Su tarjeta no tiene fondos suficientes.' });
    const reviewed = returnOf(account.token('reviewed').id);
    expect(await provider.readReturn(reviewed, keyOf(orderOf('PEN')))).toMatchObject({
      status: 'failed',
      reason: 'Se requiere autenticación 3DS',
    });
  });

  it('is not made with a token that Culqi did not issue', async () => {
    for (const token of ['tkn_test_0000000000000000', '../charges', "' or 1=1"])
      await expect(provider.readReturn(returnOf(token), keyOf(orderOf('PEN')))).rejects.toThrow(
        PaymentSignatureError,
      );
  });

  it('is refunded once when the refund was made but its label was not stored', async () => {
    const order = await paid('10.00');
    const refund = refundOf(order, '4.00');
    counterpart.account.meanwhile = (route) => {
      if (route !== 'PATCH refunds :id') return undefined;
      counterpart.account.meanwhile = null;
      return { status: 503 };
    };
    await expect(provider.refund(refund)).rejects.toThrow(PaymentUnavailableError);
    expect((await provider.refund(refund)).status).toBe('done');
    expect(counterpart.paidBack(keyOf(order))).toBe(4);
  });

  it('is refunded besides a refund of the same amount that was made in Culqi’s panel', async () => {
    const order = await paid('12.00');
    const [charge] = chargesOf(order);
    const body = JSON.stringify({ charge_id: charge?.id, amount: 400, reason: 'solicitud_comprador' });
    const headers = { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' };
    const inPanel = await fetch(`${counterpart.url}/v2/refunds`, { method: 'POST', headers, body });
    expect(inPanel.ok).toBe(true);
    const refund = { ...refundOf(order, '4.00'), alreadyBack: { value: '4.00', currency: 'PEN' } };
    for (const _ of [1, 2]) expect((await provider.refund(refund)).status).toBe('done');
    expect(counterpart.paidBack(keyOf(order))).toBe(8);
  });

  it('gets two refunds of the same amount when both are requested at once', async () => {
    const order = await paid('11.00');
    const refunds = [refundOf(order, '4.00'), refundOf(order, '4.00')];
    const made = await Promise.all([...refunds, ...refunds].map((refund) => provider.refund(refund)));
    expect(new Set(made.map(({ refundRef }) => refundRef)).size).toBe(2);
    expect(counterpart.paidBack(keyOf(order))).toBe(8);
  });

  it('is rejected with a key that Culqi does not accept', async () => {
    const stranger = open(counterpart.url, { CULQI_SECRET_KEY: 'sk_test_wrong' });
    const request = returnOf(counterpart.account.token().id);
    await expect(stranger.readReturn(request, keyOf(orderOf('PEN')))).rejects.toThrow(PaymentRefusedError);
  });

  // The event in guides/desarrollo/webhooks.md of github.com/culqi/culqi-docs, reduced to the fields that are read.
  const example = {
    object: 'event',
    id: 'evt_test_bV7SE39fcGodMPn4',
    type: 'charge.creation.succeeded',
    creation_date: 1507073604156,
    data: '{"object":"charge","merchant":null,"id":"chr_test_WYfqyKDstbtAQc95","creationDate":1507073602000,"originalAmount":2000,"refundedAmount":0,"actualAmount":2000,"currency":"PEN","metadata":{}}',
  };

  it('is reported by the documented event, once Culqi’s API returns the event and the charge', async () => {
    await expect(provider.readWebhook(webhookOf(example))).rejects.toThrow(PaymentSignatureError);
    const { account } = counterpart;
    account.events.push({ ...example, object: 'event' });
    expect(await provider.readWebhook(webhookOf(example))).toEqual({
      kind: 'ignored',
      eventId: example.id,
      event: example.type,
    });
    account.charges.push({
      object: 'charge',
      id: 'chr_test_WYfqyKDstbtAQc95',
      creation_date: 1507073602000,
      amount: 2000,
      amount_refunded: 500,
      currency_code: 'PEN',
      metadata: {},
      operations: [],
      source: { id: 'tkn_test_qHLQK7Hf331fRyeg' },
      outcome: {
        type: 'venta_exitosa',
        code: 'AUT0000',
        user_message: 'Su compra ha sido exitosa.',
        merchant_message: 'La operación de venta ha sido autorizada exitosamente',
      },
    });
    expect(await provider.readWebhook(webhookOf(example))).toEqual({
      kind: 'payment',
      eventId: example.id,
      report: {
        status: 'captured',
        payment: null,
        providerRef: 'chr_test_WYfqyKDstbtAQc95',
        reason: null,
        amount: { value: '20.00', currency: 'PEN' },
        refunded: { value: '5.00', currency: 'PEN' },
      },
    });
  });

  it('is reported by a refund event as well', async () => {
    const order = await paid('30.00');
    const [charge] = chargesOf(order);
    const event = counterpart.account.event('refund.creation.succeeded', {
      object: 'refund',
      id: 'ref_test_SL8TtdYLrRg0qYVN',
      chargeId: charge?.id,
    });
    expect(await provider.readWebhook(webhookOf(event))).toMatchObject({
      kind: 'payment',
      report: { payment: order.payment, providerRef: charge?.id },
    });
  });

  it('is reported with the panel’s login only, without which Culqi is not called', async () => {
    const event = counterpart.account.event('plan.creation.succeeded', {});
    for (const login of ['kerb:another', ''])
      await expect(provider.readWebhook(webhookOf(event, login))).rejects.toThrow(PaymentSignatureError);
    expect((await provider.readWebhook(webhookOf(event))).kind).toBe('ignored');
    // Nothing listens there, so that a call would end as PaymentUnavailableError.
    const silent = open('http://127.0.0.1:1');
    const anonymous = { ...webhookOf(event), headers: {} };
    await expect(silent.readWebhook(anonymous)).rejects.toThrow(PaymentSignatureError);
  });

  it('requires its two keys and the login', () => {
    const required = ['CULQI_PUBLIC_KEY', 'CULQI_SECRET_KEY', 'CULQI_WEBHOOK_LOGIN'];
    expect(culqiAdapter.required).toEqual(required);
    const wrong = {
      CULQI_PUBLIC_KEY: SECRET_KEY,
      CULQI_SECRET_KEY: SECRET_KEY,
      CULQI_WEBHOOK_LOGIN: 'kerb',
    };
    expect(culqiAdapter.open(wrong)).toEqual({
      problems: [
        'CULQI_PUBLIC_KEY: begins with pk_test_ or pk_live_',
        'CULQI_WEBHOOK_LOGIN: is user:password',
      ],
    });
  });
});
