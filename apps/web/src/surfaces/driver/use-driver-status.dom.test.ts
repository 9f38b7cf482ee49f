// Tests the driver's status while steps are queued (being sent, waiting for the network, or rejected), and when a
// document expires.
import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import type { QueuedStep } from '../../lib/trip-queue/queued-step.ts';
import { queuedStep } from '../../lib/trip-queue/testing/queue-builders.ts';
import { useDriverStatus } from './use-driver-status.ts';

const queue = vi.hoisted(() => ({ steps: [] as QueuedStep[], networkFailed: false }));
vi.mock('../../lib/trip-queue/use-trip-queue.ts', () => ({ useTripQueue: () => queue }));
vi.mock('../../lib/network/use-network.ts', () => ({ useNetwork: () => 'online' }));
vi.mock('../../lib/use-settings.ts', () => ({ useSettings: () => null }));
const driver = vi.hoisted(() => ({
  driverActiveStatus: true,
  queue: true,
  documentsValidUntil: null as number | null,
}));
vi.mock('../../lib/use-auth.ts', () => ({ useAuth: () => ({ user: { driver } }) }));

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('driver'), loadTexts('errors')]);
});
afterEach(() => {
  vi.useRealTimers();
});

const refusal = { code: 'photo_required', until: null };
const rejected = queuedStep(1, { kind: 'start', refusal });
const later = queuedStep(2, { kind: 'reach' });

it.each([
  ['is sent', [later], false, 'Sending…'],
  ['waits for the network', [later], true, '1 step waits on this phone for the network.'],
  ['was rejected', [rejected], false, 'A step needs you: open the trip.'],
  ['was rejected before another one', [rejected, later], true, 'A step needs you: open the trip.'],
])('of a step that %s', (_, steps, networkFailed, text) => {
  Object.assign(queue, { steps, networkFailed });
  const { result } = renderHook(() => useDriverStatus({ position: null }, 0));
  expect(result.current).toMatchObject({ title: 'You are on a trip', text });
});

it('of a driver on duty states that a document has expired as soon as it has', () => {
  const midnight = Date.parse('2026-05-11T00:00:00Z');
  vi.useFakeTimers({ now: midnight - 30_000 });
  Object.assign(queue, { steps: [], networkFailed: false });
  Object.assign(driver, { queue: false, documentsValidUntil: midnight });
  const { result } = renderHook(() => useDriverStatus({ position: { lat: 0, lng: 0, at: 0 } }, 0));
  expect(result.current.title).toBe('You are on duty');
  act(() => vi.advanceTimersByTime(40_000));
  expect(result.current).toMatchObject({
    title: 'No tasks for now',
    text: 'A document has expired. Upload a new one to take tasks again.',
  });
});
