// Decides whether the driver's screen shows a notice on documents: from a week before the first one expires.
import { hasRunOut } from '@kerb/domain/fleet';
import { MS_PER_DAY } from '@kerb/domain/kernel';

const NOTICE_DAYS = 7;

/** Both in ms since the epoch; null while no notice is needed. */
export function documentsNotice(validUntil: number | null, now: number): 'ending' | 'expired' | null {
  if (validUntil === null) return null;
  if (hasRunOut(validUntil, now)) return 'expired';
  return validUntil - now <= NOTICE_DAYS * MS_PER_DAY ? 'ending' : null;
}
