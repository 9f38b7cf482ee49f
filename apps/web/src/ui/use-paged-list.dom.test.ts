// Lists that grow: page after page, failures in between, and from the beginning again.
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { usePagedList } from './use-paged-list.ts';

interface Page {
  items: string[];
  nextCursor: string | null;
}

/** Answers each page as the test says when it is asked for. */
function book(pages: Record<string, Page | 'fails'>) {
  const asked: (string | null)[] = [];
  const limits: number[] = [];
  const load = async (cursor: string | null, limit: number) => {
    asked.push(cursor);
    limits.push(limit);
    const page = pages[cursor ?? 'first'];
    if (page === undefined || page === 'fails') throw new Error('unavailable');
    return page;
  };
  return { asked, limits, load, pages };
}

describe('usePagedList', () => {
  it('reads page after page', async () => {
    const { load, asked } = book({
      first: { items: ['a'], nextCursor: 'c1' },
      c1: { items: ['b'], nextCursor: null },
    });
    const { result } = renderHook(() => usePagedList(load, 1));
    expect(result.current.items).toBeNull();
    await act(async () => undefined);
    expect(result.current).toMatchObject({ items: ['a'], more: true });
    await act(async () => result.current.loadMore());
    expect(result.current).toMatchObject({ items: ['a', 'b'], more: false, loadingMore: false });
    expect(asked).toEqual([null, 'c1']);
  });

  it('keeps the rows when the next page fails, and tries that page again', async () => {
    const { load, pages } = book({ first: { items: ['a'], nextCursor: 'c1' }, c1: 'fails' });
    const { result } = renderHook(() => usePagedList(load, 1));
    await act(async () => undefined);
    await act(async () => result.current.loadMore());
    expect(result.current.items).toEqual(['a']);
    expect(result.current.problem).toBeInstanceOf(Error);
    pages.c1 = { items: ['b'], nextCursor: null };
    await act(async () => result.current.retry());
    expect(result.current).toMatchObject({ items: ['a', 'b'], problem: null });
  });

  it('reads everything shown again with another version, and nothing twice', async () => {
    const { load, pages, limits } = book({
      first: { items: ['b', 'a'], nextCursor: 'c1' },
      c1: { items: ['z'], nextCursor: null },
    });
    const { result, rerender } = renderHook(({ version }) => usePagedList(load, version), {
      initialProps: { version: 1 },
    });
    await act(async () => undefined);
    await act(async () => result.current.loadMore());
    pages.first = { items: ['c', 'b', 'a', 'z'], nextCursor: null };
    rerender({ version: 2 });
    expect(result.current.items).toEqual(['b', 'a', 'z']);
    await act(async () => undefined);
    expect(result.current.items).toEqual(['c', 'b', 'a', 'z']);
    expect(limits).toEqual([20, 20, 40]);
  });

  it('keeps the rows when reading them again fails, and then tries that again, not the next page', async () => {
    const { load, pages, asked } = book({ first: { items: ['a'], nextCursor: 'c1' } });
    const { result, rerender } = renderHook(({ version }) => usePagedList(load, version), {
      initialProps: { version: 1 },
    });
    await act(async () => undefined);
    pages.first = 'fails';
    rerender({ version: 2 });
    await act(async () => undefined);
    expect(result.current.items).toEqual(['a']);
    expect(result.current.problem).toBeInstanceOf(Error);
    pages.first = { items: ['b'], nextCursor: null };
    await act(async () => result.current.retry());
    expect(result.current).toMatchObject({ items: ['b'], problem: null });
    expect(asked).toEqual([null, null, null]);
  });

  it('drops an answer that another list or version has overtaken', async () => {
    const answers: ((page: Page) => void)[] = [];
    const loadAs = () => () =>
      new Promise<Page>((resolve) => {
        answers.push(resolve);
      });
    const { result, rerender } = renderHook(({ load, version }) => usePagedList(load, version), {
      initialProps: { load: loadAs(), version: 1 },
    });
    const second = loadAs();
    rerender({ load: second, version: 1 });
    rerender({ load: second, version: 2 });
    expect(answers).toHaveLength(3);
    await act(async () => answers[2]?.({ items: ['newest'], nextCursor: null }));
    await act(async () => answers[1]?.({ items: ['older'], nextCursor: null }));
    await act(async () => answers[0]?.({ items: ['oldest'], nextCursor: null }));
    expect(result.current.items).toEqual(['newest']);
  });

  it('forgets the rows of another list at once', async () => {
    const one = book({ first: { items: ['a'], nextCursor: null } });
    const other = book({ first: { items: ['b'], nextCursor: null } });
    const { result, rerender } = renderHook(({ load }) => usePagedList(load, 1), {
      initialProps: { load: one.load },
    });
    await act(async () => undefined);
    rerender({ load: other.load });
    expect(result.current.items).toBeNull();
    await act(async () => undefined);
    expect(result.current.items).toEqual(['b']);
  });

  it('has nothing to show while the first page fails', async () => {
    const { load, pages } = book({ first: 'fails' });
    const { result } = renderHook(() => usePagedList(load, 1));
    await act(async () => undefined);
    expect(result.current.items).toBeNull();
    expect(result.current.problem).toBeInstanceOf(Error);
    pages.first = { items: ['a'], nextCursor: null };
    await act(async () => result.current.retry());
    expect(result.current).toMatchObject({ items: ['a'], problem: null });
  });
});
