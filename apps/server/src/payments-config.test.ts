// Tests the configuration of payment providers: a provider's variables are set together or not at all, and production
// rejects the test provider.
import { expect, test } from 'vitest';
import { paymentAdapters } from './adapters/payments/index.ts';
import { ConfigError, parseConfig } from './config.ts';
import { paymentProblems, paymentsConfigOf } from './payments-config.ts';

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const production = { KERB_MODE: 'production', PUBLIC_URL: 'https://ride.example' };
const clock = { now: () => 0 };

test('without any variable only the test provider is configured, and no provider in production', () => {
  expect(paymentsConfigOf({})).toEqual({ create: [], test: true });
  expect(paymentsConfigOf({ KERB_TEST_PAYMENTS: 'off' }).test).toBe(false);
  expect(paymentsConfigOf(production)).toEqual({ create: [], test: false });
});

test('a provider is configured by all its variables, and replaces the test provider', () => {
  const config = paymentsConfigOf(stripe);
  expect(config.create.map((create) => create({ clock }).name)).toEqual(['stripe']);
  expect(config.test).toBe(false);
  expect(paymentsConfigOf({ ...stripe, KERB_TEST_PAYMENTS: 'on' }).test).toBe(true);
});

test('every adapter reports the missing variables when only some are set', () => {
  for (const adapter of paymentAdapters.filter(({ required }) => required.length > 1)) {
    const [first = '', ...rest] = adapter.required;
    const [problem = ''] = paymentProblems({ [first]: 'something' });
    for (const name of [first, ...rest]) expect(problem).toContain(name);
  }
});

test('each problem contains the name of its variable', () => {
  expect(paymentProblems({ ...stripe, STRIPE_SECRET_KEY: 'pk_1' })).toEqual([
    expect.stringMatching(/^STRIPE_SECRET_KEY: /),
  ]);
});

test('production rejects the test provider, plain HTTP addresses, and payments without a public address', () => {
  expect(paymentProblems({ ...production, ...stripe })).toEqual([]);
  expect(paymentProblems({ ...production, KERB_TEST_PAYMENTS: 'on' })).toEqual([
    expect.stringContaining('KERB_TEST_PAYMENTS'),
  ]);
  expect(paymentProblems({ ...production, ...stripe, STRIPE_API_URL: 'http://sandbox' })).toEqual([
    expect.stringContaining('STRIPE_API_URL'),
  ]);
  expect(paymentProblems({ KERB_MODE: 'production', ...stripe })).toEqual([
    expect.stringContaining('PUBLIC_URL'),
  ]);
  expect(paymentProblems({ KERB_TEST_PAYMENTS: 'maybe' })).toHaveLength(1);
});

test('all problems are listed together with those of the other configuration', () => {
  const parse = () =>
    parseConfig({ ...production, KERB_TEST_PAYMENTS: 'on', STRIPE_SECRET_KEY: 'sk_1', PORT: 'x' });
  expect(parse).toThrow(ConfigError);
  for (const part of ['KERB_TEST_PAYMENTS', 'STRIPE_WEBHOOK_SECRET', 'PORT', 'KERB_SECRET'])
    expect(parse).toThrow(part);
});
