// Tests the payload of a push message.
import { expect, it } from 'vitest';
import { json, storeAnswering } from '../testing/store-answering.ts';
import { joinConsoleSlices, RequestPushMsg } from './index.ts';

it('RequestPushMsg carries token, title, message, screen and params', async () => {
  const { store, calls } = storeAnswering([json({ success: true })], joinConsoleSlices);
  const message = { title: 'Hello', msg: 'Your car', screen: 'BookedCab', params: { bookingId: 'b1' } };
  expect(await store.dispatch(RequestPushMsg({ token: 't1', ...message })).unwrap()).toBe(true);
  expect(calls).toEqual([`POST /send_notification ${JSON.stringify({ token: 't1', ...message })}`]);
});
