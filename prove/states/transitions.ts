// Table of the transitions of a booking by action, caller and facts, written from the specification (§4, §6, §9) and
// independent of the domain's table.

import type { RouteName } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import type { Usertype } from '@kerb/domain/identity';

export const statuses = [
  'PAYMENT_PENDING',
  'NEW',
  'ACCEPTED',
  'ARRIVED',
  'STARTED',
  'REACHED',
  'PENDING',
  'PAID',
  'COMPLETE',
  'CANCELLED',
] as const satisfies readonly BookingStatus[];

/** Facts that decide the result of an action, besides the status. */
export interface Facts {
  readonly kind: 'ride' | 'parcel';
  readonly payment: 'cash' | 'card' | 'wallet';
  /** The rider's wallet covers the trip. */
  readonly hasMoney: boolean;
  readonly isPrepaid: boolean;
  /** The booking is for a later time. */
  readonly isLater: boolean;
  /** The driver must enter the rider's code before the trip starts. */
  readonly hasCode: boolean;
  readonly autoDispatch: boolean;
  /** AllowCriticalEditsAdmin */
  readonly criticalEdits: boolean;
  /** The driver has another trip before this one. */
  readonly isFollowOn: boolean;
  /** A second driver has an open offer. */
  readonly hasOtherOffer: boolean;
  /** The offer has expired, and dispatch has not closed it yet. */
  readonly isOfferOver: boolean;
}

interface ActionRow {
  readonly route: RouteName;
  readonly roles: readonly Usertype[];
  readonly body?: object;
}

const place = { lat: -34.9058, lng: -56.1913 };

/** Each action with the roles that may call it at all (§6). */
export const actions = {
  accept: { route: 'acceptBooking', roles: ['driver'], body: { location: place } },
  decline: { route: 'declineBooking', roles: ['driver'], body: {} },
  giveBack: { route: 'giveBackBooking', roles: ['driver'], body: {} },
  arrive: { route: 'arriveBooking', roles: ['driver'], body: { location: place } },
  start: { route: 'startBooking', roles: ['driver'], body: { location: place } },
  startWithCode: { route: 'startBooking', roles: ['driver'], body: { location: place, otp: '12345' } },
  startWithWrongCode: { route: 'startBooking', roles: ['driver'], body: { location: place, otp: '54321' } },
  reach: { route: 'reachBooking', roles: ['driver', 'admin'], body: { location: place } },
  collect: { route: 'collectBooking', roles: ['driver', 'admin'], body: {} },
  payByCash: { route: 'payBooking', roles: ['rider'], body: { payment_mode: 'cash' } },
  payByCard: { route: 'payBooking', roles: ['rider'], body: { payment_mode: 'card' } },
  payByWallet: { route: 'payBooking', roles: ['rider'], body: { payment_mode: 'wallet' } },
  charge: { route: 'chargeBooking', roles: ['admin'], body: {} },
  rate: { route: 'rateBooking', roles: ['rider'], body: { rating: 4 } },
  skipRating: { route: 'rateBooking', roles: ['rider'], body: { rating: null } },
  rateRider: { route: 'rateRider', roles: ['driver'], body: { rating: 4 } },
  tip: { route: 'tipDriver', roles: ['rider'], body: { amount: 1 } },
  cancel: { route: 'cancelBooking', roles: ['rider', 'driver', 'admin'], body: { reason: 'Proof' } },
  assign: { route: 'assignBooking', roles: ['admin'] },
  reassign: { route: 'reassignBooking', roles: ['admin'] },
  refund: { route: 'refundBooking', roles: ['admin'], body: { amount: 1, reason: 'Proof' } },
  takePickupPhoto: { route: 'setPickupImage', roles: ['driver'] },
  takeDropPhoto: { route: 'setDeliverImage', roles: ['driver'] },
} as const satisfies Record<string, ActionRow>;
export type Action = keyof typeof actions;
export const actionRow = (action: Action): ActionRow => actions[action];
const isAction = (name: string): name is Action => name in actions;
export const allActions: readonly Action[] = Object.keys(actions).filter(isAction);

/** A user's role in a booking. */
export type Part = 'rider' | 'driver' | 'offered driver' | 'admin';

