// Decides whether a failed request may succeed when it is retried unchanged.
import type { ApiError } from '@kerb/sdk/client';

/**
 * Statuses that do not depend on the request itself. 401: the session has ended, and the request can be retried in the
 * next one.
 */
const passing: readonly number[] = [0, 401, 408, 425, 429];

/**
 * A response that does not come from this server, such as a captive portal's sign-in page, does not count as a
 * rejection.
 */
export const isPassing = ({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean =>
  status >= 500 || passing.includes(status) || code === 'unexpected_answer' || code === 'request_in_progress';
