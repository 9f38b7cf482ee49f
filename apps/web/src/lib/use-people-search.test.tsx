// Tests the search while the user types: one request per pause in typing, and what is shown until the response arrives.
import { aUser } from '@kerb/testing';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answersApi } from './answers.ts';
import { store } from './store.ts';
import { usePeopleSearch } from './use-people-search.ts';

const asked: URLSearchParams[] = [];
let answer: (q: string) => Response;

beforeEach(() => {
  asked.length = 0;
  answer = (q) => Response.json({ items: [{ ...aUser(), firstName: `Found by ${q}` }], nextCursor: null });
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://kerb');
    asked.push(searchParams);
    return answer(searchParams.get('q') ?? '');
  });
  return () => act(() => store.dispatch(answersApi.util.resetApiState()));
});

const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
const search = (text: string, open = true) =>
  renderHook((props) => usePeopleSearch('rider', props.text, props.open), {
    initialProps: { text, open },
    wrapper,
  });
const names = (found: ReturnType<typeof usePeopleSearch>) => found.items.map(({ firstName }) => firstName);

describe('people', () => {
  it('are searched after a pause in typing, and the previous results stay until then', async () => {
    const { result, rerender } = search('a');
    await waitFor(() => expect(names(result.current)).toEqual(['Found by a']));
    for (const text of ['an', 'ana', 'ana s']) rerender({ text, open: true });
    expect(result.current).toMatchObject({ loading: true, failed: false });
    expect(names(result.current)).toEqual(['Found by a']);
    await waitFor(() => expect(names(result.current)).toEqual(['Found by ana s']));
    expect(result.current.loading).toBe(false);
    expect(asked.map((query) => query.get('q'))).toEqual(['a', 'ana s']);
    expect(asked[0]?.get('usertype')).toBe('rider');
  });

  it('are searched in one fleet', async () => {
    renderHook(() => usePeopleSearch('driver', '', true, 'fleet-1'), { wrapper });
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.get('fleetadmin')).toBe('fleet-1');
  });

  it('are not requested while the list is closed', async () => {
    const { result, rerender } = search('', false);
    expect(result.current).toEqual({ items: [], loading: false, failed: false });
    expect(asked).toEqual([]);
    rerender({ text: '', open: true });
    await waitFor(() => expect(names(result.current)).toEqual(['Found by ']));
    expect(asked[0]?.has('q')).toBe(false);
  });

  it('show an error when the search failed, and are searched again with the next text', async () => {
    answer = () => Response.json({ code: 'unavailable', status: 503 }, { status: 503 });
    const { result, rerender } = search('a');
    await waitFor(() => expect(result.current).toMatchObject({ failed: true, loading: false }));
    answer = () => Response.json({ items: [aUser()], nextCursor: null });
    rerender({ text: 'b', open: true });
    await waitFor(() => expect(result.current).toMatchObject({ failed: false, loading: false }));
    expect(result.current.items).toHaveLength(1);
  });
});
