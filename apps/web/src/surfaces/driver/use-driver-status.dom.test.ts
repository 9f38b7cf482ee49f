// Tests the driver's status while steps are queued: being sent, waiting for the network, or rejected.
import { renderHook } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import type { QueuedStep } from '../../lib/trip-queue/queued-step.ts';
import { queuedStep } from '../../lib/trip-queue/testing/queue-builders.ts';
import { useDriverStatus } from './use-driver-status.ts';

const queue = vi.hoisted(() => ({ steps: [] as QueuedStep[], networkFailed: false }));
vi.mock('../../lib/trip-queue/use-trip-queue.ts', () => ({ useTripQueue: () => queue }));
vi.mock('../../lib/network/use-network.ts', () => ({ useNetwork: () => 'online' }));
vi.mock('../../lib/use-settings.ts', () => ({ useSettings: () => null }));
vi.mock('../../lib/use-auth.ts', () => ({
  useAuth: () => ({ user: { driver: { driverActiveStatus: true, queue: true } } }),
}));

beforeAll(async () => {
  await startI18n();
  await loadTexts('driver');
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
