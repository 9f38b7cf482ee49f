// Tests the remaining route of a trip: when it is requested, from where, and by way of which stops.
import { encodePolyline, type LatLng } from '@kerb/domain/geo';
import { ApiError } from '@kerb/sdk/client';
import { aBooking } from '@kerb/testing';
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { client, store } from '../../lib/store.ts';
import { useRemainingRoute } from './use-remaining-route.ts';

// Without frames, the store notifies components by a timer, which the tests control.
vi.hoisted(() => vi.stubGlobal('requestAnimationFrame', undefined));

const pickup = { lat: -34.9, lng: -56.16, add: 'P' };
const drop = { lat: -34.92, lng: -56.16, add: 'D' };
const stop = { lat: -34.91, lng: -56.16, add: 'S' };
const at = (lat: number, lng = -56.16): LatLng => ({ lat, lng });
const trip = (status: 'ACCEPTED' | 'STARTED', waypoints = [stop]) =>
  aBooking({ status, pickup, drop, waypoints, polyline: encodePolyline([pickup, stop, drop]) });
const directions = (from: LatLng, to: LatLng) => ({
  polylinePoints: encodePolyline([from, to]),
  distance_in_km: 1,
  time_in_secs: 100,
  legs: [],
  maneuvers: [],
});

/** The requests so far, each completed by the test. */
let asked: {
  query: object;
  answer: (from: LatLng, to: LatLng) => void;
  fail: () => void;
}[] = [];
const trackBooking = vi.spyOn(client, 'trackBooking');
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  asked = [];
  trackBooking.mockReset().mockResolvedValue({ entries: [], trail: '', driver: null, ahead: null });
  vi.spyOn(client, 'mapsDirections').mockImplementation(
    ({ query }) =>
      new Promise((resolve, reject) =>
        asked.push({
          query,
          answer: (from, to) => resolve(directions(from, to)),
          fail: () => reject(new ApiError({ status: 503, code: 'unavailable' })),
        }),
      ),
  );
});
afterEach(async () => {
  cleanup();
  store.dispatch(answersApi.util.resetApiState());
  // Otherwise the store would wait for a timer of this test forever.
  await vi.advanceTimersByTimeAsync(50);
  vi.useRealTimers();
});

const wrapper = ({ children }: { children: ReactNode }) => createElement(Provider, { store, children });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
async function step(run: () => void): Promise<void> {
  act(run);
  await pass(50);
}
async function show(booking: ReturnType<typeof trip>, position: LatLng) {
  const shown = renderHook((props) => useRemainingRoute(props.booking, props.position), {
    initialProps: { booking, position },
    wrapper,
  });
  await pass(50);
  return {
    result: shown.result,
    next: (next: ReturnType<typeof trip>, car: LatLng) =>
      step(() => shown.rerender({ booking: next, position: car })),
  };
}

it('is requested again once the car leaves it, at most every 5 s; the known route stays until then', async () => {
  const { result, next } = await show(trip('ACCEPTED'), at(-34.89));
  expect(asked.map(({ query }) => query)).toEqual([{ start: '-34.89,-56.16', dest: '-34.9,-56.16' }]);
  expect(result.current.route).toBeNull();
  await step(() => asked[0]?.answer(at(-34.89), pickup));
  expect(result.current.route?.progress.leftKm).toBeCloseTo(1.1, 1);
  await next(trip('ACCEPTED'), at(-34.895));
  expect(result.current.route?.progress.leftKm).toBeCloseTo(0.56, 1);
  await pass(3_000);
  await next(trip('ACCEPTED'), at(-34.895, -56.17));
  expect(asked).toHaveLength(1);
  await pass(2_000);
  await next(trip('ACCEPTED'), at(-34.896, -56.17));
  expect(asked).toHaveLength(2);
  expect(result.current.route?.points[0]).toEqual(at(-34.89));
  await step(() => asked[1]?.answer(at(-34.896, -56.17), pickup));
  expect(result.current.route?.points[0]).toEqual(at(-34.896, -56.17));
});

it('is not requested again while a request is pending, so that a slow response is shown', async () => {
  const { result, next } = await show(trip('ACCEPTED'), at(-34.89));
  await pass(2_000);
  await next(trip('ACCEPTED'), at(-34.891));
  expect(asked).toHaveLength(1);
  await step(() => asked[0]?.answer(at(-34.89), pickup));
  expect(result.current.route?.points).toEqual([at(-34.89), at(pickup.lat)]);
  expect(asked).toHaveLength(1);
});

