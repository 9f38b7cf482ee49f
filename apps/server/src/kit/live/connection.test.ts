// Tests one live socket: each event of its topics arrives once and in order, updates are coalesced, and limits apply.
import { expect, it, vi } from 'vitest';
import type { StoredEvent } from '../outbox/outbox.repository.ts';
import { Connection } from './connection.ts';

const TOPIC = 'bookings';
const INTERNAL = 'bookings:all';
const event = (position: number, topics = [INTERNAL]): StoredEvent => ({
  id: position,
  position,
  name: 'booking.changed',
  topics,
  data: { booking_id: 'b' },
  at: 0,
});

function setUp() {
  const sent: { type: string; seq?: number; driver?: string; lat?: number }[] = [];
  const socket = {
    bufferedAmount: 0,
    readyState: 1,
    send: (text: string) => void sent.push(JSON.parse(text)),
    close: vi.fn(),
    terminate: vi.fn(),
  };
  const dropped: string[] = [];
  // The frames of these short messages begin with two bytes.
  const stream = { write: (bytes: Buffer) => void sent.push(JSON.parse(bytes.subarray(2).toString())) };
  const connection = new Connection({ socket, stream }, (kind) => dropped.push(kind));
  const join = (position: number) =>
    connection.subscriptions.set(TOPIC, { internal: new Set([INTERNAL]), position, waiting: [] });
  return { sent, socket, dropped, connection, join, seqs: () => sent.map(({ seq }) => seq) };
}
const at = (driver: string, lat: number) => ({ position: { driver, lat, lng: 0, at: 1, heading: null } });

it('sends missed events first, then those that came meanwhile, each once', () => {
  const { connection, join, seqs } = setUp();
  join(10);
  connection.deliver(TOPIC, event(12));
  connection.deliver(TOPIC, event(13));
  expect(seqs()).toEqual([]);
  for (const position of [9, 10, 11, 12]) connection.replay([TOPIC], event(position));
  connection.goLive([TOPIC]);
  expect(seqs()).toEqual([11, 12, 13]);
  connection.deliver(TOPIC, event(13));
  connection.deliver(TOPIC, event(14));
  expect(seqs()).toEqual([11, 12, 13, 14]);
});

it('replays only the events of a subscribed topic, and delivers nothing after unsubscribing', () => {
  const { connection, join, seqs } = setUp();
  join(0);
  connection.replay([TOPIC], event(1, ['bookings:other']));
  connection.replay([TOPIC, 'me'], event(2));
  connection.goLive([TOPIC, 'me']);
  expect(seqs()).toEqual([2]);
  connection.subscriptions.delete(TOPIC);
  connection.deliver(TOPIC, event(3));
  expect(seqs()).toEqual([2]);
});

it('sends only the newest position of each car in the next frame while the client is behind', () => {
  const { connection, join, sent, socket, dropped } = setUp();
  join(0);
  socket.bufferedAmount = 256 * 1024 + 1;
  connection.showUpdate(TOPIC, at('one', 1));
  connection.showUpdate(TOPIC, at('one', 2));
  connection.showUpdate(TOPIC, at('other', 3));
  connection.showUpdate('left', at('one', 9));
  connection.flushUpdates();
  expect([sent.length, dropped]).toEqual([0, ['position']]);
  socket.bufferedAmount = 256 * 1024;
  connection.flushUpdates();
  connection.flushUpdates();
  expect(sent.map(({ driver, lat }) => [driver, lat])).toEqual([
    ['one', 2],
    ['other', 3],
  ]);
});

it('sends four updates of a frame at once, and only the newest later ones with the next frame', () => {
  const { connection, join, sent } = setUp();
  join(0);
  for (const lat of [1, 2, 3, 4, 5, 6]) connection.showUpdate(TOPIC, at('one', lat));
  expect(sent.map(({ lat }) => lat)).toEqual([1, 2, 3, 4]);
  connection.flushUpdates();
  expect(sent.map(({ lat }) => lat)).toEqual([1, 2, 3, 4, 6]);
  connection.showUpdate(TOPIC, at('one', 7));
  expect(sent.map(({ lat }) => lat)).toEqual([1, 2, 3, 4, 6, 7]);
});

it('drops a queued update of a topic that was unsubscribed', () => {
  const { connection, join, sent, socket } = setUp();
  join(0);
  socket.bufferedAmount = 256 * 1024 + 1;
  connection.showUpdate(TOPIC, at('one', 1));
  connection.subscriptions.delete(TOPIC);
  socket.bufferedAmount = 0;
  connection.flushUpdates();
  expect(sent).toEqual([]);
});

it('closes a socket whose client does not read', () => {
  const { connection, socket, sent, dropped } = setUp();
  socket.bufferedAmount = 4 * 1024 * 1024 + 1;
  connection.send({ type: 'pong' });
  expect(socket.terminate).toHaveBeenCalledOnce();
  expect([sent.length, dropped]).toEqual([0, ['socket']]);
});

it('sends nothing once the socket is closing', () => {
  const { connection, join, sent, socket } = setUp();
  join(0);
  connection.goLive([TOPIC]);
  socket.readyState = 2;
  connection.deliver(TOPIC, event(1));
  connection.showUpdate(TOPIC, at('one', 1));
  expect(sent).toEqual([]);
});

it('accepts 60 messages at once, and then 20 in each second', () => {
  vi.useFakeTimers();
  const { connection } = setUp();
  const admitted = (messages: number) =>
    Array.from({ length: messages }, () => connection.admit()).filter(Boolean).length;
  expect(admitted(60)).toBe(60);
  expect(connection.excess()).toBe(0);
  expect(admitted(1)).toBe(0);
  expect(connection.excess()).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(admitted(30)).toBe(19);
  vi.advanceTimersByTime(3_600_000);
  expect(admitted(100)).toBe(60);
  vi.useRealTimers();
});
