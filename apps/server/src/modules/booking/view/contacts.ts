// Who is told whose phone and e-mail: those who need them while they do, and the operator unless critical edits are off.
import { isActive, keepsDriverBusy } from '@kerb/domain/booking';
import type { Settings } from '@kerb/domain/settings';
import type { Viewer } from '../booking.policy.ts';
import type { BookingRecord } from '../booking.tables.ts';

/** What the console shows in place of a contact while critical edits are off (specification §6). */
export const HIDDEN = 'Hidden for Demo';

export interface Onlooker {
  viewer: Viewer;
  settings: Pick<Settings, 'AllowCriticalEditsAdmin'>;
}

type Of<Field extends keyof BookingRecord> = Pick<BookingRecord, 'status' | Field>;

const toOperator = (value: string | null, { settings }: Onlooker): string | null =>
  value === null || settings.AllowCriticalEditsAdmin ? value : HIDDEN;

/** The rider's phone: their own business, the driver's while on the trip, the operator's. */
export function customerContact(booking: Of<'customer_contact'>, onlooker: Onlooker): string | null {
  switch (onlooker.viewer) {
    case 'rider':
      return booking.customer_contact;
    case 'driver':
      return keepsDriverBusy(booking.status) ? booking.customer_contact : null;
    case 'requested_driver':
      return null;
    case 'fleet':
    case 'admin':
      return toOperator(booking.customer_contact, onlooker);
  }
}

/** A driver calls; the rider's mail is none of his business. */
export function customerEmail(booking: Of<'customer_email'>, onlooker: Onlooker): string | null {
  switch (onlooker.viewer) {
    case 'rider':
      return booking.customer_email;
    case 'driver':
    case 'requested_driver':
      return null;
    case 'fleet':
    case 'admin':
      return toOperator(booking.customer_email, onlooker);
  }
}

export function driverContact(booking: Of<'driver_contact'>, onlooker: Onlooker): string | null {
  switch (onlooker.viewer) {
    case 'rider':
      return isActive(booking.status) ? booking.driver_contact : null;
    case 'driver':
      return booking.driver_contact;
    case 'requested_driver':
      return null;
    case 'fleet':
    case 'admin':
      return toOperator(booking.driver_contact, onlooker);
  }
}

/** The phone of whoever takes the parcel: the sender's, the driver's while on the trip, the operator's. */
export function deliveryContact(booking: Of<'delivery_person_phone'>, onlooker: Onlooker): string | null {
  switch (onlooker.viewer) {
    case 'rider':
      return booking.delivery_person_phone;
    case 'driver':
      return keepsDriverBusy(booking.status) ? booking.delivery_person_phone : null;
    case 'requested_driver':
      return null;
    case 'fleet':
    case 'admin':
      return toOperator(booking.delivery_person_phone, onlooker);
  }
}

type InstructionsField = 'pick_up_instructions' | 'delivery_instructions';

/** How to get in at the pickup or the drop, as a door's code: for whoever brings the parcel, while he does. */
export function instructions(
  booking: Of<InstructionsField>,
  field: InstructionsField,
  { viewer }: Pick<Onlooker, 'viewer'>,
): string | null {
  switch (viewer) {
    case 'driver':
      return keepsDriverBusy(booking.status) ? booking[field] : null;
    case 'requested_driver':
      return null;
    case 'rider':
    case 'fleet':
    case 'admin':
      return booking[field];
  }
}
