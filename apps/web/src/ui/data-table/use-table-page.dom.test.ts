// The rows of a table while pages are read, fail and overtake each other.
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { TablePage } from './table-column.ts';
import { useTablePage } from './use-table-page.ts';

type Load = (signal: AbortSignal) => Promise<TablePage<string>>;
const page = (...items: string[]): TablePage<string> => ({ items, nextCursor: null });

/** A load whose answers come when the test says so. */
function asked() {
  const answers: { give: (page: TablePage<string>) => void; fail: (problem: unknown) => void }[] = [];
  const signals: AbortSignal[] = [];
  const load: Load = (signal) =>
    new Promise((give, fail) => {
      signals.push(signal);
      answers.push({ give, fail });
    });
  return { load, answers, signals };
}
const shown = (first: Load) =>
  renderHook(({ load }) => useTablePage(load), { initialProps: { load: first } });

describe('useTablePage', () => {
  it('has no page until the first is here', async () => {
    const first = asked();
    const { result } = shown(first.load);
    expect(result.current).toMatchObject({ answer: null, loading: true, problem: null });
    await act(async () => first.answers[0]?.give(page('a')));
    expect(result.current).toMatchObject({ answer: { items: ['a'] }, loading: false });
  });

  it('keeps the rows until the next are here, and drops an answer that was overtaken', async () => {
    const first = asked();
    const second = asked();
    const third = asked();
    const { result, rerender } = shown(first.load);
    await act(async () => first.answers[0]?.give(page('a')));
    rerender({ load: second.load });
    expect(result.current).toMatchObject({ answer: { items: ['a'] }, loading: true });
    rerender({ load: third.load });
    expect(second.signals[0]?.aborted).toBe(true);
    await act(async () => third.answers[0]?.give(page('c')));
    await act(async () => second.answers[0]?.give(page('b')));
    expect(result.current).toMatchObject({ answer: { items: ['c'] }, loading: false });
  });

  it('keeps the rows when reading them again fails, but not those of another search', async () => {
    const first = asked();
    const second = asked();
    const { result, rerender } = shown(first.load);
    await act(async () => first.answers[0]?.give(page('a')));
    act(() => result.current.reload());
    await act(async () => first.answers[1]?.fail('unavailable'));
    expect(result.current).toMatchObject({
      answer: { items: ['a'] },
      problem: 'unavailable',
      loading: false,
    });
    rerender({ load: second.load });
    await act(async () => second.answers[0]?.fail('internal'));
    expect(result.current).toMatchObject({ answer: null, problem: 'internal' });
    act(() => result.current.reload());
    await act(async () => second.answers[1]?.give(page('b')));
    expect(result.current).toMatchObject({ answer: { items: ['b'] }, problem: null });
  });
});