export interface Step {
  readonly action: Action;
  readonly from: readonly BookingStatus[];
  readonly by: readonly Part[];
  /** `same`: the status stays, but something is written. */
  readonly to: BookingStatus | 'same';
  readonly when?: Partial<Facts>;
  readonly source: string;
}

const console_ = ['PAYMENT_PENDING', 'NEW', 'ACCEPTED'] as const;
const ended = ['PENDING', 'PAID', 'COMPLETE'] as const;
const paid = ['PAID', 'COMPLETE'] as const;

export const steps: readonly Step[] = [
  {
    action: 'accept',
    from: ['NEW'],
    by: ['offered driver'],
    to: 'ACCEPTED',
    when: { isOfferOver: false },
    source: '§4, only if requested drivers still exist',
  },
  {
    action: 'decline',
    from: ['NEW'],
    by: ['offered driver'],
    to: 'CANCELLED',
    when: { hasOtherOffer: false },
    source: '§4, the only one requested; reading 32',
  },
  {
    action: 'decline',
    from: ['NEW'],
    by: ['offered driver'],
    to: 'same',
    when: { hasOtherOffer: true },
    source: '§4, removed from requestedDrivers',
  },
  {
    action: 'giveBack',
    from: ['ACCEPTED'],
    by: ['driver'],
    to: 'NEW',
    when: { isFollowOn: true },
    source: 'docs/dispatch.md, follow-on trips',
  },
  {
    action: 'arrive',
    from: ['ACCEPTED'],
    by: ['driver'],
    to: 'ARRIVED',
    when: { isFollowOn: false },
    source: '§4 ARRIVED',
  },
  {
    action: 'start',
    from: ['ARRIVED'],
    by: ['driver'],
    to: 'STARTED',
    when: { hasCode: false },
    source: '§4 STARTED',
  },
  { action: 'startWithCode', from: ['ARRIVED'], by: ['driver'], to: 'STARTED', source: '§3 otp' },
  {
    action: 'startWithWrongCode',
    from: ['ARRIVED'],
    by: ['driver'],
    to: 'STARTED',
    when: { hasCode: false },
    source: '§3 otp: false when secure otp is off',
  },
  {
    action: 'reach',
    from: ['STARTED'],
    by: ['driver', 'admin'],
    to: 'REACHED',
    when: { payment: 'cash', isPrepaid: false },
    source: 'reading 7, cash: the driver confirms',
  },
  {
    action: 'reach',
    from: ['STARTED'],
    by: ['driver', 'admin'],
    to: 'PENDING',
    when: { payment: 'card', isPrepaid: false },
    source: 'reading 7, card: until the rider pays',
  },
  {
    action: 'reach',
    from: ['STARTED'],
    by: ['driver', 'admin'],
    to: 'PAID',
    when: { payment: 'wallet', hasMoney: true, isPrepaid: false },
    source: 'reading 7, wallet: if the balance covers it',
  },
  {
    action: 'reach',
    from: ['STARTED'],
    by: ['driver', 'admin'],
    to: 'PENDING',
    when: { payment: 'wallet', hasMoney: false, isPrepaid: false },
    source: 'reading 7, wallet: else PENDING',
  },
  {
    action: 'reach',
    from: ['STARTED'],
    by: ['driver', 'admin'],
    to: 'PAID',
    when: { isPrepaid: true },
    source: 'reading 7, prepaid',
  },
  {
    action: 'collect',
    from: ['REACHED', 'PENDING'],
    by: ['driver', 'admin'],
    to: 'PAID',
    when: { payment: 'cash' },
    source: 'reading 7, collect',
  },
  {
    action: 'payByWallet',
    from: ['PENDING'],
    by: ['rider'],
    to: 'PAID',
    when: { hasMoney: true },
    source: '§4 Pay now; reading 7',
  },
  {
    action: 'charge',
    from: ['REACHED', 'PENDING'],
    by: ['admin'],
    to: 'PAID',
    when: { isPrepaid: false },
    source: 'API: to the wallet, when the rider does not pay',
  },
  { action: 'payByCash', from: ['PENDING'], by: ['rider'], to: 'same', source: 'reading 7: then collect' },
  { action: 'payByCard', from: ['PENDING'], by: ['rider'], to: 'same', source: 'reading 30' },
  {
    action: 'payByWallet',
    from: ['PAYMENT_PENDING'],
    by: ['rider'],
    to: 'NEW',
    when: { hasMoney: true },
    source: 'reading 6',
  },
  { action: 'payByCash', from: ['PAYMENT_PENDING'], by: ['rider'], to: 'NEW', source: 'reading 6' },
  {
    action: 'payByCard',
    from: ['PAYMENT_PENDING'],
    by: ['rider'],
    to: 'same',
    source: 'reading 6: when the provider confirms',
  },
  { action: 'rate', from: ['PAID'], by: ['rider'], to: 'COMPLETE', source: 'reading 7' },
  { action: 'skipRating', from: ['PAID'], by: ['rider'], to: 'COMPLETE', source: 'reading 7' },
  { action: 'rateRider', from: ended, by: ['driver'], to: 'same', source: 'API: after the trip' },
  {
    action: 'tip',
    from: paid,
    by: ['rider'],
    to: 'same',
    when: { hasMoney: true },
    source: 'API: of a paid trip, from the wallet',
  },
  {
    action: 'cancel',
    from: console_,
    by: ['rider', 'admin'],
    to: 'CANCELLED',
    when: { criticalEdits: true },
    source: '§4 Cancel',
  },
  {
    action: 'cancel',
    from: ['ARRIVED'],
    by: ['rider', 'admin'],
    to: 'CANCELLED',
    when: { criticalEdits: true },
    source: 'reading 10, trip screen; API: by an admin when the driver is gone',
  },
  {
    action: 'cancel',
    from: ['ACCEPTED', 'ARRIVED'],
    by: ['driver'],
    to: 'CANCELLED',
    when: { isFollowOn: false },
    source: '§4 CANCELLED; reading 10',
  },
  {
    action: 'assign',
    from: ['NEW'],
    by: ['admin'],
    to: 'same',
    when: { autoDispatch: false },
    source: '§4 Assign driver',
  },
  {
    action: 'reassign',
    from: ['ACCEPTED', 'ARRIVED'],
    by: ['admin'],
    to: 'NEW',
    source: 'API: before the trip starts',
  },
  { action: 'refund', from: paid, by: ['admin'], to: 'same', source: 'API: a paid trip' },
  {
    action: 'takePickupPhoto',
    from: ['ACCEPTED', 'ARRIVED'],
    by: ['driver'],
    to: 'same',
    when: { kind: 'parcel' },
    source: '§3 AllowDeliveryPickupImageCapture; API: before the trip starts',
  },
  {
    action: 'takeDropPhoto',
    from: ['STARTED'],
    by: ['driver'],
    to: 'same',
    when: { kind: 'parcel' },
    source: '§3 AllowFinalDeliveryImageCapture; API: before it is reached',
  },
];

/** A rejection with its own error code, for a user with a role in the booking. */
export interface Refusal {
  readonly action: Action;
  readonly from: readonly BookingStatus[];
  readonly by: readonly Part[];
  readonly when: Partial<Facts>;
  readonly code: string;
  /** It counts the wrong code. */
  readonly writes?: true;
}

export const refusals: readonly Refusal[] = [
  {
    action: 'start',
    from: ['ARRIVED'],
    by: ['driver'],
    when: { hasCode: true },
    code: 'trip_otp_wrong',
    writes: true,
  },
  {
    action: 'startWithWrongCode',
    from: ['ARRIVED'],
    by: ['driver'],
    when: { hasCode: true },
    code: 'trip_otp_wrong',
    writes: true,
  },
  {
    action: 'payByWallet',
    from: ['PENDING', 'PAYMENT_PENDING'],
    by: ['rider'],
    when: { hasMoney: false },
    code: 'insufficient_wallet',
  },
  { action: 'tip', from: paid, by: ['rider'], when: { hasMoney: false }, code: 'insufficient_wallet' },
  {
    action: 'cancel',
    from: statuses,
    by: ['rider', 'admin'],
    when: { criticalEdits: false },
    code: 'demo_mode',
  },
];
