// The code of a failure, which is also the language key of its text.
import { ApiError } from '@kerb/sdk/client';

/** Of an ApiError, or the `error.msg` of a slice; 'internal' for anything else. */
export function codeOf(problem: unknown): string {
  if (problem instanceof ApiError) return problem.code;
  return typeof problem === 'string' ? problem : 'internal';
}
