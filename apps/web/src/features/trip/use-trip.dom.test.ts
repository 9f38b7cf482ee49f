// Tests the trip page's data when requests overtake each other, fail, or get no response.
import { ApiError } from '@kerb/sdk/client';
import { aBooking } from '@kerb/testing';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { client } from '../../lib/store.ts';
import { useTrip } from './use-trip.ts';

const live = vi.hoisted(() => ({ publish: (_message: { type: 'event' }) => {} }));
vi.mock('../../lib/live.ts', () => ({
  useLiveState: () => 'connecting',
  useLiveTopic: (_topic: string, onMessage: typeof live.publish) => {
    live.publish = onMessage;
  },
}));

const at = (status: 'NEW' | 'PAID' | 'COMPLETE') => aBooking({ id: 'b1', status, followOn: null });
const networkError = new ApiError({ status: 0, code: 'network_error' });

/** The requests so far, each completed by the test. */
let readings: { answer: (booking: ReturnType<typeof at>) => void; fail: (error: ApiError) => void }[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  readings = [];
  vi.spyOn(client, 'getBooking').mockImplementation(
    () => new Promise((answer, fail) => readings.push({ answer, fail })),
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const shown = () => renderHook(() => useTrip('b1')).result;
const change = () => act(() => live.publish({ type: 'event' }));
const answer = (nth: number, status: Parameters<typeof at>[0]) =>
  act(async () => readings[nth]?.answer(at(status)));

it('accepts a response while a later request is still unanswered', async () => {
  const trip = shown();
  await answer(0, 'NEW');
  change();
  change();
  await answer(1, 'PAID');
  expect(readings).toHaveLength(3);
  expect(trip.current.booking?.status).toBe('PAID');
});

it('ignores an older response that arrives late', async () => {
  const trip = shown();
  change();
  await answer(1, 'PAID');
  await answer(0, 'NEW');
  expect(trip.current.booking?.status).toBe('PAID');
});

it('shows the result of an action, and ignores responses to earlier requests', async () => {
  const trip = shown();
  act(() => trip.current.update(at('COMPLETE')));
  await answer(0, 'PAID');
  expect(trip.current.booking?.status).toBe('COMPLETE');
});

it('drops the late response for the previous booking', async () => {
  const { result, rerender } = renderHook(({ id }) => useTrip(id), { initialProps: { id: 'b0' } });
  rerender({ id: 'b1' });
  await answer(0, 'NEW');
  expect(result.current.booking).toBeNull();
  await answer(1, 'PAID');
  expect(result.current.booking?.status).toBe('PAID');
});

it('reloads some seconds after a network failure, and not after an error from the server', async () => {
  const trip = shown();
  await act(async () => readings[0]?.fail(networkError));
  expect(trip.current.problem).toBe(networkError);
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await answer(1, 'PAID');
  expect([trip.current.booking?.status, trip.current.problem]).toEqual(['PAID', null]);
  change();
  await act(async () => readings[2]?.fail(new ApiError({ status: 404, code: 'not_found' })));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(readings).toHaveLength(3);
});

it('shows no booking once the server answers 404, although an older response has it', async () => {
  const trip = shown();
  await answer(0, 'NEW');
  change();
  change();
  const problem = new ApiError({ status: 404, code: 'not_found' });
  await act(async () => readings[2]?.fail(problem));
  expect([trip.current.booking, trip.current.problem]).toEqual([null, problem]);
  await answer(1, 'NEW');
  expect(trip.current.booking).toBeNull();
});

it('still shows the booking after any other error', async () => {
  const trip = shown();
  await answer(0, 'NEW');
  change();
  await act(async () => readings[1]?.fail(new ApiError({ status: 404, code: 'unexpected_answer' })));
  expect(trip.current.booking?.status).toBe('NEW');
});
