// How a driver's documents stand in one word: none, run out, soon to run out, or in order.
import { DOCUMENTS_DUE_MS } from '@kerb/domain/fleet';

export type DocumentsState = 'none' | 'expired' | 'expiring' | 'valid';

/** `validUntil`: end of the earliest document that runs out, ms since the epoch; null while none has an end. */
export function documentsState(documents: number, validUntil: number | null, now: number): DocumentsState {
  if (documents === 0) return 'none';
  if (validUntil === null) return 'valid';
  if (validUntil <= now) return 'expired';
  return validUntil - now <= DOCUMENTS_DUE_MS ? 'expiring' : 'valid';
}
