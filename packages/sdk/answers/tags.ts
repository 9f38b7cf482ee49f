// Cache tags of the responses of each route group, and the tags that a change of a group invalidates.
import type { RouteName, Routes } from '@kerb/contract';
import { ApiError } from '../client/index.ts';
import { answerTable } from './answer-table.ts';

/**
 * The groups of the contract, and additional types for responses that are invalidated independently of their group:
 * dashboard, dispatch board, counts of bookings and earnings (by every booking), fare reviews (by few bookings), a
 * driver's standing (by some offers), a driver's hours on duty, a driver's day (by wallet and offers), busy places, the
 * caller at the phone desk (by every booking), a booking's payments (by the booking and by payments), the development
 * inbox (by nothing), and `after-booking` for promos and users that a booking changes without naming them.
 */
export type TagType =
  | Routes[RouteName]['tag']
  | 'dashboard'
  | 'board'
  | 'booking-counts'
  | 'booking-money'
  | 'earnings'
  | 'fare-reviews'
  | 'standing'
  | 'duty'
  | 'driver-day'
  | 'busy-places'
  | 'caller'
  | 'inbox'
  | 'after-booking';

export interface Tag {
  readonly type: TagType;
  /**
   * Id of one object, or 'LIST' for a response that is not about a single object; left out for all tags of the type.
   */
  readonly id?: string;
}

export interface RequestArgs {
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Id in the tag of responses that are not about a single object. */
export const LIST = 'LIST';

/** Other types that a change of a group invalidates. */
const dependentTypes: Readonly<Partial<Record<TagType, readonly TagType[]>>> = {
  auth: ['me'],
  'second factor': ['auth', 'people'],
  me: ['people', 'documents', 'duty'],
  bookings: [
    'after-booking',
    'board',
    'booking-counts',
    'booking-money',
    'caller',
    'chat',
    'dashboard',
    'dispatch',
    'driver-day',
    'drivers',
    'earnings',
    'fare-reviews',
    'me',
    'payments',
    'people',
    'phone desk',
    'receipts',
    'reports',
    'standing',
    'tasks',
    'tracking',
    'wallets',
  ],
  people: ['documents', 'me', 'wallets', 'drivers'],
  documents: ['me', 'people'],
  'phone desk': ['caller'],
  payments: ['booking-money', 'bookings', 'me', 'people', 'wallets'],
  wallets: ['driver-day', 'me', 'people', 'payments'],
  'recurring bookings': ['board', 'booking-counts', 'booking-money', 'bookings', 'caller', 'dashboard'],
  safety: ['booking-money', 'bookings'],
  tasks: ['driver-day', 'standing'],
  // Taking or returning a vehicle changes the driver's vehicle, and may charge rent.
  vehicles: ['me', 'people', 'drivers', 'wallets'],
};

/** Calls other than GET that invalidate nothing: checks, codes sent to a user, positions. */
const changesNothing: ReadonlySet<string> = new Set<RouteName>([
  'beginAuthenticator',
  'beginPasskey',
  'beginPasskeyProof',
  'checkUser',
  'checkUserExists',
  'confirmBooking',
  'createEstimate',
  'exportSelectedBookings',
  'hostedAutocomplete',
  'hostedDirections',
  'hostedDistanceMatrix',
  'hostedPlaceCoords',
  'hostedReverse',
  'openTopup',
  'postLocation',
  'postLocations',
  'sendEmailCode',
  'sendOtp',
  'sendReceipt',
  'setPushToken',
  'removePushToken',
  'uploadSignupLicense',
  'validateReferrer',
]);

/** Tag types of the routes that do not use the type of their group. */
const ownType: Readonly<Partial<Record<string, TagType>>> = {
  getDashboard: 'dashboard',
  getDispatchBoard: 'board',
  countBookings: 'booking-counts',
  getBookingMoney: 'booking-money',
  getEarnings: 'earnings',
  getDriverEarnings: 'earnings',
  listFareReviews: 'fare-reviews',
  getStanding: 'standing',
  getDuty: 'duty',
  getMyDay: 'driver-day',
  getBusyPlaces: 'busy-places',
  getRiderAtDesk: 'caller',
  devInbox: 'inbox',
} satisfies Partial<Record<RouteName, TagType>>;

/** Additional `after-booking` tag of routes whose response changes with bookings. */
const afterBooking: Readonly<Partial<Record<string, 'promos' | 'people'>>> = {
  listPromos: 'promos',
  getUser: 'people',
  getUserRatings: 'people',
  getDrivingRecord: 'people',
  getUserWallet: 'people',
  listReferrals: 'people',
} satisfies Partial<Record<RouteName, 'promos' | 'people'>>;

const allTypes: ReadonlySet<string> = new Set([
  ...Object.values(answerTable).map(({ group }) => group),
  'dashboard',
  'board',
  'booking-counts',
  'booking-money',
  'earnings',
  'fare-reviews',
  'standing',
  'duty',
  'driver-day',
  'busy-places',
  'caller',
  'inbox',
  'after-booking',
]);
const isTagType = (type: string): type is TagType => allTypes.has(type);
export const tagTypes: readonly TagType[] = [...allTypes].filter(isTagType);

function groupOf(route: string): TagType {
  const group = answerTable[route]?.group ?? '';
  if (!isTagType(group)) throw new TypeError(`No route is called ${route}`);
  return group;
}

/** Returns the tags of a route's response: the object whose id is in the path, otherwise the lists of the group. */
export function tagsOf(route: string, asked: RequestArgs | undefined | null): readonly Tag[] {
  const id = asked?.params?.id;
  const tag = { type: ownType[route] ?? groupOf(route), id: typeof id === 'string' ? id : LIST };
  const effect = afterBooking[route];
  return effect === undefined ? [tag] : [tag, { type: 'after-booking', id: effect }];
}

/** Routes that delete the object in their path, so that responses about it are not refetched. */
const deletes: ReadonlySet<string> = new Set<RouteName>([
  'deleteCarType',
  'deleteLanguage',
  'deleteNotification',
  'deletePromo',
  'deleteUser',
]);

/** Returns the tags that a successful call of this route invalidates. */
function outdatedBy(route: string): readonly Tag[] {
  if (answerTable[route]?.kind !== 'change' || changesNothing.has(route)) return [];
  const group = groupOf(route);
  const own: Tag = deletes.has(route) ? { type: group, id: LIST } : { type: group };
  return [own, ...(dependentTypes[group] ?? []).map((type) => ({ type }))];
}

/**
 * Returns the tags that a call of this route invalidates. Error responses of the server count too, because they often
 * mean that the rendered data is stale; network errors do not.
 */
export const outdatedAfter = (route: string, answer: unknown): readonly Tag[] =>
  answer instanceof ApiError && answer.status === 0 ? [] : outdatedBy(route);
