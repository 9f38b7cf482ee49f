// Tests chatdata: the specified slice states, and messages in order and without duplicates, in any order of arrival.
import type { ChatMessage } from '@kerb/contract';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../client/index.ts';
import { joinConsoleSlices } from '../console/index.ts';
import { createKerbStore, fetchSettings } from '../index.ts';
import {
  fetchMessages,
  fetchOlderMessages,
  joinChatSlice,
  readMessages,
  sendMessage,
  sendMessageImage,
  stopFetchMessages,
} from './index.ts';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refuse = (code: string, status = 404) => json({ code, status }, status);

function storeAnswering(...replies: (Response | Promise<Response>)[]) {
  const calls: { address: string; key: string | undefined }[] = [];
  const client = createClient({
    baseUrl: 'http://kerb.test',
    retry: { attempts: 1 },
    fetch: async (address, { headers }) => {
      calls.push({ address, key: new Headers(headers).get('idempotency-key') ?? undefined });
      return (await replies.shift()) ?? refuse('internal', 500);
    },
  });
  const store = createKerbStore({ client });
  joinChatSlice(store);
  const chat = () => {
    const { chatdata } = store.getState();
    if (!chatdata) throw new Error('the slice is not there');
    return chatdata;
  };
  return { store, calls, chat, words: () => chat().messages?.map(({ message }) => message) };
}

const message = (at: number, text = `m${at}`): ChatMessage => ({
  id: `id-${String(at).padStart(3, '0')}`,
  message: text,
  from: 'r',
  type: 'msg',
  image: null,
  source: 'rider',
  msgDate: '2026-03-02',
  msgTime: '09:00',
  at,
});
/** A page with the newest message first, as the API returns it. */
const page = (from: number, to: number, nextCursor: string | null = null, more: object = {}) =>
  json({
    items: Array.from({ length: from - to + 1 }, (_, index) => message(from - index)),
    nextCursor,
    open: true,
    unread: 0,
    readUntil: null,
    ...more,
  });

