// How a driver's document stands on a given day: missing, valid, about to expire, or expired.
import type { DocumentKind, DriverDocument } from '@kerb/contract';

/** In the order people are asked for them. */
export const documentKinds: readonly DocumentKind[] = ['licenseImage', 'img1', 'img2', 'img3', 'img4'];

/** Documents that end within this many days are pointed out. */
export const warnDays = 30;

export type DocumentState =
  | { readonly name: 'missing' }
  | { readonly name: 'undated' }
  | { readonly name: 'valid'; readonly expiresOn: string }
  /** `days` left, 0 on the last day. */
  | { readonly name: 'ending'; readonly expiresOn: string; readonly days: number }
  | { readonly name: 'expired'; readonly expiresOn: string };

const DAY_MS = 86_400_000;

/** Calendar days from one "YYYY-MM-DD" to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The calendar day of a moment (ms) in a time zone, as "YYYY-MM-DD". */
export function dayIn(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-US-u-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** `today` as the operator's calendar has it; the server's word that a document has expired stands. */
export function documentState(
  document: Pick<DriverDocument, 'expiresOn' | 'expired'> | null,
  today: string,
): DocumentState {
  if (document === null) return { name: 'missing' };
  const { expiresOn } = document;
  if (expiresOn === null) return { name: 'undated' };
  const days = daysBetween(today, expiresOn);
  if (document.expired || days < 0) return { name: 'expired', expiresOn };
  return days <= warnDays ? { name: 'ending', expiresOn, days } : { name: 'valid', expiresOn };
}
