// Reads PostgreSQL's error codes from thrown values.

export interface PgError {
  /** SQLSTATE, five characters. */
  code: string;
  constraint: string | undefined;
}

/** The SQLSTATE and constraint of an error thrown by PostgreSQL, or null for any other value. */
export function asPgError(error: unknown): PgError | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  if (!/^[0-9A-Z]{5}$/.test(error.code) || !('severity' in error)) return null;
  const constraint =
    'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
  return { code: error.code, constraint };
}

/** True when a unique or exclusion constraint rejected the row; with `constraint`, only for that constraint. */
export function violatesUnique(error: unknown, constraint?: string): boolean {
  const pgError = asPgError(error);
  if (pgError === null || (pgError.code !== '23505' && pgError.code !== '23P01')) return false;
  return constraint === undefined || pgError.constraint === constraint;
}

/** True when a referenced row does not exist (any more); with `constraint`, only for that constraint. */
export function violatesForeignKey(error: unknown, constraint?: string): boolean {
  const pgError = asPgError(error);
  if (pgError?.code !== '23503') return false;
  return constraint === undefined || pgError.constraint === constraint;
}

/** True when a prepared statement failed because its result columns have changed since it was prepared. */
export const hasOutdatedPlan = (error: unknown): boolean =>
  asPgError(error)?.code === '0A000' &&
  error instanceof Error &&
  'routine' in error &&
  // Name of the function in PostgreSQL's source that raised the error; the message itself depends on the server's
  // language.
  error.routine === 'RevalidateCachedQuery';

/**
 * True when the same transaction can succeed on a retry: after a serialisation failure, a deadlock, or a statement
 * prepared before a migration.
 */
export function isRetryable(error: unknown): boolean {
  const code = asPgError(error)?.code;
  return code === '40001' || code === '40P01' || hasOutdatedPlan(error);
}
