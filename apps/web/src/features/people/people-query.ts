// Parses the tab and filters of the user lists from the query string, and converts them to the API's parameters.
import type { DriverDuty } from '@kerb/contract';
import { type Review, review, type Usertype } from '@kerb/domain/identity';
import { isUuid } from '../../lib/is-uuid.ts';

const duties = ['free', 'busy', 'stale', 'off'] as const satisfies DriverDuty[];
const reviews = ['waiting', 'refused', 'disabled'] as const;
/** Tab of the drivers who are late: planned to work, and not on duty. */
const LATE = 'late';
export const driverTabs = ['all', ...duties, LATE, ...reviews] as const;

export const documentFilters = ['due', 'none'] as const;

export interface PeopleFilters {
  /** State of the account; '' for any. For drivers only under the tab "all": the other tabs imply it. */
  readonly review: Review | '';
  /** Ids of a car type and of a fleet admin; '' for all. */
  readonly car: string;
  readonly fleet: string;
  readonly documents: (typeof documentFilters)[number] | '';
}

/** Parameters of the API request. */
export interface PeopleQuery {
  readonly review?: Review;
  readonly duty?: DriverDuty;
  readonly shift?: typeof LATE;
  readonly carType?: string;
  readonly fleetadmin?: string;
  readonly documents?: (typeof documentFilters)[number];
}

export const noFilters: PeopleFilters = { review: '', car: '', fleet: '', documents: '' };

/**
 * Account states that a list can be filtered by: riders are only approved or disabled; lists of staff have no such
 * filter.
 */
export function reviewsOf(usertype: Usertype, show: string | null): readonly Review[] {
  if (usertype === 'rider') return ['approved', 'disabled'];
  return usertype === 'driver' && Object.keys(tabQuery(show)).length === 0 ? review.options : [];
}

/** Parses the filters; unknown and invalid parameters are ignored. Only admins can filter by fleet. */
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

/** Empty for the tab "all". */
function tabQuery(show: string | null): PeopleQuery {
  const review = reviews.find((one) => one === show);
  if (review) return { review };
  if (show === LATE) return { shift: LATE };
  const duty = duties.find((one) => one === show);
  return duty ? { duty } : {};
}

/** Parameters for the selected tab and filters; empty for the whole list. Only drivers have tabs. */
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
