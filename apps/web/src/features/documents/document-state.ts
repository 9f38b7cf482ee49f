// How a driver's document stands on a given day: missing, valid, about to expire, or expired.
import type { DocumentKind, DriverDocument } from '@kerb/contract';
import { daysLeft } from '@kerb/domain/fleet';

/** In the order people are asked for them. */
export const documentKinds: readonly DocumentKind[] = ['licenseImage', 'img1', 'img2', 'img3', 'img4'];

/** Documents that end within this many days are pointed out. */
const warnDays = 30;

export type DocumentState =
  | { readonly name: 'missing' }
  | { readonly name: 'undated' }
  | { readonly name: 'valid'; readonly expiresOn: string }
  /** `days` left, 0 on the last day. */
  | { readonly name: 'ending'; readonly expiresOn: string; readonly days: number }
  | { readonly name: 'expired'; readonly expiresOn: string };

/** `now` in ms; the server's word that a document has expired stands. */
export function documentState(
  document: Pick<DriverDocument, 'expiresOn' | 'expired'> | null,
  now: number,
  timeZone: string,
): DocumentState {
  if (document === null) return { name: 'missing' };
  const { expiresOn } = document;
  if (expiresOn === null) return { name: 'undated' };
  const days = daysLeft(expiresOn, now, timeZone);
  if (document.expired || days < 0) return { name: 'expired', expiresOn };
  return days <= warnDays ? { name: 'ending', expiresOn, days } : { name: 'valid', expiresOn };
}
