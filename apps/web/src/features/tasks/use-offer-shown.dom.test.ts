// Tests that an offer is reported as shown only while the page is visible.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useOfferShown } from './use-offer-shown.ts';

const sendOfferShown = vi.hoisted(() => vi.fn());
vi.mock('../../lib/live.ts', () => ({ live: { sendOfferShown } }));

const visibility = vi.spyOn(document, 'visibilityState', 'get');
const become = (state: DocumentVisibilityState) =>
  act(() => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  });

beforeEach(() => {
  sendOfferShown.mockClear();
  visibility.mockReturnValue('visible');
});
afterEach(() => visibility.mockReset());

it('reports each offer that a visible page shows', () => {
  const { rerender } = renderHook(({ booking }) => useOfferShown(booking), {
    initialProps: { booking: 'one' },
  });
  rerender({ booking: 'one' });
  expect(sendOfferShown.mock.calls).toEqual([['one']]);
  rerender({ booking: 'two' });
  expect(sendOfferShown.mock.calls).toEqual([['one'], ['two']]);
});

it('reports an offer in a background page when the page becomes visible, and not after it was removed', () => {
  visibility.mockReturnValue('hidden');
  const { unmount } = renderHook(() => useOfferShown('one'));
  expect(sendOfferShown).not.toHaveBeenCalled();
  become('visible');
  expect(sendOfferShown.mock.calls).toEqual([['one']]);
  unmount();
  become('visible');
  expect(sendOfferShown).toHaveBeenCalledTimes(1);
});
