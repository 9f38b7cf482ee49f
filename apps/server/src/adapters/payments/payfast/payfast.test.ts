// Tests Payfast's signatures with its own examples, the contract suite, and Payfast's own rules.
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
import { payfastAdapter } from './payfast.ts';
import { payfastSignature, payfastText, phpUrlencode, verifyNotification } from './signature.ts';
import { PAYFAST_TEST, payfastNotice, startPayfastCounterpart } from './testing/counterpart.ts';
import { readHistory } from './transaction-history.ts';

type Counterpart = Awaited<ReturnType<typeof startPayfastCounterpart>>;

function open(url: string, more: Record<string, string> = {}) {
  const opened = payfastAdapter.open({
    PAYFAST_MERCHANT_ID: PAYFAST_TEST.merchantId,
    PAYFAST_MERCHANT_KEY: PAYFAST_TEST.merchantKey,
    PAYFAST_PASSPHRASE: PAYFAST_TEST.passphrase,
    PAYFAST_URL: url,
    PAYFAST_API_URL: url,
    ...more,
  });
  if ('problems' in opened) throw new Error(opened.problems.join());
  return opened.create({ clock: { now: () => Date.now() } });
}

const formRequest = (text: string) => providerRequest({ body: new URLSearchParams(text) });

async function start(): Promise<ProviderUnderTest & { counterpart: Counterpart }> {
  const counterpart = await startPayfastCounterpart();
  const visit = (does: 'pays' | 'leaves') => async (checkout: Checkout, order: CheckoutOrder) => {
    if (checkout.kind !== 'form') throw new Error('Payfast is opened by a form');
    const came = await counterpart.buyer(does, checkout.action, { ...checkout.fields });
    expect(came.back).toBe(does === 'pays' ? order.returnUrl : order.cancelUrl);
    expect(came.notify_url).toBe(order.webhookUrl);
    return {
      returned: providerRequest({ method: 'GET', url: came.back }),
      webhooks: came.notices.map(formRequest),
    };
  };
  return {
    counterpart,
    provider: open(counterpart.url),
    currency: 'ZAR',
    pay: visit('pays'),
    decline: visit('leaves'),
    otherEvent: () =>
      formRequest(
        counterpart.notify({ pf_payment_id: '7', payment_status: 'CANCELLED', item_name: 'A plan' }),
      ),
    forged: (webhook) => {
      const given = Object.fromEntries(new URLSearchParams(webhook.body.toString()));
      return { ...webhook, body: Buffer.from(payfastNotice(given, 'another passphrase').toString()) };
    },
    aged: () => null,
    paidBack: ({ payment }) => counterpart.paidBack(payment),
    breakDown: counterpart.breakDown,
    close: counterpart.close,
  };
}

describePaymentProvider('Payfast', start);

