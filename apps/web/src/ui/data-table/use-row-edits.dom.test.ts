// Tests deleting a row: one deletion at a time, and what is shown after a success and after a failure.
import { act, renderHook } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n/index.ts';
import { useRowEdits } from './use-row-edits.ts';

beforeAll(() => startI18n());

function rowEdits(remove: (row: string) => Promise<void>) {
  const reload = vi.fn();
  const { result } = renderHook(() => useRowEdits<string>({ nameOf: (row) => `the ${row}`, remove, reload }));
  act(() => result.current.ask({ what: 'delete', row: 'first' }));
  return { result, reload };
}

it('deletes a row once, then closes the dialog and reloads the table', async () => {
  let end: () => void = () => undefined;
  const remove = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const { result, reload } = rowEdits(remove);
  act(() => {
    result.current.remove('first');
    result.current.remove('first');
  });
  expect(remove).toHaveBeenCalledExactlyOnceWith('first');
  expect(result.current).toMatchObject({ busy: true, asked: { what: 'delete' } });
  await act(async () => end());
  expect(result.current).toMatchObject({ busy: false, asked: null, alert: null });
  expect(result.current.done).toEqual({ what: 'deleted', name: 'the first' });
  expect(reload).toHaveBeenCalledOnce();
});

it('shows why a row could not be deleted, and reloads the table', async () => {
  const { result, reload } = rowEdits(() => Promise.reject('network_error'));
  await act(async () => result.current.remove('first'));
  expect(result.current).toMatchObject({ busy: false, asked: null, done: null });
  expect(result.current.alert).toEqual(expect.any(String));
  expect(reload).toHaveBeenCalledOnce();
  act(() => result.current.closeAlert());
  expect(result.current.alert).toBeNull();
});
