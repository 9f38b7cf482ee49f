// Tests of the captcha as a browser uses it: required, solved, and the code is sent, with the limits of production.
import { createServer } from 'node:http';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../../../kit/testing/test-app.ts';

const sent: string[] = [];
const texts: string[] = [];
const twilio = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const form = new URLSearchParams(body);
  sent.push(form.get('To') ?? '');
  texts.push(form.get('Body') ?? '');
  response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}');
});
await new Promise<void>((resolve) => twilio.listen(0, '127.0.0.1', resolve));
const address = twilio.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
const app = await createTestApp({
  requireAllRoutes: false,
  env: {
    KERB_MODE: 'production',
    KERB_SECRET: 'c'.repeat(64),
    TRUST_PROXY: 'true',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+15005550006',
    TWILIO_API_URL: `http://127.0.0.1:${port}`,
  },
});
afterAll(async () => {
  await app.close();
  twilio.close();
});

let last = 100;
const ask = (captcha?: string, from = '203.0.113.9') =>
  app.server.inject({
    method: 'POST',
    url: '/api/v1/auth/otp',
    headers: { 'x-forwarded-for': from, 'x-forwarded-proto': 'https', host: 'evil.example' },
    payload: { mobile: `+59894300${last++}`, ...(captcha ? { captcha } : {}) },
  });

async function solve(): Promise<string> {
  const response = await app.server.inject({ url: '/api/v1/auth/captcha' });
  expect(response.headers['cache-control']).toBe('no-store');
  const challenge: Challenge = response.json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

test('a network needs a new solved challenge for each code from the fifth in an hour', async () => {
  for (let n = 0; n < 4; n += 1) expect((await ask()).statusCode).toBe(201);
  const asked = await ask();
  expect([asked.statusCode, asked.json().code]).toEqual([428, 'captcha_required']);
  const solution = await solve();
  const wrong = await ask(solution.slice(8));
  expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'captcha_wrong']);
  expect((await ask(solution)).statusCode).toBe(201);
  expect((await ask(solution)).json().code).toBe('captcha_wrong');
  expect((await ask(await solve())).statusCode).toBe(201);
  expect((await ask(undefined, '198.51.100.1')).statusCode).toBe(201);
  expect(sent).toHaveLength(7);
});

test('a forged X-Forwarded-For entry before the proxy’s does not change the network', async () => {
  const asked = await ask(undefined, '192.0.2.77, 203.0.113.9');
  expect([asked.statusCode, asked.json().code]).toEqual([428, 'captcha_required']);
});

test('a solution that is too large is rejected before it is parsed', async () => {
  expect((await ask('A'.repeat(5001))).statusCode).toBe(400);
});

test('no message contains the Host header of the request', () => {
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) expect(text).toMatch(/^\d{6} is your Kerb code\. Do not share it\.$/);
});
