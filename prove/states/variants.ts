// The bookings that are tried: rides and parcels with every caller, and variants whose facts change a few rules.
import type { BookingStatus } from '@kerb/domain/booking';
import { allCallers, type CallerName } from './test-trip.ts';
import { type Action, allActions, type Facts, statuses } from './transitions.ts';

export interface Variant {
  readonly name: string;
  readonly facts: Facts;
  readonly statuses: readonly BookingStatus[];
  readonly actions: readonly Action[];
  readonly callers: readonly CallerName[];
}

const cashRide: Facts = {
  kind: 'ride',
  payment: 'cash',
  hasMoney: false,
  isPrepaid: false,
  isLater: false,
  hasCode: false,
  autoDispatch: false,
  criticalEdits: true,
  isFollowOn: false,
  hasOtherOffer: false,
  isOfferOver: false,
};
const cashParcel: Facts = { ...cashRide, kind: 'parcel' };

/** A ride is never paid before it is dispatched (§4 Creation). */
const rideStatuses = statuses.filter((status) => status !== 'PAYMENT_PENDING');
const parties: readonly CallerName[] = ['rider', 'driver', 'offered driver', 'admin'];
const paying: readonly Action[] = [
  'reach',
  'collect',
  'payByCash',
  'payByCard',
  'payByWallet',
  'charge',
  'rate',
  'tip',
];

const whole = { statuses: rideStatuses, actions: allActions, callers: allCallers };

export const variants: readonly Variant[] = [
  { name: 'ride', facts: cashRide, ...whole },
  { name: 'parcel', facts: cashParcel, ...whole, statuses },
  {
    name: 'ride later',
    facts: { ...cashRide, isLater: true },
    ...whole,
    callers: parties,
  },
  {
    name: 'parcel later, with a wallet that covers it',
    facts: { ...cashParcel, isLater: true, hasMoney: true },
    ...whole,
    statuses,
    callers: parties,
  },
  {
    name: 'ride by card',
    facts: { ...cashRide, payment: 'card' },
    ...whole,
    actions: paying,
    callers: parties,
  },
  {
    name: 'ride by card, with money in the wallet',
    facts: { ...cashRide, payment: 'card', hasMoney: true },
    ...whole,
    actions: paying,
    callers: parties,
  },
  {
    name: 'ride by wallet',
    facts: { ...cashRide, payment: 'wallet', hasMoney: true },
    ...whole,
    actions: paying,
    callers: parties,
  },
  {
    name: 'ride by an empty wallet',
    facts: { ...cashRide, payment: 'wallet' },
    ...whole,
    actions: paying,
    callers: parties,
  },
  {
    name: 'parcel by card',
    facts: { ...cashParcel, payment: 'card' },
    ...whole,
    statuses,
    actions: [...paying, 'cancel'],
    callers: parties,
  },
  {
    name: 'parcel paid before from the wallet',
    facts: { ...cashParcel, payment: 'wallet', hasMoney: true, isPrepaid: true },
    ...whole,
    statuses: ['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED'],
    callers: parties,
  },
  {
    name: 'ride with a code',
    facts: { ...cashRide, hasCode: true },
    ...whole,
    actions: ['start', 'startWithWrongCode', 'startWithCode', 'arrive'],
    callers: allCallers,
  },
  {
    name: 'parcel with a code',
    facts: { ...cashParcel, hasCode: true },
    ...whole,
    statuses: ['ACCEPTED', 'ARRIVED', 'STARTED'],
    actions: ['start', 'startWithWrongCode', 'startWithCode'],
    callers: parties,
  },
  {
    name: 'ride with automatic dispatch',
    facts: { ...cashRide, autoDispatch: true },
    ...whole,
    actions: ['assign', 'reassign', 'decline', 'accept'],
    callers: parties,
  },
  {
    name: 'ride in demonstration mode',
    facts: { ...cashRide, criticalEdits: false },
    ...whole,
    actions: ['cancel'],
  },
  {
    name: 'parcel in demonstration mode',
    facts: { ...cashParcel, criticalEdits: false },
    ...whole,
    statuses,
    actions: ['cancel'],
  },
  {
    name: 'follow-on trip',
    facts: { ...cashRide, isFollowOn: true },
    ...whole,
    statuses: ['ACCEPTED'],
  },
  {
    name: 'ride offered to two drivers',
    facts: { ...cashRide, hasOtherOffer: true },
    ...whole,
    statuses: ['NEW'],
    actions: ['accept', 'decline', 'cancel', 'assign'],
    callers: parties,
  },
  {
    name: 'ride whose offer is over',
    facts: { ...cashRide, isOfferOver: true },
    ...whole,
    statuses: ['NEW'],
    actions: ['accept', 'cancel'],
  },
];

const pairedNames = [
  'ride',
  'parcel',
  'parcel later, with a wallet that covers it',
  'ride by card, with money in the wallet',
  'parcel paid before from the wallet',
  'follow-on trip',
  'ride offered to two drivers',
];

/** Variants for two concurrent steps. */
export const pairedVariants: readonly Variant[] = variants
  .filter(({ name }) => pairedNames.includes(name))
  .map((variant) => ({ ...variant, callers: parties }));

const part = (name: string, changes: Partial<Variant>): Variant[] =>
  variants.filter((variant) => variant.name === name).map((variant) => ({ ...variant, ...changes }));

/** A few cells of each kind, for the test. */
export const fewVariants: readonly Variant[] = [
  ...part('ride', { statuses: ['NEW', 'ACCEPTED', 'REACHED'], callers: [...parties, 'former driver'] }),
  ...part('ride with a code', { statuses: ['ARRIVED'], callers: parties }),
  ...part('parcel by card', { statuses: ['PAYMENT_PENDING', 'PENDING'] }),
  ...part('ride in demonstration mode', { statuses: ['ACCEPTED'], callers: parties }),
];

export const fewPairedVariants: readonly Variant[] = part('ride', {
  statuses: ['REACHED', 'PAID'],
  callers: parties,
});
