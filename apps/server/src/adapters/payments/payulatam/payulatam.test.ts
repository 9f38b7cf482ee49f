// Tests PayU Latam's signatures with its documentation's examples, the contract suite, and PayU's own rules.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Checkout,
  type CheckoutOrder,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
} from '../../../ports/payments.ts';
import { describePaymentProvider, orderOf, type ProviderUnderTest } from '../payment-provider.contract.ts';
import { providerRequest, startCounterpart } from '../testing/counterpart-server.ts';
import { payulatamAdapter } from './payulatam.ts';
import { confirmationValue, type PayuSigning, payuSignature, responseValue } from './signature.ts';
import { PAYU_TEST, payuSays, startPayuCounterpart } from './testing/counterpart.ts';

type Counterpart = Awaited<ReturnType<typeof startPayuCounterpart>>;

function open(url: string, apiKey = PAYU_TEST.apiKey) {
  const opened = payulatamAdapter.open({
    PAYULATAM_API_KEY: apiKey,
    PAYULATAM_API_LOGIN: PAYU_TEST.apiLogin,
    PAYULATAM_MERCHANT_ID: PAYU_TEST.merchantId,
    PAYULATAM_ACCOUNT_ID: PAYU_TEST.accountId,
    PAYULATAM_API_URL: url,
    PAYULATAM_CHECKOUT_URL: `${url}/ppp-web-gateway-payu/`,
  });
  if ('problems' in opened) throw new Error(opened.problems.join());
  return opened.create({ clock: { now: () => Date.now() } });
}

const signing: PayuSigning = { apiKey: PAYU_TEST.apiKey, algorithm: 'MD5', secret: PAYU_TEST.apiKey };

async function start(): Promise<ProviderUnderTest & { counterpart: Counterpart }> {
  const counterpart = await startPayuCounterpart();
  const visit = (does: 'pays' | 'fails') => async (checkout: Checkout, order: CheckoutOrder) => {
    if (checkout.kind !== 'form') throw new Error('PayU is opened by a form');
    const came = await counterpart.buyer(does, checkout.action, { ...checkout.fields });
    expect([came.responseUrl, came.confirmationUrl]).toEqual([order.returnUrl, order.webhookUrl]);
    const back = `${came.responseUrl}?${new URLSearchParams(came.response)}`;
    return {
      returned: providerRequest({ method: 'GET', url: back }),
      webhooks: [providerRequest({ body: new URLSearchParams(came.confirmation) })],
    };
  };
  return {
    counterpart,
    provider: open(counterpart.url),
    currency: 'USD',
    pay: visit('pays'),
    decline: visit('fails'),
    otherEvent: () => null,
    forged: (webhook) => {
      const form = new URLSearchParams(webhook.body.toString());
      const [reference, value, currency] = ['reference_sale', 'value', 'currency'].map(
        (name) => form.get(name) ?? '',
      );
      const fields = [
        PAYU_TEST.merchantId,
        reference ?? '',
        confirmationValue(value ?? ''),
        currency ?? '',
        '4',
      ];
      form.set('sign', payuSignature({ ...signing, apiKey: 'anotherMerchantsKey' }, fields));
      return { ...webhook, body: Buffer.from(form.toString()) };
    },
    aged: () => null,
    paidBack: ({ payment }) => counterpart.paidBack(payment),
    breakDown: counterpart.breakDown,
    close: counterpart.close,
  };
}

describePaymentProvider('PayU Latam', start);

// developers.payulatam.com/latam/en/docs/integrations/webcheckout-integration/payment-form.html: "TestPayU".
describe('the signature of the payment form', () => {
  it.each([
    ['MD5', PAYU_TEST.apiKey, '7ee7cf808ce6a39b17481c54f2c57acc'],
    ['SHA', PAYU_TEST.apiKey, 'fa890d3f94e12b5cdb62e8771453b99b78e7ccdc'],
    ['SHA256', PAYU_TEST.apiKey, 'af3899a22336b79db46006491d15813158826f944599bf3bf601e2327f898022'],
    ['HMAC-SHA256', PAYU_TEST.apiKey, 'eaf61598d5593b366086c9a00aa5746ccad1a6e9b209a1a242fce224202b2b36'],
    ['HMAC-SHA256', 'secret123', '9b269405c01c725fcc5d1667a2e1166a810fd34b5a5ac82295d0f59fddf1c472'],
  ] as const)('by %s is the documentation’s', (algorithm, secret, signature) => {
    const fields = ['508029', 'TestPayU', '20000', 'COP'];
    expect(payuSignature({ ...signing, algorithm, secret }, fields)).toBe(signature);
  });
});

