// Tests that a screen whose files a release has replaced reloads the page once, and not without end.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadScreen } from './load-screen.ts';
import { markUnsaved } from './unsaved-input.ts';

const missing = new TypeError('Failed to fetch dynamically imported module');
const fail = () => Promise.reject(missing);
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  sessionStorage.clear();
  reload.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('returns a screen that loads, without a reload', async () => {
  expect(await loadScreen(async () => 'screen', reload)).toBe('screen');
  expect(reload).not.toHaveBeenCalled();
});

it('tries once more before it reloads', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(missing).mockResolvedValue('screen');
  expect(await loadScreen(load, reload)).toBe('screen');
  expect(reload).not.toHaveBeenCalled();
});

it('shows the error instead of a reload that would lose unsaved input or an emergency call', async () => {
  const unmark = markUnsaved();
  await expect(loadScreen(fail, reload)).rejects.toBe(missing);
  unmark();
  expect(reload).not.toHaveBeenCalled();
  void loadScreen(fail, reload);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it('reloads once when a screen does not load, and shows the error of a second failure', async () => {
  void loadScreen(fail, reload);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  await expect(loadScreen(fail, reload)).rejects.toBe(missing);
  expect(reload).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  void loadScreen(fail, reload);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
});

it('shows the error without a network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(loadScreen(fail, reload)).rejects.toBe(missing);
  expect(reload).not.toHaveBeenCalled();
});
