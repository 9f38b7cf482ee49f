// Tests that concurrent requests that need a fresh second factor share one dialog, and that they fail at once without a
// dialog.
import { expect, it } from 'vitest';
import { askStepUp, endStepUp, isStepUpAsked, onStepUp } from './step-up.ts';

it('resolves to false at once without a dialog on the page', async () => {
  expect(await askStepUp()).toBe(false);
});

it('opens one dialog for all pending calls, and a new one the next time', async () => {
  const seen: boolean[] = [];
  const stop = onStepUp(() => seen.push(isStepUpAsked()));
  const waiting = Promise.all([askStepUp(), askStepUp()]);
  expect(isStepUpAsked()).toBe(true);
  endStepUp(true);
  expect(await waiting).toEqual([true, true]);
  const next = askStepUp();
  endStepUp(false);
  expect(await next).toBe(false);
  expect(seen).toEqual([true, false, true, false]);
  stop();
});
