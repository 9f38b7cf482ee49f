// Tests the Book button when the dialogs after it do not load, without a network and after a release.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { markUnsaved } from '../../lib/unsaved-input.ts';
import { useBookingStart } from './use-booking-start.ts';

const loadTexts = vi.hoisted(() => vi.fn<() => Promise<void>>());
const reloadPage = vi.hoisted(() => vi.fn());
vi.mock('../../lib/i18n/index.ts', () => ({ loadTexts }));
vi.mock('./booking-dialogs.tsx', () => ({ BookingDialogs: () => null }));
vi.mock('../../lib/load-screen.ts', async (importOriginal) => {
  const { loadScreen } = await importOriginal<typeof import('../../lib/load-screen.ts')>();
  return { reloadPage, loadScreen: (load: () => Promise<unknown>) => loadScreen(load, reloadPage) };
});

let isOnline = true;
let unmark: () => void = () => undefined;
beforeEach(() => {
  isOnline = true;
  unmark = () => undefined;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  loadTexts.mockReset().mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  reloadPage.mockReset();
  sessionStorage.clear();
});
afterEach(() => {
  unmark();
  vi.restoreAllMocks();
});

/** Presses Book, and waits until both attempts to load have ended. */
async function pressBook(booking: { readonly current: ReturnType<typeof useBookingStart> }): Promise<void> {
  const before = loadTexts.mock.calls.length;
  act(() => booking.current.start());
  await vi.waitFor(() => expect(loadTexts).toHaveBeenCalledTimes(before + 2));
  await act(() =>
    vi.waitFor(() => expect(booking.current.busy && !reloadPage.mock.calls.length).toBe(false)),
  );
}

it('reloads the page at the first press, and not while the form is only focused', async () => {
  const { result } = renderHook(() => useBookingStart());
  await act(async () => result.current.prepare());
  expect(reloadPage).not.toHaveBeenCalled();
  await pressBook(result);
  expect(reloadPage).toHaveBeenCalledOnce();
  expect(result.current).toMatchObject({ busy: true, problem: null });
});

it('reloads the page at the second press when places were entered', async () => {
  unmark = markUnsaved();
  const { result } = renderHook(() => useBookingStart());
  await pressBook(result);
  expect(result.current.problem).toBe('something_failed');
  expect(reloadPage).not.toHaveBeenCalled();
  await pressBook(result);
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('loads again at each press without a network, and starts once it is back', async () => {
  isOnline = false;
  const { result } = renderHook(() => useBookingStart());
  for (const _ of ['first', 'second']) {
    await pressBook(result);
    expect(result.current.problem).toBe('network_error');
  }
  isOnline = true;
  loadTexts.mockReset().mockResolvedValue(undefined);
  act(() => result.current.start());
  await vi.waitFor(() => expect(result.current.Dialogs).not.toBeNull());
  expect(result.current).toMatchObject({ problem: null, link: { attempt: 1 } });
  expect(reloadPage).not.toHaveBeenCalled();
});
