// Tests Paytm's checksum against the official library's, the contract suite, and Paytm's own rules.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Checkout,
  type CheckoutOrder,
  PaymentRefusedError,
  PaymentSignatureError,
  PaymentUnavailableError,
} from '../../../ports/payments.ts';
import { describePaymentProvider, orderOf, type ProviderUnderTest } from '../payment-provider.contract.ts';
import { providerRequest } from '../testing/counterpart-server.ts';
import { paytmAdapter } from './paytm.ts';
import { rawObjects } from './raw-member.ts';
import { assertPaytmChecksum, paytmChecksum, paytmFormText } from './signature.ts';
import { PAYTM_KEY, PAYTM_MID, startPaytmCounterpart } from './testing/counterpart.ts';

type Counterpart = Awaited<ReturnType<typeof startPaytmCounterpart>>;
const OTHER_KEY = 'anotherMerchant!';

function open(counterpart: Counterpart) {
  const opened = paytmAdapter.open({
    PAYTM_MID,
    PAYTM_MERCHANT_KEY: PAYTM_KEY,
    PAYTM_API_URL: counterpart.url,
  });
  if ('problems' in opened) throw new Error(opened.problems.join());
  return opened.create({ clock: { now: () => Date.now() } });
}

function signedForm(form: Record<string, string>, key = PAYTM_KEY): URLSearchParams {
  const fields = new Map(Object.entries(form));
  return new URLSearchParams({ ...form, CHECKSUMHASH: paytmChecksum(paytmFormText(fields), key) });
}

function signedJson(body: object, key = PAYTM_KEY) {
  const text = JSON.stringify(body);
  return providerRequest({ body: `{"head":{"signature":"${paytmChecksum(text, key)}"}, "body": ${text}}` });
}

async function start(): Promise<ProviderUnderTest & { counterpart: Counterpart }> {
  const counterpart = await startPaytmCounterpart();
  const visit = (does: 'pays' | 'fails') => async (checkout: Checkout, order: CheckoutOrder) => {
    if (checkout.kind !== 'form') throw new Error('Paytm is opened by a form');
    const form = await counterpart.buyer(does, checkout.action, { ...checkout.fields }, order);
    const request = providerRequest({ body: new URLSearchParams(form) });
    return { returned: request, webhooks: [request] };
  };
  return {
    counterpart,
    provider: open(counterpart),
    currency: 'INR',
    pay: visit('pays'),
    decline: visit('fails'),
    otherEvent: () => null,
    forged: (webhook) => {
      const { CHECKSUMHASH: _, ...form } = Object.fromEntries(new URLSearchParams(webhook.body.toString()));
      return { ...webhook, body: Buffer.from(signedForm(form, OTHER_KEY).toString()) };
    },
    aged: () => null,
    paidBack: ({ payment }) => counterpart.paidBack(payment),
    breakDown: counterpart.breakDown,
    close: counterpart.close,
  };
}

describePaymentProvider('Paytm', start);