describe("Payfast's signatures", () => {
  // The documentation prints no signature that matches its example. This one was computed by the check of posted fields
  // on sandbox.payfast.co.za, as recorded in the tests of two public PHP packages for Payfast.
  it('sign a form as the sandbox does', () => {
    const fields: [string, string][] = Object.entries({
      merchant_id: '10000100',
      merchant_key: '46f0cd694581a',
      return_url: 'http://your-domain.co.za/success',
      cancel_url: 'http://your-domain.co.za/cancel',
      notify_url: 'http://your-domain.co.za/itn',
      name_first: 'Jane',
      name_last: 'Doe',
      email_address: 'jane@example.com',
      m_payment_id: '1',
      amount: '100.50',
      item_name: 'item-title',
      item_description: 'description',
    });
    expect(payfastSignature(fields, '')).toBe('279d5d8fd4164b1f2fc17467afe4602b');
  });

  // String that https://developers.payfast.co.za/docs#step_3_send_the_customer_to_payfast derives from its example.
  it('sign the documentation’s example over its string, with the passphrase at its end', () => {
    const fields: [string, string][] = [
      ['return_url', 'http://www.yourdomain.co.za/return.php'],
      ['name_first', 'First Name'],
      ['email_address', 'test@test.com'],
      ['item_name', 'Order#123'],
    ];
    expect(payfastText([...fields, ['passphrase', PAYFAST_TEST.passphrase]])).toBe(
      'return_url=http%3A%2F%2Fwww.yourdomain.co.za%2Freturn.php&name_first=First+Name' +
        '&email_address=test%40test.com&item_name=Order%23123&passphrase=jt7NOE43FZPn',
    );
    expect(payfastSignature(fields, ` ${PAYFAST_TEST.passphrase} `)).toBe(
      payfastSignature([...fields, ['passphrase', PAYFAST_TEST.passphrase]], ''),
    );
  });

  // github.com/Payfast/payfast-php-sdk, tests/PaymentIntegrations/NotificationTest.php: a genuine notification.
  const genuine = new Map<string, string>(
    Object.entries({
      m_payment_id: '000000020',
      pf_payment_id: '1579137',
      payment_status: 'COMPLETE',
      item_name: 'Order #000000020',
      item_description: '',
      amount_gross: '15.00',
      amount_fee: '-2.30',
      amount_net: '12.70',
      custom_str1: '',
      custom_str2: '',
      custom_str3: '',
      custom_str4: '',
      custom_str5: '',
      custom_int1: '',
      custom_int2: '',
      custom_int3: '',
      custom_int4: '',
      custom_int5: '',
      name_first: 'Tom',
      name_last: 'Tom',
      email_address: 'lindley+user1@appinlet.com',
      merchant_id: '10027938',
      signature: '4078bca2c8987e0e0c4e7230f2f46323',
    }),
  );

  it('verify the notification of the official library', () => {
    expect(new Map(verifyNotification(genuine, '')).get('amount_gross')).toBe('15.00');
    expect(() => verifyNotification(genuine, 'passphrase')).toThrow(PaymentSignatureError);
    expect(() => verifyNotification(new Map(genuine).set('amount_gross', '11.00'), '')).toThrow(
      PaymentSignatureError,
    );
  });

  it('leave out fields that follow the signature', () => {
    const more = new Map([...genuine, ['extra', 'not signed']]);
    expect(new Map(verifyNotification(more, '')).has('extra')).toBe(false);
  });

  it('verify values whose quotes were escaped with backslashes', () => {
    const notice = payfastNotice({ name_last: "O'Brien", payment_status: 'COMPLETE' });
    const form = new Map([...notice]);
    form.set('name_last', "O\\'Brien");
    expect(new Map(verifyNotification(form, PAYFAST_TEST.passphrase)).get('name_last')).toBe("O'Brien");
  });

  it.each([
    ["it's (a) test!*~", 'it%27s+%28a%29+test%21%2A%7E'],
    ['Núñez & Söhne', 'N%C3%BA%C3%B1ez+%26+S%C3%B6hne'],
    ['a-b_c.d+e', 'a-b_c.d%2Be'],
  ])('write %s as PHP does', (text, written) => {
    expect(phpUrlencode(text)).toBe(written);
  });
});

describe("Payfast's history", () => {
  // Example from https://developers.payfast.co.za/api#transaction-history, with its trailing spaces.
  const example = [
    '"Date","Type","Sign","Party","Name","Description","Currency","Funding Type","Gross","Fee","Net","Balance","M Payment ID","PF Payment ID","custom str1","custom int1"',
    '"2020-02-27 13:29:55",FUNDS_RECEIVED,CREDIT,"Test User 01",test,,ZAR,CC,500.00,-24.73,475.27,"22,574.02",,994209,,, ',
    '"2020-03-02 14:31:30",FUNDS_RECEIVED,CREDIT,"Test User 01","item name",,ZAR,CC,"1,121.00",-7.73,113.27,"22,780.50",pay_now_11611660,995893,,',
  ].join('\n');

  it('is parsed as the documentation shows it', () => {
    expect(readHistory(example)).toEqual({
      size: 2,
      received: [{ payment: 'pay_now_11611660', providerRef: '995893', gross: '1121.00', currency: 'ZAR' }],
    });
    expect(readHistory('')).toEqual({ size: 0, received: [] });
  });

  it.each(['"Date","Type"\n1,2', 'a,"b"c\n', '{"code":200,"status":"x"}'])('is not %s', (text) => {
    expect(() => readHistory(text)).toThrow(PaymentUnavailableError);
  });
});

