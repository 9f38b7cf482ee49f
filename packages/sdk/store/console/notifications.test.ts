// Tests the console's messages to many users in the store: a page, the three edits of the specification, and sending.
import { describe, expect, it } from 'vitest';
import { createClient } from '../../client/index.ts';
import { createKerbStore, signOut } from '../index.ts';
import { editNotifications, fetchNotifications, joinConsoleSlices, sendNotification } from './index.ts';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refuse = (code: string, status = 422) => json({ code, status }, status);
const page = (...ids: string[]) => json({ items: ids.map((id) => ({ id })), nextCursor: null });
const gone = () => new Response(null, { status: 204 });
const words = { devicetype: 'All', usertype: 'rider', title: 'Hi', body: 'There' } as const;

function consoleAnswering(...replies: Response[]) {
  const calls: { method: string; address: string; body: unknown }[] = [];
  const client = createClient({
    baseUrl: 'http://kerb.test',
    fetch: async (address, init) => {
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
      calls.push({ method: init.method ?? 'GET', address, body });
      return replies.shift() ?? refuse('internal', 500);
    },
  });
  const store = createKerbStore({ client });
  joinConsoleSlices(store);
  return { store, calls, data: () => store.getState().notificationdata };
}

describe('notificationdata', () => {
  it('loads a page, stores it, and clears it when the session ends', async () => {
    const { store, data, calls } = consoleAnswering(page('1', '2'), gone());
    const done = store.dispatch(fetchNotifications({ q: 'hi', limit: 5 }));
    expect(data()).toMatchObject({ loading: true, notifications: null });
    await done.unwrap();
    expect(data()).toMatchObject({ loading: false, notifications: [{ id: '1' }, { id: '2' }] });
    expect(calls[0]?.address).toContain('/notifications?q=hi&limit=5');
    await store.dispatch(signOut());
    expect(data()?.notifications).toBeNull();
  });

  it('flags the code when the call fails, not when it is aborted', async () => {
    const { store, data } = consoleAnswering(page('1'), page('2'), refuse('forbidden', 403));
    await store.dispatch(fetchNotifications({}));
    const call = store.dispatch(fetchNotifications({}));
    call.abort();
    await call;
    expect(data()).toMatchObject({ notifications: [{ id: '1' }], error: { flag: false } });
    await store.dispatch(fetchNotifications({}));
    await store.dispatch(fetchNotifications({}));
    expect(data()).toMatchObject({ notifications: null, error: { flag: true } });
  });

  it('adds, updates, sends and deletes, and returns the code of an error', async () => {
    const { store, data, calls } = consoleAnswering(
      page('1', '2'),
      json({ ...words, id: '3' }, 201),
      json({ ...words, id: '1', version: 2 }),
      json({ ...words, id: '1', status: 'sending' }),
      gone(),
      refuse('no_user_match'),
    );
    await store.dispatch(fetchNotifications({}));
    await store.dispatch(editNotifications({ method: 'Add', data: words }));
    await store.dispatch(editNotifications({ method: 'Update', data: { ...words, id: '1', version: 1 } }));
    expect(data()?.notifications).toMatchObject([{ id: '1', version: 2 }, { id: '2' }]);
    await store.dispatch(sendNotification({ id: '1', version: 1 }));
    expect(data()?.notifications).toMatchObject([{ id: '1', status: 'sending' }, { id: '2' }]);
    await store.dispatch(editNotifications({ method: 'Delete', data: { id: '1' } }));
    expect(data()?.notifications).toEqual([{ id: '2' }]);
    await expect(store.dispatch(sendNotification({ id: '2', version: 1 })).unwrap()).rejects.toBe(
      'no_user_match',
    );
    const at = 'http://kerb.test/api/v1/notifications';
    expect(calls.slice(1)).toMatchObject([
      { method: 'POST', address: at, body: words },
      { method: 'PATCH', address: `${at}/1`, body: { ...words, version: 1 } },
      { method: 'POST', address: `${at}/1/send` },
      { method: 'DELETE', address: `${at}/1` },
      { method: 'POST', address: `${at}/2/send` },
    ]);
  });
});
