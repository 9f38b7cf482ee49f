// Tests which calls an overloaded server admits, how its limit adapts, and that it always recovers.
import { expect, it } from 'vitest';
import { createAdmission, type Priority, Shed } from './admission.ts';

const MOST = 32;

function overloadable({ random = (): number => 0 } = {}) {
  const shed: Priority[] = [];
  const load = { isLate: false };
  const admission = createAdmission({
    isLate: () => load.isLate,
    onShed: (priority) => shed.push(priority),
    random,
  });
  return {
    ...admission,
    shed,
    load,
    /** Adds calls in flight that do not use the limit but count as load. */
    beBusy: () => Array.from({ length: 12 }, () => admission.admit('essential')),
    adjustTimes: (times: number) => Array.from({ length: times }, () => admission.adjust()),
    isLetIn(priority: Priority): boolean {
      try {
        admission.admit(priority)();
        return true;
      } catch (error) {
        if (error instanceof Shed) return false;
        throw error;
      }
    },
  };
}

it('admits as many calls as run concurrently, however many there were before', () => {
  const { admit, shed } = overloadable();
  for (let call = 0; call < 1_000; call += 1) {
    admit('deferrable')();
    admit('normal')();
  }
  expect(shed).toEqual([]);
});

it('rejects deferrable calls at half of the limit, normal ones at the limit, and essential ones at neither', () => {
  const { admit, isLetIn, shed } = overloadable();
  for (let call = 0; call < MOST / 2; call += 1) admit('deferrable');
  expect([isLetIn('deferrable'), isLetIn('normal'), isLetIn('essential')]).toEqual([false, true, true]);
  for (let call = 0; call < MOST / 2; call += 1) admit('normal');
  expect([isLetIn('normal'), isLetIn('essential')]).toEqual([false, true]);
  expect(shed).toEqual(['deferrable', 'normal']);
});

it('decrements the counter once for a call, however often its release function is called', () => {
  const { admit, isLetIn } = overloadable();
  const leave = admit('normal');
  for (let call = 1; call < MOST; call += 1) admit('normal');
  expect(isLetIn('normal')).toBe(false);
  leave();
  leave();
  admit('normal');
  expect(isLetIn('normal')).toBe(false);
});

it('admits no other calls in place of essential ones that end', () => {
  const { admit, isLetIn } = overloadable();
  const leave = admit('essential');
  for (let call = 0; call < MOST; call += 1) admit('normal');
  leave();
  expect(isLetIn('normal')).toBe(false);
});

it('admits fewer calls while they wait too long, but always one of each priority', () => {
  const { load, adjust, adjustTimes, limit, isLetIn, admit, beBusy } = overloadable();
  beBusy();
  load.isLate = true;
  adjust();
  expect(limit()).toBe(16);
  adjustTimes(100);
  expect(limit()).toBe(2);
  expect([isLetIn('deferrable'), isLetIn('normal'), isLetIn('essential')]).toEqual([true, true, true]);
  adjust();
  const leave = admit('normal');
  adjust();
  expect([isLetIn('deferrable'), isLetIn('normal'), isLetIn('essential')]).toEqual([false, true, true]);
  leave();
  expect(isLetIn('deferrable')).toBe(true);
});

it('admits one call of each lower priority until the next adjustment at the lowest limit', () => {
  const { load, adjust, adjustTimes, isLetIn, beBusy } = overloadable();
  beBusy();
  load.isLate = true;
  adjustTimes(100);
  expect([isLetIn('deferrable'), isLetIn('deferrable'), isLetIn('normal'), isLetIn('normal')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  adjust();
  expect([isLetIn('deferrable'), isLetIn('normal'), isLetIn('essential')]).toEqual([true, true, true]);
});

it('leaves the limit unchanged when the event loop is late with few calls in flight', () => {
  const { load, adjustTimes, limit, admit } = overloadable();
  for (let call = 1; call < 12; call += 1) admit('normal');
  load.isLate = true;
  adjustTimes(100);
  expect(limit()).toBe(MOST);
  admit('normal');
  adjustTimes(1);
  expect(limit()).toBe(16);
});

it('admits ten lists at once within two seconds after the load, and has its full limit after three', () => {
  const { load, adjustTimes, limit, beBusy } = overloadable();
  beBusy();
  load.isLate = true;
  adjustTimes(100);
  load.isLate = false;
  adjustTimes(20);
  expect(limit()).toBeGreaterThanOrEqual(20);
  adjustTimes(10);
  expect(limit()).toBe(MOST);
});

it('limits essential calls too, so that the memory of their queue is bounded', () => {
  const { admit, isLetIn, shed } = overloadable();
  for (let call = 0; call < 1_000; call += 1) admit('essential');
  expect([isLetIn('essential'), isLetIn('deferrable')]).toEqual([false, true]);
  expect(shed).toEqual(['essential']);
});

it.each([
  [0, 2],
  [0.5, 4],
  [0.99, 5],
])('spreads when refused callers come back: for %d after %d s', (drawn, secs) => {
  const { admit } = overloadable({ random: () => drawn });
  for (let call = 0; call < MOST; call += 1) admit('normal');
  expect(() => admit('normal')).toThrow(
    expect.objectContaining({ code: 'overloaded', retryAfterSecs: secs }),
  );
});
