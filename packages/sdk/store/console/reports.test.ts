// Reports in the store: the life of each slice, and what is asked of the server.
import { expect, it } from 'vitest';
import { signOut } from '../index.ts';
import { json, refuse, storeAnswering } from '../testing/store-answering.ts';
import { fetchDriverEarnings, fetchEarningsReport, joinConsoleSlices, RequestPushMsg } from './index.ts';

const noError = { flag: false, msg: null };

it('earningreportsdata loads, holds the rows, and is cleared with its error when the next reading fails', async () => {
  const items = [{ year: 2026, month: 11, monthsName: 'November', total_rides: 3 }];
  const { store, calls } = storeAnswering(
    [json({ items, total: {} }), refuse('report_too_long', 422)],
    joinConsoleSlices,
  );
  const reading = store.dispatch(fetchEarningsReport({ from: '2026-01' }));
  expect(store.getState().earningreportsdata?.loading).toBe(true);
  await reading;
  expect(store.getState().earningreportsdata).toEqual({
    Earningreportss: items,
    loading: false,
    error: noError,
  });
  await store.dispatch(fetchEarningsReport({}));
  expect(store.getState().earningreportsdata).toEqual({
    Earningreportss: null,
    loading: false,
    error: { flag: true, msg: 'report_too_long' },
  });
  expect(calls[0]).toBe('GET /reports/earnings?from=2026-01');
});

it('driverearningdata holds the driver earnings until the user signs out', async () => {
  const items = [{ year: 2026, month: 11, driverName: 'Ana', total_rides: 3, driverShare: 900 }];
  const { store } = storeAnswering(
    [json({ items, total: {} }), new Response(null, { status: 204 })],
    joinConsoleSlices,
  );
  await store.dispatch(fetchDriverEarnings({}));
  expect(store.getState().driverearningdata).toEqual({
    driverearnings: items,
    loading: false,
    error: noError,
  });
  await store.dispatch(signOut());
  expect(store.getState().driverearningdata?.driverearnings).toBeNull();
});

it('RequestPushMsg carries token, title, message, screen and params', async () => {
  const { store, calls } = storeAnswering([json({ success: true })], joinConsoleSlices);
  const message = { title: 'Hello', msg: 'Your car', screen: 'BookedCab', params: { bookingId: 'b1' } };
  expect(await store.dispatch(RequestPushMsg({ token: 't1', ...message })).unwrap()).toBe(true);
  expect(calls).toEqual([`POST /send_notification ${JSON.stringify({ token: 't1', ...message })}`]);
});
