// Tests the typed client: URLs, headers, errors, and retries.
import { describe, expect, it, vi } from 'vitest';
import { ApiError, type Client, type ClientOptions, createClient, createLazyClient } from './index.ts';

interface Sent {
  address: string;
  init: RequestInit;
}
type Reply = Response | Error;

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const problem = (status: number, code: string, headers: Record<string, string> = {}) =>
  json({ status, code, title: code, detail: 'why' }, status, headers);

function clientAnswering(replies: Reply[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const client = createClient({
    baseUrl: 'http://kerb.test',
    fetch: async (address, init) => {
      sent.push({ address, init });
      const reply = replies.shift();
      if (reply === undefined) throw new Error('no reply left');
      if (reply instanceof Error) throw reply;
      return reply;
    },
    idempotencyKey: () => `key-${sent.length}`,
    wait: async (ms) => {
      waits.push(ms);
    },
    ...options,
  });
  return { client, sent, waits };
}

const headersOf = (call: Sent | undefined) => new Headers(call?.init.headers);

describe('the typed client', () => {
  it('fills path parameters, query and body from the contract', async () => {
    const { client, sent } = clientAnswering([json({}), json({ searchResults: [] }), json({})]);
    await client.getBooking({ params: { id: 'a/b' } });
    await client.mapsAutocomplete({ query: { q: '18 de Julio & Ejido', limit: 3 } });
    await client.setDuty({ body: { driverActiveStatus: true } });
    expect(sent.map((call) => call.address)).toEqual([
      'http://kerb.test/api/v1/bookings/a%2Fb',
      'http://kerb.test/api/v1/maps/autocomplete?q=18+de+Julio+%26+Ejido&limit=3',
      'http://kerb.test/api/v1/me/duty',
    ]);
    expect(sent[2]?.init.body).toBe('{"driverActiveStatus":true}');
    expect(headersOf(sent[2]).get('content-type')).toBe('application/json');
  });

  it('resends a call with the same key once the second factor is proved', async () => {
    const asked = vi.fn(async () => true);
    const { client, sent } = clientAnswering([problem(403, 'second_factor_required'), json({})], {
      onSecondFactorRequired: asked,
    });
    await client.setDuty({ body: { driverActiveStatus: true } });
    expect(asked).toHaveBeenCalledOnce();
    expect(sent.map((call) => headersOf(call).get('idempotency-key'))).toEqual(['key-0', 'key-0']);
  });

  it('fails when the second factor is not proved, after one prompt', async () => {
    for (const [isProved, calls] of [
      [false, 1],
      [true, 2],
    ] as const) {
      const refusals = [1, 2].map(() => problem(403, 'second_factor_required'));
      const { client, sent } = clientAnswering(refusals, { onSecondFactorRequired: async () => isProved });
      await expect(client.getMe()).rejects.toMatchObject({ code: 'second_factor_required' });
      expect(sent).toHaveLength(calls);
    }
  });

  it('sends the token, and an idempotency key on unsafe methods only', async () => {
    const { client, sent } = clientAnswering([json({ items: [] }), json({})], { token: () => 'secret' });
    await client.getCarTypes();
    await client.setDuty({ body: { driverActiveStatus: false } }, { idempotencyKey: 'mine' });
    expect(headersOf(sent[0]).get('authorization')).toBe('Bearer secret');
    expect(headersOf(sent[0]).get('idempotency-key')).toBeNull();
    expect(headersOf(sent[1]).get('idempotency-key')).toBe('mine');
  });

  it('throws the problem with code, detail and field errors', async () => {
    const errors = [{ path: 'mobile', message: 'not a number' }];
    const { client } = clientAnswering([json({ code: 'invalid_input', detail: 'no', errors }, 400)]);
    const error = await client.sendOtp({ body: { mobile: 'x' } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: 'invalid_input', detail: 'no', errors });
  });

  it('retries a lost call with the same idempotency key', async () => {
    const { client, sent, waits } = clientAnswering([new TypeError('down'), new TypeError('down'), json({})]);
    await client.setDuty({ body: { driverActiveStatus: true } });
    expect(new Set(sent.map((call) => headersOf(call).get('idempotency-key'))).size).toBe(1);
    expect(waits).toEqual([250, 500]);
  });

  it('aborts a request that is never answered, and retries it', async () => {
    let requests = 0;
    const { client } = clientAnswering([], {
      timeoutMs: 1,
      fetch: (_address, { signal }) => {
        requests += 1;
        if (requests > 1) return Promise.resolve(json({ items: [] }));
        return new Promise((_answer, fail) =>
          signal?.addEventListener('abort', () => fail(new Error('aborted'))),
        );
      },
    });
    await expect(client.getCarTypes()).resolves.toEqual({ items: [] });
    expect(requests).toBe(2);
  });

  it('fails with network_error after three attempts', async () => {
    const { client, sent } = clientAnswering([new TypeError('1'), new TypeError('2'), new TypeError('3')]);
    await expect(client.getSettings()).rejects.toMatchObject({ status: 0, code: 'network_error' });
    expect(sent).toHaveLength(3);
  });

  it('waits for a short Retry-After, and fails on a long one', async () => {
    const short = clientAnswering([problem(503, 'overloaded', { 'retry-after': '2' }), json({ items: [] })]);
    await short.client.getCarTypes();
    expect(short.waits).toEqual([2000]);
    const long = clientAnswering([problem(429, 'otp_too_many_sends', { 'retry-after': '600' })]);
    await expect(long.client.sendOtp({ body: { mobile: '+59899000001' } })).rejects.toMatchObject({
      code: 'otp_too_many_sends',
      retryAfterSeconds: 600,
    });
    expect(long.waits).toEqual([]);
  });

  it('never retries a rejected call', async () => {
    const { client, sent } = clientAnswering([problem(409, 'booking_taken')]);
    await expect(
      client.acceptBooking({ params: { id: '0190aaaa-0000-7000-8000-000000000001' }, body: {} }),
    ).rejects.toMatchObject({ code: 'booking_taken' });
    expect(sent).toHaveLength(1);
  });

  it('calls onNotLoggedIn for not_logged_in, and for no other error', async () => {
    const replies = [problem(401, 'not_logged_in'), problem(403, 'forbidden')];
    let calls = 0;
    const client = createClient({
      baseUrl: '',
      fetch: async () => replies.shift() ?? json({}),
      onNotLoggedIn: () => {
        calls += 1;
      },
    });
    await expect(client.getMe()).rejects.toMatchObject({ code: 'not_logged_in' });
    expect(calls).toBe(1);
    await expect(client.getMe()).rejects.toMatchObject({ code: 'forbidden' });
    expect(calls).toBe(1);
  });

  it('retries the call once when the user signed in meanwhile', async () => {
    const refused = () => problem(401, 'not_logged_in');
    const { client, sent } = clientAnswering([refused(), json({}), refused(), refused()], {
      onNotLoggedIn: async () => true,
    });
    await client.setDuty({ body: { driverActiveStatus: true } });
    expect(sent.map((call) => call.init.body)).toEqual(Array(2).fill('{"driverActiveStatus":true}'));
    expect(headersOf(sent[1]).get('idempotency-key')).toBe(headersOf(sent[0]).get('idempotency-key'));
    await expect(client.getMe()).rejects.toMatchObject({ code: 'not_logged_in' });
    expect(sent).toHaveLength(4);
  });

  it.each([
    ['<html>', 500, 'unexpected_answer'],
    ['{}', 500, 'unexpected_answer'],
    ['<html>', 413, 'payload_too_large'],
    ['{}', 413, 'payload_too_large'],
  ])(
    'fails for %s with status %i, which is not a problem document, with the code %s',
    async (body, status, code) => {
      const { client } = clientAnswering([new Response(body, { status })]);
      await expect(client.getSettings()).rejects.toMatchObject({ status, code });
    },
  );

  it('returns undefined for 204', async () => {
    const { client } = clientAnswering([new Response(null, { status: 204 })]);
    await expect(client.signOut()).resolves.toBeUndefined();
  });

  it('sends a file as multipart in the field of the contract, with its own boundary', async () => {
    const { client, sent } = clientAnswering([json({ items: [] })]);
    const picture = new Blob(['bytes'], { type: 'image/jpeg' });
    await client.setMyDocument({
      params: { kind: 'img2' },
      query: { expiresOn: '2027-01-31' },
      file: picture,
    });
    expect(sent[0]?.address).toBe('http://kerb.test/api/v1/me/documents/img2?expiresOn=2027-01-31');
    expect(sent[0]?.init.method).toBe('PUT');
    expect(headersOf(sent[0]).get('content-type')).toBeNull();
    const request = new Request('http://kerb.test', { method: 'POST', body: sent[0]?.init.body ?? null });
    expect(request.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    const form = await request.formData();
    expect([...form.keys()]).toEqual(['image']);
    const received = form.get('image');
    expect(received instanceof Blob && { type: received.type, text: await received.text() }).toEqual({
      type: 'image/jpeg',
      text: 'bytes',
    });
  });

  it('resends a lost file completely, with the same key', async () => {
    const { client, sent } = clientAnswering([
      new TypeError('down'),
      json({ licenseImage: 'u', expiresAt: 1 }, 201),
    ]);
    await client.uploadSignupLicense({ file: new Blob(['bytes']) }, { idempotencyKey: 'mine' });
    expect(sent.map((call) => headersOf(call).get('idempotency-key'))).toEqual(['mine', 'mine']);
    const sizes = sent.map(({ init }) => {
      const file = init.body instanceof FormData ? init.body.get('image') : null;
      return file instanceof Blob ? file.size : null;
    });
    expect(sizes).toEqual([5, 5]);
  });

  it('has a longer deadline for a file than for a call', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    try {
      const { client } = clientAnswering([json({ items: [] }), json({ licenseImage: 'u', expiresAt: 1 })]);
      await client.getCarTypes();
      await client.uploadSignupLicense({ file: new Blob(['bytes']) });
      expect(timeout.mock.calls).toEqual([[15_000], [120_000]]);
    } finally {
      timeout.mockRestore();
    }
  });
});

describe('the client of the web app', () => {
  const lazyClient = (replaced: Partial<Client> = {}) => {
    const sent: string[] = [];
    const answer = async (address: string) => {
      sent.push(address);
      return json({});
    };
    return { sent, client: createLazyClient({ baseUrl: 'http://kerb.test', fetch: answer }, replaced) };
  };

  it('calls public routes at once, and loads the route table for all others', async () => {
    const { client, sent } = lazyClient();
    const settings = client.getSettings();
    expect(sent).toEqual(['http://kerb.test/api/v1/settings']);
    await settings;
    await client.getBooking({ params: { id: 'a/b' } });
    expect(sent[1]).toBe('http://kerb.test/api/v1/bookings/a%2Fb');
  });

  it('returns the same function for a route each time, and a replacement instead of its own', async () => {
    const getSession = vi.fn(async () => ({ user: null, secondFactor: null }));
    const { client, sent } = lazyClient({ getSession });
    expect(client.getBooking).toBe(client.getBooking);
    await client.getSession();
    expect(getSession).toHaveBeenCalledOnce();
    expect(sent).toEqual([]);
  });

  it('rejects a call that the contract does not have', async () => {
    const { client } = lazyClient();
    const call: unknown = Reflect.get(client, 'getUnicorn');
    await expect(typeof call === 'function' ? call() : null).rejects.toThrow('no route getUnicorn');
  });
});
