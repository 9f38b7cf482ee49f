// Tests outgoing messages: sent in order and once each, and stored while their chat is closed.
import { beforeEach, expect, test, vi } from 'vitest';
import { createOutbox, type Outbox, type Outgoing } from './outbox.ts';

let storage: string | null;
let posted: { booking: string; message: Outgoing; answer: (problem: string | null) => void }[];

const open = (uid = 'rider-1'): Outbox => {
  const outbox = createOutbox({
    post: (booking, message) =>
      new Promise((answer) => {
        posted.push({ booking, message, answer });
      }),
    storage: {
      read: () => storage,
      write: (text) => {
        storage = text;
      },
    },
  });
  outbox.ofPerson(uid);
  return outbox;
};
/** Resolves after all pending promise callbacks have run. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
async function answer(problem: string | null): Promise<void> {
  await settled();
  posted.at(-1)?.answer(problem);
  await settled();
}
const texts = (outbox: Outbox, booking = 'b1') =>
  outbox.of(booking).map(({ text, problem }) => ({ text, problem }));
const picture = () => new File(['x'], 'door.png', { type: 'image/png' });

beforeEach(() => {
  storage = null;
  posted = [];
});

test('sends the messages of one chat in sequence, and those of two chats in parallel', async () => {
  const outbox = open();
  outbox.add('b1', 'one', null);
  outbox.add('b1', 'two', null);
  outbox.add('b2', 'elsewhere', null);
  await settled();
  expect(posted.map(({ message }) => message.text)).toEqual(['one', 'elsewhere']);
  posted[0]?.answer(null);
  await settled();
  expect(posted.map(({ message }) => message.text)).toEqual(['one', 'elsewhere', 'two']);
  expect(texts(outbox)).toEqual([{ text: 'two', problem: null }]);
});

test('sends messages on a page opened by plain http, where crypto has no randomUUID', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  try {
    const outbox = open();
    outbox.add('b1', 'one', null);
    outbox.add('b1', 'two', null);
    await settled();
    expect(posted).toHaveLength(1);
    expect(new Set(outbox.of('b1').map(({ key }) => key)).size).toBe(2);
  } finally {
    vi.unstubAllGlobals();
  }
});

test('retains a failed message with its error until it is sent again with the same key, or dismissed', async () => {
  const outbox = open();
  outbox.add('b1', 'one', null);
  const [first] = outbox.of('b1');
  const key = first?.key ?? '';
  outbox.discard('b1', key);
  expect(texts(outbox)).toHaveLength(1);
  await answer('internal');
  expect(texts(outbox)).toEqual([{ text: 'one', problem: 'internal' }]);
  outbox.sendAgain('b1', key);
  outbox.sendAgain('b1', key);
  await answer('internal');
  expect(posted.map(({ message }) => message.key)).toEqual([key, key]);
  outbox.discard('b1', key);
  expect(texts(outbox)).toEqual([]);
  expect(storage).toBeNull();
});

test('sends only messages that failed with a network error again once the network is back', async () => {
  const outbox = open();
  outbox.add('b1', 'refused', null);
  await answer('chat_closed');
  outbox.add('b1', 'in the tunnel', null);
  await answer('network_error');
  outbox.resume();
  await answer(null);
  expect(posted.map(({ message }) => message.text)).toEqual(['refused', 'in the tunnel', 'in the tunnel']);
  expect(texts(outbox)).toEqual([{ text: 'refused', problem: 'chat_closed' }]);
});

test.each([
  'network_error',
  'unexpected_answer',
  'overloaded',
  'unavailable',
  'too_many_requests',
  'request_in_progress',
])('stops at %s, and then sends the messages in the order in which they were written', async (problem) => {
  const outbox = open();
  outbox.add('b1', 'one', null);
  outbox.add('b1', 'two', null);
  await answer(problem);
  expect(texts(outbox)).toEqual([
    { text: 'one', problem },
    { text: 'two', problem: null },
  ]);
  outbox.resume();
  outbox.resume();
  await answer(null);
  await answer(null);
  expect(posted.map(({ message }) => message.text)).toEqual(['one', 'one', 'two']);
  expect(texts(outbox)).toEqual([]);
});

test('tries the failed message first when another one is written', async () => {
  const outbox = open();
  outbox.add('b1', 'one', null);
  await answer('network_error');
  outbox.add('b1', 'two', null);
  await answer(null);
  await answer(null);
  expect(posted.map(({ message }) => message.text)).toEqual(['one', 'one', 'two']);
});

test('sends the queued messages once the failed one before them is discarded', async () => {
  const outbox = open();
  outbox.add('b1', 'one', null);
  outbox.add('b1', 'two', null);
  await answer('network_error');
  outbox.discard('b1', outbox.of('b1')[0]?.key ?? '');
  await answer(null);
  expect(posted.map(({ message }) => message.text)).toEqual(['one', 'two']);
});

test('keeps the problem of a message during a retry, and does not discard the message then', async () => {
  const outbox = open();
  outbox.add('b1', 'one', null);
  const key = outbox.of('b1')[0]?.key ?? '';
  await answer('network_error');
  expect(outbox.of('b1')).toMatchObject([{ problem: 'network_error', isSending: false }]);
  outbox.resume();
  outbox.discard('b1', key);
  expect(outbox.of('b1')).toMatchObject([{ problem: 'network_error', isSending: true }]);
  await answer('network_error');
  outbox.discard('b1', key);
  expect(outbox.of('b1')).toEqual([]);
});

test('sends the next message after an unexpected exception, and retains the failed one', async () => {
  const post = vi.fn(async (): Promise<string | null> => null);
  post.mockRejectedValueOnce(new Error('broken'));
  const outbox = createOutbox({ post, storage: { read: () => null, write: () => undefined } });
  outbox.add('b1', 'one', null);
  outbox.add('b1', 'two', null);
  await settled();
  expect(post).toHaveBeenCalledTimes(2);
  expect(outbox.of('b1')).toMatchObject([{ text: 'one', problem: 'internal', isSending: false }]);
});

test('discards a queued message', async () => {
  const outbox = open();
  outbox.add('b1', 'one', null);
  outbox.add('b1', 'two', null);
  expect(outbox.of('b1')).toMatchObject([{ isSending: true }, { isSending: false }]);
  outbox.discard('b1', outbox.of('b1')[1]?.key ?? '');
  await answer(null);
  expect(posted.map(({ message }) => message.text)).toEqual(['one']);
  expect(outbox.of('b1')).toEqual([]);
});

test('retries by itself after a network error, each time later, and not after a sign-out', async () => {
  vi.useFakeTimers();
  try {
    const outbox = open();
    const fail = async () => {
      posted.at(-1)?.answer('network_error');
      await vi.advanceTimersByTimeAsync(0);
    };
    outbox.add('b1', 'one', null);
    await fail();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(posted).toHaveLength(2);
    await fail();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(posted).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(posted).toHaveLength(3);
    await fail();
    outbox.forget();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(posted).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

test('restores texts with their keys and order after a reload, but not pictures', async () => {
  const before = open();
  before.add('b1', 'one', null);
  before.add('b1', '', picture());
  before.add('b1', 'two', null);
  before.add('b2', 'elsewhere', null);
  const keys = before.of('b1').map(({ key }) => key);
  const after = open();
  expect(texts(after)).toEqual([
    { text: 'one', problem: 'network_error' },
    { text: 'two', problem: 'network_error' },
  ]);
  expect(after.of('b1').map(({ key }) => key)).toEqual([keys[0], keys[2]]);
  expect(texts(after, 'b2')).toHaveLength(1);
});

test('stores messages for each user apart, and does not send removed ones', async () => {
  const outbox = open();
  outbox.add('b1', 'one', null);
  outbox.add('b1', 'two', null);
  await settled();
  outbox.ofPerson('rider-2');
  expect(texts(outbox)).toEqual([]);
  await answer('network_error');
  expect(texts(outbox)).toEqual([]);
  expect(posted).toHaveLength(1);
  outbox.add('b1', 'mine', null);
  outbox.forget();
  expect(storage).toBeNull();
  expect(texts(open('rider-2'))).toEqual([]);
});

test.each([
  'no json',
  '[]',
  '{"uid":"rider-1","texts":7}',
  '{"uid":"rider-1","texts":[{"booking":1}]}',
  'null',
])('ignores stored texts that cannot be parsed: %s', (text) => {
  storage = text;
  expect(texts(open())).toEqual([]);
});

test('notifies subscribers of each change, and returns the same list object between changes', async () => {
  const outbox = open();
  let calls = 0;
  const leave = outbox.onChange(() => {
    calls += 1;
  });
  outbox.add('b1', 'one', null);
  expect(outbox.of('b1')).toBe(outbox.of('b1'));
  await answer(null);
  // Added, being sent, sent.
  expect(calls).toBe(3);
  leave();
  outbox.add('b1', 'two', null);
  expect(calls).toBe(3);
});
