// Tests which failures are retried, which ones reject a step, and the back-off between attempts.
import { ApiError, type ApiErrorCode } from '@kerb/sdk/client';
import { describe, expect, it } from 'vitest';
import { failureOf, pauseAfter } from './outcome.ts';

const error = (status: number, code: ApiErrorCode, retryAfterSeconds?: number) =>
  new ApiError({ status, code, retryAfterSeconds });
const plain = { otp: null };

describe('a failed attempt', () => {
  it.each<[number, ApiErrorCode]>([
    [0, 'network_error'],
    [500, 'internal'],
    [503, 'unexpected_answer'],
    [429, 'too_many_requests'],
    [401, 'not_logged_in'],
    [409, 'request_in_progress'],
    [404, 'unexpected_answer'],
    [403, 'unexpected_answer'],
  ])('with %i %s is tried again', (status, code) => {
    expect(failureOf(error(status, code), 0, plain)).toEqual({ kind: 'later', notBefore: null });
  });

  it.each<[number, ApiErrorCode]>([
    [409, 'transition_not_allowed'],
    [404, 'not_found'],
    [422, 'trip_otp_wrong'],
    [400, 'invalid_input'],
    [403, 'forbidden'],
  ])('with %i %s is a refusal', (status, code) => {
    expect(failureOf(error(status, code), 0, plain)).toEqual({
      kind: 'refused',
      refusal: { code, until: null },
    });
  });

  it('waits as long as the server specifies, but not for hours', () => {
    expect(failureOf(error(429, 'too_many_requests', 30), 1_000, plain)).toEqual({
      kind: 'later',
      notBefore: 31_000,
    });
    expect(failureOf(error(503, 'internal', 86_400), 0, null)).toEqual({ kind: 'later', notBefore: 600_000 });
  });

  it('of a start with a code, when the server requires a pause, is shown as not started', () => {
    const answer = failureOf(error(429, 'too_many_requests', 30), 1_000, { otp: '12345' });
    expect(answer).toEqual({ kind: 'refused', refusal: { code: 'too_many_requests', until: 31_000 } });
  });
});

it('increases the pause after each failure, to half a minute at most', () => {
  const longest = [1, 2, 3, 4, 5, 6, 60].map((failures) => pauseAfter(failures, 1));
  expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(pauseAfter(3, 0)).toBe(2_000);
});
