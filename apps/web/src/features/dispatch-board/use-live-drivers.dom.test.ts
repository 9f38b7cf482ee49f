// Tests the drivers on duty between two loads of the list: live positions, and drivers who are not listed yet.
import type { TopicMessage } from '@kerb/sdk/live';
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import { client, store } from '../../lib/store.ts';
import { useLiveDrivers } from './use-live-drivers.ts';

// Without frames, the store notifies components by a timer, which the tests control.
vi.hoisted(() => vi.stubGlobal('requestAnimationFrame', undefined));
const topics = vi.hoisted(() => new Map<string, (message: TopicMessage) => void>());
vi.mock('../../lib/live.ts', () => ({
  useLiveTopic: (topic: string, handler: (message: TopicMessage) => void) => void topics.set(topic, handler),
  live: { state: () => 'open', onState: () => () => undefined, subscribe: () => () => undefined },
}));

const onDuty = (driver: string, name: string) => ({
  driver,
  name,
  vehicle_number: 'SAB 1',
  carType: null,
  queue: false,
  booking: null,
  lat: 1,
  lng: 1,
  at: 100,
});
const wrapper = ({ children }: { children: ReactNode }) => createElement(Provider, { store, children });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const move = (driver: string, at: number) =>
  act(() =>
    topics.get('drivers')?.({ type: 'position', topic: 'drivers', driver, lat: 2, lng: 2, at, heading: 90 }),
  );

afterEach(() => void vi.useRealTimers());

it('moves the cars, and loads the list again for a driver who is not on it, at most every 3 s', async () => {
  vi.useFakeTimers();
  const liveDrivers = vi.spyOn(client, 'liveDrivers').mockResolvedValue({ items: [onDuty('1', 'Ana')] });
  const { result } = renderHook(useLiveDrivers, { wrapper });
  await pass(200);
  expect(result.current.drivers).toMatchObject([{ driver: '1', lat: 1, heading: null }]);
  move('1', 101);
  await pass(600);
  expect(result.current.drivers).toMatchObject([{ driver: '1', lat: 2, at: 101, heading: 90 }]);
  expect(liveDrivers).toHaveBeenCalledTimes(1);
  liveDrivers.mockResolvedValue({ items: [onDuty('1', 'Ana'), onDuty('2', 'Bruno')] });
  move('2', 101);
  await pass(800);
  expect(result.current.drivers).toMatchObject([{ lat: 2 }, { driver: '2', lat: 2, at: 101 }]);
  expect(liveDrivers).toHaveBeenCalledTimes(2);
  move('3', 101);
  await pass(600);
  move('3', 102);
  await pass(600);
  expect(liveDrivers).toHaveBeenCalledTimes(2);
  await pass(3_000);
  expect(liveDrivers).toHaveBeenCalledTimes(3);
});
