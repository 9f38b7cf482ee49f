// Tests what a screen shows while responses are pending, fail or overtake each other, and how paged lists grow.
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pagedEntries } from '../ui/paged-entries.ts';
import { answers, answersApi } from './answers.ts';
import { shownResponse } from './shown-response.ts';
import { store } from './store.ts';

const page = (...names: string[]) => ({
  items: names.map((promo_name) => ({ promo_name })),
  nextCursor: null,
});
const refusal = (code: string) => Response.json({ code, status: 422 }, { status: 422 });

/** Stands for the server: the test sends the responses, in any order. */
const asked: { address: string; give: (answer: Response) => void }[] = [];
const answerTo = async (address: string, answer: Response) => {
  const find = () => asked.findIndex((call) => call.address.endsWith(address));
  await waitFor(() => expect(asked[find()]).toBeDefined());
  const [call] = asked.splice(find(), 1);
  await act(async () => call?.give(answer));
};

const shows = (result: { readonly current: object }, state: object) =>
  waitFor(() => expect(result.current).toMatchObject(state));

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', (address: string) => new Promise<Response>((give) => asked.push({ address, give })));
  return () => act(() => store.dispatch(answersApi.util.resetApiState()));
});

const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;

function useNames(q: string) {
  const { answer, ...state } = shownResponse(answers.listPromos.useQuery({ query: { q } }));
  return { ...state, names: answer?.items.map(({ promo_name }) => promo_name) ?? null };
}
const shownFor = (q: string) => renderHook((props) => useNames(props.q), { initialProps: { q }, wrapper });

describe('an answer', () => {
  it('is loading until it arrives', async () => {
    const { result } = shownFor('a');
    await shows(result, { names: null, loading: true, problem: null });
    await answerTo('q=a', Response.json(page('A')));
    await shows(result, { names: ['A'], loading: false, problem: null });
  });

  it('is shown until a newer one arrives, and ignores older ones that arrive later', async () => {
    const { result, rerender } = shownFor('a');
    await answerTo('q=a', Response.json(page('A')));
    await shows(result, { names: ['A'] });
    rerender({ q: 'b' });
    await shows(result, { names: ['A'], loading: true, isPrevious: true });
    rerender({ q: 'c' });
    await answerTo('q=c', Response.json(page('C')));
    await answerTo('q=b', Response.json(page('B')));
    await shows(result, { names: ['C'], loading: false, isPrevious: false });
  });

  it('remains when a reload fails, but not when another query fails', async () => {
    const { result, rerender } = shownFor('a');
    await answerTo('q=a', Response.json(page('A')));
    act(() => result.current.reload());
    await answerTo('q=a', refusal('unavailable'));
    await shows(result, { names: ['A'], problem: { code: 'unavailable' }, loading: false });
    rerender({ q: 'b' });
    await answerTo('q=b', refusal('internal'));
    await shows(result, { names: null, problem: { code: 'internal' } });
    act(() => result.current.reload());
    await answerTo('q=b', Response.json(page('B')));
    await shows(result, { names: ['B'], problem: null });
  });
});

function useEntries(q: string) {
  const { items, ...list } = pagedEntries(answers.listPromosPages.useInfiniteQuery({ query: { q } }));
  return { ...list, names: items?.map(({ promo_name }) => promo_name) ?? null };
}
const listFor = (q: string) => renderHook((props) => useEntries(props.q), { initialProps: { q }, wrapper });
const more = { ...page('A'), nextCursor: 'c1' };

describe('a list that grows', () => {
  it('loads page after page, and retains its rows when the next page fails', async () => {
    const { result } = listFor('');
    await shows(result, { names: null });
    await answerTo('q=', Response.json(more));
    await shows(result, { names: ['A'], more: true });
    act(() => result.current.loadMore());
    await shows(result, { loadingMore: true });
    await answerTo('cursor=c1', refusal('unavailable'));
    await shows(result, { names: ['A'], problem: { code: 'unavailable' } });
    act(() => result.current.retry());
    await answerTo('cursor=c1', Response.json(page('B')));
    await shows(result, { names: ['A', 'B'], problem: null, more: false });
  });

  it('reloads all its pages after a change, and shows the old rows meanwhile', async () => {
    const { result } = listFor('');
    await answerTo('q=', Response.json(more));
    act(() => result.current.loadMore());
    await answerTo('cursor=c1', Response.json(page('B')));
    act(() => void store.dispatch(answersApi.util.invalidateTags(['promos'])));
    await shows(result, { names: ['A', 'B'] });
    await answerTo('q=', Response.json({ ...page('NEW'), nextCursor: 'c2' }));
    await answerTo('cursor=c2', Response.json(page('A')));
    await shows(result, { names: ['NEW', 'A'] });
  });

  it('retains its rows when a reload fails, and then retries it', async () => {
    const { result } = listFor('');
    await answerTo('q=', Response.json(page('A')));
    act(() => void store.dispatch(answersApi.util.invalidateTags(['promos'])));
    await answerTo('q=', refusal('unavailable'));
    await shows(result, { names: ['A'], problem: { code: 'unavailable' } });
    act(() => result.current.retry());
    await answerTo('q=', Response.json(page('B')));
    await shows(result, { names: ['B'], problem: null });
  });

  it('is empty for another query until it is answered', async () => {
    const { result, rerender } = listFor('a');
    await answerTo('q=a', Response.json(page('A')));
    await shows(result, { names: ['A'] });
    rerender({ q: 'b' });
    await shows(result, { names: null });
    await answerTo('q=b', Response.json(page('B')));
    await shows(result, { names: ['B'] });
  });
});