describe('chatdata', () => {
  it('loads, then stores the messages, oldest first', async () => {
    const { store, chat, words } = storeAnswering(page(3, 1, null, { unread: 2, readUntil: 9 }));
    const done = store.dispatch(fetchMessages('b'));
    expect(chat()).toMatchObject({ booking: 'b', messages: null, loading: true });
    await done;
    expect(words()).toEqual(['m1', 'm2', 'm3']);
    expect(chat()).toMatchObject({ open: true, unread: 2, readUntil: 9, loading: false, olderCursor: null });
  });

  it('is cleared with the error chat_not_found', async () => {
    const { store, chat } = storeAnswering(page(1, 1), refuse('chat_not_found'));
    await store.dispatch(fetchMessages('b'));
    await store.dispatch(fetchMessages('b'));
    expect(chat()).toMatchObject({ messages: null, error: { flag: true, msg: 'chat_not_found' } });
  });

  it('is reset by stopping the fetch, and drops a later response', async () => {
    const { store, chat } = storeAnswering(page(1, 1));
    const done = store.dispatch(fetchMessages('b'));
    store.dispatch(stopFetchMessages());
    await done;
    expect(chat()).toMatchObject({ booking: null, messages: null, loading: false });
  });

  it('drops the response for a booking that is no longer shown', async () => {
    let answer = (_: Response): void => undefined;
    const late = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { store, words } = storeAnswering(late, page(9, 9));
    const first = store.dispatch(fetchMessages('a'));
    await store.dispatch(fetchMessages('b'));
    answer(page(1, 1));
    await first;
    expect(words()).toEqual(['m9']);
  });

  it('uses the response to the latest of two requests, in any order of arrival', async () => {
    let answer = (_: Response): void => undefined;
    const late = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { store, chat, words } = storeAnswering(late, page(2, 1, null, { readUntil: 2 }));
    const first = store.dispatch(fetchMessages('b'));
    await store.dispatch(fetchMessages('b'));
    answer(page(1, 1));
    await first;
    expect(words()).toEqual(['m1', 'm2']);
    expect(chat()).toMatchObject({ readUntil: 2, loading: false });
  });

  it('merges older and newer pages, each message once', async () => {
    const { store, calls, chat, words } = storeAnswering(page(6, 4, '4'), page(3, 1), page(8, 6, '6'));
    await store.dispatch(fetchMessages('b'));
    await store.dispatch(fetchOlderMessages({ booking: 'b', cursor: chat().olderCursor ?? '' }));
    expect(calls[1]?.address).toContain('cursor=4');
    await store.dispatch(fetchMessages('b'));
    expect(words()).toEqual(['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8']);
    expect(chat().olderCursor).toBeNull();
  });

  it('reloads when a long absence would leave a gap', async () => {
    const { store, chat, words } = storeAnswering(page(3, 1), page(90, 88, '88'));
    await store.dispatch(fetchMessages('b'));
    await store.dispatch(fetchMessages('b'));
    expect(words()).toEqual(['m88', 'm89', 'm90']);
    expect(chat().olderCursor).toBe('88');
  });

  it('shows a sent message once, also after a refetch, and sends its key', async () => {
    const { store, calls, words } = storeAnswering(page(1, 1), json(message(2), 201), page(2, 1));
    await store.dispatch(fetchMessages('b'));
    await store.dispatch(sendMessage({ booking: 'b', message: 'm2', key: 'k-1' }));
    await store.dispatch(fetchMessages('b'));
    expect(words()).toEqual(['m1', 'm2']);
    expect(calls[1]?.key).toBe('k-1');
  });

  it('does not take a message sent after a failed fetch for the whole chat', async () => {
    const { store, chat, words } = storeAnswering(
      page(60, 59, '59'),
      refuse('internal', 500),
      json(message(61), 201),
      page(61, 59, '59'),
    );
    await store.dispatch(fetchMessages('b'));
    await store.dispatch(fetchMessages('b'));
    await store.dispatch(sendMessage({ booking: 'b', message: 'm61', key: 'k-1' }));
    expect(chat().messages).toBeNull();
    await store.dispatch(fetchMessages('b'));
    expect(words()).toEqual(['m59', 'm60', 'm61']);
    expect(chat().olderCursor).toBe('59');
  });

  it('shows a sent picture once, and sends its key', async () => {
    const sent = { ...message(2, ''), type: 'image', image: '/api/v1/bookings/b/messages/m/image' };
    const { store, calls, chat } = storeAnswering(page(1, 1), json(sent, 201), json(sent, 201));
    await store.dispatch(fetchMessages('b'));
    const picture = { booking: 'b', file: new Blob(['bytes']), key: 'k-1' };
    await store.dispatch(sendMessageImage(picture));
    await store.dispatch(sendMessageImage(picture));
    expect(chat().messages?.map(({ image }) => image)).toEqual([null, sent.image]);
    expect(calls.map(({ key }) => key)).toEqual([undefined, 'k-1', 'k-1']);
  });

  it('has no unread messages once they were read', async () => {
    const { store, chat } = storeAnswering(
      page(1, 1, null, { unread: 1 }),
      new Response(null, { status: 204 }),
    );
    await store.dispatch(fetchMessages('b'));
    await store.dispatch(readMessages({ booking: 'b', upTo: message(1).id }));
    expect(chat().unread).toBe(0);
  });

  it('keeps messages unread that arrived while earlier ones were marked as read', async () => {
    let answerRead: (response: Response) => void = () => undefined;
    const answer = new Promise<Response>((resolve) => {
      answerRead = resolve;
    });
    const { store, chat } = storeAnswering(
      page(1, 1, null, { unread: 1 }),
      answer,
      page(2, 1, null, { unread: 1 }),
      new Response(null, { status: 204 }),
    );
    await store.dispatch(fetchMessages('b'));
    const reading = store.dispatch(readMessages({ booking: 'b', upTo: message(1).id }));
    await store.dispatch(fetchMessages('b'));
    answerRead(new Response(null, { status: 204 }));
    await reading;
    expect(chat().unread).toBe(1);
    await store.dispatch(readMessages({ booking: 'b', upTo: message(2).id }));
    expect(chat().unread).toBe(0);
  });

  it('coexists with the console’s slices, in any order of joining', async () => {
    const { store, chat } = storeAnswering(page(1, 1), json({ appName: 'Kerb' }));
    await store.dispatch(fetchMessages('b'));
    joinConsoleSlices(store);
    joinChatSlice(store);
    await store.dispatch(fetchSettings());
    expect(chat().messages).toHaveLength(1);
    expect(store.getState().usersdata).toBeDefined();
  });
});
