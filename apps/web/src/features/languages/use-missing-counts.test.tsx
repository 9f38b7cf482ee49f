// Tests what the list of languages gets while texts are counted, afterwards, and when counting fails.
import { testId } from '@kerb/testing';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { store } from '../../lib/store.ts';
import { useMissingCounts } from './use-missing-counts.ts';

const polish = {
  id: testId(1),
  langName: 'Polski',
  langLocale: 'pl',
  dateLocale: 'pl',
  default: false,
  shipped: false,
  version: 1,
};
const answer = vi.fn<() => Response>();

beforeEach(() => {
  vi.stubGlobal('fetch', async () => answer());
  return () => act(() => void store.dispatch(answersApi.util.resetApiState()));
});

function counted() {
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  return renderHook(() => useMissingCounts()(polish), { wrapper }).result;
}

it('is undefined until the server has counted', async () => {
  answer.mockImplementation(() => Response.json({ items: [{ id: polish.id, missing: 12 }] }));
  const result = counted();
  expect(result.current).toBeUndefined();
  await waitFor(() => expect(result.current).toBe(12));
});

it('is null when counting fails, so that it is not taken for loading', async () => {
  answer.mockImplementation(() => Response.json({ code: 'forbidden', status: 403 }, { status: 403 }));
  const result = counted();
  await waitFor(() => expect(result.current).toBeNull());
});