// …/webcheckout-integration/response-page.html: rounding half to even, three cases.
describe('the signature of the response page', () => {
  it.each([
    ['150.25', '150.2', '00286dc735bd9eaa8ae3a3a4cbb40688'],
    ['150.35', '150.4', '9df2bb60e2838170009040982967923f'],
    ['150.34', '150.3', '779f163be9347a691bcdb25064644795'],
  ])('of %s is the documentation’s', (value, rounded, signature) => {
    expect(responseValue(value)).toBe(rounded);
    const fields = ['508029', 'TestPayU04', responseValue(value), 'USD', '6'];
    expect(payuSignature(signing, fields)).toBe(signature);
  });

  it.each([
    ['99.96', '100.0'],
    ['0.05', '0.0'],
    ['0.15', '0.2'],
    ['100', '100.0'],
    ['7.5', '7.5'],
  ])('rounds %s to %s', (value, rounded) => {
    expect(responseValue(value)).toBe(rounded);
  });
});

// …/webcheckout-integration/confirmation-page.html. Its older edition prints the first MD5 with state 6, but it is the
// signature of state 4. Its complete example of a POST is signed with an unpublished key.
describe('the signature of the confirmation page', () => {
  it.each([
    ['MD5', 'TestPayU04', '150.00', '150.0', 'b607a2c2fa100e0947b206d41864fb86'],
    ['MD5', 'TestPayU05', '150.26', '150.26', '1d95778a651e11a0ab93c2169a519cd6'],
    [
      'HMAC-SHA256',
      'PayUTest01',
      '150.00',
      '150.0',
      '65fb2b3452572784e23e7d6480359fd2507c54dd285ca3c4dceffb8764cfb66f',
    ],
    [
      'HMAC-SHA256',
      'PayUTest01',
      '150.25',
      '150.25',
      '7770a7933b90570a078fcacce1790eb13079cdf8f8a6e900b79f4f5eb96b8024',
    ],
  ] as const)(
    'by %s for %s and %s is the documentation’s',
    (algorithm, reference, value, written, signature) => {
      expect(confirmationValue(value)).toBe(written);
      const fields = ['508029', reference, confirmationValue(value), 'USD', '4'];
      expect(payuSignature({ ...signing, algorithm, secret: 'test123' }, fields)).toBe(signature);
    },
  );

  it.each([
    ['100', '100.0'],
    ['150.5', '150.5'],
    ['150.50', '150.5'],
    ['150.05', '150.05'],
  ])('writes %s as %s', (value, written) => {
    expect(confirmationValue(value)).toBe(written);
  });

  it.each(['', '-1.00', '1.005', '1e3', '1,00', 'NaN', '.5'])('takes "%s" for no amount', (value) => {
    expect(() => confirmationValue(value)).toThrow(PaymentSignatureError);
    expect(() => responseValue(value)).toThrow(PaymentSignatureError);
  });
});

