// Registry of personal data: for every column that can hold text, whose data it is and what account deletion and
// account export do with it. personal-data.db.test.ts checks the database, DELETE /me and GET /me/export against it.

/** How a personal column is handled, for the rows of one person. */
export interface PersonalColumn {
  /** `free text`: users can type anything into it. */
  readonly kind: 'personal' | 'free text';
  /** SQL condition that selects the rows about the person whose uid is $1. */
  readonly of: string;
  /**
   * What deletion does: deletes the row, empties the value, or rounds the place to about a block and removes its
   * address.
   */
  readonly erased: 'row' | 'value' | 'place';
  /** True when GET /me/export contains the value; otherwise the reason why it does not. */
  readonly exported: true | string;
}

export interface TableDeclaration {
  /**
   * Columns without personal data: constants of the program, ids, amounts, random secrets, the operator's own texts.
   */
  readonly none?: readonly string[];
  /** Columns that the database computes from other columns; cleared together with them. */
  readonly derived?: readonly string[];
  /** Personal columns that remain after the account is deleted, each with the reason. */
  readonly retained?: Readonly<Record<string, string>>;
  readonly personal?: Readonly<Record<string, PersonalColumn>>;
}

type Column = Omit<PersonalColumn, 'kind' | 'of'>;

const group =
  (kind: PersonalColumn['kind']) =>
  (of: string, columns: Readonly<Record<string, Column>>): Record<string, PersonalColumn> =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, { kind, of, ...column }]));

/** Declares columns that have the same owner. */
const personal = group('personal');
const freeText = group('free text');

const emptied: Column = { erased: 'value', exported: true };
const removed: Column = { erased: 'row', exported: true };
const coarsened: Column = { erased: 'place', exported: true };
const emptiedUnexported = (why: string): Column => ({ erased: 'value', exported: why });
const removedUnexported = (why: string): Column => ({ erased: 'row', exported: why });

const credential = 'a credential of a device';
const fileName = 'names a file; the export shows its address';
const ownBookings = '(select id from bookings where customer = $1)';
const allBookings = '(select id from bookings where customer = $1 or driver = $1)';
const ownPayments = '(select id from payments where uid = $1)';
const ownNotices = '(select id from notices where uid = $1)';
const isDecided = 'uid = $1 and (processed or returned_at is not null)';

