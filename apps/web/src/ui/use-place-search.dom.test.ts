// Tests how often places are searched while the user types: at once, then with the latest text every 200 ms at most.
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { client } from '../lib/store.ts';
import { usePlaceSearch } from './use-place-search.ts';

vi.mock('../lib/store.ts', () => ({ client: { mapsAutocomplete: vi.fn() } }));
const autocomplete = vi.mocked(client.mapsAutocomplete);

beforeEach(() => {
  vi.useFakeTimers();
  autocomplete.mockReset();
  autocomplete.mockResolvedValue({ searchResults: [] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const asked = () => autocomplete.mock.calls.map(([input]) => input?.query?.q);

it('throttles autocomplete at 200 ms, and sends no request for the text in between', async () => {
  const { rerender } = renderHook(({ text }) => usePlaceSearch(text, null, true), {
    initialProps: { text: 'ej' },
  });
  for (const text of ['eji', 'ejid', 'ejido']) rerender({ text });
  expect(asked()).toEqual(['ej']);
  await vi.advanceTimersByTimeAsync(199);
  expect(asked()).toEqual(['ej']);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toEqual(['ej', 'ejido']);
});
