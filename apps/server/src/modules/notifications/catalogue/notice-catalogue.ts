// Catalogue of notifications: each kind with the screen that it opens, how long it may be delivered, and its channels.
import type { NoticeScreen } from '@kerb/contract';
import { MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';

export interface NoticeRule {
  /** Null: the sender chooses the screen. */
  screen: NoticeScreen | null;
  /**
   * A notice is not delivered later than this after its event, in ms, because it would be misleading; it stays in the
   * history.
   */
  goodForMs: number;
  /** Wakes a sleeping phone. */
  urgent?: true;
  /** The push is delayed by this, in ms, and skipped when the app has shown the notice meanwhile. */
  pushAfterMs?: number;
  /**
   * Also sent as a text message: `always` for users who may have no session to read it in, `without-device` when an
   * admin booked the ride for a rider without a device that receives push messages.
   */
  sms?: 'always' | 'without-device';
  /**
   * Also sent as an e-mail to a verified address, for notices that users want in writing. `of-later-trip` restricts it
   * to trips booked for later. A paid ride has its receipt instead.
   */
  email?: 'always' | 'of-later-trip';
}

const minutes = (count: number): number => count * MS_PER_MINUTE;
const DAY = 24 * MS_PER_HOUR;

export const noticeCatalogue = {
  /** By e-mail too: may follow the e-mail of `given_back`, which says that the search goes on. */
  accepted: {
    screen: 'BookedCab',
    goodForMs: minutes(30),
    urgent: true,
    sms: 'without-device',
    email: 'of-later-trip',
  },
  accepted_later: { screen: 'BookedCab', goodForMs: DAY, sms: 'without-device', email: 'always' },
  /** For a booking by telephone, when a dispatcher sends a confirmation: contains a link to track the trip. */
  booking_confirmed: { screen: 'BookedCab', goodForMs: DAY, sms: 'always' },
  /** The driver has accepted, but finishes another trip first. */
  accepted_follow_on: { screen: 'BookedCab', goodForMs: minutes(20), sms: 'without-device' },
  /** To the rider: the search for a driver goes on. To the driver: the trip is no longer assigned to them. */
  given_back: {
    screen: 'BookedCab',
    goodForMs: minutes(20),
    urgent: true,
    sms: 'without-device',
    email: 'of-later-trip',
  },
  /** For a trip that is not near yet: corrects the e-mail of `accepted_later`. */
  given_back_later: { screen: 'BookedCab', goodForMs: DAY, sms: 'without-device', email: 'always' },
  next_trip_over: { screen: 'DriverTrips', goodForMs: minutes(20), urgent: true },
  /** A later trip accepted ahead: its driver may not or cannot drive it, and it has become their current trip. */
  booked_trip_over: { screen: 'DriverTrips', goodForMs: MS_PER_HOUR, urgent: true },
  booked_trip_begun: { screen: 'DriverTrips', goodForMs: minutes(45), urgent: true },
  trip_reassigned: { screen: 'DriverTrips', goodForMs: MS_PER_HOUR, urgent: true },
  trip_reassigned_later: { screen: 'DriverTrips', goodForMs: DAY },
  /** To the driver: the booking goes to another driver at the time until which this is delivered. */
  position_missing: { screen: 'DriverTrips', goodForMs: MS_PER_HOUR, urgent: true },
  trip_lost: { screen: 'DriverTrips', goodForMs: MS_PER_HOUR, urgent: true },
  driver_near: { screen: 'BookedCab', goodForMs: minutes(10), urgent: true, sms: 'without-device' },
  /**
   * A wrong code was entered: the driver is guessing or the rider gave a wrong one, so the rider should check the car.
   */
  trip_code_refused: { screen: 'BookedCab', goodForMs: minutes(15), urgent: true },
  trip_started: { screen: 'BookedCab', goodForMs: minutes(30) },
  trip_completed: { screen: 'BookedCab', goodForMs: DAY },
  payment_success: { screen: 'BookedCab', goodForMs: DAY },
  cancelled: {
    screen: 'BookedCab',
    goodForMs: DAY,
    urgent: true,
    sms: 'without-device',
    email: 'of-later-trip',
  },
  no_driver: {
    screen: 'BookedCab',
    goodForMs: DAY,
    urgent: true,
    sms: 'without-device',
    email: 'of-later-trip',
  },
  not_paid: { screen: 'BookedCab', goodForMs: DAY, email: 'of-later-trip' },
  rated: { screen: 'BookedCab', goodForMs: DAY },
  /** Expires with its offer, and after an hour: a push service keeps it until then, also when the offer is withdrawn. */
  new_task: { screen: 'DriverTrips', goodForMs: MS_PER_HOUR, urgent: true, pushAfterMs: 2_000 },
  /** An offer of a trip that is hours or days ahead; an admin's is open for a day. */
  new_task_later: { screen: 'DriverTrips', goodForMs: DAY, pushAfterMs: 2_000 },
  /** These three expire at the time of the trip at the latest. */
  ride_soon: { screen: 'BookedCab', goodForMs: minutes(60), urgent: true },
  search_begun: { screen: 'BookedCab', goodForMs: minutes(60) },
  leave_now: { screen: 'DriverTrips', goodForMs: minutes(60), urgent: true },
  chat_message: { screen: 'onlineChat', goodForMs: minutes(60), urgent: true },
  account_approved: { screen: 'Profile', goodForMs: 3 * DAY, sms: 'always', email: 'always' },
  account_refused: { screen: 'Profile', goodForMs: 3 * DAY, sms: 'always', email: 'always' },
  account_disabled: { screen: 'Profile', goodForMs: 3 * DAY, sms: 'always', email: 'always' },
  /** Also by e-mail, because another person may have the phone. */
  recovery_code_used: { screen: 'Profile', goodForMs: 3 * DAY, urgent: true, email: 'always' },
  document_ending: { screen: 'Profile', goodForMs: DAY, email: 'always' },
  document_ends_today: { screen: 'Profile', goodForMs: 12 * MS_PER_HOUR },
  document_expired: { screen: 'Profile', goodForMs: DAY, email: 'always' },
  /** To admins; after an hour they find it in the console. */
  alert_panic: { screen: 'Alerts', goodForMs: minutes(60), urgent: true },
  alert_standstill: { screen: 'Alerts', goodForMs: minutes(30), urgent: true },
  alert_off_route: { screen: 'Alerts', goodForMs: minutes(30), urgent: true },
  alert_lost_item: { screen: 'Alerts', goodForMs: DAY },
  alert_help: { screen: 'Alerts', goodForMs: DAY },
  /** To the driver in whose car the item may be. */
  lost_item: { screen: 'BookedCab', goodForMs: 3 * DAY },
  driver_waiting: { screen: 'Drivers', goodForMs: DAY },
  /** To admins and to the driver. */
  vehicle_changed: { screen: 'Drivers', goodForMs: DAY },
  vehicle_waiting: { screen: 'Profile', goodForMs: DAY },
  vehicle_approved: { screen: 'DriverTrips', goodForMs: DAY },
  /** To the driver: their time on duty ends soon, or has ended. The first two expire at that end at the latest. */
  duty_limit_soon: { screen: 'DriverTrips', goodForMs: minutes(30), urgent: true },
  break_soon: { screen: 'DriverTrips', goodForMs: minutes(30), urgent: true },
  duty_limit_reached: { screen: 'DriverTrips', goodForMs: MS_PER_HOUR, urgent: true },
  break_due: { screen: 'DriverTrips', goodForMs: MS_PER_HOUR, urgent: true },
  /** A device that is unknown to the account repeatedly requests sign-in codes. */
  codes_requested: { screen: 'Profile', goodForMs: DAY },
  referral_bonus: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  withdraw_processed: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  withdraw_returned: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  /** These four are about a payment that the provider checked for longer than the payer waits on its page. */
  payment_confirmed: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  payment_failed: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  booking_prepaid: { screen: 'BookedCab', goodForMs: DAY, email: 'always' },
  booking_payment_failed: { screen: 'BookedCab', goodForMs: DAY, email: 'always' },
  payment_held: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  payment_accepted: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  /** The provider had confirmed the payment first, and its amount was taken out of the wallet. */
  payment_declined: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  payment_refunded: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  refund_to_wallet: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  /** To the rider: a refund of a booking was credited to the wallet. */
  booking_refunded: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  /** To admins: a fare awaits their decision. */
  fare_review: { screen: 'BookedCab', goodForMs: DAY },
  fare_review_decided: { screen: 'BookedCab', goodForMs: DAY, email: 'always' },
  /** To the driver. */
  tip_received: { screen: 'BookedCab', goodForMs: DAY },
  /** A message of an admin or of the operator's programs, in their words. */
  message: { screen: null, goodForMs: DAY },
} as const satisfies Readonly<Record<string, NoticeRule>>;

export type NoticeKind = keyof typeof noticeCatalogue;
/** Kinds with texts of their own in the catalogue. */
export type TextNoticeKind = Exclude<NoticeKind, 'message'>;
/** The kinds that notify a driver of an offer. */
export const offerKinds = ['new_task', 'new_task_later'] as const satisfies readonly NoticeKind[];

export const ruleOf = (kind: NoticeKind): NoticeRule => noticeCatalogue[kind];
