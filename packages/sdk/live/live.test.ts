// Tests the live connection: subscriptions, reconnects that neither miss nor repeat an event, and positions per frame.
import { liveClientMessage } from '@kerb/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backOff } from './back-off.ts';
import {
  coalescePositions,
  createLive,
  type DriverPosition,
  type LiveSocket,
  type TopicMessage,
} from './index.ts';

class FakeSocket implements LiveSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: LiveSocket['onopen'] = null;
  onmessage: LiveSocket['onmessage'] = null;
  onclose: LiveSocket['onclose'] = null;
  onerror: LiveSocket['onerror'] = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  open(seq: number) {
    this.readyState = 1;
    this.onopen?.({} as never);
    this.deliver({ type: 'ready', uid: 'u', seq });
  }
  deliver(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) } as never);
  }
  drop(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code } as never);
  }
}

function newest(): FakeSocket {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error('nothing connected');
  return socket;
}
const event = (topic: string, seq: number) => ({
  type: 'event',
  topic,
  seq,
  name: 'booking.changed',
  data: {},
});
const start = (token?: string) =>
  createLive({
    url: 'ws://kerb.test/live',
    WebSocket: FakeSocket,
    random: () => 0,
    ...(token ? { token } : {}),
  });

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the live connection', () => {
  it('signs in with its token, then subscribes to the requested topics', () => {
    const live = start('secret');
    live.subscribe('bookings', () => undefined);
    live.connect();
    newest().open(41);
    expect(newest().sent).toEqual([
      { type: 'auth', token: 'secret' },
      { type: 'subscribe', topics: ['bookings'], since: 41 },
    ]);
    expect(live.state()).toBe('open');
  });

  it('reconnects, resumes from the last position, and drops repeated events', () => {
    const live = start();
    const received: number[] = [];
    live.subscribe(
      'bookings',
      (message: TopicMessage) => message.type === 'event' && received.push(message.seq),
    );
    live.connect();
    newest().open(10);
    newest().deliver({ type: 'subscribed', topics: ['bookings'], seq: 10 });
    newest().deliver(event('bookings', 11));
    newest().deliver(event('bookings', 12));
    newest().drop();
    expect(live.state()).toBe('waiting');
    vi.advanceTimersByTime(250);
    newest().open(20);
    expect(FakeSocket.all).toHaveLength(2);
    expect(newest().sent).toEqual([{ type: 'subscribe', topics: ['bookings'], since: 11 }]);
    newest().deliver(event('bookings', 12));
    newest().deliver(event('bookings', 13));
    expect(received).toEqual([11, 12, 13]);
  });

  it('resumes a topic that was not up to date from its own start, even when others are ahead', () => {
    const live = start();
    live.subscribe('bookings', () => undefined);
    live.connect();
    newest().open(10);
    newest().deliver({ type: 'subscribed', topics: ['bookings'], seq: 10 });
    live.subscribe('me', () => undefined);
    newest().deliver(event('bookings', 15));
    newest().drop();
    vi.advanceTimersByTime(250);
    newest().open(20);
    expect(newest().sent).toEqual([{ type: 'subscribe', topics: ['bookings', 'me'], since: 10 }]);
    newest().deliver({ type: 'error', code: 'forbidden', topic: 'me' });
    newest().deliver({ type: 'subscribed', topics: ['bookings'], seq: 20 });
    newest().deliver(event('bookings', 30));
    newest().drop();
    vi.advanceTimersByTime(250);
    newest().open(30);
    expect(newest().sent).toEqual([{ type: 'subscribe', topics: ['bookings', 'me'], since: 29 }]);
  });

  it('resumes its topics after the last answer to a ping, and subscribes to a new topic from the last event', () => {
    const live = start();
    live.subscribe('bookings', () => undefined);
    live.connect();
    newest().open(10);
    newest().deliver({ type: 'subscribed', topics: ['bookings'], seq: 12 });
    newest().deliver({ type: 'pong', seq: 40 });
    newest().deliver({ type: 'pong' });
    live.subscribe('me', () => undefined);
    expect(newest().sent.at(-1)).toEqual({ type: 'subscribe', topics: ['me'], since: 10 });
    // The events of the new topic are still missing.
    newest().drop();
    vi.advanceTimersByTime(250);
    newest().open(60);
    expect(newest().sent).toEqual([{ type: 'subscribe', topics: ['bookings', 'me'], since: 10 }]);
    newest().deliver({ type: 'subscribed', topics: ['bookings', 'me'], seq: 61 });
    newest().drop();
    vi.advanceTimersByTime(250);
    newest().open(80);
    expect(newest().sent).toEqual([{ type: 'subscribe', topics: ['bookings', 'me'], since: 61 }]);
  });

  it('subscribes to many topics in groups that the contract allows, lists first, from one position', () => {
    const live = start();
    const ids = Array.from({ length: 118 }, (_, index) => index.toString(16).padStart(12, '0'));
    const ofBookings = ids.map((id) => `booking:00000000-0000-7000-8000-${id}`);
    for (const topic of [...ofBookings, 'bookings', 'me']) live.subscribe(topic, () => undefined);
    live.connect();
    newest().open(10);
    const messages = newest().sent.map((message) => liveClientMessage.parse(message));
    const sent = messages.flatMap((message) => (message.type === 'subscribe' ? [message] : []));
    expect(sent.map(({ topics, since }) => [topics.length, since])).toEqual([
      [50, 10],
      [50, 10],
      [20, 10],
    ]);
    expect(sent.flatMap(({ topics }) => topics)).toEqual(['bookings', 'me', ...ofBookings]);
    // The events of the other groups are still missing.
    newest().deliver({ type: 'subscribed', topics: sent[0]?.topics, seq: 30 });
    newest().drop();
    vi.advanceTimersByTime(250);
    newest().open(40);
    expect(newest().sent.map(({ since }) => since)).toEqual([10, 10, 10]);
  });

  it('resets the back-off after a successful connection', () => {
    const live = createLive({ url: 'ws://kerb.test/live', WebSocket: FakeSocket, random: () => 0.5 });
    live.connect();
    for (const wait of [1125, 2125, 4125]) {
      newest().drop();
      vi.advanceTimersByTime(wait - 1);
      const before = FakeSocket.all.length;
      vi.advanceTimersByTime(1);
      expect(FakeSocket.all).toHaveLength(before + 1);
    }
    expect(FakeSocket.all).toHaveLength(4);
    newest().open(1);
    newest().drop();
    vi.advanceTimersByTime(1124);
    expect(FakeSocket.all).toHaveLength(4);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(5);
  });

  it('calls onSessionEnded only when the server closes the connection for that reason', () => {
    let ended = 0;
    const live = createLive({
      url: 'ws://kerb.test/live',
      WebSocket: FakeSocket,
      random: () => 0,
      onSessionEnded: () => {
        ended += 1;
      },
    });
    live.connect();
    newest().open(1);
    newest().drop();
    expect(ended).toBe(0);
    vi.advanceTimersByTime(250);
    newest().open(1);
    newest().drop(4401);
    expect(ended).toBe(1);
    expect(live.state()).toBe('waiting');
  });

  it('calls onPositionRejected for a rejected position, not for other errors', () => {
    const onPositionRejected = vi.fn();
    const live = createLive({
      url: 'ws://kerb.test/live',
      WebSocket: FakeSocket,
      random: () => 0,
      onPositionRejected,
    });
    live.connect();
    newest().open(1);
    newest().deliver({ type: 'error', code: 'forbidden', topic: 'bookings' });
    newest().deliver({ type: 'error', code: 'too_many_requests' });
    expect(onPositionRejected).not.toHaveBeenCalled();
    newest().deliver({ type: 'error', code: 'position_rejected' });
    expect(onPositionRejected).toHaveBeenCalledOnce();
    expect(live.state()).toBe('open');
  });

  it('passes the user of each connection to onReady, null without a session', () => {
    const ready: (string | null)[] = [];
    const live = createLive({
      url: 'ws://kerb.test/live',
      WebSocket: FakeSocket,
      random: () => 0,
      onReady: (uid) => ready.push(uid),
    });
    live.connect();
    newest().open(1);
    newest().drop();
    vi.advanceTimersByTime(250);
    newest().deliver({ type: 'ready', uid: null, seq: 1 });
    expect(ready).toEqual(['u', null]);
  });

  it('delivers an event to each topic on which it arrives', () => {
    const live = start();
    const received: string[] = [];
    live.subscribe('bookings', (message) => received.push(message.topic));
    live.subscribe('me', (message) => received.push(message.topic));
    live.connect();
    newest().open(1);
    newest().deliver(event('bookings', 2));
    newest().deliver(event('me', 2));
    expect(received).toEqual(['bookings', 'me']);
  });

  it('reconnects an open socket that does not answer when the page is visible again', () => {
    const live = start();
    live.connect();
    newest().open(1);
    vi.advanceTimersByTime(10_000);
    live.retryNow();
    live.retryNow();
    expect(newest().sent).toEqual([{ type: 'ping' }]);
    vi.advanceTimersByTime(4_000);
    expect(live.state()).toBe('waiting');
    vi.advanceTimersByTime(250);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('keeps an open socket that answers when the page is visible again, or has just received a message', () => {
    const live = start();
    live.connect();
    newest().open(1);
    live.retryNow();
    expect(newest().sent).toEqual([]);
    vi.advanceTimersByTime(10_000);
    live.retryNow();
    vi.advanceTimersByTime(1_000);
    newest().deliver({ type: 'pong', seq: 1 });
    vi.advanceTimersByTime(5_000);
    expect(live.state()).toBe('open');
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('reconnects when the server has been silent for too long', () => {
    const live = start();
    live.connect();
    newest().open(1);
    vi.advanceTimersByTime(20_000);
    expect(newest().sent).toEqual([{ type: 'ping' }]);
    newest().deliver({ type: 'pong' });
    vi.advanceTimersByTime(80_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });

  it('unsubscribes with the last handler, and sends positions only while open', () => {
    const live = start();
    const first = live.subscribe('tasks', () => undefined);
    const second = live.subscribe('tasks', () => undefined);
    const place = { lat: -34.9, lng: -56.1, at: 1 };
    expect(live.sendPosition(place)).toBe(false);
    live.connect();
    newest().open(5);
    expect(live.sendPosition(place)).toBe(true);
    first();
    expect(newest().sent.at(-1)).toEqual({ type: 'position', ...place });
    second();
    expect(newest().sent.at(-1)).toEqual({ type: 'unsubscribe', topics: ['tasks'] });
  });

  it('stays disconnected after disconnect, and ignores invalid messages', () => {
    const live = start();
    live.connect();
    newest().open(1);
    newest().onmessage?.({ data: 'not json' } as never);
    live.disconnect();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(live.state()).toBe('off');
  });

  it('increases the back-off after each failure, up to a limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, random) => {
          const wait = backOff(failures, random);
          expect(wait).toBeGreaterThanOrEqual(250);
          expect(wait).toBeLessThanOrEqual(15_000);
          expect(backOff(failures + 1, random)).toBeGreaterThanOrEqual(wait);
        },
      ),
    );
  });
});