describe('PayU Latam', () => {
  let under: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    under = await start();
  });
  beforeEach(() => {
    Object.assign(under.counterpart.modes, { isReviewing: false, showsReasons: true });
  });
  afterAll(() => under.close());

  async function paid(value = '10.00', currency = 'USD') {
    const order = orderOf(currency, value);
    const outcome = await under.pay(await under.provider.createCheckout(order), order);
    const key = { payment: order.payment, providerRef: null, amount: order.amount };
    return { order, outcome, key, report: await under.provider.readReturn(outcome.returned, key) };
  }

  const back = (
    key: { payment: string; providerRef: null; amount: { value: string; currency: string } },
    value: string,
  ) => ({
    ...key,
    refund: randomUUID(),
    back: { value, currency: key.amount.currency },
    reason: 'The ride was not made',
  });

  it('requires the account’s four credentials', () => {
    expect(payulatamAdapter.required).toEqual([
      'PAYULATAM_API_KEY',
      'PAYULATAM_API_LOGIN',
      'PAYULATAM_MERCHANT_ID',
      'PAYULATAM_ACCOUNT_ID',
    ]);
    expect(payulatamAdapter.open({})).toHaveProperty('problems');
  });

  it('opens the page in a language that PayU supports', async () => {
    const fields = async (locale: string) => {
      const checkout = await under.provider.createCheckout({ ...orderOf('COP'), locale });
      return checkout.kind === 'form' ? checkout.fields.lng : '';
    };
    expect(await Promise.all(['es-UY', 'pt-BR', 'ar'].map(fields))).toEqual(['es', 'pt', 'en']);
  });

  it('accepts only currencies of its countries, and Chilean pesos without decimals', async () => {
    await expect(under.provider.createCheckout(orderOf('EUR'))).rejects.toThrow(PaymentRefusedError);
    await expect(under.provider.createCheckout(orderOf('CLP', '1500.50'))).rejects.toThrow(
      PaymentRefusedError,
    );
    expect((await paid('1500', 'CLP')).report).toMatchObject({
      status: 'captured',
      amount: { value: '1500' },
    });
  });

  it.each(['12.25', '12.35', '12.30', '0.05', '99.96', '10.00'])(
    'believes the return of %s',
    async (value) => {
      expect((await paid(value)).report).toMatchObject({
        status: 'captured',
        amount: { value: String(Number(value)) },
      });
    },
  );

  it('rejects a return whose amount, state or signature was altered', async () => {
    const { outcome, key } = await paid();
    for (const [name, value] of [
      ['TX_VALUE', '99.00'],
      ['transactionState', '6'],
      ['currency', 'COP'],
      ['merchantId', '508030'],
      ['signature', 'e1b0939bbdc99ea84387bee9b90e4f5c'],
    ] as const) {
      const query = new URLSearchParams(outcome.returned.query);
      query.set(name, value);
      await expect(under.provider.readReturn({ ...outcome.returned, query }, key), name).rejects.toThrow(
        PaymentSignatureError,
      );
    }
  });

  it('uses PayU’s status, not an approval for an order that PayU does not have', async () => {
    const said = payuSays({ referenceCode: randomUUID(), value: '12.34', currency: 'USD' }, '4');
    const request = providerRequest({ body: new URLSearchParams(said.confirmation) });
    expect(await under.provider.readWebhook(request)).toMatchObject({ report: { status: 'unknown' } });
  });

  it('rejects a tilde that would shift the signed fields', async () => {
    const { outcome } = await paid('10.00');
    const form = new URLSearchParams(outcome.webhooks[0]?.body.toString());
    form.set('reference_sale', `${form.get('reference_sale')}~10.0`);
    form.set('value', '4');
    form.set('currency', 'USD~4');
    await expect(under.provider.readWebhook(providerRequest({ body: form }))).rejects.toThrow(
      PaymentSignatureError,
    );
  });

  it('counts the paid order when an earlier attempt was declined', async () => {
    const order = orderOf('USD');
    const checkout = await under.provider.createCheckout(order);
    await under.decline(checkout, order);
    const key = { payment: order.payment, providerRef: null, amount: order.amount };
    const declined = await under.provider.query(key);
    expect(declined).toMatchObject({ status: 'failed', reason: 'ENTITY_DECLINED' });
    await under.pay(checkout, order);
    const report = await under.provider.query({ ...key, providerRef: declined.providerRef });
    expect(report.status).toBe('captured');
    expect(report.providerRef).not.toBe(declined.providerRef);
  });

  it('reports the refunded amount of a payment', async () => {
    const { key } = await paid();
    await under.provider.refund(back(key, '2.50'));
    expect(await under.provider.query(key)).toMatchObject({
      status: 'captured',
      refunded: { value: '2.50' },
    });
  });

  it('refunds once when one refund is requested concurrently', async () => {
    const { key } = await paid();
    const refund = back(key, '4.00');
    await Promise.all([1, 2, 3].map(() => under.provider.refund(refund)));
    expect(under.paidBack(key)).toBe(4);
  });

  it('waits for the review of a refund, and requests the next one afterwards', async () => {
    under.counterpart.modes.isReviewing = true;
    const { key } = await paid();
    const first = back(key, '4.00');
    const second = back(key, '6.00');
    expect((await under.provider.refund(first)).status).toBe('pending');
    expect((await under.provider.refund(first)).status).toBe('pending');
    expect((await under.provider.refund(second)).status).toBe('pending');
    under.counterpart.decide('APPROVED');
    expect(under.paidBack(key)).toBe(4);
    expect((await under.provider.refund(first)).status).toBe('done');
    expect((await under.provider.refund(second)).status).toBe('pending');
    under.counterpart.decide('DECLINED');
    expect(await under.provider.refund(second)).toMatchObject({ status: 'failed' });
    expect(under.paidBack(key)).toBe(4);
  });

  it('makes each refund once when PayU returns no reasons', async () => {
    under.counterpart.modes.showsReasons = false;
    const { key } = await paid();
    const refund = back(key, '4.00');
    await under.provider.refund(refund);
    expect((await under.provider.refund(refund)).status).toBe('done');
    expect(under.paidBack(key)).toBe(4);
    await under.provider.refund(back(key, '6.00'));
    expect(under.paidBack(key)).toBe(10);
  });

  it('refunds the same amount again when PayU returns no reasons, once for each refund', async () => {
    under.counterpart.modes.showsReasons = false;
    const { key } = await paid();
    await under.provider.refund({ ...back(key, '4.00'), alreadyBack: { value: '0.00', currency: 'USD' } });
    const second = { ...back(key, '4.00'), alreadyBack: { value: '4.00', currency: 'USD' } };
    await under.provider.refund(second);
    for (const _ of [1, 2]) expect((await under.provider.refund(second)).status).toBe('done');
    expect(under.paidBack(key)).toBe(8);
  });

  it('requests no refund above the remaining amount', async () => {
    const { key } = await paid();
    await under.provider.refund(back(key, '4.00'));
    const reason = 'More than is left of the payment';
    expect(await under.provider.refund(back(key, '6.01'))).toMatchObject({ status: 'failed', reason });
  });

  it('rejects the return of another payment', async () => {
    const one = await paid();
    const other = await paid();
    const reading = under.provider.readReturn(one.outcome.returned, other.key);
    await expect(reading).rejects.toThrow(PaymentSignatureError);
  });

  it('refunds nothing of an unpaid payment', async () => {
    const order = orderOf('USD');
    const key = { payment: order.payment, providerRef: null, amount: order.amount };
    await expect(under.provider.refund(back(key, '1.00'))).rejects.toThrow(PaymentRefusedError);
    await under.decline(await under.provider.createCheckout(order), order);
    await expect(under.provider.refund(back(key, '1.00'))).rejects.toThrow(PaymentRefusedError);
  });

  it('reports wrong credentials', async () => {
    const { key } = await paid();
    const wrong = open(under.counterpart.url, 'anotherMerchantsKey');
    await expect(wrong.query(key)).rejects.toThrow(PaymentRefusedError);
    await expect(wrong.refund(back(key, '1.00'))).rejects.toThrow(PaymentRefusedError);
  });

  it.each([
    [{ status: 200, body: { code: 'ERROR', error: 'Internal payment provider error' } }],
    [{ status: 200, body: { code: 'SUCCESS', result: { payload: [{ id: 'x' }] } } }],
    [{ status: 200, body: '<html>' }],
    [{ status: 429, body: {} }],
  ])('takes %j for no answer', async (reply) => {
    const odd = await startCounterpart(() => reply);
    const key = { payment: randomUUID(), providerRef: null, amount: { value: '1.00', currency: 'USD' } };
    await expect(open(odd.url).query(key)).rejects.toThrow(PaymentUnavailableError);
    await odd.close();
  });
});
