// Tests that rejections are delayed, up to a maximum number that bounds memory.
import { expect, it } from 'vitest';
import { createRefusalPause } from './refusal-pause.ts';

/** A timer that ends when the test calls it. */
function createManualTimer() {
  const pending: (() => void)[] = [];
  return {
    pending,
    wait: () => new Promise<void>((resolve) => pending.push(resolve)),
    fire() {
      for (const resolve of pending.splice(0)) resolve();
    },
  };
}

it('ends with its timer, and is skipped while too many callers wait', async () => {
  const timer = createManualTimer();
  const pauseRefusal = createRefusalPause(500, 2, timer.wait);
  let ended = 0;
  const calls = [1, 2].map(async () => {
    await pauseRefusal();
    ended += 1;
  });
  await pauseRefusal();
  expect(ended).toBe(0);
  expect(timer.pending).toHaveLength(2);
  timer.fire();
  await Promise.all(calls);
  expect(ended).toBe(2);
  void pauseRefusal();
  expect(timer.pending).toHaveLength(1);
});

it('of length zero does not wait', async () => {
  const timer = createManualTimer();
  await createRefusalPause(0, 2, timer.wait)();
  expect(timer.pending).toEqual([]);
});
