// Tests that all fleet admins are loaded, page by page up to a limit.
import { fetchUser } from '@kerb/sdk/store';
import { aUser } from '@kerb/testing';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { store } from '../../lib/store.ts';
import { useFleets } from './use-fleets.ts';

/** Number of pages that the server has, with one fleet each. */
let stored = 1;
let requests = 0;

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://kerb');
    if (pathname.endsWith('/session')) return Response.json({ user: { ...aUser(), usertype: 'admin' } });
    requests += 1;
    const page = Number(searchParams.get('cursor') ?? 1);
    return Response.json({
      items: [aUser({ usertype: 'fleetadmin', firstName: `Fleet ${page}` })],
      nextCursor: page < stored ? String(page + 1) : null,
    });
  });
  await act(() => store.dispatch(fetchUser()));
});
beforeEach(() => {
  requests = 0;
  return () => act(() => store.dispatch(answersApi.util.resetApiState()));
});

const wrapper = ({ children }: { children: ReactNode }) => createElement(Provider, { store, children });
const showFleets = () => renderHook(() => useFleets({ approved: true }), { wrapper }).result;

it('loads the pages after the first one', async () => {
  stored = 3;
  const fleets = showFleets();
  await waitFor(() =>
    expect(fleets.current.map(({ firstName }) => firstName)).toEqual(['Fleet 1', 'Fleet 2', 'Fleet 3']),
  );
  expect(requests).toBe(3);
});

it('loads at most ten pages', async () => {
  stored = 20;
  const fleets = showFleets();
  await waitFor(() => expect(fleets.current).toHaveLength(10));
  expect(requests).toBe(10);
});
