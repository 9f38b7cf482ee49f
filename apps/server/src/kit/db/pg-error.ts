// Reads PostgreSQL's error codes out of any thrown value.

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

/** True when a unique or exclusion constraint refused the row; name it to ask for one in particular. */
export function violatesUnique(error: unknown, constraint?: string): boolean {
  const pgError = asPgError(error);
  if (pgError === null || (pgError.code !== '23505' && pgError.code !== '23P01')) return false;
  return constraint === undefined || pgError.constraint === constraint;
}

/** True when what a row points to is not there (any more); name the constraint to ask for one in particular. */
export function violatesForeignKey(error: unknown, constraint?: string): boolean {
  const pgError = asPgError(error);
  if (pgError?.code !== '23503') return false;
  return constraint === undefined || pgError.constraint === constraint;
}

/** True for a prepared statement whose result has other columns since a table was changed. */
export const hasOutdatedPlan = (error: unknown): boolean =>
  asPgError(error)?.code === '0A000' &&
  error instanceof Error &&
  'routine' in error &&
  // Of PostgreSQL's source: the message depends on the language of the server.
  error.routine === 'RevalidateCachedQuery';

/**
 * True when the same transaction, tried again, can succeed: serialisation failure, deadlock, or a statement prepared
 * before a migration.
 */
export function isRetryable(error: unknown): boolean {
  const code = asPgError(error)?.code;
  return code === '40001' || code === '40P01' || hasOutdatedPlan(error);
}
