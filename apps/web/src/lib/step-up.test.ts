// Tests that concurrent requests that need a fresh second factor share one dialog, and that they fail at once without a
// dialog.
import { expect, it } from 'vitest';
import { endStepUp, isStepUpAsked, onStepUp, requestStepUp } from './step-up.ts';

it('resolves to false at once without a dialog on the page', async () => {
  expect(await requestStepUp()).toBe(false);
});

it('opens one dialog for all pending calls, and a new one the next time', async () => {
  const seen: boolean[] = [];
  const stop = onStepUp(() => seen.push(isStepUpAsked()));
  const waiting = Promise.all([requestStepUp(), requestStepUp()]);
  expect(isStepUpAsked()).toBe(true);
  endStepUp(true);
  expect(await waiting).toEqual([true, true]);
  const next = requestStepUp();
  endStepUp(false);
  expect(await next).toBe(false);
  expect(seen).toEqual([true, false, true, false]);
  stop();
});
