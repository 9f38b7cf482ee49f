// The one catalogue of notifications: each kind with the screen it opens and the time it stays valid.
import type { NoticeScreen } from '@kerb/contract';
import { MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';

export interface NoticeRule {
  /** Null: the sender sets the screen. */
  screen: NoticeScreen | null;
  /** Not sent later than so many ms after it happened: it would only mislead. The history keeps it all the same. */
  goodForMs: number;
  /** Wakes a phone that sleeps. */
  urgent?: true;
  /** Pushed only when the app has not shown it so many ms after it happened. */
  pushAfterMs?: number;
  /**
   * By text message too: `always` for people who may have no session to read it in, `without-device` when an admin
   * booked the ride for a rider who has no installation to push to.
   */
  sms?: 'always' | 'without-device';
  /**
   * By e-mail too, when the user has a verified address: for what users want in writing and not at once. `of-later-trip`
   * restricts it to later trips. A paid ride has its receipt, and needs no other mail.
   */
  email?: 'always' | 'of-later-trip';
}

const minutes = (count: number): number => count * MS_PER_MINUTE;
const DAY = 24 * MS_PER_HOUR;

export const noticeCatalogue = {
  accepted: { screen: 'BookedCab', goodForMs: minutes(30), urgent: true, sms: 'without-device' },
  accepted_later: { screen: 'BookedCab', goodForMs: DAY, sms: 'without-device', email: 'always' },
  /** Of a booking by telephone, when a dispatcher asks for it: with a link that follows the trip. */
  booking_confirmed: { screen: 'BookedCab', goodForMs: DAY, sms: 'always' },
  /** The driver finishes another trip first. */
  accepted_follow_on: { screen: 'BookedCab', goodForMs: minutes(20), sms: 'without-device' },
  /** To the rider: the search for a driver goes on. To the driver: the next trip is not theirs any more. */
  given_back: { screen: 'BookedCab', goodForMs: minutes(20), urgent: true, sms: 'without-device' },
  next_trip_over: { screen: 'DriverTrips', goodForMs: minutes(20), urgent: true },
  trip_reassigned: { screen: 'DriverTrips', goodForMs: MS_PER_HOUR, urgent: true },
  trip_lost: { screen: 'DriverTrips', goodForMs: MS_PER_HOUR, urgent: true },
  driver_near: { screen: 'BookedCab', goodForMs: minutes(10), urgent: true, sms: 'without-device' },
  /** A driver guesses, or the rider gave a wrong code: either way the rider should check the car before giving it again. */
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
  /** The maximum: an offer that ends sooner also expires sooner here. */
  new_task: { screen: 'DriverTrips', goodForMs: minutes(10), urgent: true, pushAfterMs: 2_000 },
  /** These three no later than the trip. */
  ride_soon: { screen: 'BookedCab', goodForMs: minutes(60), urgent: true },
  search_begun: { screen: 'BookedCab', goodForMs: minutes(60) },
  leave_now: { screen: 'DriverTrips', goodForMs: minutes(60), urgent: true },
  chat_message: { screen: 'onlineChat', goodForMs: minutes(60), urgent: true },
  account_approved: { screen: 'Profile', goodForMs: 3 * DAY, sms: 'always', email: 'always' },
  account_refused: { screen: 'Profile', goodForMs: 3 * DAY, sms: 'always', email: 'always' },
  account_disabled: { screen: 'Profile', goodForMs: 3 * DAY, sms: 'always', email: 'always' },
  /** By e-mail as well: the phone may be in other hands. */
  recovery_code_used: { screen: 'Profile', goodForMs: 3 * DAY, urgent: true, email: 'always' },
  document_ending: { screen: 'Profile', goodForMs: DAY, email: 'always' },
  document_ends_today: { screen: 'Profile', goodForMs: 12 * MS_PER_HOUR },
  document_expired: { screen: 'Profile', goodForMs: DAY, email: 'always' },
  /** To admins: later the console says it anyway. */
  alert_panic: { screen: 'Alerts', goodForMs: minutes(60), urgent: true },
  alert_standstill: { screen: 'Alerts', goodForMs: minutes(30), urgent: true },
  alert_off_route: { screen: 'Alerts', goodForMs: minutes(30), urgent: true },
  alert_lost_item: { screen: 'Alerts', goodForMs: DAY },
  alert_help: { screen: 'Alerts', goodForMs: DAY },
  /** To the driver in whose car it may be. */
  lost_item: { screen: 'BookedCab', goodForMs: 3 * DAY },
  driver_waiting: { screen: 'Drivers', goodForMs: DAY },
  /** To admins, and to the driver. */
  vehicle_changed: { screen: 'Drivers', goodForMs: DAY },
  vehicle_waiting: { screen: 'Profile', goodForMs: DAY },
  vehicle_approved: { screen: 'DriverTrips', goodForMs: DAY },
  /** To the driver: their hours on duty end soon, or have ended. The first two no later than the end. */
  duty_limit_soon: { screen: 'DriverTrips', goodForMs: minutes(30), urgent: true },
  break_soon: { screen: 'DriverTrips', goodForMs: minutes(30), urgent: true },
  duty_limit_reached: { screen: 'DriverTrips', goodForMs: MS_PER_HOUR, urgent: true },
  break_due: { screen: 'DriverTrips', goodForMs: MS_PER_HOUR, urgent: true },
  /** Someone on a device that the account does not know asks for sign-in codes again and again. */
  codes_requested: { screen: 'Profile', goodForMs: DAY },
  referral_bonus: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  withdraw_processed: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  withdraw_returned: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  payment_held: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  payment_refunded: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  refund_to_wallet: { screen: 'Wallet', goodForMs: DAY, email: 'always' },
  /** To admins: a fare waits for their decision. */
  fare_review: { screen: 'BookedCab', goodForMs: DAY },
  fare_review_decided: { screen: 'BookedCab', goodForMs: DAY, email: 'always' },
  /** To the driver. */
  tip_received: { screen: 'BookedCab', goodForMs: DAY },
  /** What an admin or the operator's programs wrote, in their own words. */
  message: { screen: null, goodForMs: DAY },
} as const satisfies Readonly<Record<string, NoticeRule>>;

export type NoticeKind = keyof typeof noticeCatalogue;
/** Kinds that have words of their own here. */
export type WordedKind = Exclude<NoticeKind, 'message'>;

export const ruleOf = (kind: NoticeKind): NoticeRule => noticeCatalogue[kind];
