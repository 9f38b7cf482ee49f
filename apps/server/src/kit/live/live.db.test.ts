// Tests the live socket: recipients, order, reconnects without gaps or duplicates, positions and limits.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { waitFor } from '../testing/wait-for.ts';
import { type Client, createLiveEnvironment } from './testing/live-environment.ts';

const environment = await createLiveEnvironment();
const { clients, connect, subscribed, publish, openSockets, live, outbox, origin, people } = environment;
const { calls, holdSession, positions, written, shown, refused, slow, answers, drain, database, cache } =
  environment;

const asRider = { authorization: 'Bearer rider-token' };
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const numbersOf = (client: Client) =>
  client.received.flatMap((message) => (message.type === 'event' ? [Number(message.data.n)] : []));

describe('the live socket', () => {
  it('delivers an event once to the users who may read it, under their own topic', async () => {
    const rider = await subscribed(asRider, ['me', 'bookings']);
    const driver = await subscribed({ authorization: 'Bearer driver-token' }, ['me']);
    await publish(['user:rider-1', 'bookings:all'], 1);
    await publish(['user:driver-1'], 2);
    const first = await rider.next('event');
    const second = await rider.next('event');
    expect([first.topic, second.topic].sort()).toEqual(['bookings', 'me']);
    expect(first.seq).toBe(second.seq);
    expect((await driver.next('event')).data).toEqual({ n: 2 });
    expect(rider.received).toEqual([]);
  });

  it('rejects topics by policy, and unknown ones', async () => {
    const visitor = await connect();
    expect((await visitor.next('ready')).uid).toBeNull();
    visitor.say({ type: 'subscribe', topics: ['me', 'tasks', 'catalog'] });
    expect((await visitor.next('subscribed')).topics).toEqual(['catalog']);
    expect((await visitor.next('error')).code).toBe('not_logged_in');
    const rider = await connect(asRider);
    rider.say({ type: 'subscribe', topics: ['tasks'] });
    expect(await rider.next('error')).toMatchObject({ code: 'forbidden', topic: 'tasks' });
    const seen = { method: 'SUBSCRIBE', route: '/api/v1/live', address: '127.0.0.1' };
    expect(refused).toEqual([
      { ...seen, code: 'not_logged_in', by: null },
      { ...seen, code: 'not_logged_in', by: null },
      { ...seen, code: 'forbidden', by: 'rider-1' },
    ]);
  });

  it('releases the request and the response of its upgrade while it is open', async () => {
    const before = calls.length;
    const client = await subscribed(asRider, ['me']);
    await waitFor(async () => {
      expect(client.closed()).toBeNull();
      // The collection blocks this process, so the server's ping is answered first.
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
      collectGarbage();
      return calls.slice(before).every((call) => call.deref() === undefined);
    }, 'the release');
    expect(calls.length).toBe(before + 2);
  });

  it('signs in by its first message', async () => {
    const client = await connect();
    client.say({ type: 'auth', token: 'rider-token' });
    client.say({ type: 'subscribe', topics: ['me'] });
    expect((await client.next('ready')).uid).toBe('rider-1');
    expect((await client.next('subscribed')).topics).toEqual(['me']);
    const stranger = await connect();
    stranger.say({ type: 'auth', token: 'unknown' });
    await waitFor(() => stranger.closed() === 4401, 'the close');
  });

  it.each([
    { from: 'memory', isLost: false },
    { from: 'the database', isLost: true },
  ])('loses and duplicates no event over any number of reconnects, read from $from', async ({ isLost }) => {
    cache.isLost = isLost;
    onTestFinished(() => {
      cache.isLost = false;
    });
    const total = 120;
    const seen: number[] = [];
    const start = await subscribed(asRider, ['me']);
    let since = (await outbox.head()) ?? 0;
    start.socket.terminate();
    const publishing = (async () => {
      for (let n = 0; n < total; n += 1) await publish(['user:rider-1'], n);
    })();
    while (seen.length < total) {
      const client = await subscribed(asRider, ['me'], since);
      const wanted = Math.min(total - seen.length, 7);
      await waitFor(() => numbersOf(client).length >= wanted, 'some events');
      client.socket.terminate();
      for (const message of client.received) {
        if (message.type !== 'event' || message.seq <= since) continue;
        seen.push(Number(message.data.n));
        since = message.seq;
      }
      const seqs = client.received.flatMap((message) => (message.type === 'event' ? [message.seq] : []));
      expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    }
    await publishing;
    expect(seen).toEqual(Array.from({ length: total }, (_, n) => n));
  });

  it('reports to a client that it was away too long, unless all events since are in memory', async () => {
    onTestFinished(async () => {
      cache.isLost = false;
      await sql`update outbox_heads set removed_through = 0`.execute(database.queries);
    });
    const witness = await subscribed(asRider, ['me']);
    const since = await outbox.head();
    await publish(['user:rider-1'], 1);
    await witness.next('event');
    await sql`update outbox_heads set removed_through = position`.execute(database.queries);
    const held = await subscribed(asRider, ['me'], since);
    await held.next('event');
    expect(held.received).toEqual([]);
    cache.isLost = true;
    const late = await subscribed(asRider, ['me'], since);
    expect(await late.next('error')).toMatchObject({ code: 'resume_too_old', topic: 'me' });
  });

  it('sends the newest position of each driver, and only to subscribers', async () => {
    const rider = await subscribed(asRider, ['bookings']);
    const visitor = await subscribed({}, ['catalog']);
    expect([live.isWatched('bookings:all'), live.isWatched('bookings:none')]).toEqual([true, false]);
    const at = 1_700_000_000_000;
    for (let step = 0; step < 7; step += 1)
      live.publishPosition(['bookings:all'], {
        driver: 'd1',
        lat: step,
        lng: 0,
        at: at + step,
        heading: null,
      });
    const eta = { to: 'pickup' as const, time_in_secs: 60, distance_in_km: 1, polyline: '' };
    live.publishEta(['bookings:all'], eta);
    // The first four are sent at once, and the newest of the others with the next frame.
    for (const lat of [0, 1, 2, 3, 6])
      expect(await rider.next('position')).toMatchObject({
        topic: 'bookings',
        driver: 'd1',
        lat,
        at: at + lat,
      });
    expect(await rider.next('eta')).toMatchObject({ topic: 'bookings', time_in_secs: 60 });
    expect([rider.received, visitor.received]).toEqual([[], []]);
  });

  it('accepts the next position while the previous one waits for an unresponsive database', async () => {
    const driver = await connect({ authorization: 'Bearer driver-token' });
    positions.length = 0;
    answers.position = new Promise(() => undefined);
    for (const at of [1, 2, 3]) driver.say({ type: 'position', lat: -34.9, lng: -56.1, at });
    await waitFor(() => positions.length === 3, 'all positions');
    expect(positions).toMatchObject([{ at: 1 }, { at: 2 }, { at: 3 }]);
    answers.position = Promise.reject(new Error('The database did not answer'));
    answers.position.catch(() => undefined);
    driver.say({ type: 'position', lat: -34.9, lng: -56.1, at: 4 });
    expect((await driver.next('error')).code).toBe('internal');
    answers.position = Promise.resolve();
    positions.length = 0;
  });

  it('accepts positions from signed-in users only', async () => {
    const driver = await connect({ authorization: 'Bearer driver-token' });
    driver.say({ type: 'position', lat: -34.9, lng: -56.1, at: 1 });
    await waitFor(() => positions.length === 1, 'the position');
    expect(positions[0]).toMatchObject({ uid: 'driver-1', lat: -34.9 });
    const stranger = await connect();
    stranger.say({ type: 'position', lat: -34.9, lng: -56.1, at: 1 });
    expect((await stranger.next('error')).code).toBe('not_logged_in');
  });

  it('shows who is typing to the others in the chat, not to the author, and rejects anonymous callers', async () => {
    const rider = await subscribed(asRider, ['bookings']);
    const driver = await subscribed({ authorization: 'Bearer driver-token' }, ['bookings']);
    const chat = '00000000-0000-4000-8000-000000000001';
    driver.say({ type: 'typing', topic: `chat:${chat}` });
    expect(await rider.next('typing')).toEqual({ type: 'typing', topic: 'bookings', from: 'driver-1' });
    rider.say({ type: 'typing', topic: `chat:${chat}` });
    expect(await driver.next('typing')).toMatchObject({ from: 'rider-1' });
    expect([rider.received, driver.received]).toEqual([[], []]);
    expect(written).toEqual([
      { uid: 'driver-1', booking: chat },
      { uid: 'rider-1', booking: chat },
    ]);
    for (const topic of ['me', 'chat:', `booking:${chat}`, `chat:${chat}x`]) {
      rider.say({ type: 'typing', topic });
      expect((await rider.next('error')).code).toBe('invalid_input');
    }
    const stranger = await connect();
    stranger.say({ type: 'typing', topic: `chat:${chat}` });
    expect((await stranger.next('error')).code).toBe('not_logged_in');
    expect(written).toHaveLength(2);
  });

  it('reports an offer shown on a screen with its user, and rejects anonymous callers', async () => {
    const booking = '00000000-0000-4000-8000-000000000002';
    const driver = await subscribed({ authorization: 'Bearer driver-token' }, ['bookings']);
    driver.say({ type: 'offer-shown', booking });
    driver.say({ type: 'offer-shown', booking: 'none' });
    expect((await driver.next('error')).code).toBe('invalid_input');
    expect(shown).toEqual([{ uid: 'driver-1', booking }]);
    const stranger = await connect();
    stranger.say({ type: 'offer-shown', booking });
    expect((await stranger.next('error')).code).toBe('not_logged_in');
    expect(shown).toHaveLength(1);
  });

  it('answers invalid messages with errors, throttles floods and closes persistent ones', async () => {
    const client = await connect(asRider);
    client.say('not json');
    client.say({ type: 'subscribe', topics: ['../etc'] });
    expect((await client.next('error')).code).toBe('invalid_input');
    expect((await client.next('error')).code).toBe('invalid_input');
    for (let n = 0; n < 400; n += 1) client.say({ type: 'ping' });
    await waitFor(() => client.closed() === 4429, 'the close');
    expect(
      client.received.some((message) => message.type === 'error' && message.code === 'too_many_requests'),
    ).toBe(true);
  });

  it('rejects a page of another site that sends the cookie', async () => {
    const cookie = 'kerb_session=rider-token';
    await expect(connect({ cookie, origin: 'https://evil.example' })).rejects.toThrow('403');
    await expect(connect({ cookie })).rejects.toThrow('403');
    const own = await connect({ cookie, origin });
    expect((await own.next('ready')).uid).toBe('rider-1');
  });

  it('rejects a page of another site without the cookie too', async () => {
    for (const other of ['https://evil.example', 'null', origin.replace(/\d+$/, '1')]) {
      await expect(connect({ origin: other })).rejects.toThrow('403');
      await expect(connect({ ...asRider, origin: other })).rejects.toThrow('403');
    }
    const own = await connect({ origin });
    expect((await own.next('ready')).uid).toBeNull();
    const app = await connect(asRider);
    expect((await app.next('ready')).uid).toBe('rider-1');
  });

  it('stores nothing for a client that disconnected during the permission check', async () => {
    const client = await connect(asRider);
    await client.next('ready');
    client.say({ type: 'subscribe', topics: ['drivers'] });
    await waitFor(() => slow.isAsked || undefined, 'the look-up');
    const before = await openSockets();
    client.socket.terminate();
    await waitFor(async () => (await openSockets()) < before || undefined, 'the end of the socket');
    slow.answer();
    await slow.answered;
    await new Promise(setImmediate);
    expect(live.isWatched('drivers:all')).toBe(false);
  });

  it('stays with the newer user when a check of the earlier session ends later', async () => {
    people.set('first-token', { uid: 'rider-3', usertype: 'rider', sessionId: 's4' });
    const client = await connect();
    client.say({ type: 'auth', token: 'first-token' });
    expect((await client.next('ready')).uid).toBe('rider-3');
    const answer = holdSession('first-token');
    await waitFor(() => answer.isAsked() || undefined, 'the check of the session');
    client.say({ type: 'auth', token: 'rider-token' });
    expect((await client.next('ready')).uid).toBe('rider-1');
    people.delete('first-token');
    answer.give();
    client.say({ type: 'subscribe', topics: ['me'] });
    expect((await client.next('subscribed')).topics).toEqual(['me']);
    await publish(['user:rider-1'], 33);
    expect((await client.next('event')).data).toEqual({ n: 33 });
    expect(client.closed()).toBeNull();
  });

  it('closes when the session ends', async () => {
    people.set('short-token', { uid: 'rider-2', usertype: 'rider', sessionId: 's3' });
    const client = await subscribed({ authorization: 'Bearer short-token' }, ['me']);
    people.delete('short-token');
    await waitFor(() => client.closed() === 4401, 'the close');
  });

  const allGone = () =>
    waitFor(async () => (await openSockets()) === 0 || undefined, 'the end of all sockets');

  it('is rejected for an address with too many sockets, by its /64, and open to others', async () => {
    await allGone();
    const from = (nth: number) => ({ 'x-forwarded-for': `2001:db8:1:2::${nth.toString(16)}` });
    const opened = await Promise.allSettled(Array.from({ length: 60 }, (_, nth) => connect(from(nth))));
    const refused = await waitFor(async () => {
      const closed = clients.filter((client) => client.closed() === 4429).length;
      const failed = opened.filter(({ status }) => status === 'rejected').length;
      return closed + failed === 20 ? closed + failed : undefined;
    }, 'the refusals');
    expect([refused, await openSockets()]).toEqual([20, 40]);
    await expect(connect(from(99))).rejects.toThrow('429');
    const elsewhere = await connect({ 'x-forwarded-for': '203.0.113.9' });
    expect((await elsewhere.next('ready')).uid).toBeNull();
  });

  it('is rejected for a user with too many sockets, by header and by first message', async () => {
    await allGone();
    for (let nth = 0; nth < 5; nth += 1) await (await connect(asRider)).next('ready');
    await expect(connect(asRider)).rejects.toThrow('429');
    const late = await connect();
    late.say({ type: 'auth', token: 'rider-token' });
    await waitFor(() => late.closed() === 4429, 'the close');
    const driver = await connect({ authorization: 'Bearer driver-token' });
    expect((await driver.next('ready')).uid).toBe('driver-1');
  });

  it('is rejected for every client when the server has reached its limit', async () => {
    await allGone();
    const from = (nth: number) => ({ 'x-forwarded-for': `203.0.113.${nth}` });
    await Promise.all(Array.from({ length: 50 }, (_, nth) => connect(from(nth))));
    await expect(connect(from(99))).rejects.toThrow('503');
    clients[0]?.socket.terminate();
    await waitFor(async () => (await openSockets()) < 50 || undefined, 'the end of a socket');
    await connect(from(99));
  });

  // Last, because the server then accepts no further socket.
  it('is refused while the server stops, and open ones are closed in groups over time', async () => {
    await allGone();
    const opened = await Promise.all(
      Array.from({ length: 25 }, (_, nth) => connect({ 'x-forwarded-for': `203.0.113.${nth}` })),
    );
    const begun = performance.now();
    const times: number[] = [];
    for (const { socket } of opened) socket.on('close', () => times.push(performance.now() - begun));
    await drain();
    await waitFor(() => times.length === opened.length, 'the close of all sockets');
    expect(opened.map((client) => client.closed())).toEqual(opened.map(() => 1001));
    // Three groups, 50 ms apart.
    expect(times.at(-1)).toBeGreaterThan(95);
    await expect(connect()).rejects.toThrow('503');
  });
});
