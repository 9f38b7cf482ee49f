// Maps cached responses to the live topics that announce their changes, and live events to the responses that they
// invalidate.
import type { LiveEventName } from '@kerb/contract';
import { LIST, type Tag, type TagType } from './tags.ts';

export interface LiveChange {
  /** Topic on which the event arrived. */
  readonly topic: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Outdated extends Tag {
  /** Minimum interval in ms between two refetches caused by a burst of events; defaults to 1.5 s. */
  readonly atMostEveryMs?: number;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const both = (type: TagType, id: string): Tag[] => [
  { type, id },
  { type, id: LIST },
];

/**
 * Bookings change often, and their events do not name the affected wallet, promo or review; these responses may be
 * stale for this long.
 */
const usesMs = 5_000;
const reviewsMs = 5_000;
const peopleMs = 3_000;
const dashboardMs = 3_000;
const countsMs = 5_000;
/** Drivers become busy or free when a trip is accepted or ends. */
const driversMs = 3_000;
const dayMs = 5_000;
/** The sums of whole months change little with one booking, and are expensive to compute. */
const earningsMs = 60_000;
const earnings: Outdated = { type: 'earnings', id: LIST, atMostEveryMs: earningsMs };

function ofBooking({ name, data }: LiveChange): Outdated[] {
  const id = text(data.booking_id);
  const isUse = name === 'booking.created' || data.status === 'CANCELLED';
  return [
    ...both('bookings', id),
    { type: 'booking-money', id },
    { type: 'dispatch', id },
    { type: 'tracking', id },
    { type: 'receipts', id },
    { type: 'dashboard', id: LIST, atMostEveryMs: dashboardMs },
    { type: 'board', id: LIST },
    { type: 'drivers', id: LIST, atMostEveryMs: driversMs },
    { type: 'booking-counts', id: LIST, atMostEveryMs: countsMs },
    // The event does not name the rider.
    { type: 'caller', atMostEveryMs: countsMs },
    { type: 'recurring bookings', id: LIST, atMostEveryMs: countsMs },
    { type: 'fare-reviews', id: LIST, atMostEveryMs: reviewsMs },
    earnings,
    { type: 'after-booking', id: 'people', atMostEveryMs: peopleMs },
    ...(isUse ? [{ type: 'after-booking', id: 'promos', atMostEveryMs: usesMs } as const] : []),
  ];
}

function ofCatalogue({ data }: LiveChange): Tag[] {
  switch (data.what) {
    case 'promos':
      return [{ type: 'promos' }];
    case 'languages':
      return [{ type: 'languages' }];
    default:
      return [{ type: 'catalog' }, { type: 'languages' }];
  }
}

const ofOffered = (): Tag[] => [{ type: 'tasks' }];
/** An offer that the driver declined or let expire counts in their acceptance rate. */
const ofWithdrawn = (): Outdated[] => [
  { type: 'tasks' },
  { type: 'standing' },
  { type: 'driver-day', atMostEveryMs: dayMs },
];
/** The booking that a payment is for: a payment that fails does not change the booking itself. */
function ofPaidBooking(id: string): Tag[] {
  if (id === '') return [];
  return [
    { type: 'bookings', id },
    { type: 'booking-money', id },
  ];
}
/** The person whose wallet changed, for their page. */
function ofOwner(uid: string): Tag[] {
  return uid === '' ? [] : [{ type: 'people', id: uid }];
}
/** Received on 'me' by the payer, on 'money' by admins. */
const ofMoney = ({ topic, data }: LiveChange): Outdated[] => [
  { type: 'payments' },
  { type: 'wallets' },
  ...ofPaidBooking(text(data.booking)),
  // Refunds.
  earnings,
  ...(topic === 'me' ? ([{ type: 'me' }, { type: 'driver-day' }] as const) : ofOwner(text(data.uid))),
];
const ofUser = ({ data }: LiveChange): Tag[] => [
  ...both('people', text(data.uid)),
  { type: 'documents', id: text(data.uid) },
];
const ofChat = ({ data }: LiveChange): Tag[] => [{ type: 'chat', id: text(data.booking_id) }];
const ofNotices = (): Tag[] => [{ type: 'notices' }];

/** A changed wallet is announced to its owner on 'me' and to admins on 'money'. */
const ofMe = (change: LiveChange): Outdated[] =>
  change.topic === 'money'
    ? ofMoney(change)
    : [
        { type: 'auth' },
        { type: 'documents', id: LIST },
        { type: 'me' },
        { type: 'second factor' },
        { type: 'duty' },
        { type: 'driver-day', atMostEveryMs: dayMs },
      ];

const outdatedByEvent: Readonly<Record<LiveEventName, (change: LiveChange) => readonly Outdated[]>> = {
  'me.changed': ofMe,
  'booking.created': ofBooking,
  'booking.changed': ofBooking,
  'recurring-booking.changed': () => [{ type: 'recurring bookings' }],
  'task.offered': ofOffered,
  'task.withdrawn': ofWithdrawn,
  'catalog.changed': ofCatalogue,
  'chat.message': ofChat,
  'chat.read': ofChat,
  'payment.changed': ofMoney,
  'withdraw.changed': ofMoney,
  'vehicle.changed': () => [{ type: 'vehicles' }],
  'user.created': ofUser,
  'user.changed': ofUser,
  'user.reviewed': ofUser,
  // The page of a deleted user shows the deletion without a refetch.
  'user.deleted': () => [{ type: 'people', id: LIST }],
  'notice.created': ofNotices,
  'notice.read': ofNotices,
  'notification.changed': () => [{ type: 'notifications' }],
  'alert.changed': () => [{ type: 'safety' }],
  'call.changed': () => [{ type: 'phone desk' }],
};

const isKnown = (name: string): name is LiveEventName => Object.hasOwn(outdatedByEvent, name);

/** Returns the tags that an event invalidates; an empty list for unknown events of a newer server. */
export const outdatedByLive = (change: LiveChange): readonly Outdated[] =>
  isKnown(change.name) ? outdatedByEvent[change.name](change) : [];

const topicsOfType: Readonly<Partial<Record<TagType, readonly string[]>>> = {
  auth: ['me'],
  catalog: ['catalog'],
  board: ['bookings'],
  'booking-counts': ['bookings'],
  caller: ['bookings'],
  dashboard: ['bookings'],
  earnings: ['bookings', 'money'],
  'fare-reviews': ['bookings'],
  'recurring bookings': ['bookings'],
  documents: ['people', 'me'],
  drivers: ['bookings'],
  duty: ['me'],
  'driver-day': ['me', 'tasks'],
  languages: ['catalog'],
  me: ['me'],
  notices: ['me'],
  notifications: ['people'],
  promos: ['catalog'],
  'after-booking': ['bookings'],
  'phone desk': ['calls'],
  safety: ['alerts'],
  standing: ['tasks'],
  'second factor': ['me'],
  tasks: ['tasks'],
  vehicles: ['people', 'me'],
  wallets: ['money', 'me'],
  payments: ['money', 'me'],
};

/** Returns the topics to subscribe to while a response with this tag is cached. */
export function topicsOf({ type, id = LIST }: Tag): readonly string[] {
  switch (type) {
    case 'bookings':
      return id === LIST ? ['bookings'] : [`booking:${id}`];
    case 'booking-money':
      return [`booking:${id}`, 'money', 'me'];
    case 'dispatch':
    case 'tracking':
    case 'receipts':
      return [`booking:${id}`];
    case 'people':
      // The balance of one person.
      return id === LIST ? ['people'] : ['people', 'money'];
    case 'chat':
      return [`chat:${id}`];
    default:
      return topicsOfType[type] ?? [];
  }
}
