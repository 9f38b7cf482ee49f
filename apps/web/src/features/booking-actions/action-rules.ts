// Rules that enable or disable the console's actions on bookings, with the reason (specification §4, "Console actions
// on bookings").
import type { BookingSummary } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import type { Usertype } from '@kerb/domain/identity';

/** The fields of a booking that the actions need; both lists and the booking's page have them. */
export type ActionBooking = Pick<
  BookingSummary,
  | 'id'
  | 'reference'
  | 'status'
  | 'payment_mode'
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

/** The fields that decide which actions are possible. */
type DecidingFields = Pick<ActionBooking, 'status' | 'payment_mode'>;

export const consoleActions = ['cancel', 'assign', 'pay', 'collect', 'charge', 'end'] as const;
export type ConsoleAction = (typeof consoleActions)[number];

/**
 * Reasons why an action is disabled: the booking's status does not allow it, or drivers are found by automatic
 * dispatch.
 */
export type DisabledReason = 'cancel_status' | 'assign_status' | 'assign_auto' | 'pay_status';

export interface ActionState {
  readonly action: ConsoleAction;
  /** Null when the action is enabled. */
  readonly disabledReason: DisabledReason | null;
}

const cancellable: readonly BookingStatus[] = ['NEW', 'ACCEPTED', 'PAYMENT_PENDING'];
/** An admin also cancels a booking whose driver is gone after the arrival. */
const cancellableByAdmin: readonly BookingStatus[] = [...cancellable, 'ARRIVED'];

/** What an admin does about a trip that its driver does not end, or whose payment is not confirmed. */
function rareActionsFor({ status, payment_mode }: DecidingFields): readonly ConsoleAction[] {
  switch (status) {
    case 'STARTED':
      return ['end'];
    case 'REACHED':
    case 'PENDING':
      return payment_mode === 'cash' ? ['collect', 'charge'] : ['charge'];
    case 'PAYMENT_PENDING':
    case 'NEW':
    case 'ACCEPTED':
    case 'ARRIVED':
    case 'PAID':
    case 'COMPLETE':
    case 'CANCELLED':
      return [];
  }
}

/**
 * The actions of a role, each with the reason why it is disabled; actions that the role never has are left out, and so
 * are those for rare cases while the booking is in another status.
 */
export function actionsFor(
  booking: DecidingFields,
  usertype: Usertype,
  { autoDispatch }: { autoDispatch: boolean },
): readonly ActionState[] {
  const { status } = booking;
  const cancel: ActionState = {
    action: 'cancel',
    disabledReason: (usertype === 'admin' ? cancellableByAdmin : cancellable).includes(status)
      ? null
      : 'cancel_status',
  };
  const assign: ActionState = {
    action: 'assign',
    disabledReason: autoDispatch ? 'assign_auto' : status === 'NEW' ? null : 'assign_status',
  };
  const pay: ActionState = { action: 'pay', disabledReason: status === 'PENDING' ? null : 'pay_status' };
  switch (usertype) {
    case 'admin':
      return [...rareActionsFor(booking).map((action) => ({ action, disabledReason: null })), assign, cancel];
    case 'rider':
      return [pay, cancel];
    case 'driver':
    case 'fleetadmin':
      return [];
  }
}
