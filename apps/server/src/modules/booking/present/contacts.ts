// Decides which roles see phone numbers and e-mail addresses: trip parties while they need them, operators unless
// critical edits are off.
import { HIDDEN_CONTACT, isActive, occupiesDriver } from '@kerb/domain/booking';
import type { Settings } from '@kerb/domain/settings';
import type { Viewer } from '../booking.policy.ts';
import type { BookingRecord } from '../store/booking.tables.ts';

export interface ContactViewer {
  viewer: Viewer;
  settings: Pick<Settings, 'AllowCriticalEditsAdmin'>;
}

type Of<Field extends keyof BookingRecord> = Pick<BookingRecord, 'status' | Field>;

const toOperator = (value: string | null, { settings }: ContactViewer): string | null =>
  value === null || settings.AllowCriticalEditsAdmin ? value : HIDDEN_CONTACT;

/** The rider's phone number, shown to the rider, the driver during the trip, and operators. */
export function customerContact(booking: Of<'customer_contact'>, viewing: ContactViewer): string | null {
  switch (viewing.viewer) {
    case 'rider':
      return booking.customer_contact;
    case 'driver':
      return occupiesDriver(booking.status) ? booking.customer_contact : null;
    case 'requested_driver':
      return null;
    case 'fleet':
    case 'admin':
      return toOperator(booking.customer_contact, viewing);
  }
}

/** The rider's e-mail address, shown to the rider and operators; drivers use the phone. */
export function customerEmail(booking: Of<'customer_email'>, viewing: ContactViewer): string | null {
  switch (viewing.viewer) {
    case 'rider':
      return booking.customer_email;
    case 'driver':
    case 'requested_driver':
      return null;
    case 'fleet':
    case 'admin':
      return toOperator(booking.customer_email, viewing);
  }
}

export function driverContact(booking: Of<'driver_contact'>, viewing: ContactViewer): string | null {
  switch (viewing.viewer) {
    case 'rider':
      return isActive(booking.status) ? booking.driver_contact : null;
    case 'driver':
      return booking.driver_contact;
    case 'requested_driver':
      return null;
    case 'fleet':
    case 'admin':
      return toOperator(booking.driver_contact, viewing);
  }
}

/** The recipient's phone number, shown to the sender, the driver during the trip, and operators. */
export function deliveryContact(booking: Of<'delivery_person_phone'>, viewing: ContactViewer): string | null {
  switch (viewing.viewer) {
    case 'rider':
      return booking.delivery_person_phone;
    case 'driver':
      return occupiesDriver(booking.status) ? booking.delivery_person_phone : null;
    case 'requested_driver':
      return null;
    case 'fleet':
    case 'admin':
      return toOperator(booking.delivery_person_phone, viewing);
  }
}

type InstructionsField = 'pick_up_instructions' | 'delivery_instructions';

/** Access instructions at pickup and drop, such as a door code; shown to the driver during the trip only. */
export function instructions(
  booking: Of<InstructionsField>,
  field: InstructionsField,
  { viewer }: Pick<ContactViewer, 'viewer'>,
): string | null {
  switch (viewer) {
    case 'driver':
      return occupiesDriver(booking.status) ? booking[field] : null;
    case 'requested_driver':
      return null;
    case 'rider':
    case 'fleet':
    case 'admin':
      return booking[field];
  }
}
