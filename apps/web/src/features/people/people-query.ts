// The tabs of the lists of people, as the address has them.
import type { Usertype } from '@kerb/domain/identity';

export const reviewTabs = ['all', 'waiting', 'refused', 'disabled'] as const;

/** What the list is narrowed to; null for the whole list. Only drivers have tabs. */
export function reviewOf(usertype: Usertype, show: string | null): 'waiting' | 'refused' | 'disabled' | null {
  const tab = reviewTabs.find((one) => one === show) ?? 'all';
  return usertype === 'driver' && tab !== 'all' ? tab : null;
}
