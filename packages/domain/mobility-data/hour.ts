// Parses the hour in a request for trips into its span of time.
import { DomainError, MS_PER_HOUR, type Span } from '../kernel/index.ts';

const HOUR = /^\d{4}-\d{2}-\d{2}T\d{2}$/;

/**
 * Parses an hour of UTC such as "2026-03-02T15". Throws `invalid_input` for any other format, and for hours that do not
 * exist.
 */
export function parseHour(written: string): Span {
  const starts = HOUR.test(written) ? Date.parse(`${written}:00:00.000Z`) : Number.NaN;
  if (!Number.isFinite(starts) || new Date(starts).toISOString().slice(0, 13) !== written)
    throw new DomainError('invalid_input', 'An hour is written YYYY-MM-DDTHH, in UTC');
  return { starts, ends: starts + MS_PER_HOUR };
}
