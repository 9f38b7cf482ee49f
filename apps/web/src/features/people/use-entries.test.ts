// The lists beside a person: page after page, failures in between, and from the beginning again.
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useEntries } from './use-entries.ts';

interface Page {
  items: string[];
  nextCursor: string | null;
}

/** Answers each page as the test says when it is asked for. */
function book(pages: Record<string, Page | 'fails'>) {
  const asked: (string | null)[] = [];
  const load = async (cursor: string | null) => {
    asked.push(cursor);
    const page = pages[cursor ?? 'first'];
    if (page === undefined || page === 'fails') throw new Error('unavailable');
    return page;
  };
  return { asked, load, pages };
}

describe('useEntries', () => {
  it('reads page after page', async () => {
    const { load, asked } = book({
      first: { items: ['a'], nextCursor: 'c1' },
      c1: { items: ['b'], nextCursor: null },
    });
    const { result } = renderHook(() => useEntries(load));
    expect(result.current.items).toBeNull();
    await act(async () => undefined);
    expect(result.current).toMatchObject({ items: ['a'], more: true });
    await act(async () => result.current.loadMore());
    expect(result.current).toMatchObject({ items: ['a', 'b'], more: false, loadingMore: false });
    expect(asked).toEqual([null, 'c1']);
  });

  it('keeps the rows when the next page fails, and tries that page again', async () => {
    const { load, pages } = book({ first: { items: ['a'], nextCursor: 'c1' }, c1: 'fails' });
    const { result } = renderHook(() => useEntries(load));
    await act(async () => undefined);
    await act(async () => result.current.loadMore());
    expect(result.current.items).toEqual(['a']);
    expect(result.current.problem).toBeInstanceOf(Error);
    pages.c1 = { items: ['b'], nextCursor: null };
    await act(async () => result.current.retry());
    expect(result.current).toMatchObject({ items: ['a', 'b'], problem: null });
  });

  it('begins anew without showing anything twice', async () => {
    const { load, pages } = book({ first: { items: ['a'], nextCursor: null } });
    const { result } = renderHook(() => useEntries(load));
    await act(async () => undefined);
    pages.first = { items: ['b', 'a'], nextCursor: null };
    await act(async () => result.current.restart());
    expect(result.current.items).toEqual(['b', 'a']);
  });

  it('has nothing to show while the first page fails', async () => {
    const { load, pages } = book({ first: 'fails' });
    const { result } = renderHook(() => useEntries(load));
    await act(async () => undefined);
    expect(result.current.items).toBeNull();
    expect(result.current.problem).toBeInstanceOf(Error);
    pages.first = { items: ['a'], nextCursor: null };
    await act(async () => result.current.retry());
    expect(result.current).toMatchObject({ items: ['a'], problem: null });
  });
});
