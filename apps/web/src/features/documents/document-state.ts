// Computes the state of a driver's document on a given day: missing, valid, about to expire, or expired.
import type { DocumentKind, DriverDocument } from '@kerb/contract';
import { daysLeft } from '@kerb/domain/fleet';

/** In the order in which drivers upload them. */
export const documentKinds: readonly DocumentKind[] = ['licenseImage', 'img1', 'img2', 'img3', 'img4'];

/** Documents that expire within this many days get a warning. */
const warnDays = 30;

export type DocumentState =
  | { readonly name: 'missing' }
  | { readonly name: 'undated' }
  | { readonly name: 'valid'; readonly expiresOn: string }
  /** `days`: number of days left, 0 on the last day. */
  | { readonly name: 'ending'; readonly expiresOn: string; readonly days: number }
  | { readonly name: 'expired'; readonly expiresOn: string };

/** `now` in ms since the epoch. A document that the server has marked as expired counts as expired on any date. */
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
