// Tests what the app does after messages of the live connection: it reads the session again for another user than the
// one shown, and measures the clock again after a rejected position.
import type { LiveOptions } from '@kerb/sdk/live';
import { beforeEach, expect, it, vi } from 'vitest';

const fake = vi.hoisted(() => ({
  options: null as LiveOptions | null,
  info: null as { id: string } | null,
  secondFactor: null as 'setup' | 'proof' | null,
  calls: [] as string[],
}));
vi.mock('@kerb/sdk/live', () => ({
  createLive: (options: LiveOptions) => {
    fake.options = options;
    return { retryNow: () => undefined };
  },
}));
vi.mock('./store.ts', () => ({
  lookAtSession: async () => void fake.calls.push('look at session'),
  refreshUser: async () => void fake.calls.push('refresh user'),
  store: { getState: () => ({ auth: { info: fake.info, secondFactor: fake.secondFactor } }) },
}));

vi.mock('./trip-queue/measure-clock.ts', () => ({
  measureClockAgain: async () => void fake.calls.push('measure the clock'),
}));

beforeEach(async () => {
  fake.calls = [];
  fake.secondFactor = null;
  await import('./live.ts');
});

it.each([
  ['the user who is shown', 'ana', 'ana', []],
  ['another user', 'ana', 'leo', ['refresh user']],
  ['a user while none is known, because the session could not be read', null, 'ana', ['refresh user']],
  ['no user', 'ana', null, ['look at session']],
])('connected as %s', (_title, shown, uid, calls) => {
  fake.info = shown === null ? null : { id: shown };
  fake.options?.onReady?.(uid);
  expect(fake.calls).toEqual(calls);
});

it('stays at the recovery codes when the connection opens again before they are stored', () => {
  fake.info = null;
  fake.secondFactor = 'setup';
  fake.options?.onReady?.('ana');
  expect(fake.calls).toEqual([]);
});

it('measures the clock again after a rejected position', () => {
  fake.options?.onPositionRejected?.();
  expect(fake.calls).toEqual(['measure the clock']);
});
