// Table of example values of named schemas where they differ from the values by field name; the other fields are
// composed.
import type { z } from 'zod';
import type { WhatIfResult, WhatIfRunSummary } from '../../routes/what-if.ts';
import type { ComponentName, components } from '../components.ts';
import { drop, fare, ids, moments, pickup, recurring } from './story.ts';

type Given<Schema> = Schema extends z.ZodObject
  ? Partial<z.input<Schema>>
  : Schema extends z.ZodType
    ? z.input<Schema>
    : never;

type ComponentExamples = { readonly [Name in ComponentName]?: Given<(typeof components)[Name]> };

const fareLines = [
  { kind: 'base' as const, amount: fare.base },
  { kind: 'distance' as const, quantity: fare.km, rate: fare.perKm, amount: fare.distance },
  { kind: 'time' as const, quantity: fare.seconds, rate: fare.perHour, amount: fare.time },
  { kind: 'convenience_fee' as const, quantity: fare.ride, rate: fare.feePercent, amount: fare.fee },
];
const receiptLines = fareLines.map(({ kind, ...line }) => ({ ...line, item: kind }));

const whatIfSummary: WhatIfRunSummary = {
  id: ids.record,
  created_at: moments.booked,
  finished_at: moments.paid,
  day: '2026-03-01',
  status: 'done',
  requests: 1840,
  runs_done: 10,
  runs_total: 10,
  baseline: { dispatchPolicy: 'nearest', driverRadius: 10, batchSeconds: 3, broadcastLimit: 15 },
  alternative: { dispatchPolicy: 'batched', driverRadius: 8, batchSeconds: 3, broadcastLimit: 15 },
  fleet_percent: 100,
  fleet_drivers: null,
};

const whatIfResult: WhatIfResult = {
  travel_times: 'roads',
  drivers: { baseline: { most: 84, hours: 1012 }, alternative: { most: 84, hours: 1012 } },
  figures: [
    {
      figure: 'wait_mean_secs',
      baseline: { mean: 312, low: 305, high: 321 },
      alternative: { mean: 248, low: 241, high: 255 },
      difference: { mean: -64, low: -72, high: -56 },
      beyond_chance: true,
    },
  ],
  measured: {
    requests: 1822,
    served_share: 0.83,
    riders: 1490,
    wait_mean_secs: 298,
    wait_median_secs: 261,
    wait_p95_secs: 690,
  },
  hours: [
    {
      at: moments.quoted,
      requests: 92,
      measured_secs: 305,
      baseline_secs: 318,
      alternative_secs: 251,
    },
  ],
};

const drivingRecord = {
  offers: 40,
  accepted: 30,
  acceptance: 0.75,
  trips: 25,
  cancelled: 1,
  cancellation: 0.04,
  no_shows: 0,
};

const hours = { from: '08:00', until: '16:00' };
const weekly = { ...hours, weekdays: [1, 2, 3, 4, 5], firstDay: '2026-03-02', lastDay: null };
const planned = { starts: moments.booked, ends: moments.booked + 28_800_000 };

const bookings: ComponentExamples = {
  ShiftHours: hours,
  WeeklyShift: weekly,
  ShiftDay: { day: '2026-03-05', hours: [] },
  ShiftPlan: { shifts: [weekly], days: [{ day: '2026-03-05', hours: [] }] },
  RosterDay: { day: '2026-03-02', planned: [planned], changed: false, worked_secs: 27_000 },
  RosterDriver: {
    driver: ids.driver,
    onDuty: true,
    late: false,
    days: [{ day: '2026-03-02', planned: [planned], changed: false, worked_secs: 27_000 }],
  },
  DrivingRecord: drivingRecord,
  VehicleDrivers: { drivers: [ids.driver] },
  RecurringBooking: { active: true },
  RecurringDay: { day: recurring.firstDay, tripdate: recurring.tripdate, bookingStatus: 'NEW' },
  SkippedDay: { day: recurring.firstDay, skip: true },
  UncancelledDay: { problem: 'transition_not_allowed' },
  Quote: { id: ids.quote, promo: null },
  FareBreakdown: { lines: fareLines, minimum_reached: false },
  FareLine: fareLines[1],
  Booking: {
    id: ids.booking,
    status: 'ACCEPTED',
    actions: ['cancel'],
    estimate: fare.total,
    distance: null,
    total_trip_time: null,
    promo_details: null,
    meterMethod: null,
    fareReview: null,
    fare_change_reason: null,
    coords: [
      { latitude: pickup.lat, longitude: pickup.lng },
      { latitude: drop.lat, longitude: drop.lng },
    ],
    otp: false,
    reason: null,
    cancelledBy: null,
    rating: null,
    deliveryPerson: null,
    deliveryPersonPhone: null,
    pickUpInstructions: null,
    deliveryInstructions: null,
    parcelTypeSelected: null,
    optionSelected: null,
  },
  BookingSummary: {
    id: ids.booking,
    status: 'ACCEPTED',
    actions: ['cancel'],
    distance: null,
    promo_details: null,
    reason: null,
    cancelledBy: null,
    rating: null,
    deliveryPerson: null,
    deliveryPersonPhone: null,
  },
  BookingRequest: {
    bookLater: false,
    tripdate: undefined,
    instructionData: undefined,
    userDetails: undefined,
    driver: undefined,
    promo: undefined,
  },
  QuoteRequest: { tripdate: undefined, instructionData: undefined },
  PaymentPacket: { payment_mode: 'cash', promo_details: null },
  PaymentChoice: { payment_mode: 'cash', usedWalletMoney: 0 },
  PromoDetails: { promo_name: 'VERANO50' },
  Track: {
    driver: { lat: pickup.lat, lng: pickup.lng, at: moments.started, heading: 95 },
    ahead: {
      to: 'drop',
      distance_in_km: fare.km,
      time_in_secs: fare.seconds,
      polyline: 'fp`tE~e}uIeAkp@pO{|@',
    },
  },
  FareReview: { status: 'open', note: '' },
  FareReviewRow: { status: 'open', bookingStatus: 'PAID', note: '', meterMethod: 'matched' },
  InstructionData: { parcelTypeIndex: 0 },
  ChatMessage: { message: 'I am at the main entrance.', from: ids.rider, type: 'msg', image: null },
  DriverDutyCounts: { free: 21, busy: 14, stale: 1, off: 58, late: 2 },
  BookingReassignment: { from: ids.driver, to: null },
  DriverCandidate: { name: 'Martín Silva' },
  TripReport: { about: 'lost_item', message: 'A black umbrella, on the back seat.', resolvedAt: null },
  SafetyAlert: {
    note: null,
    message: null,
    resolvedBy: null,
    position: { lat: pickup.lat, lng: pickup.lng, at: moments.started },
  },
};

