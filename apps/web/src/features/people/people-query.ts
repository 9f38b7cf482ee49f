// The tabs of the lists of people, as the address has them.
import type { DriverDuty } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';

const duties = ['free', 'busy', 'stale', 'off'] as const satisfies DriverDuty[];
const reviews = ['waiting', 'refused', 'disabled'] as const;
/** Planned to work, and not on duty. */
const LATE = 'late';
export const driverTabs = ['all', ...duties, LATE, ...reviews] as const;

export interface TabFilter {
  readonly review?: (typeof reviews)[number];
  readonly duty?: DriverDuty;
  readonly shift?: typeof LATE;
}

/** What the list is narrowed to; nothing for the whole list. Only drivers have tabs. */
export function tabFilter(usertype: Usertype, show: string | null): TabFilter {
  if (usertype !== 'driver') return {};
  const review = reviews.find((one) => one === show);
  if (review) return { review };
  if (show === LATE) return { shift: LATE };
  const duty = duties.find((one) => one === show);
  return duty ? { duty } : {};
}
