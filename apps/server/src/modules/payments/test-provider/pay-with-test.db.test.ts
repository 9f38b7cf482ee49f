// Tests the test provider through the real server: its page, every outcome, and webhooks over HTTP.
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../../../kit/testing/test-app.ts';
import { waitFor } from '../../../kit/testing/wait-for.ts';
import { createPaymentsEnvironment } from '../testing/payments-environment.ts';

const environment = await createPaymentsEnvironment();
const origin = await environment.app.listen();
afterAll(() => environment.close());
const { host } = new URL(origin);
const { person, topup, statusOf, postings, sql, job } = environment;

/** Follows the steps of a browser: posts the form to the server, opens the provider's page, presses a button on it. */
async function pay(action: string, card = '4242 4242 4242 4242') {
  const rider = await person('rider');
  const order = await topup(rider);
  const post = (path: string, body: Record<string, string>) =>
    fetch(new URL(path, origin), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(body),
      headers: { cookie: rider.cookie, origin: `http://${host}` },
    });
  const opened = await post('/api/v1/payments/test/checkout', {
    order_id: order,
    amount: '110',
    currency: 'UYU',
  });
  const link = /content="0;url=([^"]+)"/.exec(await opened.text())?.[1] ?? '';
  const page = await fetch(link);
  const payment = link.split('/').at(-1) ?? '';
  const answer = await post(link, { action, card });
  const to = answer.headers.get('location');
  const location = to === null ? '' : new URL(to, origin).href;
  return { rider, order, payment, link, page, answer, post, to, location };
}

const once = ['topup: provider_clearing -11000', 'topup: rider 11000'];

test('its page shows the amount, works without JavaScript and is closed to other users', async () => {
  const { page, location, payment } = await pay('approve');
  const text = await page.text();
  expect(text).toContain('110');
  expect(text).not.toContain('<script');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  expect(location).toBe(`${origin}/api/v1/payments/return/${payment}`);
});

test.each([
  ['approve', 'captured', once],
  ['twice', 'captured', once],
  ['decline', 'failed', []],
])('%s: after the webhook alone, the payment is %s', async (action, status, expected) => {
  const { payment } = await pay(action);
  await waitFor(async () => (await statusOf(payment)) === status, `the webhook of ${action}`);
  const waiting = () =>
    sql(`select 1 from graphile_worker._private_jobs where payload->>'payment' = $1`, [payment]);
  await waitFor(async () => (await waiting()).length === 0, 'all webhooks to be taken');
  expect(await postings(payment)).toEqual(expected);
});

test('the return and the webhook race, and exactly one of them posts', async () => {
  const { payment, location } = await pay('approve');
  const back = await Promise.all([1, 2].map(() => fetch(location, { redirect: 'manual' })));
  expect(back.map(({ status }) => status)).toEqual([303, 303]);
  expect(back[0]?.headers.get('location')).toBe(`/payment/${payment}`);
  await waitFor(async () => (await statusOf(payment)) === 'captured', 'the payment');
  expect(await postings(payment)).toEqual(once);
});

test('a late payment is pending at the return, and a webhook confirms it afterwards', async () => {
  const { payment, location } = await pay('late');
  await fetch(location, { redirect: 'manual' });
  expect(await statusOf(payment)).toBe('pending');
  await job('payments.test-confirm', { payment });
  await waitFor(async () => (await statusOf(payment)) === 'captured', 'the confirmation');
  expect(await postings(payment)).toEqual(once);
});

test('an abandoned payment fails when the browser returns by the cancel address', async () => {
  const { payment, location } = await pay('abandon');
  expect(location).toContain('cancelled=1');
  await fetch(location, { redirect: 'manual' });
  expect(await statusOf(payment)).toBe('failed');
});

test('an invalid card shows an error, and a declined one can be followed by a valid one', async () => {
  const wrong = await pay('approve', '1234');
  expect(wrong.answer.status).toBe(200);
  expect(await wrong.answer.text()).toContain('aria-invalid="true"');
  expect(await statusOf(wrong.payment)).toBe('open');
  const declined = await pay('approve', '4000000000000002');
  await waitFor(async () => (await statusOf(declined.payment)) === 'failed', 'the decline');
  await fetch(declined.link, { method: 'POST', body: new URLSearchParams({ card: '4242424242424242' }) });
  await waitFor(async () => (await statusOf(declined.payment)) === 'captured', 'the second try');
  expect(await postings(declined.payment)).toEqual(once);
});

test.each(['en', 'es', 'ar'])('speaks %s', async (lang) => {
  const { link } = await pay('nothing', '1');
  const page = await fetch(link, { headers: { 'accept-language': `${lang}-UY,en;q=0.5` } });
  expect(await page.text()).toContain(`<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`);
});

test('its page uses the language of the payer’s profile before the browser’s', async () => {
  const { rider, order, link, post } = await pay('nothing', '1');
  await sql(`update users set lang_locale = 'ar', date_locale = 'ar' where uid = $1`, [rider.uid]);
  const page = await fetch(link, { headers: { 'accept-language': 'es', cookie: 'lang=es' } });
  expect(await page.text()).toContain('<html lang="ar" dir="rtl">');
  const checkout = await post('/api/v1/payments/test/checkout', {
    order_id: order,
    amount: '110',
    currency: 'UYU',
  });
  expect(await checkout.text()).toContain('<html lang="ar" dir="rtl">');
});

test('it never redirects to another site, for any host that the checkout was opened with', async () => {
  const { payment, link, post } = await pay('nothing', '1');
  await sql(
    `update payment_test_orders set return_url = replace(return_url, $2, 'evil.example') where payment = $1`,
    [payment, host],
  );
  const paid = await post(link, { action: 'approve', card: '4242424242424242' });
  expect(paid.headers.get('location')).toBe(`/api/v1/payments/return/${payment}`);
  expect(await (await fetch(link)).text()).not.toContain('evil.example');
});

test('it is in both lists of providers, with absolute links', async () => {
  const rider = await person('rider');
  const item = { name: 'test', link: 'http://kerb.test/api/v1/payments/test/checkout' };
  const { json } = await environment.call('GET', '/payments/providers', { as: rider });
  expect(json.items).toEqual([item]);
  for (const headers of [rider.headers, {}]) {
    const hosted = await environment.app.server.inject({
      method: 'GET',
      url: '/get_providers',
      headers: { ...headers, host: 'kerb.test' },
    });
    expect(hosted.json()).toEqual([item]);
  }
});

test('it has no link, page or webhook where it is switched off', async () => {
  const off = await createTestApp({ seed: true, env: { KERB_TEST_PAYMENTS: 'off' } });
  const call = (method: 'GET' | 'POST', url: string) => off.server.inject({ method, url: `/api/v1${url}` });
  const id = '00000000-0000-7000-8000-000000000000';
  expect((await call('GET', `/payments/test/pay/${id}`)).statusCode).toBe(404);
  expect((await call('POST', `/payments/test/pay/${id}`)).statusCode).toBe(404);
  expect((await call('POST', '/payments/test/webhook')).statusCode).toBe(404);
  await off.close();
});
