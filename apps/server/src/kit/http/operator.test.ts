// Tests who may read the metrics: clients with the token, or a program on this machine that is not a proxy.
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { type MetricsAccess, mayReadMetrics } from './operator.ts';

const demo: MetricsAccess = { token: undefined, isProduction: false };

async function mayRead(access: MetricsAccess, headers: Record<string, string>, remoteAddress = '127.0.0.1') {
  const app = fastify({ trustProxy: (_, hop) => hop === 0 });
  app.get('/', async (request) => ({ may: mayReadMetrics(request, access) }));
  const answer = await app.inject({
    url: '/',
    headers: { host: '127.0.0.1:3000', ...headers },
    remoteAddress,
  });
  return answer.json().may;
}

it('allows a program on this machine without a token', async () => {
  expect(await mayRead(demo, {})).toBe(true);
  expect(await mayRead(demo, { host: 'localhost:3000' }, '::1')).toBe(true);
  expect(await mayRead(demo, {}, '203.0.113.9')).toBe(false);
});

const passedOn: Record<string, string>[] = [
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-host': 'kerb.example' },
  { 'x-real-ip': '203.0.113.9' },
  { forwarded: 'for=203.0.113.9' },
  { via: '1.1 proxy' },
  { 'cf-connecting-ip': '203.0.113.9' },
  { host: 'kerb.example' },
];

it.each(passedOn)('hides them from a call that a proxy passed on: %j', async (headers) => {
  expect(await mayRead(demo, headers)).toBe(false);
});

it('requires the token where one is set, and always in production', async () => {
  const token = 'a-long-metrics-token';
  const authorization = `Bearer ${token}`;
  expect(await mayRead({ token: undefined, isProduction: true }, {})).toBe(false);
  for (const isProduction of [true, false]) {
    expect(await mayRead({ token, isProduction }, {})).toBe(false);
    expect(await mayRead({ token, isProduction }, { authorization, via: '1.1 proxy' })).toBe(true);
    expect(await mayRead({ token, isProduction }, { authorization: `${authorization}x` })).toBe(false);
  }
});
