// The hour that a request for trips names, and the span of time it stands for.
import { DomainError, MS_PER_HOUR, type Span } from '../kernel/index.ts';

const HOUR = /^\d{4}-\d{2}-\d{2}T\d{2}$/;

/** "2026-03-02T15": an hour of UTC. Throws `invalid_input` for anything else, and for hours that no calendar has. */
export function parseHour(written: string): Span {
  const starts = HOUR.test(written) ? Date.parse(`${written}:00:00.000Z`) : Number.NaN;
  if (!Number.isFinite(starts) || new Date(starts).toISOString().slice(0, 13) !== written)
    throw new DomainError('invalid_input', 'An hour is written YYYY-MM-DDTHH, in UTC');
  return { starts, ends: starts + MS_PER_HOUR };
}
