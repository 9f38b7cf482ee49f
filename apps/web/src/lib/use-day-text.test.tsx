// Tests the days of the next weeks: the year is written only where it is not the current one.
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import { store } from './store.ts';
import { useNearDayText } from './use-day-text.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('writes the year of a day in another year', () => {
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-12-31T12:00:00Z'));
  const dayText = renderHook(() => useNearDayText(), { wrapper }).result.current;
  expect(dayText('2026-12-31')).toBe('Thu, Dec 31');
  expect(dayText('2027-01-01')).toBe('Fri, Jan 1, 2027');
  now.mockReturnValue(Date.parse('2027-01-01T12:00:00Z'));
  expect(dayText('2027-01-01')).toBe('Fri, Jan 1');
});
