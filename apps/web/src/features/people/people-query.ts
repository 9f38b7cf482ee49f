// The tabs of the lists of people, as the address has them.
import type { DriverDuty } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';

const duties = ['free', 'busy', 'stale', 'off'] as const satisfies DriverDuty[];
const reviews = ['waiting', 'refused', 'disabled'] as const;
export const driverTabs = ['all', ...duties, ...reviews] as const;

export interface TabFilter {
  readonly review?: (typeof reviews)[number];
  readonly duty?: DriverDuty;
}

/** What the list is narrowed to; nothing for the whole list. Only drivers have tabs. */
export function tabFilter(usertype: Usertype, show: string | null): TabFilter {
  if (usertype !== 'driver') return {};
  const review = reviews.find((one) => one === show);
  if (review) return { review };
  const duty = duties.find((one) => one === show);
  return duty ? { duty } : {};
}
