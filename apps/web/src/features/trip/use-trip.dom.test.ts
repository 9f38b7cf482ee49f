// Tests the trip page's data: live events and positions, requests that fail or get no response, and the results of
// actions.
import { ApiError } from '@kerb/sdk/client';
import type { LiveState, TopicMessage } from '@kerb/sdk/live';
import { aBooking } from '@kerb/testing';
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { client, store } from '../../lib/store.ts';
import { useTrip } from './use-trip.ts';

// Without frames, the store notifies components by a timer, which the tests control.
vi.hoisted(() => vi.stubGlobal('requestAnimationFrame', undefined));
const connection = vi.hoisted(() => ({
  state: 'open' as LiveState,
  topics: new Map<string, (message: TopicMessage) => void>(),
}));
vi.mock('../../lib/live.ts', () => ({
  useLiveState: () => connection.state,
  live: {
    state: () => 'open',
    onState: () => () => undefined,
    subscribe: (topic: string, handler: (message: TopicMessage) => void) => {
      connection.topics.set(topic, handler);
      return () => connection.topics.delete(topic);
    },
  },
}));

/** Each test has its own booking, because a burst of events of one booking is throttled across tests. */
let id = 'b0';
let tests = 0;
const at = (status: 'NEW' | 'ACCEPTED' | 'PAID' | 'COMPLETE') => aBooking({ id, status, followOn: null });
const networkError = new ApiError({ status: 0, code: 'network_error' });
const notFound = new ApiError({ status: 404, code: 'not_found' });
const car = { lat: -34.9, lng: -56.2, heading: 90, at: 5 };
const track = { driver: car, entries: [], trail: 'abc', ahead: null };

/** The requests so far, each completed by the test. */
let readings: { answer: (booking: ReturnType<typeof at>) => void; fail: (error: ApiError) => void }[] = [];
const trackBooking = vi.spyOn(client, 'trackBooking');
beforeEach(() => {
  vi.useFakeTimers();
  tests += 1;
  id = `b${tests}`;
  readings = [];
  connection.state = 'open';
  trackBooking.mockReset().mockResolvedValue(track);
  vi.spyOn(client, 'getBooking').mockImplementation(
    () => new Promise((answer, fail) => readings.push({ answer, fail })),
  );
});
afterEach(async () => {
  cleanup();
  // Otherwise the store would wait for a timer of this test forever.
  await vi.advanceTimersByTimeAsync(50);
  vi.useRealTimers();
});

const wrapper = ({ children }: { children: ReactNode }) => createElement(Provider, { store, children });
const show = (first = id) => renderHook((booking) => useTrip(booking), { initialProps: first, wrapper });
const topic = () => `booking:${id}`;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Runs a step, and waits until the store has notified the hook of the booking, and then of its track. */
async function step(run: () => void): Promise<void> {
  act(run);
  await pass(50);
}
const send = (message: TopicMessage) => step(() => connection.topics.get(topic())?.(message));
const change = () =>
  send({ type: 'event', topic: topic(), seq: 1, name: 'booking.changed', data: { booking_id: id } });
const answer = (nth: number, status: Parameters<typeof at>[0]) =>
  step(() => readings[nth]?.answer(at(status)));
const fail = (nth: number, error: ApiError) => step(() => readings[nth]?.fail(error));

describe('the booking', () => {
  it('is loaded again after each event', async () => {
    const { result } = show();
    await answer(0, 'NEW');
    await change();
    expect(result.current.booking?.status).toBe('NEW');
    await answer(1, 'PAID');
    expect(result.current.booking?.status).toBe('PAID');
  });

  it('is the result of an action, regardless of earlier requests', async () => {
    const { result } = show();
    await step(() => result.current.update(at('COMPLETE')));
    await answer(0, 'PAID');
    expect(result.current.booking?.status).toBe('COMPLETE');
  });

  it('is never that of the previous trip', async () => {
    const { result, rerender } = show('previous');
    await answer(0, 'NEW');
    expect(result.current.booking?.status).toBe('NEW');
    rerender(id);
    expect(result.current.booking).toBeNull();
    await answer(1, 'PAID');
    expect(result.current.booking?.status).toBe('PAID');
  });

  it('is loaded again some seconds after a network failure, and not after an error from the server', async () => {
    const { result } = show();
    await fail(0, networkError);
    expect(result.current.problem).toBe(networkError);
    await pass(5_100);
    await answer(1, 'PAID');
    expect([result.current.booking?.status, result.current.problem]).toEqual(['PAID', null]);
    await change();
    await fail(2, notFound);
    await pass(60_000);
    expect(readings).toHaveLength(3);
  });

  it('disappears once the server answers 404, and remains after any other error', async () => {
    const { result } = show();
    await answer(0, 'NEW');
    await step(() => result.current.retry());
    await fail(1, new ApiError({ status: 404, code: 'unexpected_answer' }));
    expect(result.current.booking?.status).toBe('NEW');
    await step(() => result.current.retry());
    await fail(2, notFound);
    expect([result.current.booking, result.current.problem]).toEqual([null, notFound]);
  });

  it('is requested with a short deadline, so that a lost request is repeated early', async () => {
    show();
    expect(client.getBooking).toHaveBeenCalledWith(
      { params: { id } },
      expect.objectContaining({ timeoutMs: 8_000 }),
    );
  });
});

describe('the car', () => {
  it('is followed once the driver is on the way, by live positions and estimates', async () => {
    const { result } = show();
    await answer(0, 'NEW');
    expect(trackBooking).not.toHaveBeenCalled();
    await change();
    await answer(1, 'ACCEPTED');
    expect(result.current).toMatchObject({ car, eta: null, trail: 'abc', isCarUnknown: false });
    const next = { lat: -34.8, lng: -56.1, heading: 45, at: 6 };
    await send({ type: 'position', topic: topic(), driver: 'd1', ...next });
    expect(result.current.car).toEqual(next);
    const ahead = { to: 'pickup', time_in_secs: 60, distance_in_km: 1, polyline: 'x' } as const;
    await send({ type: 'eta', topic: topic(), ...ahead });
    expect(result.current.eta).toMatchObject(ahead);
    const receivedAt = result.current.eta?.receivedAt ?? 0;
    await send({ type: 'eta', topic: topic(), ...ahead });
    expect(result.current.eta?.receivedAt).toBeGreaterThan(receivedAt);
  });

  it('is unknown until a first position', async () => {
    trackBooking.mockRejectedValue(new ApiError({ status: 404, code: 'location_fetch_error' }));
    const { result } = show();
    await answer(0, 'ACCEPTED');
    expect(result.current).toMatchObject({ car: null, isCarUnknown: true });
    trackBooking.mockResolvedValue(track);
    await send({ type: 'position', topic: topic(), driver: 'd1', ...car });
    await pass(50);
    expect(result.current).toMatchObject({ car, isCarUnknown: false });
  });

  it('is loaded again when the connection is back, because positions are not repeated', async () => {
    const { rerender } = show();
    await answer(0, 'ACCEPTED');
    await pass(50);
    expect(trackBooking).toHaveBeenCalledTimes(1);
    connection.state = 'waiting';
    rerender(id);
    await pass(50);
    expect(trackBooking).toHaveBeenCalledTimes(1);
    connection.state = 'open';
    rerender(id);
    await pass(50);
    expect(trackBooking).toHaveBeenCalledTimes(2);
  });
});