const people: ComponentExamples = {
  Me: { id: ids.rider, driver: null, signupViaReferral: null, emailVerified: true, approved: true },
  MeWithParts: { id: ids.rider, driver: null, signupViaReferral: null, emailVerified: true, approved: true },
  User: { id: ids.rider, driver: null, signupViaReferral: null, review: 'approved', approved: true },
  UserWithParts: { id: ids.rider, driver: null, signupViaReferral: null, review: 'approved', approved: true },
  NewUser: { usertype: 'driver', firstName: 'Martín', lastName: 'Silva', email: 'martin.silva@correo.uy' },
  UserPatch: { usertype: 'driver', firstName: 'Martín', lastName: 'Silva' },
  Driver: { driverActiveStatus: true },
  UserDriver: { driverActiveStatus: true },
  Ratings: { userrating: '4.8', count: 37 },
  SavedAddress: { description: drop.add, lat: drop.lat, lng: drop.lng, count: 12 },
  AuditEntry: { action: 'edit', by: { id: ids.admin, name: 'Ana Rodríguez' } },
  RatingEntry: { rate: 5 },
  Referral: {
    rider: { id: ids.rider, name: 'Lucía Pereira' },
    referrer: { id: ids.driver, name: 'Martín Silva' },
    status: 'paid',
    reason: '',
  },
  DemoSignIn: { purpose: 'ride' },
  InboxMessage: {
    channel: 'sms',
    to: '+59891000001',
    title: 'Kerb',
    body: '482913 is your Kerb code.',
    at: moments.quoted,
  },
  SignIn: { secondFactor: null },
  CurrentSession: { secondFactor: null },
  Session: { current: true },
  CaptchaChallenge: { signature: 'b7e4d5a60837c1e9b2f4a6d8c0e1f3b5' },
  SecondFactor: { required: true, pending: null, passkeysOffered: true },
  SecondFactorProof: { code: '482913' },
  Passkey: { name: 'Phone of Ana' },
  PasskeyCreationOptions: {
    rp: { id: 'kerb.uy', name: 'Kerb' },
    user: { id: 'Zm9vYmFy', name: '+59899000001', displayName: 'Ana Rodríguez' },
  },
  PasskeyRegistration: { id: 'Zm9vYmFyYmF6cXV4' },
  PasskeyAssertion: {
    id: 'Zm9vYmFyYmF6cXV4',
    response: {
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
      authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4',
      signature: 'MEUCIQDTGVxhrqQ6yN5t',
    },
  },
};

