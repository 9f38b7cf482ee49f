// Decides whether a failed call may succeed unchanged later; apart from retry.ts, which every page loads.
import type { ApiErrorCode } from './api-error.ts';

/**
 * Codes of failures that do not depend on the request: the server was not reached, a proxy answered for it, or it is
 * overloaded, restarting, limiting the rate, or still executing the first attempt. `internal` is not among them: the
 * same request may fail again.
 */
const transientCodes: readonly string[] = [
  'network_error',
  'unexpected_answer',
  'overloaded',
  'unavailable',
  'too_many_requests',
  'request_in_progress',
] satisfies ApiErrorCode[];

/** Returns whether a call that failed with this code, after its own retries, may succeed unchanged later. */
export const isTransientCode = (code: string): boolean => transientCodes.includes(code);