describe('Payfast', () => {
  let under: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    under = await start();
  });
  beforeEach(() => {
    Object.assign(under.counterpart.modes, { method: 'PAYMENT_SOURCE', isRefundable: true });
  });
  afterAll(() => under.close());

  async function paid(value = '100.00') {
    const order = orderOf('ZAR', value);
    const outcome = await under.pay(await under.provider.createCheckout(order), order);
    const [webhook] = outcome.webhooks;
    if (!webhook) throw new Error('Payfast sent no notification');
    const key = { payment: order.payment, providerRef: null, amount: order.amount };
    const report = await under.provider.readReturn(outcome.returned, key);
    return { order, webhook, key: { ...key, providerRef: report.providerRef } };
  }

  const back = (key: Awaited<ReturnType<typeof paid>>['key'], value: string) => ({
    ...key,
    refund: randomUUID(),
    back: { value, currency: 'ZAR' },
    reason: 'The ride was not made',
  });

  it('requires the merchant, its key and a passphrase', () => {
    expect(payfastAdapter.required).toEqual([
      'PAYFAST_MERCHANT_ID',
      'PAYFAST_MERCHANT_KEY',
      'PAYFAST_PASSPHRASE',
    ]);
    expect(payfastAdapter.open({ PAYFAST_MERCHANT_ID: 'x' })).toHaveProperty('problems');
  });

  it('accepts rand only', async () => {
    await expect(under.provider.createCheckout(orderOf('USD'))).rejects.toThrow(PaymentRefusedError);
  });

  it('accepts any characters in names', async () => {
    const order = orderOf('ZAR');
    const buyer = {
      ...order.buyer,
      first_name: ` O'Neil (*~!) `,
      last_name: '',
      email: '',
      mobile_no: '+27823456789',
    };
    const odd = { ...order, buyer, product_name: `${'🚕'.repeat(99)} a b` };
    const checkout = await under.provider.createCheckout(odd);
    expect(checkout).toMatchObject({ fields: { cell_number: '0823456789', name_first: "O'Neil (*~!)" } });
    expect(checkout).not.toHaveProperty('fields.last_name');
    await expect(
      under.counterpart.buyer('leaves', checkout.kind === 'form' ? checkout.action : '', {
        ...(checkout.kind === 'form' ? { ...checkout.fields, item_name: 'changed' } : {}),
      }),
    ).rejects.toThrow(/signature/);
  });

  it('confirms a signed notification with Payfast', async () => {
    const { key } = await paid();
    const never = payfastNotice({
      m_payment_id: key.payment,
      pf_payment_id: '99',
      payment_status: 'COMPLETE',
      amount_gross: '100.00',
      item_name: 'Never sent',
      merchant_id: PAYFAST_TEST.merchantId,
    });
    await expect(under.provider.readWebhook(formRequest(never.toString()))).rejects.toThrow(
      PaymentSignatureError,
    );
  });

  it('stays pending when Payfast cannot confirm', async () => {
    const { webhook } = await paid();
    for (const reply of [{ status: 503 }, { status: 200, body: '<html>' }, { status: 404, body: 'VALID' }]) {
      const odd = await startCounterpart(() => reply);
      await expect(open(odd.url).readWebhook(webhook)).rejects.toThrow(PaymentUnavailableError);
      await odd.close();
    }
  });

  it('rejects a notification for another merchant', async () => {
    const { webhook } = await paid();
    const other = open(under.counterpart.url, { PAYFAST_MERCHANT_ID: '10000101' });
    await expect(other.readWebhook(webhook)).rejects.toThrow(PaymentSignatureError);
  });

  it('reports wrong credentials', async () => {
    const { key } = await paid();
    const wrong = open(under.counterpart.url, { PAYFAST_PASSPHRASE: 'wrong' });
    await expect(wrong.query(key)).rejects.toThrow(PaymentRefusedError);
    await expect(wrong.refund(back(key, '1.00'))).rejects.toThrow(PaymentRefusedError);
  });

  it('leaves the sandbox marker out of the signature', async () => {
    const { key } = await paid();
    const sandbox = open(under.counterpart.url, { PAYFAST_TESTING: 'true' });
    expect((await sandbox.query({ ...key, providerRef: null })).status).toBe('captured');
  });

  it('finds a payment beyond the first thousand', async () => {
    const { key } = await paid();
    const filler = Array.from({ length: 1000 }, (_, at) => ({
      pfPaymentId: `8${at}`,
      mPaymentId: randomUUID(),
      itemName: 'A "ride", again',
      amount: 500,
      refunds: [],
    }));
    under.counterpart.payments.unshift(...filler);
    expect(await under.provider.query({ ...key, providerRef: null })).toMatchObject({
      status: 'captured',
      payment: key.payment,
      providerRef: key.providerRef,
      amount: { value: '100.00' },
    });
    under.counterpart.payments.splice(0, filler.length);
  });

  it('reports no refund of a payment that cannot be refunded', async () => {
    const { key } = await paid();
    under.counterpart.modes.isRefundable = false;
    expect(await under.provider.query(key)).toMatchObject({ status: 'captured', refunded: null });
    expect(await under.provider.refund(back(key, '1.00'))).toEqual({
      status: 'failed',
      refundRef: null,
      reason: 'The payment is not settled',
    });
  });

  it('requires no bank account of the buyer', async () => {
    const { key } = await paid();
    under.counterpart.modes.method = 'BANK_PAYOUT';
    expect(await under.provider.refund(back(key, '100.00'))).toMatchObject({ status: 'failed' });
    expect(under.paidBack(key)).toBe(0);
  });

  it('reports the refunded amount of a payment', async () => {
    const { key } = await paid();
    await under.provider.refund(back(key, '25.50'));
    expect(await under.provider.query(key)).toMatchObject({
      status: 'captured',
      refunded: { value: '25.50' },
    });
  });

  it('refunds once when one refund is requested concurrently', async () => {
    const { key } = await paid();
    const refund = back(key, '40.00');
    const answers = await Promise.all([1, 2, 3].map(() => under.provider.refund(refund)));
    expect(answers.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
    expect(under.paidBack(key)).toBe(40);
  });

  it('refunds the same amount again, once for each refund', async () => {
    const { key } = await paid();
    await under.provider.refund({ ...back(key, '40.00'), alreadyBack: { value: '0.00', currency: 'ZAR' } });
    const second = { ...back(key, '40.00'), alreadyBack: { value: '40.00', currency: 'ZAR' } };
    for (const _ of [1, 2, 3]) expect((await under.provider.refund(second)).status).toBe('done');
    expect(under.paidBack(key)).toBe(80);
  });

  it('looks the payment up when a refund has no Payfast id', async () => {
    const { key } = await paid();
    await under.provider.refund(back({ ...key, providerRef: null }, '100.00'));
    expect(under.paidBack(key)).toBe(100);
    const never = back({ ...key, payment: randomUUID(), providerRef: null }, '1.00');
    await expect(under.provider.refund(never)).rejects.toThrow(PaymentRefusedError);
  });
});
