// What each cached answer is about, and what a change makes out of date: one line for each route group.
import type { RouteName, Routes } from '@kerb/contract';
import { ApiError } from '../client/index.ts';
import { answerTable } from './answer-table.ts';

/**
 * The groups of the contract; the dashboard, the dispatch board and counts of bookings, which are out of date with every booking; the fare
 * reviews, which few bookings have; a driver's standing, which not every offer changes; a driver's hours on duty; a driver's day, which their wallet
 * and offers change; and what a booking changes of promos and people without saying whose.
 */
export type TagType =
  | Routes[RouteName]['tag']
  | 'dashboard'
  | 'board'
  | 'booking-counts'
  | 'fare-reviews'
  | 'standing'
  | 'duty'
  | 'driver-day'
  | 'busy-places'
  | 'after-booking';

export interface Tag {
  readonly type: TagType;
  /** One object, or 'LIST' for an answer that is not about a single one; the whole type when left out. */
  readonly id?: string;
}

export interface AskedWith {
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The tag of everything that is not about a single object. */
export const LIST = 'LIST';

/** What else a change of a group makes out of date. */
const alsoChanged: Readonly<Partial<Record<TagType, readonly TagType[]>>> = {
  auth: ['me'],
  'second factor': ['auth', 'people'],
  me: ['people', 'documents', 'duty'],
  bookings: [
    'after-booking',
    'board',
    'booking-counts',
    'chat',
    'dashboard',
    'dispatch',
    'driver-day',
    'drivers',
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
  payments: ['bookings', 'me', 'people', 'wallets'],
  wallets: ['driver-day', 'me', 'people', 'payments'],
  'recurring bookings': ['board', 'booking-counts', 'bookings', 'dashboard'],
  safety: ['bookings'],
  tasks: ['driver-day', 'standing'],
  // Taking and returning a vehicle changes what the driver drives with, and may cost rent.
  vehicles: ['me', 'people', 'drivers', 'wallets'],
};

/** Calls that are no GET and change no answer: questions, codes that are sent, positions. */
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
  'mapsMatrix',
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

/** Of the answers that go out of date on their own. */
const ownType: Readonly<Partial<Record<string, TagType>>> = {
  getDashboard: 'dashboard',
  getDispatchBoard: 'board',
  countBookings: 'booking-counts',
  listFareReviews: 'fare-reviews',
  getStanding: 'standing',
  getDuty: 'duty',
  getMyDay: 'driver-day',
  getBusyPlaces: 'busy-places',
} satisfies Partial<Record<RouteName, TagType>>;

/** What a booking changes of the answer, although it is about something else. */
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
  'fare-reviews',
  'standing',
  'duty',
  'driver-day',
  'busy-places',
  'after-booking',
]);
const isTagType = (type: string): type is TagType => allTypes.has(type);
export const tagTypes: readonly TagType[] = [...allTypes].filter(isTagType);

function groupOf(route: string): TagType {
  const group = answerTable[route]?.group ?? '';
  if (!isTagType(group)) throw new TypeError(`No route is called ${route}`);
  return group;
}

/** What an answer of this route is about: one object where the path has an id, otherwise the group's lists. */
export function tagsOf(route: string, asked: AskedWith | undefined | null): readonly Tag[] {
  const id = asked?.params?.id;
  const tag = { type: ownType[route] ?? groupOf(route), id: typeof id === 'string' ? id : LIST };
  const effect = afterBooking[route];
  return effect === undefined ? [tag] : [tag, { type: 'after-booking', id: effect }];
}

/** Afterwards the object of the path does not exist: what is about it is not read again. */
const deletes: ReadonlySet<string> = new Set<RouteName>([
  'deleteCarType',
  'deleteLanguage',
  'deleteNotification',
  'deletePromo',
  'deleteUser',
]);

/** What a successful call of this route makes out of date. */
function outdatedBy(route: string): readonly Tag[] {
  if (answerTable[route]?.kind !== 'change' || changesNothing.has(route)) return [];
  const group = groupOf(route);
  const own: Tag = deletes.has(route) ? { type: group, id: LIST } : { type: group };
  return [own, ...(alsoChanged[group] ?? []).map((type) => ({ type }))];
}

/** What a call of this route makes out of date: a refusal often means that what is shown is; a network error does not. */
export const outdatedAfter = (route: string, answer: unknown): readonly Tag[] =>
  answer instanceof ApiError && answer.status === 0 ? [] : outdatedBy(route);
