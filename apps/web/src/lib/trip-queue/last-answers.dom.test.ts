// Tests the stored responses that a driver's phone uses when it starts without a network.
import type { Me, PublicSettings } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { insteadOf, keepLastAnswersOf, storeLastAnswers } from './last-answers.ts';

const unreached = new ApiError({ status: 0, code: 'network_error' });
// The content is irrelevant here: the stored responses are returned unchanged.
const answers: unknown = { user: { id: 'driver-1' }, settings: { appcat: 'taxi' } };
const isAnswers = (value: unknown): value is { user: Me; settings: PublicSettings } => value === answers;

beforeEach(() => {
  localStorage.clear();
  if (isAnswers(answers)) storeLastAnswers(answers);
});
afterEach(() => vi.restoreAllMocks());

test('returns the last stored response when the server is unreachable', () => {
  expect(insteadOf(unreached, 'user', null)).toEqual({ id: 'driver-1' });
  expect(insteadOf(unreached, 'settings', null)).toEqual({ appcat: 'taxi' });
});

test.each([
  { status: 500, code: 'internal' },
  { status: 502, code: 'unexpected_answer' },
  { status: 503, code: 'unavailable' },
  { status: 200, code: 'unexpected_answer' },
] as const)('returns the last stored response after $code with status $status', (problem) => {
  expect(insteadOf(new ApiError(problem), 'user', null)).toEqual({ id: 'driver-1' });
});

test('throws an error from the server instead of returning a stored response', () => {
  const refused = new ApiError({ status: 401, code: 'not_logged_in' });
  expect(() => insteadOf(refused, 'user', null)).toThrow(refused);
  const ended = new ApiError({ status: 401, code: 'unexpected_answer' });
  expect(() => insteadOf(ended, 'user', null)).toThrow(ended);
  const bug = new TypeError('a bug');
  expect(() => insteadOf(bug, 'user', null)).toThrow(bug);
});

test('stores nothing after a sign-out', () => {
  storeLastAnswers(null);
  expect(() => insteadOf(unreached, 'user', null)).toThrow(unreached);
});

test('returns nothing to another user than the stored one', () => {
  expect(insteadOf(unreached, 'user', 'driver-1')).toEqual({ id: 'driver-1' });
  expect(() => insteadOf(unreached, 'user', 'driver-2')).toThrow(unreached);
  expect(() => insteadOf(unreached, 'settings', 'driver-2')).toThrow(unreached);
});

test.each([null, 'driver-2'])('removes the responses of a former user when %s is signed in', (uid) => {
  keepLastAnswersOf('driver-1');
  expect(localStorage.getItem('kerb.driver')).not.toBeNull();
  keepLastAnswersOf(uid);
  expect(localStorage.getItem('kerb.driver')).toBeNull();
});

test.each(['{', 'null', '"text"', '{"user":{}}'])('the stored value %s is ignored', (stored) => {
  localStorage.setItem('kerb.driver', stored);
  expect(() => insteadOf(unreached, 'user', null)).toThrow(unreached);
});

test('throws while offline when the browser blocks storage', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  if (isAnswers(answers)) expect(() => storeLastAnswers(answers)).not.toThrow();
  expect(() => insteadOf(unreached, 'settings', null)).toThrow(unreached);
});