// Paytm's documentation shows no checksum together with its key. These were made with the official library,
// github.com/paytm/Paytm_Node_Checksum (PaytmChecksum.js, version 1.5.1), from the body and the parameters of its
// sample.js and from the response of https://developer.paytm.com/docs/payment-status/, with the salts given here.
const vectors = [
  {
    text: '{"mid":"YOUR_MID_HERE","orderId":"YOUR_ORDER_ID_HERE"}',
    salt: 'AbCd',
    checksum:
      'dpFh4LAX+fvudPVj0KRsVByT+71QFvzUQtstCyWjaXFN0IJnjwyfLTVZdS2WrB6qMryFwRTCmx1OMwEjKbSes86/SEG6F+lCIXzDZSCE1Lw=',
  },
  {
    text: paytmFormText(
      new Map([...Object.entries({ ORDERID: 'YOUR_ORDER_ID_HERE', MID: 'YOUR_MID_HERE' })]),
    ),
    salt: 'w+/Z',
    checksum:
      'wyTwEfEmmk2l/DkLIOkMZfBYXbkggp3MZxdEXHKGq0zJxjCjWDEnm9q57NreJ0noVXizCum96oyUL8UriAKhNFXdlqnPESeczkI2Qub4hPw=',
  },
  {
    text: paytmFormText(
      new Map(
        Object.entries({
          ORDERID: 'OREDRID_98765',
          MID: 'INTEGR7769XXXXXX9383',
          TXNAMOUNT: '1.00',
          CURRENCY: 'INR',
          TXNID: '202005081112128XXXXXX68470101509706',
          PAYMENTMODE: 'PPI',
          STATUS: 'TXN_SUCCESS',
          TXNDATE: '2020-07-24 15:13:02.0',
          RESPCODE: '01',
          RESPMSG: 'Txn Success',
          BANKNAME: '',
          GATEWAYNAME: 'WALLET',
          BANKTXNID: '62909899',
          CHECKSUMHASH: 'is left out',
        }),
      ),
    ),
    salt: '0aZ=',
    checksum:
      'AodQpesMiB3cAilNyfGopgJTZqpgjBci5Avzr0KavdcM0Y4KJslJEpfc89RHGOyIXjLVfzvrDvRtHy4Yo7SlfA4LWI7Kbi7FoVcJbs/UyiM=',
  },
];

describe("Paytm's checksum", () => {
  it.each(vectors)('is the official library’s for salt $salt', ({ text, salt, checksum }) => {
    expect(paytmChecksum(text, PAYTM_KEY, salt)).toBe(checksum);
    expect(() => assertPaytmChecksum(text, PAYTM_KEY, checksum)).not.toThrow();
    expect(() => assertPaytmChecksum(`${text} `, PAYTM_KEY, checksum)).toThrow(PaymentSignatureError);
    expect(() => assertPaytmChecksum(text, OTHER_KEY, checksum)).toThrow(PaymentSignatureError);
  });

  it('is different for each computation over the same text', () => {
    expect(paytmChecksum('a', PAYTM_KEY)).not.toBe(paytmChecksum('a', PAYTM_KEY));
  });

  it('rejects a value that contains a bar, and signs null as an empty value', () => {
    expect(() => paytmFormText(new Map([['A', 'one|two']]))).toThrow(PaymentSignatureError);
    expect(paytmFormText(new Map(Object.entries({ B: 'null', A: '1' })))).toBe('1|');
  });
});

describe('the text of a member', () => {
  it.each([
    ['{"head":{"a":1},"body":{"b":"x"}}', '{"b":"x"}'],
    ['{ "body" : {"b":"}\\"{" , "c":[{}]} , "body":{"d":1}}', '{"b":"}\\"{" , "c":[{}]}'],
    ['{"x":"\\"body\\":{1}","y":["body"],"body":{"b":1.00}}', '{"b":1.00}'],
    ['{"body":"text"}', undefined],
    ['', undefined],
  ])('of %s', (text, body) => {
    expect(rawObjects(text).get('body')).toBe(body);
  });
});

