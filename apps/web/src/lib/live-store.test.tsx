// Tests which data is loaded after a sign-in, by role; data of a single screen is loaded by that screen.
import { fetchCarTypes, fetchUser } from '@kerb/sdk/store';
import { aUser } from '@kerb/testing';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import { LiveStore } from './live-store.ts';
import { store } from './store.ts';

const connection = vi.hoisted(() => ({
  state: 'open',
  listeners: new Set<(state: string) => void>(),
}));

vi.mock('./live.ts', () => ({
  live: {
    connect: () => undefined,
    disconnect: () => undefined,
    state: () => connection.state,
    onState(listener: (state: string) => void) {
      connection.listeners.add(listener);
      return () => connection.listeners.delete(listener);
    },
  },
  useLiveTopic: () => undefined,
}));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  connection.state = 'open';
});

it.each([
  ['rider', ['bookings']],
  ['driver', ['bookings', 'tasks']],
] as const)('a %s who has signed in has %j read at once', async (usertype, data) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const path = new URL(address, 'http://kerb.test').pathname.replace('/api/v1', '');
    if (path === '/auth/session') return Response.json({ user: { ...aUser(), id: usertype, usertype } });
    asked.push(path);
    return Response.json({ items: [], nextCursor: null });
  });
  render(
    <Provider store={store}>
      <LiveStore />
    </Provider>,
  );
  asked.length = 0;
  await act(() => store.dispatch(fetchUser()));
  await waitFor(() => expect(asked).toContain('/bookings'));
  expect(asked.filter((path) => path === '/bookings' || path.includes('task'))).toHaveLength(data.length);
});

it('repeats a failed request for own bookings and tasks whenever the connection opens', async () => {
  const driver = { ...aUser(), id: 'driver-2', usertype: 'driver' };
  let isFailing = true;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const path = new URL(address, 'http://kerb.test').pathname.replace('/api/v1', '');
    if (path === '/auth/session') return Response.json({ user: driver });
    asked.push(path);
    if (isFailing) return Response.json({ code: 'internal', status: 500 }, { status: 500 });
    return Response.json({ items: [], nextCursor: null });
  });
  render(
    <Provider store={store}>
      <LiveStore />
    </Provider>,
  );
  await act(() => store.dispatch(fetchUser()));
  const failures = () => {
    const { bookinglistdata, taskdata } = store.getState();
    return [bookinglistdata.error.flag, taskdata.error.flag];
  };
  await waitFor(() => expect(failures()).toEqual([true, true]));
  isFailing = false;
  const reopen = () =>
    act(() => {
      for (const state of ['waiting', 'open']) for (const listener of connection.listeners) listener(state);
    });
  reopen();
  await waitFor(() => expect(failures()).toEqual([false, false]));
  asked.length = 0;
  reopen();
  // Requests are made in order, so others would come before this one.
  await act(() => store.dispatch(fetchCarTypes()));
  expect(asked).toEqual(['/cartypes']);
});

it('repeats a failed request for own bookings after a pause while the connection stays open', async () => {
  const rider = { ...aUser(), id: 'rider-2', usertype: 'rider' };
  let isFailing = true;
  vi.stubGlobal('fetch', async (address: string) => {
    const path = new URL(address, 'http://kerb.test').pathname.replace('/api/v1', '');
    if (path === '/auth/session') return Response.json({ user: rider });
    if (isFailing) return Response.json({ code: 'internal', status: 500 }, { status: 500 });
    return Response.json({ items: [], nextCursor: null });
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(
    <Provider store={store}>
      <LiveStore />
    </Provider>,
  );
  const isMissing = () => store.getState().bookinglistdata.error.flag;
  await act(() => store.dispatch(fetchUser()));
  await vi.waitFor(() => expect(isMissing()).toBe(true));
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  await vi.waitFor(() => expect(isMissing()).toBe(true));
  isFailing = false;
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(isMissing()).toBe(false);
});

it.each(['fleetadmin', 'admin'] as const)('a %s who has signed in has no bookings read', async (usertype) => {
  connection.state = 'connecting';
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const path = new URL(address, 'http://kerb.test').pathname.replace('/api/v1', '');
    if (path === '/auth/session') return Response.json({ user: { ...aUser(), id: usertype, usertype } });
    requested.push(path);
    return Response.json({ items: [], nextCursor: null });
  });
  render(
    <Provider store={store}>
      <LiveStore />
    </Provider>,
  );
  await act(() => store.dispatch(fetchUser()));
  // Discards the requests of an earlier test.
  requested.length = 0;
  act(() => {
    for (const listener of connection.listeners) listener('open');
  });
  // Requests are made in order, so one for bookings would come before this one.
  await act(() => store.dispatch(fetchCarTypes()));
  expect(requested).toContain('/cartypes');
  expect(requested).not.toContain('/bookings');
});

it('reloads the catalogue once the first connection opens', async () => {
  connection.state = 'connecting';
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const path = new URL(address, 'http://kerb.test').pathname.replace('/api/v1', '');
    requested.push(path);
    return Response.json({ items: [], nextCursor: null });
  });
  await store.dispatch(fetchCarTypes());
  render(
    <Provider store={store}>
      <LiveStore />
    </Provider>,
  );
  requested.length = 0;
  act(() => {
    for (const listener of connection.listeners) listener('open');
  });
  await waitFor(() => expect(requested).toEqual(expect.arrayContaining(['/settings', '/cartypes'])));
});
