// Returns the code of an error, which is also the language key of its text.
import { ApiError } from '@kerb/sdk/client';

/**
 * Takes an ApiError, or the failure of a thunk or slice, in which ": " and the server's message may follow the code.
 * Returns 'internal' for anything else.
 */
export function codeOf(problem: unknown): string {
  if (problem instanceof ApiError) return problem.code;
  return typeof problem === 'string' ? problem.replace(/:.*/s, '') : 'internal';
}
