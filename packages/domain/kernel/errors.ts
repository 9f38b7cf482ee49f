// Catalogue of all error codes with the HTTP status of each; the keys of the specification where it defines one.

export const errorCatalogue = {
  // the specification's validation keys
  must_login: { status: 401, title: 'Sign in to book' },
  user_issue_contact_admin: { status: 403, title: 'This account cannot do this; contact the operator' },
  not_valid_user_type: { status: 403, title: 'Unknown user type' },
  profile_incomplete: { status: 422, title: 'Complete your profile first' },
  select_proper: { status: 422, title: 'Choose pickup, drop and car type' },
  incomplete_user: { status: 422, title: 'The chosen rider has no mobile number' },
  past_booking_error: { status: 422, title: 'Choose a time at least 15 minutes from now' },
  place_to_coords_error: { status: 422, title: 'That place is not in the city served here' },
  no_route_found: { status: 422, title: 'No Route Found' },
  no_driver_found_alert_messege: { status: 422, title: 'No driver is available near the pickup' },
  deliveryDetailMissing: { status: 422, title: 'Delivery details are missing' },
  google_places_error: { status: 502, title: 'Place search failed' },
  proper_email: { status: 422, title: 'Enter a valid e-mail address' },
  otp_validate_error: { status: 422, title: 'The code must be six digits' },
  user_exists: { status: 409, title: 'A user with this e-mail or mobile exists' },
  email_or_mobile_issue: { status: 422, title: 'Check the e-mail and the mobile number' },
  demo_mode: { status: 403, title: 'Not available in demonstration mode' },
  proper_bonus: { status: 422, title: 'Enter the referral bonus' },
  no_details_error: { status: 422, title: 'Choose a user and an amount above zero' },
  update_failed: { status: 500, title: 'The update failed' },
  require_approval: { status: 403, title: 'This account is waiting for approval' },
  auth_error: { status: 401, title: 'Sign-in failed' },
  not_logged_in: { status: 401, title: 'Not signed in' },
  no_provider_found: { status: 404, title: 'No payment provider is configured' },
  no_user_match: { status: 404, title: 'No user matches' },
  chat_not_found: { status: 404, title: 'This chat does not exist' },
  location_fetch_error: { status: 404, title: 'No location is known yet' },
  // sign-in
  otp_wrong: { status: 422, title: 'The code is not right' },
  otp_expired: { status: 410, title: 'The code is no longer valid; ask for a new one' },
  otp_too_many_checks: { status: 429, title: 'Too many wrong codes; ask for a new one' },
  otp_too_many_sends: { status: 429, title: 'Too many codes were sent; try again later' },
  invalid_mobile: { status: 422, title: 'Enter a valid mobile number' },
  country_not_served: { status: 422, title: 'Numbers of this country are not accepted here' },
  captcha_required: { status: 428, title: 'Solve the challenge first' },
  captcha_wrong: { status: 422, title: 'The challenge was not solved' },
  mobile_unproved: { status: 422, title: 'Enter the code sent to the new number' },
  last_way_in: { status: 409, title: 'This is the only way to sign in to this account' },
  sms_failed: { status: 502, title: 'The code could not be sent' },
  needs_second_factor: { status: 403, title: 'Prove your second factor first' },
  second_factor_setup_required: { status: 403, title: 'Set up a second factor first' },
  second_factor_required: { status: 403, title: 'Prove your second factor again to do this' },
  second_factor_wrong: { status: 422, title: 'This does not prove the second factor' },
  second_factor_expired: { status: 410, title: 'This took too long; begin again' },
  second_factor_paused: { status: 429, title: 'Too many wrong codes; wait a moment' },
  second_factor_missing: { status: 409, title: 'No second factor is set up' },
  last_second_factor: { status: 409, title: 'The last second factor stays while one is required' },
  too_many_passkeys: { status: 409, title: 'No more passkeys can be added; remove one first' },
  passkey_known: { status: 409, title: 'This passkey is added already' },
  // booking
  quote_expired: { status: 410, title: 'This estimate has expired; ask for a new one' },
  choice_gone: { status: 422, title: 'The car type no longer has the chosen parcel type or option' },
  quote_mismatch: { status: 422, title: 'The booking differs from its estimate' },
  transition_not_allowed: { status: 409, title: 'The booking is no longer in a state that allows this' },
  call_taken: { status: 409, title: 'Another dispatcher has answered this call' },
  already_assigned: { status: 409, title: 'Another dispatcher was faster; look at the booking again' },
  booking_taken: { status: 409, title: 'Another driver has taken this booking' },
  driver_busy: { status: 409, title: 'This driver is already on a trip' },
  driver_not_eligible: { status: 409, title: 'This driver cannot take this booking' },
  trip_otp_wrong: { status: 422, title: 'The trip code is not right' },
  trip_otp_paused: { status: 429, title: 'Too many wrong trip codes; wait a moment' },
  reason_required: { status: 422, title: 'Choose a reason' },
  insufficient_wallet: { status: 402, title: 'The wallet balance does not cover this' },
  payment_due: { status: 402, title: 'Pay what is owed before the next booking' },
  wallet_blocked: { status: 403, title: 'Top up the wallet to take new tasks' },
  pickup_equals_drop: { status: 422, title: 'Pickup and drop are the same place' },
  too_many_waypoints: { status: 422, title: 'A trip has at most 20 stops between pickup and drop' },
  too_far_ahead: { status: 422, title: 'Choose a time within the next 90 days' },
  rider_blocked: { status: 403, title: 'This rider may not book at present' },
  photo_required: { status: 422, title: 'Take the photo of the parcel first' },
  promo_not_found: { status: 404, title: 'This promo does not exist' },
  promo_expired: { status: 422, title: 'This promo is no longer valid' },
  promo_used_up: { status: 409, title: 'This promo has been used up' },
  promo_already_used: { status: 409, title: 'This promo was already used' },
  promo_below_min_order: { status: 422, title: 'This trip costs too little for the promo' },
  panic_off: { status: 409, title: 'The panic button is not offered on this trip' },
  chat_closed: { status: 409, title: 'This chat is closed' },
  too_many_views: { status: 409, title: 'No more views can be saved; delete one first' },
  name_taken: { status: 409, title: 'This name is taken' },
  position_rejected: { status: 422, title: 'The position is not plausible' },
  default_language: { status: 409, title: 'Cannot delete default language' },
  in_use: { status: 409, title: 'This is in use and cannot be deleted' },
  // recurring bookings
  weekday_required: { status: 422, title: 'Choose at least one weekday' },
  last_day_before_first: { status: 422, title: 'The last day is before the first' },
  day_past: { status: 422, title: 'This day is over; choose a later one' },
  day_too_far_ahead: { status: 422, title: 'Choose days within the next year' },
  too_many_skipped_days: { status: 422, title: 'At most 60 days can be skipped' },
  no_day_left: { status: 422, title: 'There is no trip on any of these days' },
  not_a_recurring_day: { status: 422, title: 'There is no trip on this day' },
  recurring_booking_stopped: { status: 409, title: 'This recurring booking is stopped' },
  // money
  provider_fetch_error: { status: 502, title: 'The payment providers could not be read' },
  provider_unavailable: { status: 503, title: 'The payment provider does not answer; try again shortly' },
  provider_refused: { status: 422, title: 'The payment provider refused this' },
  webhook_refused: { status: 401, title: 'This call does not come from the provider' },
  already_paid: { status: 409, title: 'This is already paid' },
  amount_mismatch: { status: 422, title: 'The amount is not what is owed' },
  withdraw_not_allowed: { status: 403, title: 'Withdrawals are not offered here' },
  bank_details_missing: { status: 422, title: 'Enter the bank details first' },
  already_processed: { status: 409, title: 'This was already processed' },
  refund_too_large: { status: 422, title: 'This is more than can still be refunded' },
  tip_too_large: { status: 422, title: 'A tip is at most the price of the trip' },
  money_exists: { status: 409, title: 'Currency and decimals cannot change: amounts are stored' },
  // people
  setup_required: { status: 503, title: 'This installation is not set up yet' },
  last_admin: { status: 409, title: 'The last admin must stay' },
  own_account: { status: 409, title: 'Use your profile for your own account' },
  user_busy: { status: 409, title: 'This person has a booking under way' },
  balance_open: { status: 409, title: 'The wallet is not empty' },
  payout_pending: { status: 409, title: 'A withdrawal or a refund has not arrived yet' },
  already_reviewed: { status: 409, title: 'This was decided meanwhile' },
  approval_final: { status: 409, title: 'An approval can be taken back for an hour' },
  referrer_unknown: { status: 422, title: 'This referral code does not exist' },
  license_required: { status: 422, title: 'A picture of the driving licence is needed' },
  image_unreadable: { status: 422, title: 'This file is not a picture that can be read' },
  image_too_large: { status: 422, title: 'This picture has too many pixels' },
  plate_taken: { status: 409, title: 'Another vehicle has this plate' },
  vehicle_taken: { status: 409, title: 'Another driver has this vehicle' },
  vehicle_retired: { status: 409, title: 'This vehicle is no longer in use' },
  vehicle_not_allowed: { status: 422, title: 'This driver may not take this vehicle' },
  vehicle_without_car_type: { status: 409, title: 'The car type of this vehicle no longer exists' },
  vehicle_plan_not_agreed: {
    status: 409,
    title: 'A vehicle with rent or commission is taken by its driver, who sees the plan',
  },
  vehicle_not_taken: { status: 409, title: 'No driver has this vehicle' },
  has_vehicle: { status: 409, title: 'This driver has another shared vehicle' },
  shared_vehicle: {
    status: 409,
    title: 'The driver has a shared vehicle; its details are those of the vehicle',
  },
  no_vehicle: { status: 403, title: 'Take a vehicle before going on duty' },
  documents_expired: { status: 403, title: 'A document has expired; upload a new one' },
  duty_limit: { status: 403, title: 'The hours on duty are used up for now' },
  break_needed: { status: 403, title: 'A break is needed before going on duty again' },
  outside_shift: { status: 403, title: 'No shift is planned for now' },
  link_expired: { status: 410, title: 'This link has expired' },
  report_too_long: { status: 422, title: 'This report is too long; choose fewer months' },
  // what-if
  what_if_running: { status: 409, title: 'Another what-if run is under way' },
  too_few_requests: { status: 422, title: 'This day has too few requests to compare' },
  day_too_large: { status: 422, title: 'This day has too many requests to replay' },
  // partners
  key_invalid: { status: 401, title: 'Send a valid key as Authorization: Bearer' },
  key_scope: { status: 401, title: 'This key does not open this' },
  too_many_keys: { status: 409, title: 'No more keys can be made; revoke one first' },
  version_not_served: {
    status: 406,
    title: 'Ask for application/vnd.mds+json;version=2.0 in the Accept header',
  },
  // every route
  invalid_input: { status: 400, title: 'The request is not valid' },
  not_found: { status: 404, title: 'Not found' },
  forbidden: { status: 403, title: 'Not allowed' },
  conflict: { status: 409, title: 'This was changed by someone else meanwhile' },
  idempotency_key_reused: { status: 422, title: 'This idempotency key was used with another request' },
  request_in_progress: { status: 409, title: 'The same request is still being handled' },
  bad_origin: { status: 403, title: 'The request comes from another site' },
  payload_too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'This content type is not accepted' },
  too_many_requests: { status: 429, title: 'Too many requests; try again later' },
  overloaded: { status: 503, title: 'The service is overloaded; try again shortly' },
  unavailable: { status: 503, title: 'This part of the service is not available' },
  internal: { status: 500, title: 'Something went wrong' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** One invalid field: `path` in dotted notation ("paymentPacket.payment_mode"), `message` for users. */
export interface FieldError {
  path: string;
  message: string;
}

/** An error from the catalogue. When it is thrown, nothing was changed. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly errors: readonly FieldError[];

  constructor(code: ErrorCode, detail?: string, errors: readonly FieldError[] = []) {
    super(detail ? `${code}: ${detail}` : code);
    this.name = 'DomainError';
    this.code = code;
    this.detail = detail;
    this.errors = errors;
  }
}
