// Tests that calls without a free slot wait briefly in order, and are rejected after that.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAdmission, Shed } from './admission.ts';
import { createWaitingRoom, LONGEST_WAIT_MS } from './waiting-room.ts';

const MOST = 32;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function fullRoom() {
  const load = { isLate: false };
  const admission = createAdmission({ isLate: () => load.isLate, onShed: () => undefined, random: () => 0 });
  const leaves = Array.from({ length: MOST }, () => admission.admit('normal'));
  const room = createWaitingRoom(admission);
  const entered: string[] = [];
  const enter = (name: string, priority: 'normal' | 'deferrable' | 'essential' = 'normal') =>
    room.enter(priority).then(
      (leave) => {
        entered.push(name);
        return leave;
      },
      (error: unknown) => {
        if (!(error instanceof Shed)) throw error;
        entered.push(`${name} refused`);
        return () => undefined;
      },
    );
  return { admission, load, leaves, room, entered, enter };
}

it('admits a call at once while there is capacity', async () => {
  const { leaves, room, entered, enter } = fullRoom();
  leaves[0]?.();
  room.letIn();
  await enter('first');
  await enter('essential', 'essential');
  expect(entered).toEqual(['first', 'essential']);
});

it('admits calls in order of arrival, one for each call that ends', async () => {
  const { admission, room, entered, enter, leaves } = fullRoom();
  const first = enter('first');
  void enter('second');
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual([]);
  leaves[0]?.();
  room.letIn();
  const leave = await first;
  expect(entered).toEqual(['first']);
  leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual(['first', 'second']);
  expect(admission.hasRoom('normal')).toBe(false);
});

it('rejects a call that has waited too long', async () => {
  const { entered, enter } = fullRoom();
  void enter('first');
  await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS - 1);
  expect(entered).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(entered).toEqual(['first refused']);
});

it('rejects a call at once when too many wait', async () => {
  const { entered, enter } = fullRoom();
  for (let call = 0; call < 64; call += 1) void enter(`call ${call}`);
  await enter('one more');
  expect(entered).toEqual(['one more refused']);
});

it('removes a rejected call from the queue', async () => {
  const { leaves, room, entered, enter, admission } = fullRoom();
  void enter('first');
  await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS);
  leaves[0]?.();
  room.letIn();
  expect(entered).toEqual(['first refused']);
  expect(admission.hasRoom('normal')).toBe(true);
});
