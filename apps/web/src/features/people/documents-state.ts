// Computes the overall state of a driver's documents: missing, expired, about to expire, or in order.
import { DOCUMENTS_DUE_MS } from '@kerb/domain/fleet';

export type DocumentsState = 'none' | 'expired' | 'expiring' | 'valid';

/** `validUntil`: when the first document expires, ms since the epoch; null while all are without an expiry date. */
export function documentsState(documents: number, validUntil: number | null, now: number): DocumentsState {
  if (documents === 0) return 'none';
  if (validUntil === null) return 'valid';
  if (validUntil <= now) return 'expired';
  return validUntil - now <= DOCUMENTS_DUE_MS ? 'expiring' : 'valid';
}
