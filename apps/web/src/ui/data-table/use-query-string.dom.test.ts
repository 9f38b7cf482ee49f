// Tests that changes of the query string that follow each other closely do not restore each other's parameters.
import { act, renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { expect, it } from 'vitest';
import { useQueryString } from './use-query-string.ts';

it('keeps a parameter removed that an earlier change removed before the next render', () => {
  window.history.replaceState(null, '', '/bookings?status=NEW&from=2020-01-01&size=50');
  const { result } = renderHook(() => useQueryString(), { wrapper: BrowserRouter });
  const { change } = result.current;
  act(() => {
    change({ status: '', from: '' });
    change({ q: 'taxi' });
  });
  expect(window.location.search).toBe('?size=50&q=taxi');
  expect(result.current.params.toString()).toBe('size=50&q=taxi');
});