const money: ComponentExamples = {
  Payment: { id: ids.payment, purpose: 'booking', provider: 'stripe', status: 'captured', reason: null },
  PaymentRecord: {
    id: ids.payment,
    purpose: 'booking',
    provider: 'stripe',
    status: 'captured',
    reason: null,
    captured: null,
  },
  PaymentProviderList: {
    items: [{ name: 'stripe', link: 'https://kerb.uy/api/v1/payments/stripe/checkout' }],
  },
  Refund: { status: 'done', reason: 'The driver took a wrong turn' },
  WalletEntry: { kind: 'topup', type: 'Credit', amount: 500, booking: null, reason: null, balance: 1500 },
  Withdraw: { amount: 300, returned: null },
  WithdrawQueuePage: { pending: { count: 1, amount: 300 } },
  Ledger: { revenue: { fees: 31_613.92, rent: 8_100, commission: 1_797.96 }, total: 0, separated: true },
  LedgerAccount: { kind: 'rider_wallet', provider: null, balance: 41_250.5 },
  LedgerTransaction: {
    kind: 'topup',
    booking: null,
    reason: null,
    entries: [
      { account: 'rider_wallet', owner: ids.rider, name: 'Lucía Pereira', amount: 500 },
      { account: 'provider_clearing', owner: null, name: 'stripe', amount: -500 },
    ],
  },
  Receipt: {
    stops: [
      { kind: 'pickup', add: pickup.add, at: moments.started },
      { kind: 'drop', add: drop.add, at: moments.ended },
    ],
    operator: { name: 'Kerb Montevideo', website: 'https://kerb.uy', email: 'ayuda@kerb.uy' },
    lines: receiptLines,
    total: fare.total,
    tax: { name: 'IVA', rate: 22, amount: 57.8 },
    payments: [{ how: 'cash', amount: fare.total, gateway: null }],
  },
  ReceiptLine: receiptLines[1],
  Statement: {
    name: 'Martín Silva',
    uid: ids.driver,
    totals: [{ kind: 'driver_share', amount: fare.ride }],
  },
  DriverEarningRow: { uid: ids.driver, hasStatement: true },
};

const offer: ComponentExamples = {
  City: { name: 'Montevideo', center: { lat: pickup.lat, lng: pickup.lng } },
  CarType: {
    id: ids.carType,
    name: 'Economy',
    convenience_fees: fare.feePercent,
    convenience_fee_type: 'percentage',
  },
  CarTypeInput: { name: 'Economy', convenience_fees: fare.feePercent, convenience_fee_type: 'percentage' },
  CarTypeUpdate: { name: 'Economy', convenience_fees: fare.feePercent, convenience_fee_type: 'percentage' },
  CarTypeTranslations: { es: { name: 'Económico', extra_info: 'Hasta 4 personas' } },
  PricedChoice: { description: 'Small parcel', amount: 40 },
  ChoiceTranslations: { es: { description: 'Paquete pequeño' } },
  CancelReasonTranslations: { es: { label: 'El conductor está demasiado lejos' } },
  CancelSlab: { minsDelayed: 3, amount: 50 },
  Promo: { id: ids.promo },
  PromoOffer: { id: ids.promo, discount_amount: 50, refusal: null },
  Settings: { social: ['google'], demo: null, driver_approval: true, autoDispatch: true },
  SettingsPatch: { appName: 'Kerb Montevideo', driverRadius: 8 },
  LanguageChoice: { default: true, shipped: true },
  Language: { default: true, shipped: true },
};

const messages: ComponentExamples = {
  Problem: { status: 404, title: 'Not found', code: 'not_found' },
  Notification: { title: 'Rain this afternoon', body: 'Book ahead: many riders will be on their way.' },
  NotificationInput: { title: 'Rain this afternoon', body: 'Book ahead: many riders will be on their way.' },
  Dashboard: {
    bookings: {
      PAYMENT_PENDING: 0,
      NEW: 2,
      ACCEPTED: 5,
      ARRIVED: 1,
      STARTED: 9,
      REACHED: 0,
      PENDING: 1,
      PAID: 0,
    },
    month: 18_240.25,
  },
  WhatIfTerms: { dispatchPolicy: 'batched', driverRadius: 8, batchSeconds: 3, broadcastLimit: 15 },
  WhatIfDay: { day: '2026-03-01', requests: 1840, is_over: true },
  WhatIfRunSummary: whatIfSummary,
  WhatIfRun: { ...whatIfSummary, result: whatIfResult },
  Figures: {
    from: '2026-03-02',
    to: '2026-03-08',
    counted_until: '2026-03-08',
    previous: { from: '2026-02-23', to: '2026-03-01' },
    reasons: [{ reason: 'The driver is too far away', now: 14, before: 11 }],
  },
  WhatIfResult: whatIfResult,
  TravelTimesReport: {
    learned_at: moments.booked,
    trips: 4180,
    days: 58,
    needed_trips: 200,
    needed_days: 14,
    errors: {
      quoted: { trips: 4180, median: 0.11, mean: -0.02 },
      free_flow: { trips: 861, median: 0.19, mean: -0.17 },
      in_sample: { trips: 3319, median: 0.1, mean: 0.01 },
      out_of_sample: { trips: 861, median: 0.11, mean: 0.01 },
    },
  },
};

export const componentExamples: ComponentExamples = {
  DriverStanding: { offers: 4, accepted: 3, acceptance: 0.75, requests: 12, nearest: 5, place: 2 },
  ...bookings,
  ...people,
  ...money,
  ...offer,
  ...messages,
};
