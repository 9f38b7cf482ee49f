// Tests that calls without a free slot wait briefly in order, and are rejected after that.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAdmission, type Priority, Shed } from './admission.ts';
import { createWaitingRoom, MAX_WAIT_MS } from './waiting-room.ts';

const MOST = 32;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function fullRoom() {
  const load = { isLate: false };
  const admission = createAdmission({ isLate: () => load.isLate, onShed: () => undefined, random: () => 0 });
  const leaves = Array.from({ length: MOST }, () => admission.admit('normal'));
  const room = createWaitingRoom(admission);
  const entered: string[] = [];
  const enter = (
    name: string,
    { priority = 'normal', caller = 'one' }: { priority?: Priority; caller?: string } = {},
  ) =>
    room.enter(priority, caller).then(
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
  room.admitWaiting();
  await enter('first');
  await enter('essential', { priority: 'essential' });
  expect(entered).toEqual(['first', 'essential']);
});

it('admits calls in order of arrival, one for each call that ends', async () => {
  const { admission, room, entered, enter, leaves } = fullRoom();
  const first = enter('first');
  void enter('second');
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual([]);
  leaves[0]?.();
  room.admitWaiting();
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
  await vi.advanceTimersByTimeAsync(MAX_WAIT_MS - 1);
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
  await vi.advanceTimersByTimeAsync(MAX_WAIT_MS);
  leaves[0]?.();
  room.admitWaiting();
  expect(entered).toEqual(['first refused']);
  expect(admission.hasRoom('normal')).toBe(true);
});

it('lets callers take turns, however many calls one of them has', async () => {
  const { leaves, room, entered, enter } = fullRoom();
  for (const call of ['a1', 'a2', 'a3']) void enter(call, { caller: 'a' });
  for (const call of ['b1', 'b2']) void enter(call, { caller: 'b' });
  void enter('c1', { caller: 'c' });
  await vi.advanceTimersByTimeAsync(0);
  for (const leave of leaves.slice(0, 6)) leave();
  room.admitWaiting();
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('rejects the newest call of the caller with most waiting calls when another caller arrives', async () => {
  const { entered, enter, leaves, room } = fullRoom();
  for (let call = 0; call < 60; call += 1) void enter(`many ${call}`, { caller: 'many' });
  for (let call = 0; call < 4; call += 1) void enter(`few ${call}`, { caller: 'few' });
  void enter('another', { caller: 'another' });
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual(['many 59 refused']);
  void enter('one too many', { caller: 'many' });
  await vi.advanceTimersByTimeAsync(0);
  expect(entered.at(-1)).toBe('one too many refused');
  for (const leave of leaves.slice(0, 3)) leave();
  room.admitWaiting();
  await vi.advanceTimersByTimeAsync(0);
  expect(entered.slice(2)).toEqual(['many 0', 'few 0', 'another']);
});

it('keeps a turn for the other calls of a caller whose first call waited too long', async () => {
  const { entered, enter, leaves, room } = fullRoom();
  void enter('first');
  await vi.advanceTimersByTimeAsync(MAX_WAIT_MS / 2);
  void enter('second');
  await vi.advanceTimersByTimeAsync(MAX_WAIT_MS / 2);
  leaves[0]?.();
  room.admitWaiting();
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual(['first refused', 'second']);
});
