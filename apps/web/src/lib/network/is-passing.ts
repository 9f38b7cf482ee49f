// Whether a failed call may succeed when it is sent again as it is.
import type { ApiError } from '@kerb/sdk/client';

/** Statuses that say nothing about the call itself; 401: the session ended, and the call waits for the next one. */
const passing: readonly number[] = [0, 401, 408, 425, 429];

/** An answer that is not the server's own, as from a hotel's sign-in page, refuses nothing. */
export const isPassing = ({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean =>
  status >= 500 || passing.includes(status) || code === 'unexpected_answer' || code === 'request_in_progress';
