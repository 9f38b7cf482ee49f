// Tests Web Push against a local push service that verifies the sender and decrypts messages like a browser.
import { createServer } from 'node:http';
import { fakeClock } from '@kerb/testing';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { PushMessage } from '../../../ports/push.ts';
import { createRemoteCalls } from '../../remote-calls.ts';
import { createPushService } from './testing/counterpart.ts';
import { isVapidPair, vapidKeysFrom } from './vapid-keys.ts';
import { createWebPush, payloadOf } from './web-push.ts';

const service = await createPushService();
afterAll(() => service.close());
const keys = vapidKeysFrom('a secret of the tests');
const subject = 'mailto:push@kerb.example';
const clock = fakeClock();
const sender = createWebPush({ keys, subject, clock, allowLoopback: true });

const message: PushMessage = {
  id: '0193e000-0000-7000-8000-000000000001',
  title: 'Tu conductor llegó',
  body: 'Ana te espera en Núñez 12: Fiat. شكرًا',
  screen: 'BookedCab',
  params: { bookingId: 'b1' },
  url: '/BookedCab?bookingId=b1',
  urgent: true,
  ttlSeconds: 600,
};

describe('a message to a browser', () => {
  it('is encrypted for that browser, signed by this installation, with its expiry and urgency', async () => {
    const before = Math.floor(Date.now() / 1000);
    expect(await sender.send(service.subscribe('ana'), message)).toEqual({ result: 'sent' });
    const [got, ...more] = service.taken();
    expect([more, service.problems]).toEqual([[], []]);
    const { urgent: _urgent, ttlSeconds: _ttl, ...shown } = message;
    expect(got?.payload).toEqual({ ...shown, tag: message.id });
    expect(got).toMatchObject({ browser: 'ana', sender: keys.publicKey, ttl: '600', urgency: 'high' });
    expect(got?.claims).toMatchObject({ aud: service.origin, sub: subject });
    // RFC 8292 allows at most 24 hours.
    expect(got?.claims.exp).toBeGreaterThan(before);
    expect(got?.claims.exp).toBeLessThanOrEqual(before + 24 * 3600 + 60);
  });

  it.each([
    [410, { result: 'gone' }],
    [404, { result: 'gone' }],
    [413, { result: 'refused', reason: 'The push service answered 413' }],
    [400, { result: 'refused', reason: 'The push service answered 400' }],
    [403, { result: 'denied', reason: 'The push service answered 403' }],
    [401, { result: 'denied', reason: 'The push service answered 401' }],
    [301, { result: 'refused', reason: 'The push service answered 301' }],
    [500, { result: 'later', reason: 'The push service answered 500' }],
    [503, { result: 'later', reason: 'The push service answered 503' }],
  ])('answered %i', async (status, outcome) => {
    service.answer({ status, headers: { location: 'http://127.0.0.1:1/' } });
    expect(await sender.send(service.subscribe('ana'), message)).toEqual(outcome);
  });

  it.each([
    'the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.\n',
    '{"reason":"VapidPkHashMismatch"}',
  ])('of a browser that subscribed with another key, as its service says, is gone: %s', async (body) => {
    service.answer({ status: 403, body });
    expect(await sender.send(service.subscribe('ana'), message)).toEqual({ result: 'gone' });
  });

  it('is reported as denied when the denial has a very long body', async () => {
    service.answer({ status: 401, body: 'x'.repeat(5_000_000) });
    expect(await sender.send(service.subscribe('ana'), message)).toMatchObject({ result: 'denied' });
  });

  it.each([
    ['7', 7_000],
    [new Date(clock.now() + 90_000).toUTCString(), 90_000],
    ['86400000', 3_600_000],
    ['soon', undefined],
  ])('is sent again when the service says: after %s', async (after, afterMs) => {
    service.answer({ status: 429, headers: { 'retry-after': after } });
    const outcome = await sender.send(service.subscribe('ana'), message);
    expect(outcome).toEqual({ result: 'later', reason: 'The push service answered 429', afterMs });
  });

  it('is retried when no server answers, or not in time', async () => {
    const gone = JSON.stringify({ ...JSON.parse(service.subscribe('x')), endpoint: 'http://127.0.0.1:1/x' });
    expect((await sender.send(gone, message)).result).toBe('later');
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const slow = JSON.stringify({ ...JSON.parse(gone), endpoint: `http://127.0.0.1:${port}/x` });
    const hasty = createWebPush({ keys, subject, clock, allowLoopback: true, timeoutMs: 50 });
    expect((await hasty.send(slow, message)).result).toBe('later');
    silent.closeAllConnections();
    silent.close();
  });

  it('waits two seconds for a host that is no push service of a known browser, and ten for the others', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const own = service.subscribe('ana');
    await sender.send(own, message);
    const other = JSON.stringify({ ...JSON.parse(own), endpoint: 'https://push.invalid/x' });
    await sender.send(other, message);
    expect(timeout.mock.calls).toEqual([[10_000], [2_000]]);
    timeout.mockRestore();
    service.taken();
  });

  it('is retried when a web page answers in place of the push service', async () => {
    service.answer({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(await sender.send(service.subscribe('ana'), message)).toEqual({
      result: 'later',
      reason: 'Something else than the push service answered',
    });
  });

  it('pauses for a push service that keeps failing, and is sent again afterwards', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const calls = createRemoteCalls();
    const careful = createWebPush({ keys, subject, clock, allowLoopback: true, calls });
    const state = () => calls.states().get(new URL(service.origin).host);
    const away = { status: 503 };
    service.answer(away, away, away, away, away);
    const token = service.subscribe('ana');
    service.asked();
    for (let nth = 0; nth < 7; nth += 1) expect((await careful.send(token, message)).result).toBe('later');
    expect([state(), service.asked()]).toEqual(['open', 5]);
    vi.advanceTimersByTime(10_001);
    expect(await careful.send(token, message)).toEqual({ result: 'sent' });
    expect(state()).toBe('closed');
    vi.useRealTimers();
    service.taken();
  });

  it('is sent every time while a push service only rejects it', async () => {
    const calls = createRemoteCalls();
    const careful = createWebPush({ keys, subject, clock, allowLoopback: true, calls });
    const token = service.subscribe('ana');
    for (let nth = 0; nth < 6; nth += 1) {
      service.answer({ status: 410 });
      expect(await careful.send(token, message)).toEqual({ result: 'gone' });
    }
    expect([...calls.states().values()]).toEqual(['closed']);
  });

  it('fits the size limit of push services, with any characters', async () => {
    const long = { ...message, title: '車'.repeat(200), body: '🚕'.repeat(2000) };
    expect(await sender.send(service.subscribe('leo'), long)).toEqual({ result: 'sent' });
    const { body, url } = service.taken()[0]?.payload ?? {};
    expect(String(body)).toMatch(/^(?:🚕)+…$/u);
    expect(url).toBe(message.url);
    expect(Buffer.byteLength(payloadOf(long))).toBeLessThan(3500);
  });
});