describe('Paytm', () => {
  let under: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    under = await start();
  });
  afterAll(() => under.close());

  async function paid(value = '12.34') {
    const order = orderOf('INR', value);
    const checkout = await under.provider.createCheckout(order);
    const outcome = await under.pay(checkout, order);
    const report = await under.provider.readReturn(outcome.returned, {
      payment: order.payment,
      providerRef: null,
      amount: order.amount,
    });
    return {
      order,
      outcome,
      key: { payment: order.payment, providerRef: report.providerRef, amount: order.amount },
    };
  }

  it('requires the merchant’s id and a key of sixteen characters', () => {
    expect(paytmAdapter.required).toEqual(['PAYTM_MID', 'PAYTM_MERCHANT_KEY']);
    expect(paytmAdapter.open({ PAYTM_MID, PAYTM_MERCHANT_KEY: 'short' })).toEqual({
      problems: ['PAYTM_MERCHANT_KEY: The merchant key has 16 characters'],
    });
  });

  it('accepts rupees only', async () => {
    await expect(under.provider.createCheckout(orderOf('USD'))).rejects.toThrow(PaymentRefusedError);
  });

  it('opens one transaction however often one payment is opened', async () => {
    const order = orderOf('INR');
    const [one, two] = await Promise.all([
      under.provider.createCheckout(order),
      under.provider.createCheckout(order),
    ]);
    expect(two).toEqual(one);
    const other = { ...order, amount: { value: '99.00', currency: 'INR' } };
    await expect(under.provider.createCheckout(other)).rejects.toThrow(PaymentRefusedError);
  });

  it('sends Indian mobile numbers without the country code, and names without bars', async () => {
    const order = orderOf('INR');
    const buyer = { ...order.buyer, mobile_no: '+919876543210', first_name: 'A|na', email: '' };
    await expect(under.provider.createCheckout({ ...order, buyer })).resolves.toMatchObject({ kind: 'form' });
  });

  it.each([
    ['F', '00000900', PaymentUnavailableError],
    ['U', '0', PaymentUnavailableError],
    ['F', '2005', PaymentRefusedError],
  ])('answers %s %s to opening with the port’s error', async (status, code, error) => {
    under.counterpart.answerNext(status, code);
    await expect(under.provider.createCheckout(orderOf('INR'))).rejects.toThrow(error);
  });

  it.each([
    ['PENDING', '402', 'pending'],
    ['TXN_FAILURE', '227', 'failed'],
    ['NO_RECORD_FOUND', '331', 'unknown'],
  ])('reads the status %s %s as %s', async (status, code, expected) => {
    const { key } = await paid();
    under.counterpart.answerNext(status, code);
    expect((await under.provider.query(key)).status).toBe(expected);
  });

  it.each([
    ['TXN_FAILURE', '501', PaymentUnavailableError],
    ['TXN_SUCCESS', '01', PaymentUnavailableError],
    ['TXN_FAILURE', '335', PaymentRefusedError],
  ])('takes the bare status %s %s for no answer', async (status, code, error) => {
    const { key } = await paid();
    under.counterpart.answerNext(status, code);
    await expect(under.provider.query(key)).rejects.toThrow(error);
  });

  it('refunds once when one refund is requested concurrently', async () => {
    const { key } = await paid();
    const back = { value: '5.00', currency: 'INR' };
    const refund = { ...key, refund: randomUUID(), back, reason: 'The ride was not made' };
    const answers = await Promise.all([1, 2, 3].map(() => under.provider.refund(refund)));
    for (const { status } of answers) expect(['done', 'pending']).toContain(status);
    expect(under.counterpart.paidBack(key.payment)).toBe(5);
    expect((await under.provider.refund(refund)).status).toBe('done');
  });

  it('does not confuse another completed refund with this one', async () => {
    const { key } = await paid();
    const refund = { ...key, refund: randomUUID(), back: key.amount, reason: 'Cancelled' };
    under.counterpart.answerNext('TXN_FAILURE', '631');
    under.counterpart.answerNext('TXN_FAILURE', '629');
    expect((await under.provider.refund(refund)).status).toBe('failed');
    expect(under.counterpart.paidBack(key.payment)).toBe(0);
  });

  it('rejects the return of another payment', async () => {
    const one = await paid();
    const other = await paid();
    const reading = under.provider.readReturn(one.outcome.returned, other.key);
    await expect(reading).rejects.toThrow(PaymentSignatureError);
  });

  it('leaves a refund pending while another one is in progress, and retries it later', async () => {
    const { key } = await paid();
    const refund = { ...key, refund: randomUUID(), back: key.amount, reason: 'Cancelled' };
    under.counterpart.answerNext('TXN_FAILURE', '631');
    under.counterpart.answerNext('TXN_FAILURE', '626');
    expect((await under.provider.refund(refund)).status).toBe('pending');
    expect(under.counterpart.paidBack(key.payment)).toBe(0);
    await under.provider.refund(refund);
    expect(under.counterpart.paidBack(key.payment)).toBe(12.34);
  });

  it('looks the transaction up when a refund has no provider reference', async () => {
    const { key } = await paid();
    const refund = { ...key, providerRef: null, refund: randomUUID(), back: key.amount, reason: 'Cancelled' };
    await under.provider.refund(refund);
    expect(under.counterpart.paidBack(key.payment)).toBe(12.34);
    const never = { ...refund, payment: randomUUID(), refund: randomUUID() };
    await expect(under.provider.refund(never)).rejects.toThrow(PaymentRefusedError);
  });

  it('reports the refunded amount when Paytm notifies of a refund, also of one made in its dashboard', async () => {
    const { key } = await paid();
    const inDashboard = {
      ...key,
      refund: randomUUID(),
      back: { value: '4.34', currency: 'INR' },
      reason: '',
    };
    await under.provider.refund(inDashboard);
    const refId = inDashboard.refund;
    const noticeOf = (status: string) => signedJson({ mid: PAYTM_MID, orderId: key.payment, refId, status });
    for (const status of ['PENDING', 'TXN_FAILURE'])
      expect(await under.provider.readWebhook(noticeOf(status))).toMatchObject({ kind: 'ignored' });
    const notice = noticeOf('TXN_SUCCESS');
    expect(await under.provider.readWebhook(notice)).toMatchObject({
      kind: 'payment',
      eventId: `${refId}:TXN_SUCCESS`,
      report: { status: 'captured', payment: key.payment, refunded: { value: '4.34', currency: 'INR' } },
    });
  });

  it('verifies the JSON webhook over the signed bytes, in any formatting', async () => {
    const { order } = await paid();
    const genuine = signedJson({
      mid: PAYTM_MID,
      orderId: order.payment,
      status: 'TXN_SUCCESS',
      a: '\u00e9/',
    });
    expect(await under.provider.readWebhook(genuine)).toMatchObject({
      kind: 'payment',
      eventId: `${order.payment}:TXN_SUCCESS`,
      report: { status: 'captured', payment: order.payment },
    });
    const spaced = {
      ...genuine,
      body: Buffer.from(genuine.body.toString().replace(',"orderId"', ', "orderId"')),
    };
    await expect(under.provider.readWebhook(spaced)).rejects.toThrow(PaymentSignatureError);
  });

  it('rejects content that Paytm signed for another merchant or left empty', async () => {
    const orderId = randomUUID();
    for (const body of [
      { mid: 'ANOTHER', orderId, status: 'TXN_SUCCESS' },
      { mid: PAYTM_MID, orderId, status: 'PAID' },
      { mid: PAYTM_MID, orderId },
    ])
      await expect(under.provider.readWebhook(signedJson(body))).rejects.toThrow(PaymentSignatureError);
    const form = { MID: 'ANOTHER', ORDERID: orderId, STATUS: 'TXN_SUCCESS' };
    const request = providerRequest({ body: signedForm(form) });
    await expect(under.provider.readWebhook(request)).rejects.toThrow(PaymentSignatureError);
  });

  it('captures a payment by Paytm’s status, not by the content of the webhook', async () => {
    const order = orderOf('INR');
    await under.provider.createCheckout(order);
    const form = { MID: PAYTM_MID, ORDERID: order.payment, STATUS: 'TXN_SUCCESS', TXNAMOUNT: '12.34' };
    const reading = await under.provider.readWebhook(providerRequest({ body: signedForm(form) }));
    expect(reading).toMatchObject({ kind: 'payment', report: { status: 'unknown' } });
  });
});
