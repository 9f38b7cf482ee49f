// Tests that an open list of drivers is read again, because going on or off duty is not announced to others.
import { aUser } from '@kerb/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { PeopleList } from './people-list.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const readPages: string[] = [];
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://kerb');
    // The count of waiting drivers reads one row.
    if (pathname.endsWith('/users') && searchParams.get('limit') !== '1')
      readPages.push(searchParams.get('usertype') ?? '');
    return Response.json({ items: [], nextCursor: null, total: 0 });
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  await startI18n();
  await Promise.all([loadTexts('people'), loadTexts('console'), loadTexts('errors')]);
});
beforeEach(() => {
  readPages.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  store.dispatch(answersApi.util.resetApiState());
  vi.useRealTimers();
});

function open(usertype: 'driver' | 'rider') {
  render(
    <Provider store={store}>
      <MemoryRouter>
        <PeopleList usertype={usertype} viewer={aUser({ usertype: 'admin' })} />
      </MemoryRouter>
    </Provider>,
  );
}

it.each([
  ['driver', 3],
  ['rider', 1],
] as const)('reads the list of %ss %i time(s) in a minute', async (usertype, times) => {
  open(usertype);
  await pass(0);
  expect(screen.getByRole('searchbox')).toBeDefined();
  await pass(61_000);
  expect(readPages).toEqual(Array(times).fill(usertype));
});