describe('a push endpoint from a client', () => {
  const at = (endpoint: string) => JSON.stringify({ ...JSON.parse(service.subscribe('x')), endpoint });
  const inProduction = createWebPush({ keys, subject, clock, allowLoopback: false });

  it.each([
    [service.subscribe('y')],
    [at('http://localhost:9/x')],
    [at('https://localhost:9/x')],
    [at('https://127.0.0.1:9/x')],
    [at('https://169.254.169.254/latest')],
    [at('https://[::1]:9/x')],
    [at('https://2130706433/x')],
    [at('http://push.example.com/x')],
    [at('ftp://push.example.com/x')],
  ])('is never reached on this or a private network in production: %s', async (token) => {
    service.asked();
    expect(await inProduction.send(token, message)).toEqual({ result: 'gone' });
    expect(service.asked()).toBe(0);
  });

  it.each(['', 'garbage', '{}', at('https://push.example.com/x').replace('p256dh":"B', 'p256dh":"C')])(
    'and cannot be encrypted for is gone: %j',
    async (token) => {
      expect(await sender.send(token, message)).toEqual({ result: 'gone' });
    },
  );
});

describe('the VAPID keys', () => {
  it('are the same pair for the same secret, and another pair for another secret', () => {
    expect(vapidKeysFrom('a secret of the tests')).toEqual(keys);
    expect(vapidKeysFrom('another').publicKey).not.toBe(keys.publicKey);
    expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65);
    expect(isVapidPair(keys)).toBe(true);
    expect(isVapidPair({ ...keys, publicKey: vapidKeysFrom('another').publicKey })).toBe(false);
    expect(isVapidPair({ ...keys, privateKey: 'short' })).toBe(false);
  });
});