/** Declared tables; those outside the schema `public` are named with their schema. */
export const personalData: Readonly<Record<string, TableDeclaration>> = {
  // identity
  users: {
    none: ['usertype', 'login_type', 'lang_locale', 'date_locale', 'user_platform', 'review'],
    derived: ['search', 'search_contact'],
    personal: {
      ...personal('uid = $1', {
        first_name: emptied,
        last_name: emptied,
        email: emptied,
        mobile: emptied,
        referral_id: emptied,
        signup_via_referral: emptied,
        profile_image: emptied,
        push_token: emptiedUnexported(credential),
        bank_name: emptied,
        bank_code: emptied,
        bank_account: emptied,
      }),
      ...freeText('uid = $1', { review_reason: emptiedUnexported('is in changesByAdmins') }),
    },
  },
  sessions: {
    none: ['token_hash'],
    personal: personal('uid = $1', { user_agent: removed }),
  },
  partner_keys: { none: ['name', 'scopes', 'key_hash'] },
  mobility_car_types: { none: ['vehicle_type', 'propulsion_types'] },
  mobility_trip_files: { none: ['day'] },
  saved_views: {
    none: ['table_name', 'columns'],
    personal: freeText('owner = $1', { name: removed, query: removed }),
  },
  rider_notes: { personal: freeText('rider = $1', { notes: removed }) },
  phone_desks: {
    personal: personal('uid = $1', {
      extension: removedUnexported('the telephone at which an admin takes calls'),
    }),
  },
  phone_calls: {
    none: ['call', 'extension'],
    personal: personal('caller = (select mobile from users where uid = $1)', {
      caller: removedUnexported('calls are forgotten after a day'),
    }),
  },
  saved_addresses: { personal: freeText('uid = $1', { description: removed }) },
  push_devices: {
    none: ['platform', 'token_hash'],
    personal: personal('uid = $1', { token: removedUnexported(credential) }),
  },
  social_identities: {
    none: ['provider'],
    personal: personal('uid = $1', { subject: removedUnexported('the provider’s id of the account') }),
  },
  social_sign_ins: { none: ['state', 'browser_hash', 'provider', 'nonce', 'code_verifier', 'next'] },
  otp_challenges: {
    none: ['code_mac'],
    retained: { network: 'a /24 or /48 of which the codes are counted for two days' },
    personal: personal('mobile = (select mobile from users where uid = $1)', {
      mobile: emptied,
      allowance: emptiedUnexported(
        'by which known device or network a code was allowed; removed after two days',
      ),
    }),
  },
  captcha_solutions: { none: ['id'] },
  known_networks: {
    personal: personal('uid = $1', {
      network_mac: removedUnexported('a keyed hash; the export has the times of the sign-ins'),
    }),
  },
  second_factor_authenticators: {
    personal: personal('uid = $1', { sealed_secret: removedUnexported(credential) }),
  },
  second_factor_passkeys: {
    none: ['transports'],
    personal: {
      ...personal('uid = $1', {
        credential_id: removedUnexported(credential),
        public_key: removedUnexported(credential),
      }),
      ...freeText('uid = $1', { name: removed }),
    },
  },
  second_factor_recovery_codes: {
    personal: personal('uid = $1', { code_hash: removedUnexported('a keyed hash of a recovery code') }),
  },
  second_factor_challenges: {
    none: ['purpose'],
    personal: personal('session in (select id from sessions where uid = $1)', {
      challenge: removedUnexported('the question a session is to answer within minutes'),
    }),
  },
  user_audit_entries: {
    none: ['action'],
    personal: freeText('uid = $1', { before: emptied, after: emptied }),
  },

  // fleet
  drivers: {
    derived: ['search'],
    personal: {
      ...personal('uid = $1', { vehicle_make: emptied, vehicle_model: emptied, vehicle_number: emptied }),
      ...freeText('uid = $1', { other_info: emptied }),
    },
  },
  vehicles: {
    none: ['vehicle_number', 'plate_key', 'vehicle_make', 'vehicle_model', 'other_info', 'plan'],
  },
  vehicle_drivers: {},
  vehicle_handovers: {
    none: ['plan'],
    personal: {
      ...personal('driver = $1', {
        own_vehicle_number: emptied,
        own_vehicle_make: emptied,
        own_vehicle_model: emptied,
      }),
      ...freeText('driver = $1', { own_other_info: emptied, note_taken: emptied, note_returned: emptied }),
    },
  },
  vehicle_charges: { none: ['kind'] },
  // Contains times only. Deletion removes the rows, which the test checks separately.
  duty_periods: {},
  shifts: { none: ['weekdays', 'from_time', 'until_time'] },
  shift_days: { none: ['hours'] },
  driver_documents: {
    none: ['kind', 'content_type'],
    personal: personal('uid = $1', { storage_key: removedUnexported(fileName) }),
  },
  signup_licenses: { none: ['storage_key'] },
  car_types: {
    none: [
      'name',
      'image',
      'convenience_fee_type',
      'extra_info',
      'translations',
      'parcel_types',
      'options',
      'cancel_slab',
    ],
  },

  recurring_bookings: {
    none: ['payment_mode', 'weekdays', 'time_of_day', 'skipped_days', 'parcel_type', 'option'],
    personal: {
      ...personal('rider = $1', { pickup: emptied, drop_point: emptied, waypoints: emptied }),
      ...freeText('rider = $1', { instruction_data: emptied }),
    },
  },
  recurring_booking_days: { none: ['problem'] },

  // booking
  bookings: {
    none: [
      'reference',
      'status',
      'appcat',
      'car_type_name',
      'car_image',
      'customer_rating',
      'driver_rating',
      'pricing',
      'breakdown',
      'fare_change_reason',
      'meter_method',
      'fare_review',
      'payment_mode',
      'gateway',
      'promo_details',
      'promo_terms',
      'otp',
      'cancelled_by',
      'parcel_type',
      'option',
    ],
    derived: ['search', 'pickup_cell'],
    personal: {
      ...personal('customer = $1', {
        customer_name: emptied,
        customer_contact: emptied,
        customer_email: emptied,
        customer_image: emptiedUnexported('a copy of the photo in the profile'),
        customer_token: emptiedUnexported(credential),
        pickup: coarsened,
        drop_point: coarsened,
        waypoints: coarsened,
        polyline: emptiedUnexported('the route between the exported places'),
        driven_line: emptiedUnexported('the roads driven between the exported places'),
        delivery_person: emptied,
        delivery_person_phone: emptied,
        pickup_image: emptied,
        deliver_image: emptied,
      }),
      ...freeText('customer = $1', { pick_up_instructions: emptied, delivery_instructions: emptied }),
      ...personal('driver = $1', {
        driver_name: emptied,
        driver_contact: emptied,
        driver_image: emptiedUnexported('a copy of the photo in the profile'),
        driver_token: emptiedUnexported(credential),
        vehicle_number: emptied,
        vehicle_description: emptied,
      }),
      ...freeText('(customer = $1 or driver = $1)', {
        reason: emptied,
        rating_comment: emptied,
        rider_rating_comment: emptied,
      }),
    },
  },
  quotes: {
    none: ['pricing', 'parcel_type', 'option', 'breakdown', 'promo_details', 'promo_terms'],
    personal: personal('made_for = $1', {
      pickup: removedUnexported('removed ten minutes after the estimate'),
      drop_point: removedUnexported('removed ten minutes after the estimate'),
      waypoints: removedUnexported('removed ten minutes after the estimate'),
      polyline: removedUnexported('removed ten minutes after the estimate'),
    }),
  },
  booking_refunds: {
    none: ['status'],
    personal: freeText(`booking in ${ownBookings}`, { reason: emptied }),
  },
  fare_reviews: {
    none: ['status', 'reason', 'breakdown'],
    personal: freeText(`booking in ${ownBookings}`, { note: emptied }),
  },
  booking_reminders: { none: ['kind'] },
  booking_requests: { none: ['outcome'] },
  booking_timeline_entries: { none: ['status'] },
  booking_trails: { none: ['status'] },
  cancel_reasons: { none: ['label', 'translations'] },

  // money
  payments: {
    none: [
      'purpose',
      'account',
      'provider',
      'status',
      'currency',
      'product_name',
      'reported_value',
      'reported_currency',
      'decision',
    ],
    retained: {
      provider_ref: 'the payment at its provider, without which nothing can be refunded or audited',
    },
    personal: {
      ...personal('uid = $1', { checkout: emptiedUnexported('where the browser was sent to pay') }),
      ...freeText('uid = $1', { reason: emptied, decided_reason: emptied }),
    },
  },
  payment_refunds: {
    none: ['value', 'currency', 'origin', 'status'],
    retained: { provider_ref: 'the refund at its provider, without which it cannot be audited' },
    personal: freeText(`payment in ${ownPayments}`, { reason: emptied, failure: emptied }),
  },
  payment_events: { none: ['provider', 'event_id', 'state'] },
  payment_topups: { none: ['account', 'currency'] },
  payment_test_orders: {
    none: [
      'value',
      'currency',
      'product_name',
      'return_url',
      'cancel_url',
      'webhook_url',
      'status',
      'reason',
    ],
  },
  payment_test_refunds: { none: ['value'] },
  withdraws: {
    none: ['account'],
    personal: {
      ...personal(isDecided, {
        name: emptied,
        bank_name: emptied,
        bank_code: emptied,
        bank_account: emptied,
      }),
      ...freeText(isDecided, { return_reason: emptied }),
    },
  },
  admin_credits: { none: ['source'], personal: freeText('uid = $1', { reason: emptied }) },
  ledger_accounts: { none: ['kind', 'provider'] },
  ledger_chain_links: { none: ['prev_hash', 'hash'] },
  ledger_seals: { none: ['head_hash', 'prev_mac', 'mac'] },
  ledger_transactions: { none: ['kind', 'reference', 'tx_ref'] },
  referrals: {
    none: ['status'],
    retained: { mobile_mac: 'a keyed hash, so that one number is rewarded once' },
    personal: freeText('(rider = $1 or referrer = $1)', {
      reversal_reason: emptiedUnexported('is in changesByAdmins'),
    }),
  },
  promos: { none: ['promo_name', 'name_key', 'promo_description', 'promo_discount_type'] },
  receipts: { none: ['tax_name'] },
  receipt_mails: {
    personal: personal(`booking in ${ownBookings}`, {
      refusal: emptiedUnexported('the answer of the mail server, which may quote the address'),
    }),
  },

  // messages and safety
  chats: { derived: ['chat_key'] },
  chat_messages: { none: ['source', 'type'], personal: freeText('sender = $1', { message: emptied }) },
  notices: {
    none: ['kind', 'screen', 'params', 'source'],
    personal: personal('uid = $1', { title: removed, body: removed }),
  },
  notice_deliveries: {
    none: ['channel', 'state', 'done', 'only_platform'],
    personal: personal(`notice in ${ownNotices}`, {
      only_token: removedUnexported(credential),
      error: removedUnexported('the answer of a push service or mail server'),
    }),
  },
  notification_campaigns: { none: ['devicetype', 'usertype', 'title', 'body', 'status'] },
  dev_inbox_messages: {
    none: ['channel', 'otp', 'screen', 'params'],
    personal: personal('recipient = (select mobile from users where uid = $1)', {
      recipient: removed,
      title: removedUnexported('what a demonstration shows in place of sending it'),
      body: removedUnexported('what a demonstration shows in place of sending it'),
    }),
  },
  safety_alerts: {
    none: ['kind', 'raised_by'],
    personal: {
      ...freeText(`booking in ${ownBookings}`, { message: emptied }),
      ...personal('driver = $1', { vehicle_reg_no: emptied }),
      ...freeText(`booking in ${allBookings} or caller = $1 or driver = $1`, {
        note: emptiedUnexported('the operator’s own note, which may be about the other side of the trip'),
      }),
    },
  },
  share_links: { none: ['token_hash'] },

  // dispatch, maps, settings, languages, travel times
  // Candidates' positions are numbers. Deletion removes them, which the test checks separately.
  dispatch_candidates: { none: ['gate'] },
  dispatch_rounds: { none: ['policy', 'unlisted'] },
  languages: { none: ['lang_name', 'lang_locale', 'date_locale', 'key_value_pairs'] },
  maps_addresses: { none: ['label', 'area', 'location'] },
  dispatch_leases: { none: ['region'] },
  regions: { none: ['key', 'name', 'host', 'public_url', 'defaults'] },
  maps_cities: { none: ['file_hash', 'name'] },
  maps_corners: { none: ['area', 'location'] },
  maps_places: { none: ['name', 'search', 'kind', 'area', 'location'] },
  maps_streets: { none: ['name', 'search', 'area', 'location'] },
  seed_marks: { none: ['name'] },
  settings: { none: ['value'] },
  what_if_runs: { none: ['day', 'status', 'baseline', 'alternative', 'result'] },
  travel_time_fits: { none: ['timezone', 'traffic_by_hour', 'errors'] },

  // kit: events and jobs contain only ids and statuses; stored answers are encrypted with a key that only the caller
  // has
  idempotency_keys: { none: ['key_hash', 'request_hash', 'answer'] },
  kerb_migration: { none: ['name', 'checksum'] },
  outbox_events: { none: ['name', 'topics', 'data'] },
  outbox_cursors: { none: ['subscriber'] },
  outbox_failures: { none: ['subscriber', 'name', 'data', 'error'] },
  secret_fingerprints: { none: ['name', 'fingerprint'] },
  'graphile_worker._private_job_queues': { none: ['queue_name', 'locked_by'] },
  'graphile_worker._private_jobs': { none: ['payload', 'last_error', 'key', 'locked_by', 'flags'] },
  'graphile_worker._private_known_crontabs': { none: ['identifier'] },
  'graphile_worker._private_tasks': { none: ['identifier'] },
};
