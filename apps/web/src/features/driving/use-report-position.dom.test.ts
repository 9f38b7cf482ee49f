// Tests which positions are buffered for the trail of the trip instead of being posted.
import { ApiError } from '@kerb/sdk/client';
import { afterEach, expect, it, vi } from 'vitest';
import { client } from '../../lib/store.ts';
import { serverClock } from '../../lib/trip-queue/server-clock.ts';
import { bookingView, queuedStep, queueInMemory } from '../../lib/trip-queue/testing/queue-builders.ts';
import { createOwnPosition } from './own-position.ts';

vi.mock('./own-position.ts', { spy: true });
vi.mock('../../lib/live.ts', () => ({
  live: { onState: () => () => undefined, sendPosition: () => false },
}));
vi.mock('../../lib/trip-queue/app-queue.ts', () => ({ appQueue: {} }));

afterEach(() => vi.unstubAllGlobals());

it.each([
  { status: 0, code: 'network_error', isBuffered: true },
  { status: 502, code: 'unexpected_answer', isBuffered: true },
  { status: 503, code: 'unavailable', isBuffered: true },
  { status: 422, code: 'invalid_input', isBuffered: false },
] as const)('after $code with status $status: $isBuffered', async ({ status, code, isBuffered }) => {
  const queue = queueInMemory();
  await queue.storeBooking(bookingView());
  const keepPosition = vi.spyOn(queue, 'keepPosition');
  const { appQueue } = await import('../../lib/trip-queue/app-queue.ts');
  Object.assign(appQueue, { state: queue.state, queue: () => queue });
  const postLocation = vi.spyOn(client, 'postLocation').mockRejectedValue(new ApiError({ status, code }));
  await import('./use-report-position.ts');
  vi.mocked(createOwnPosition).mock.calls[0]?.[0].send({ lat: -34.9, lng: -56.2, at: 1_000 });
  await vi.waitFor(() => expect(postLocation).toHaveBeenCalledOnce());
  await expect(postLocation.mock.results[0]?.value).rejects.toMatchObject({ code });
  await vi.waitFor(() => expect(keepPosition).toHaveBeenCalledTimes(isBuffered ? 1 : 0));
  postLocation.mockRestore();
});

it.each([
  { booking: 'trip-1', isBuffered: true },
  { booking: 'another trip', isBuffered: false },
])('while a step of $booking is queued: $isBuffered', async ({ booking, isBuffered }) => {
  const queue = queueInMemory();
  await queue.storeBooking(bookingView());
  const keepPosition = vi.spyOn(queue, 'keepPosition');
  const { appQueue } = await import('../../lib/trip-queue/app-queue.ts');
  const state = () => ({ ...queue.state(), steps: [queuedStep(1, { booking })] });
  Object.assign(appQueue, { state, queue: () => queue });
  const postLocation = vi.spyOn(client, 'postLocation').mockResolvedValue(undefined);
  await import('./use-report-position.ts');
  vi.mocked(createOwnPosition).mock.calls[0]?.[0].send({ lat: -34.9, lng: -56.2, at: 1_000 });
  await vi.waitFor(() => expect(keepPosition).toHaveBeenCalledTimes(isBuffered ? 1 : 0));
  await vi.waitFor(() => expect(postLocation).toHaveBeenCalledTimes(isBuffered ? 0 : 1));
  postLocation.mockRestore();
});

it('measures the clock again after positions were rejected, at most once in 30 s', async () => {
  const queue = queueInMemory();
  const { appQueue } = await import('../../lib/trip-queue/app-queue.ts');
  Object.assign(appQueue, { state: queue.state, queue: () => queue });
  await import('./use-report-position.ts');
  // The phone's clock was 20 s slow, and is right now.
  const dateIn = (ms: number) => new Date(Date.now() + ms).toUTCString();
  serverClock.observe(dateIn(20_000), Date.now(), Date.now());
  expect(serverClock.offset()).toBeGreaterThan(15_000);
  const uptime = vi.spyOn(performance, 'now').mockReturnValue(100_000);
  const postLocation = vi
    .spyOn(client, 'postLocation')
    .mockRejectedValue(new ApiError({ status: 422, code: 'position_rejected' }));
  const ask = vi.fn(async () =>
    Response.json({ user: null, secondFactor: null }, { headers: { date: dateIn(0) } }),
  );
  vi.stubGlobal('fetch', ask);
  const getSession = vi.spyOn(client, 'getSession');
  const reject = async () => {
    const before = postLocation.mock.calls.length;
    vi.mocked(createOwnPosition).mock.calls[0]?.[0].send({ lat: -34.9, lng: -56.2, at: Date.now() });
    await vi.waitFor(() => expect(postLocation).toHaveBeenCalledTimes(before + 1));
  };
  await reject();
  await vi.waitFor(() => expect(serverClock.offset()).toBe(0));
  expect(ask).toHaveBeenCalledOnce();
  uptime.mockReturnValue(129_999);
  await reject();
  uptime.mockReturnValue(130_000);
  await reject();
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  expect(getSession).toHaveBeenCalledTimes(2);
  getSession.mockRestore();
  uptime.mockRestore();
  postLocation.mockRestore();
});
