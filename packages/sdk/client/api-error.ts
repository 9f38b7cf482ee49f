// What a failed call throws: the problem the server answered with, or why no answer came.
import type { ErrorCode, FieldError } from '@kerb/domain/kernel';

/** The server's codes, and the two failures that have no answer to read a code from. */
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

/** Reads application/problem+json; anything else becomes 'unexpected_answer' with the status of the response. */
export async function problemFrom(response: Response): Promise<ApiError> {
  const retryAfterSeconds = retryAfter(response);
  let body: unknown;
  try {
    body = await response.json();
  } catch (cause) {
    return new ApiError({ status: response.status, code: 'unexpected_answer', retryAfterSeconds, cause });
  }
  if (!isRecord(body) || typeof body.code !== 'string') {
    return new ApiError({ status: response.status, code: 'unexpected_answer', retryAfterSeconds });
  }
  return new ApiError({
    status: response.status,
    // A newer server may know more codes; screens show their general text for one they do not know.
    code: body.code as ApiErrorCode,
    detail: typeof body.detail === 'string' ? body.detail : undefined,
    errors: fieldErrors(body.errors),
    retryAfterSeconds,
  });
}
