// What may be done with a booking from the console, and if not, why not (specification §4, "Console actions on bookings").
import type { BookingSummary } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import type { Usertype } from '@kerb/domain/identity';

/** Lists and the booking's own page know this much of a booking. */
export type ActedOn = Pick<
  BookingSummary,
  | 'id'
  | 'reference'
  | 'status'
  | 'customer'
  | 'customer_name'
  | 'carType'
  | 'carTypeName'
  | 'pickupAddress'
  | 'cancelFeeFrom'
  | 'cancelSlab'
  | 'trip_cost'
  | 'discount_amount'
  | 'payableAmount'
>;

export const consoleActions = ['cancel', 'assign', 'pay'] as const;
export type ConsoleAction = (typeof consoleActions)[number];

/** Why an action is not to be had: the status it waits for, the role it is for, or how drivers are found. */
export type WhyNot = 'cancel_status' | 'assign_status' | 'assign_auto' | 'pay_status';

export interface ActionState {
  readonly action: ConsoleAction;
  /** Null: it may be done. */
  readonly whyNot: WhyNot | null;
}

const cancellable: readonly BookingStatus[] = ['NEW', 'ACCEPTED', 'PAYMENT_PENDING'];

/** The actions of a role, each with the reason it is not enabled; what is not the role's at all is left out. */
export function actionsFor(
  { status }: Pick<ActedOn, 'status'>,
  usertype: Usertype,
  { autoDispatch }: { autoDispatch: boolean },
): readonly ActionState[] {
  const cancel: ActionState = {
    action: 'cancel',
    whyNot: cancellable.includes(status) ? null : 'cancel_status',
  };
  const assign: ActionState = {
    action: 'assign',
    whyNot: autoDispatch ? 'assign_auto' : status === 'NEW' ? null : 'assign_status',
  };
  const pay: ActionState = { action: 'pay', whyNot: status === 'PENDING' ? null : 'pay_status' };
  switch (usertype) {
    case 'admin':
      return [assign, cancel];
    case 'rider':
      return [pay, cancel];
    case 'driver':
    case 'fleetadmin':
      return [];
  }
}
