// Error of a failed API call: the problem that the server returned, or the reason why no response arrived.
import type { ErrorCode, FieldError } from '@kerb/domain/kernel';

/** Error codes of the server, and of two failures without a code in the response. */
export type ApiErrorCode = ErrorCode | 'network_error' | 'unexpected_answer';

interface Problem {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly detail?: string | undefined;
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

export class ApiError extends Error {
  /** HTTP status; 0 when the server was not reached. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly detail: string | undefined;
  readonly errors: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;

  constructor(problem: Problem) {
    super(problem.detail ? `${problem.code}: ${problem.detail}` : problem.code, { cause: problem.cause });
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.retryAfterSeconds = problem.retryAfterSeconds;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function fieldErrors(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) =>
    isRecord(item) && typeof item.path === 'string' && typeof item.message === 'string'
      ? [{ path: item.path, message: item.message }]
      : [],
  );
}

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/**
 * Parses application/problem+json. Any other response becomes 'unexpected_answer' with its status, except a 413, which
 * a proxy returns for a body above its own limit: the same request fails again.
 */
export async function problemFrom(response: Response): Promise<ApiError> {
  const { status } = response;
  const retryAfterSeconds = retryAfter(response);
  let body: unknown;
  let cause: unknown;
  try {
    body = await response.json();
  } catch (error) {
    cause = error;
  }
  if (!isRecord(body) || typeof body.code !== 'string') {
    const code = status === 413 ? 'payload_too_large' : 'unexpected_answer';
    return new ApiError({ status, code, retryAfterSeconds, cause });
  }
  return new ApiError({
    status,
    // A newer server may return unknown codes; screens show a general text for them.
    code: body.code as ApiErrorCode,
    detail: typeof body.detail === 'string' ? body.detail : undefined,
    errors: fieldErrors(body.errors),
    retryAfterSeconds,
  });
}
