// Tests that jobs of ended servers are freed only after a full lease time of regular renewals, so not right after an
// outage.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renewLeases } from './renew-leases.ts';

const times = { leaseMs: 60_000, renewMs: 15_000 };
const renew = vi.fn(async (_jobs: readonly string[]) => undefined);
const release = vi.fn(async (_leaseMs: number) => 0);
const logger = { warn: vi.fn(), error: vi.fn() };
let loop: ReturnType<typeof renewLeases>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  loop = renewLeases({ leases: { renew, release }, running: new Set(['7']), times, logger });
});
afterEach(async () => {
  await loop.stop();
  vi.useRealTimers();
});

test('own jobs are renewed at once and at every interval; those of others are released after a lease', async () => {
  await vi.advanceTimersByTimeAsync(45_000);
  expect(renew.mock.calls).toEqual([[['7']], [['7']], [['7']], [['7']]]);
  expect(release).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(release.mock.calls).toEqual([[times.leaseMs]]);
});

test('after an outage no job is released until other servers could renew their lease', async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  release.mockClear();
  renew.mockRejectedValue(new Error('the database is away'));
  await vi.advanceTimersByTimeAsync(90_000);
  expect(logger.error).toHaveBeenCalledTimes(6);
  renew.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(release).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(release).toHaveBeenCalledOnce();
});