describe('who is writing', () => {
  const topic = 'chat:8f9c2c0e-6d5c-4c5b-9d8f-0f3f5b1c2d3e';

  it('is delivered to subscribers of the chat, every time', () => {
    const live = start();
    const received: TopicMessage[] = [];
    const leave = live.subscribe(topic, (message) => received.push(message));
    live.connect();
    newest().open(7);
    const typing = { type: 'typing', topic, from: 'driver-1' };
    newest().deliver(typing);
    newest().deliver({ ...typing, topic: 'bookings' });
    newest().deliver(typing);
    expect(received).toEqual([typing, typing]);
    leave();
    newest().deliver(typing);
    expect(received).toHaveLength(2);
  });

  it('is sent only while the connection is open, and not queued', () => {
    const live = start();
    live.connect();
    expect(live.sendTyping(topic)).toBe(false);
    newest().open(7);
    expect(live.sendTyping(topic)).toBe(true);
    expect(newest().sent).toEqual([{ type: 'typing', topic }]);
  });
});

it('a shown offer is reported only while the connection is open', () => {
  const live = start();
  live.connect();
  const booking = '0199b0c5-6b3e-7d31-9d8e-5f2a3c4b1d0e';
  expect(live.sendOfferShown(booking)).toBe(false);
  newest().open(7);
  expect(live.sendOfferShown(booking)).toBe(true);
  expect(newest().sent).toEqual([{ type: 'offer-shown', booking }]);
});

describe('positions', () => {
  it('are delivered once for each frame, the latest of each driver', () => {
    const frames: (() => void)[] = [];
    const delivered: (readonly DriverPosition[])[] = [];
    const push = coalescePositions(
      (latest) => delivered.push(latest),
      (flush) => frames.push(flush),
    );
    const at = (driver: string, time: number): DriverPosition => ({
      driver,
      lat: 0,
      lng: time,
      at: time,
      heading: null,
    });
    push(at('a', 1));
    push(at('b', 1));
    push(at('a', 3));
    push(at('a', 2));
    expect(frames).toHaveLength(1);
    frames[0]?.();
    expect(delivered).toEqual([[at('a', 3), at('b', 1)]]);
    push(at('b', 4));
    expect(frames).toHaveLength(2);
  });
});
