// Converts any thrown value to application/problem+json; the only place that maps errors to HTTP.
import { DomainError, type ErrorCode, errorCatalogue, type FieldError } from '@kerb/domain/kernel';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { ZodError } from 'zod';
import { asPgError } from '../db/pg-error.ts';

export interface Problem {
  status: number;
  title: string;
  code: ErrorCode;
  detail?: string;
  errors?: readonly FieldError[];
  /** Only on hosted functions: the text that their clients read (specification §7). */
  error?: string;
  /** Only on `internal`: the id that a user can report to the operator. */
  requestId?: string;
}

export const PROBLEM_TYPE = 'application/problem+json';

export function problemOf(code: ErrorCode, detail?: string, errors: readonly FieldError[] = []): Problem {
  const { status, title } = errorCatalogue[code];
  return { status, title, code, ...(detail ? { detail } : {}), ...(errors.length > 0 ? { errors } : {}) };
}

/** Maximum number of field errors in one problem. */
const MAX_ERRORS = 50;

const dotted = (path: readonly PropertyKey[]): string => path.map(String).join('.');

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCatalogue, text);

/** A schema's message may be a code of the catalogue ("proper_email"); the problem then has that code. */
function invalidInput(found: readonly FieldError[]): Problem {
  const code = found.map(({ message }) => message).find(isErrorCode);
  const errors = found.slice(0, MAX_ERRORS).map(({ path, message }) => ({
    path,
    message: isErrorCode(message) ? errorCatalogue[message].title : message,
  }));
  return problemOf(code ?? 'invalid_input', undefined, errors);
}

const byFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_REQ_FILE_TOO_LARGE: 'payload_too_large',
  FST_FILES_LIMIT: 'payload_too_large',
  FST_PARTS_LIMIT: 'payload_too_large',
  FST_FIELDS_LIMIT: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_UNDER_PRESSURE: 'overloaded',
  /** The client disconnected while sending, which is not a server error. */
  ERR_STREAM_PREMATURE_CLOSE: 'invalid_input',
};

/**
 * Classes of SQLSTATE for an unavailable database: lost connection, exhausted resources such as the disk, stop by an
 * operator, failing disk.
 */
const unavailableClasses = /^(08|53|57|58)/;
/**
 * SQLSTATE of a standby that accepts no writes after a failover, and of a transaction that waited too long for this
 * program.
 */
const awayStates = ['25006', '25P03'];
const networkErrors = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
/** Messages of pg errors without a code: for a lost connection, or one that does not answer. */
const lostConnection =
  /ECONNREFUSED|ECONNRESET|Connection terminated|timeout exceeded when trying to connect|is not queryable|Query read timeout/;

/** True when the database is unavailable or out of resources, as opposed to an error in the program. */
function isDatabaseAway(error: unknown): boolean {
  const state = asPgError(error)?.code;
  if (state) return unavailableClasses.test(state) || awayStates.includes(state);
  if (!(error instanceof Error)) return false;
  // For a host name with several addresses, the error's message is empty.
  if ('code' in error && typeof error.code === 'string' && networkErrors.includes(error.code)) return true;
  return lostConnection.test(error.message);
}

/** The problem response for any value thrown while handling a request. */
export function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof DomainError) return problemOf(error.code, error.detail, error.errors);
  if (hasZodFastifySchemaValidationErrors(error)) {
    const part = error.validationContext;
    const errors = error.validation.map(({ instancePath, message }) => ({
      path: instancePath.replace(/^\//, '').replaceAll('/', '.') || (part ?? ''),
      message: message ?? 'Invalid',
    }));
    return invalidInput(errors);
  }
  if (error instanceof ZodError)
    return invalidInput(error.issues.map(({ path, message }) => ({ path: dotted(path), message })));
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const code = byFastifyCode[error.code];
    if (code !== undefined) return problemOf(code);
  }
  if (isDatabaseAway(error)) return problemOf('unavailable');
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 429) return problemOf('too_many_requests');
  if (status === 404) return problemOf('not_found');
  if (status === 503) return problemOf('overloaded');
  if (typeof status === 'number' && status >= 400 && status < 500) return problemOf('invalid_input');
  return { ...problemOf('internal'), requestId };
}