it('is not requested again after a slow failure until the next position', async () => {
  const { next } = await show(trip('ACCEPTED'), at(-34.89));
  await pass(15_000);
  await step(() => asked[0]?.fail());
  expect(asked).toHaveLength(1);
  await next(trip('ACCEPTED'), at(-34.89));
  expect(asked).toHaveLength(2);
});

it('to the pickup is not shown for the drop, and its late response is ignored', async () => {
  const { result, next } = await show(trip('ACCEPTED', []), at(-34.89));
  await step(() => asked[0]?.answer(at(-34.89), pickup));
  expect(result.current.route?.to).toBe('pickup');
  await pass(5_000);
  await next(trip('ACCEPTED', []), at(-34.9, -56.17));
  expect(asked).toHaveLength(2);
  await pass(1_000);
  await next(trip('STARTED', []), at(-34.9));
  expect(asked).toHaveLength(3);
  await step(() => asked[1]?.answer(at(-34.9, -56.17), pickup));
  expect(result.current.route).toBeNull();
  await step(() => asked[2]?.answer(at(-34.9), drop));
  expect(result.current.route).toMatchObject({ to: 'drop', points: [at(-34.9), at(drop.lat)] });
});

it('is requested again at the next position after a failure, also at the same place', async () => {
  const { result, next } = await show(trip('ACCEPTED'), at(-34.89));
  await step(() => asked[0]?.fail());
  await pass(1_000);
  await next(trip('ACCEPTED'), at(-34.89));
  expect(asked).toHaveLength(2);
  await step(() => asked[1]?.answer(at(-34.89), pickup));
  expect(result.current.route).not.toBeNull();
});

const started = (...way: LatLng[]) => ({
  entries: [{ id: '1', status: 'STARTED' as const, lat: pickup.lat, lng: pickup.lng, at: 1 }],
  trail: encodePolyline([pickup, ...way]),
  driver: null,
  ahead: null,
});

it('of a started trip leads by way of the stops that the recorded trail has not visited', async () => {
  let respond: (track: ReturnType<typeof started>) => void = () => undefined;
  trackBooking.mockReturnValue(new Promise((resolve) => (respond = resolve)));
  const last = { ...stop, lat: -34.915 };
  await show(trip('STARTED', [stop, last]), at(-34.912));
  expect(asked).toEqual([]);
  await step(() => respond(started(stop, at(-34.912))));
  expect(asked.map(({ query }) => query)).toEqual([
    { start: '-34.912,-56.16', dest: '-34.92,-56.16', waypoints: '-34.915,-56.16' },
  ]);
});

it('does not lead to a stop that was visited after another screen had loaded the trail', async () => {
  trackBooking.mockResolvedValue(started());
  await show(trip('STARTED'), at(-34.905));
  expect(asked.map(({ query }) => query)).toMatchObject([{ waypoints: '-34.91,-56.16' }]);
  cleanup();
  await pass(1_000);
  trackBooking.mockResolvedValue(started(stop, at(-34.912)));
  await show(trip('STARTED'), at(-34.912));
  expect(asked.map(({ query }) => query).slice(1)).toEqual([
    { start: '-34.912,-56.16', dest: '-34.92,-56.16' },
  ]);
});

it('is requested once the trail has been loaded, which each position requests again after a failure', async () => {
  trackBooking.mockResolvedValue(started());
  await show(trip('STARTED'), at(-34.905));
  cleanup();
  await pass(1_000);
  asked = [];
  trackBooking.mockReset().mockRejectedValue(new ApiError({ status: 503, code: 'unavailable' }));
  const { next } = await show(trip('STARTED'), at(-34.912));
  await next(trip('STARTED'), at(-34.912));
  await pass(5_000);
  expect(trackBooking).toHaveBeenCalledTimes(1);
  await next(trip('STARTED'), at(-34.912));
  await next(trip('STARTED'), at(-34.912));
  expect(trackBooking).toHaveBeenCalledTimes(2);
  expect(asked).toEqual([]);
  trackBooking.mockResolvedValue(started(stop, at(-34.912)));
  await pass(1_000);
  await next(trip('STARTED'), at(-34.913));
  expect(asked.map(({ query }) => query)).toEqual([{ start: '-34.913,-56.16', dest: '-34.92,-56.16' }]);
});
