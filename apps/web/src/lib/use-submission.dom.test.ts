// A call that a user starts: never two at a time, and its error is shown until the next attempt.
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSubmission } from './use-submission.ts';

/** A call that the test ends. */
function pendingCall() {
  let calls = 0;
  let end: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const step = () => {
    calls += 1;
    return promise;
  };
  return { step, end: () => end(), fail: (error: Error) => fail(error), count: () => calls };
}

it('runs one call at a time, and ignores a second click meanwhile', async () => {
  const { result } = renderHook(useSubmission);
  const first = pendingCall();
  const second = pendingCall();
  let ended: Promise<unknown[]> | undefined;
  act(() => {
    ended = Promise.all([result.current.run(first.step), result.current.run(second.step)]);
  });
  expect(result.current.busy).toBe(true);
  await act(async () => first.end());
  expect(await ended).toEqual([{ result: undefined }, null]);
  expect([first.count(), second.count(), result.current.busy]).toEqual([1, 0, false]);
});

it('retains the error of the last attempt until the next one starts', async () => {
  const { result } = renderHook(useSubmission);
  const failing = pendingCall();
  let ended: Promise<unknown> | undefined;
  act(() => {
    ended = result.current.run(failing.step);
  });
  await act(async () => failing.fail(new Error('refused')));
  expect(await ended).toBeNull();
  expect([result.current.busy, result.current.problem]).toEqual([false, new Error('refused')]);
  const next = pendingCall();
  act(() => void result.current.run(next.step));
  expect([result.current.busy, result.current.problem]).toEqual([true, null]);
  await act(async () => next.end());
  expect(result.current.problem).toBeNull();
});

it('returns the result of the step', async () => {
  const { result } = renderHook(useSubmission);
  await act(async () => {
    expect(await result.current.run(async () => 'stored')).toEqual({ result: 'stored' });
  });
});

it('returns the key of the call under way, and not the key of an ignored one', async () => {
  const { result } = renderHook(useSubmission);
  const first = pendingCall();
  act(() => {
    void result.current.run(first.step, 'row 1');
    void result.current.run(first.step, 'row 2');
  });
  expect(result.current.busyKey).toBe('row 1');
  await act(async () => first.end());
  expect(result.current.busyKey).toBeNull();
});

it('clears the error when the form changes', async () => {
  const { result } = renderHook(useSubmission);
  await act(() => result.current.run(() => Promise.reject(new Error('refused'))));
  act(() => result.current.clearProblem());
  expect(result.current.problem).toBeNull();
});
