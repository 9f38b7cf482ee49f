// The tabs and filters of the lists of people: as they stand in the address, and as the API is asked for them.
import type { DriverDuty } from '@kerb/contract';
import { type Review, review, type Usertype } from '@kerb/domain/identity';
import { isUuid } from '../../lib/is-uuid.ts';

const duties = ['free', 'busy', 'stale', 'off'] as const satisfies DriverDuty[];
const reviews = ['waiting', 'refused', 'disabled'] as const;
/** Planned to work, and not on duty. */
const LATE = 'late';
export const driverTabs = ['all', ...duties, LATE, ...reviews] as const;

export const documentFilters = ['due', 'none'] as const;

export interface PeopleFilters {
  /** Where accounts stand; '' for any. Of drivers in the tab of all only: the other tabs say it. */
  readonly review: Review | '';
  /** Id of a car type, and of a fleet's admin; '' for all. */
  readonly car: string;
  readonly fleet: string;
  readonly documents: (typeof documentFilters)[number] | '';
}

/** What the API is asked for. */
export interface PeopleQuery {
  readonly review?: Review;
  readonly duty?: DriverDuty;
  readonly shift?: typeof LATE;
  readonly carType?: string;
  readonly fleetadmin?: string;
  readonly documents?: (typeof documentFilters)[number];
}

export const noFilters: PeopleFilters = { review: '', car: '', fleet: '', documents: '' };

/** Which accounts a list can be narrowed to: riders are not reviewed, only disabled; lists of staff are short. */
export function reviewsOf(usertype: Usertype, show: string | null): readonly Review[] {
  if (usertype === 'rider') return ['approved', 'disabled'];
  return usertype === 'driver' && Object.keys(tabQuery(show)).length === 0 ? review.options : [];
}

/** What the address says and the list knows; the rest of it is passed over. Only admins choose among fleets. */
export function filtersOf(usertype: Usertype, viewer: Usertype, params: URLSearchParams): PeopleFilters {
  const text = (name: string) => params.get(name) ?? '';
  const id = (name: string) => (isUuid(text(name)) ? text(name) : '');
  const account = reviewsOf(usertype, params.get('show')).find((one) => one === text('review')) ?? '';
  if (usertype !== 'driver') return { ...noFilters, review: account };
  return {
    review: account,
    car: id('car'),
    fleet: viewer === 'admin' ? id('fleet') : '',
    documents: documentFilters.find((one) => one === text('documents')) ?? '',
  };
}

/** Nothing for the tab of all. */
function tabQuery(show: string | null): PeopleQuery {
  const review = reviews.find((one) => one === show);
  if (review) return { review };
  if (show === LATE) return { shift: LATE };
  const duty = duties.find((one) => one === show);
  return duty ? { duty } : {};
}

/** What the list is narrowed to; nothing for the whole list. Only drivers have tabs. */
export function queryOf(usertype: Usertype, viewer: Usertype, params: URLSearchParams): PeopleQuery {
  const { review, car, fleet, documents } = filtersOf(usertype, viewer, params);
  return {
    ...(review !== '' && { review }),
    ...(usertype === 'driver' && tabQuery(params.get('show'))),
    ...(car !== '' && { carType: car }),
    ...(fleet !== '' && { fleetadmin: fleet }),
    ...(documents !== '' && { documents }),
  };
}
