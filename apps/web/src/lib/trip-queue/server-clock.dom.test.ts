// Tests the offset of a phone's clock from the server's: its measurement from responses, storage and correction.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createServerClock, fetchWithClock, serverClock, useClockOffset } from './server-clock.ts';

const phone = Date.parse('2026-03-01T12:00:00.000Z');
const dateAfter = (ms: number) => new Date(phone + ms).toUTCString();
const minutes = 60_000;

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('the offset between the phone and the server', () => {
  test('is computed to half a second for a phone ten minutes behind', () => {
    const clock = createServerClock();
    clock.observe(dateAfter(10 * minutes), phone - 200, phone + 200);
    expect(clock.offset()).toBe(10 * minutes + 500);
  });

  test('is negative for a phone that is hours ahead', () => {
    const clock = createServerClock();
    clock.observe(dateAfter(-180 * minutes), phone, phone);
    expect(clock.offset()).toBe(-180 * minutes + 500);
  });

  test('is zero for a nearly correct clock, and again after the clock is corrected', () => {
    const clock = createServerClock();
    clock.observe(dateAfter(4_000), phone, phone);
    expect(clock.offset()).toBe(0);
    clock.observe(dateAfter(10 * minutes), phone, phone);
    clock.observe(dateAfter(0), phone, phone);
    expect(clock.offset()).toBe(0);
  });

  test('does not change with small differences between responses, so that times stay ordered', () => {
    const clock = createServerClock();
    clock.observe(dateAfter(10 * minutes), phone, phone);
    clock.observe(dateAfter(10 * minutes - 2_000), phone, phone + 1_000);
    expect(clock.offset()).toBe(10 * minutes + 500);
    clock.observe(dateAfter(20 * minutes), phone, phone);
    expect(clock.offset()).toBe(20 * minutes + 500);
  });

  test.each([
    ['no date', null, phone, phone],
    ['an invalid date', 'yesterday', phone, phone],
    ['an answer that took long', dateAfter(10 * minutes), phone, phone + 4_001],
    ['a clock set between question and answer', dateAfter(10 * minutes), phone, phone - 1],
  ])('%s says nothing', (_what, date, asked, come) => {
    const clock = createServerClock();
    clock.observe(date, asked, come);
    expect(clock.offset()).toBe(0);
  });
});

describe('after a reload without a network', () => {
  test('restores the offset, and clears it when the clock is correct', () => {
    createServerClock().observe(dateAfter(10 * minutes), phone, phone);
    const after = createServerClock();
    expect(after.offset()).toBe(10 * minutes + 500);
    after.observe(dateAfter(0), phone, phone);
    expect(createServerClock().offset()).toBe(0);
  });

  test('ignores an invalid stored value', () => {
    localStorage.setItem('kerb.clock', 'soon');
    expect(createServerClock().offset()).toBe(0);
  });

  test('retains the offset until the page is closed when storage is unavailable', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    const clock = createServerClock();
    clock.observe(dateAfter(10 * minutes), phone, phone);
    expect(clock.offset()).toBe(10 * minutes + 500);
  });
});

test('sets the clock from an uncached response, and updates the screens at once', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(phone);
  const answer = (ms: number) => new Response('{}', { headers: { date: dateAfter(ms) } });
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(answer(10 * minutes));
  const { result } = renderHook(useClockOffset);
  expect(result.current).toBe(0);
  await act(() => fetchWithClock('/api/v1/session', { method: 'GET' }));
  expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/v1/session', { method: 'GET', cache: 'no-store' });
  expect(result.current).toBe(10 * minutes + 500);
  fetch.mockResolvedValueOnce(answer(0));
  await act(() => fetchWithClock('/api/v1/session', { method: 'GET' }));
  expect(serverClock.offset()).toBe(0);
  expect(result.current).toBe(0);
});
