// What the operation earned and what is under way, for those who run it.
import { bookingStatus } from '@kerb/domain/booking';
import { fareLine } from '@kerb/domain/fare';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, uuid } from '../pages.ts';
import { meterMethod } from '../views/booking.ts';

const tag = 'reports';

/** YYYY-MM, from 2000-01 to 2199-12. */
const month = z.string().regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, 'A month is written YYYY-MM');

export const activeBookingStatus = bookingStatus.exclude(['COMPLETE', 'CANCELLED']);

/** Amounts are major units: the convenience fees of bookings that are PAID or COMPLETE, by when they were paid. */
export const dashboard = z.object({
  /** Since midnight and since the first of the month, in settings.timezone. */
  today: z.number(),
  month: z.number(),
  total: z.number(),
  /** Of the day and the month before, until the same time of theirs. */
  previous: z.object({ day: z.number(), month: z.number() }),
  /** How many bookings are in each active status now. */
  bookings: z.record(activeBookingStatus, z.number().int().nonnegative()),
  /** How long people wait; medians over the last hour, seconds, null when there was nothing to count. */
  waiting: z.object({
    /** NEW bookings that drivers are being asked for now, and how long the longest of them waits. */
    searching: z.number().int().nonnegative(),
    longest_in_secs: z.number().nullable(),
    /** From being asked for to ACCEPTED. */
    accepted_in_secs: z.number().nullable(),
    /** From ACCEPTED to ARRIVED. */
    arrived_in_secs: z.number().nullable(),
  }),
  /** What was asked for in the last hour, by when it was to be driven; null for fleet admins, who see their own only. */
  demand: z
    .object({
      asked: z.number().int().nonnegative(),
      taken: z.number().int().nonnegative(),
      /** Cancelled by any party before a driver accepted. */
      lost: z.number().int().nonnegative(),
      /** Pickups counted in cells of about 500 m, the fullest first, at most 200; `lost` of them were not taken. */
      places: z.array(
        z.object({
          lat: z.number(),
          lng: z.number(),
          asked: z.number().int(),
          lost: z.number().int(),
        }),
      ),
    })
    .nullable(),
});
export type Dashboard = z.infer<typeof dashboard>;

/** How far times are from driven ones, as shares of the driven time; null without a trip to compare. */
const timeError = z
  .object({
    trips: z.number().int().nonnegative(),
    /** Half of the trips are off by less, in either direction. */
    median: z.number().nonnegative(),
    /** With its sign: negative when the times are too short on average. */
    mean: z.number(),
  })
  .nullable();

/** What was learned from finished trips about travel times. */
export const travelTimesReport = z.object({
  /** ms since the epoch; null while there are too few trips and the operator's settings apply. */
  learned_at: z.number().int().nullable(),
  /** The finished trips of the last 60 days that count, and on how many days they were. */
  trips: z.number().int().nonnegative(),
  days: z.number().int().nonnegative(),
  needed_trips: z.number().int(),
  needed_days: z.number().int(),
  errors: z
    .object({
      /** The times that riders were quoted. */
      quoted: timeError,
      /** Times without traffic, on the newest fifth of the days. */
      free_flow: timeError,
      /** Times learned from the older days, on the trips of those days. */
      in_sample: timeError,
      /** The same on the newest fifth of the days. */
      out_of_sample: timeError,
    })
    .nullable(),
});
export type TravelTimesReport = z.infer<typeof travelTimesReport>;

/** Which months: from and to, both included, as YYYY-MM in settings.timezone; all when left out. */
const months = {
  from: month.optional(),
  to: month.optional(),
};

/** A month of the operation (specification §3, §9). Amounts are major units. */
export const earningRow = z.object({
  year: z.number().int(),
  /** January … December in English, as the specification names it; `month` is 1–12. */
  monthsName: z.string(),
  month: z.number().int(),
  /** PAID and COMPLETE bookings by when they were paid, and CANCELLED ones with a fee by when they were cancelled. */
  total_rides: z.number().int(),
  /** How many of them were cancelled: these count with their cancellationFee and nothing else. */
  cancelled_rides: z.number().int(),
  tripCost: z.number(),
  /** The fare without the convenience fee, which is the drivers' share (readings of the specification, 4). */
  rideCost: z.number(),
  cancellationFee: z.number(),
  convenienceFee: z.number(),
  discountAmount: z.number(),
  /** convenienceFee + cancellationFee − discountAmount. */
  profit: z.number(),
  /** tripCost + cancellationFee. */
  grossTripCost: z.number(),
  /** Given back to riders in that month. */
  refunds: z.number(),
});
export type EarningRow = z.infer<typeof earningRow>;

/** A month of one driver, or of one fleet when grouped by fleet. */
export const driverEarningRow = z.object({
  year: z.number().int(),
  monthsName: z.string(),
  month: z.number().int(),
  /** uid of the driver, or of the fleet admin; null for drivers without a fleet when grouped by fleet. */
  uid: z.string().nullable(),
  /** '' when grouped by fleet. */
  driverName: z.string(),
  /** Of the driver's latest trip; '' when grouped by fleet. */
  driverVehicleNo: z.string(),
  /** Name of the fleet admin: the driver's now, or whose drivers the row sums up; '' for none. */
  fleet: z.string(),
  /** PAID and COMPLETE bookings, by when they were paid. */
  total_rides: z.number().int(),
  driverShare: z.number(),
});
export type DriverEarningRow = z.infer<typeof driverEarningRow>;

const driverFilters = z.object({
  ...months,
  driver: uuid.optional(),
  /** Drivers of one fleet; a fleet admin's own always. */
  fleetadmin: uuid.optional(),
  by: z.enum(['driver', 'fleet']).default('driver'),
});

/** What moved a driver's wallet. */
export const statementKind = z.enum([
  'driver_share',
  'cash_collected',
  'cancellation_fee',
  'tip',
  'topup',
  'admin_credit',
  'referral',
  'referral_reversal',
  'withdrawal',
  'withdrawal_returned',
  'vehicle_rent',
  'vehicle_commission',
  'other',
]);
export type StatementKind = z.infer<typeof statementKind>;

/** A driver's month: every movement of the wallet, from the balance before it to the balance after. */
export const statement = z.object({
  uid: z.string(),
  name: z.string(),
  vehicleNumber: z.string(),
  month: z.string(),
  opening: z.number(),
  closing: z.number(),
  /** Trips whose share was credited. */
  total_rides: z.number().int(),
  /** Signed; kinds without movements are left out. The opening balance and these make the closing balance. */
  totals: z.array(z.object({ kind: statementKind, amount: z.number() })),
  /** Oldest first. */
  entries: z.array(
    z.object({
      id: z.string(),
      date: z.number(),
      kind: statementKind,
      /** Signed: what was added to the balance. */
      amount: z.number(),
      /** The balance after it. */
      balance: z.number(),
      /** The trip, and its reference people can read; null for other money. */
      booking: z.string().nullable(),
      reference: z.string().nullable(),
    }),
  ),
});
export type Statement = z.infer<typeof statement>;

const reader = ['admin', 'fleetadmin'] as const;
const csv = 'text/csv; charset=utf-8';
const pdf = 'application/pdf';
const bytes = z.instanceof(Uint8Array);
const earnings = {
  tag,
  access: ['admin'],
  query: z.object(months),
  errors: ['invalid_input', 'report_too_long'],
} as const;
const driverEarnings = {
  tag,
  access: reader,
  query: driverFilters,
  errors: ['invalid_input', 'not_found', 'report_too_long'],
} as const;

/** Lines of a receipt: those of the fare, one line for the whole trip where no fare was stored, and the cancellation fee. */
export const receiptLine = fareLine.omit({ kind: true }).extend({
  item: z.enum([...fareLine.shape.kind.options, 'trip', 'cancellation_fee']),
});

/**
 * The itemised receipt of a ride that was paid, or of a cancellation that cost something; amounts are major units.
 * For the driver it lists no payments except the cash the driver received.
 */
export const receipt = z.object({
  booking: z.string(),
  /** Never changes: "R-000042". */
  number: z.string(),
  reference: z.string(),
  /** When the ride was paid, or cancelled. */
  issuedAt: z.number(),
  operator: z.object({ name: z.string(), website: z.string(), email: z.string() }),
  customer_name: z.string(),
  driver_name: z.string().nullable(),
  vehicle_number: z.string().nullable(),
  carTypeName: z.string(),
  /** Time of pickup and drop-off; null for intermediate stops, and when no trip took place. */
  stops: z.array(
    z.object({ kind: z.enum(['pickup', 'stop', 'drop']), add: z.string(), at: z.number().nullable() }),
  ),
  distance: z.number().nullable(),
  unit: z.enum(['km', 'mi']),
  seconds: z.number().nullable(),
  /** How the distance was measured; null where nothing was driven, and for deliveries. */
  meterMethod: meterMethod.nullable(),
  /** In the order they are printed; the promo is negative. They add up to the total. */
  lines: z.array(receiptLine),
  total: z.number(),
  /** Included in the total, at the rate of when it was paid; null when there was none. */
  tax: z.object({ name: z.string(), rate: z.number(), amount: z.number() }).nullable(),
  /** How it was paid; refunds are negative. */
  payments: z.array(
    z.object({
      how: z.enum(['cash', 'wallet', 'card', 'refund']),
      amount: z.number(),
      gateway: z.string().nullable(),
    }),
  ),
  currency: z.string(),
  /** Whether the reader may have it sent to the rider; off: not by this reader, or no mail is sent here. */
  mail: z.enum(['ready', 'no_address', 'off']),
});
export type Receipt = z.infer<typeof receipt>;

const ofBooking = {
  tag: 'receipts',
  access: ['rider', 'driver', 'admin'],
  params: idParams,
  errors: ['not_found', 'transition_not_allowed'],
} as const;

export const reportRoutes = {
  getEarnings: defineRoute({
    ...earnings,
    method: 'GET',
    path: '/reports/earnings',
    summary: 'fetchEarningsReport: each month of the operation, newest first',
    answer: z.object({
      items: z.array(earningRow),
      total: earningRow.omit({ year: true, month: true, monthsName: true }),
    }),
  }),
  exportEarnings: defineRoute({
    ...earnings,
    method: 'GET',
    path: '/reports/earnings.csv',
    summary: 'The same as CSV',
    stepUp: true,
    answer: z.string(),
    binary: csv,
  }),
  printEarnings: defineRoute({
    ...earnings,
    method: 'GET',
    path: '/reports/earnings.pdf',
    summary: 'The same as PDF',
    stepUp: true,
    answer: bytes,
    binary: pdf,
  }),
  getDriverEarnings: defineRoute({
    ...driverEarnings,
    method: 'GET',
    path: '/reports/driver-earnings',
    summary: 'fetchDriverEarnings: each month of each driver or fleet; fleet admins their own',
    answer: z.object({
      items: z.array(driverEarningRow),
      total: z.object({ total_rides: z.number().int(), driverShare: z.number() }),
    }),
  }),
  exportDriverEarnings: defineRoute({
    ...driverEarnings,
    method: 'GET',
    path: '/reports/driver-earnings.csv',
    summary: 'The same as CSV',
    stepUp: true,
    answer: z.string(),
    binary: csv,
  }),
  printDriverEarnings: defineRoute({
    ...driverEarnings,
    method: 'GET',
    path: '/reports/driver-earnings.pdf',
    summary: 'The same as PDF',
    stepUp: true,
    answer: bytes,
    binary: pdf,
  }),
  getMyStatement: defineRoute({
    method: 'GET',
    path: '/me/statement',
    summary: 'My month as a driver, from the balance before to the balance after',
    tag,
    access: ['driver'],
    query: z.object({ month }),
    answer: statement,
    errors: [],
  }),
  printMyStatement: defineRoute({
    method: 'GET',
    path: '/me/statement.pdf',
    summary: 'The same as PDF',
    tag,
    access: ['driver'],
    query: z.object({ month }),
    answer: bytes,
    binary: pdf,
    errors: ['report_too_long'],
  }),
  getStatement: defineRoute({
    method: 'GET',
    path: '/users/:id/statement',
    summary: 'The month of a driver; fleet admins of their own',
    tag,
    access: reader,
    params: idParams,
    query: z.object({ month }),
    answer: statement,
    errors: ['not_found'],
  }),
  printStatement: defineRoute({
    method: 'GET',
    path: '/users/:id/statement.pdf',
    summary: 'The same as PDF',
    tag,
    access: reader,
    params: idParams,
    query: z.object({ month }),
    answer: bytes,
    binary: pdf,
    errors: ['not_found', 'report_too_long'],
  }),
  getReceipt: defineRoute({
    ...ofBooking,
    method: 'GET',
    path: '/bookings/:id/receipt',
    summary: 'The receipt of a paid ride',
    answer: receipt,
  }),
  getTripMap: defineRoute({
    tag: 'bookings',
    method: 'GET',
    path: '/bookings/:id/map.svg',
    summary: 'A small picture of my trip on the map: the way driven, or the one quoted',
    access: ['rider'],
    params: idParams,
    query: z.object({ theme: z.enum(['light', 'dark']).default('light') }),
    answer: bytes,
    binary: 'image/svg+xml; charset=utf-8',
    errors: ['not_found'],
  }),
  printReceipt: defineRoute({
    ...ofBooking,
    method: 'GET',
    path: '/bookings/:id/receipt.pdf',
    summary: 'The same as PDF, with the map of the trail',
    answer: bytes,
    binary: pdf,
  }),
  sendReceipt: defineRoute({
    ...ofBooking,
    method: 'POST',
    path: '/bookings/:id/receipt',
    summary: 'Send the receipt again to the rider\u2019s e-mail address',
    access: ['rider', 'admin'],
    body: z.object({}),
    answer: z.void(),
    status: 204,
    errors: ['not_found', 'transition_not_allowed', 'proper_email', 'unavailable'],
    rateLimit: { max: 10, windowSeconds: 60 },
  }),
  getTravelTimes: defineRoute({
    method: 'GET',
    path: '/reports/travel-times',
    summary: 'How far quoted, free-flow and learned travel times are from driven ones',
    tag,
    access: ['admin'],
    answer: travelTimesReport,
    errors: [],
  }),
  getDashboard: defineRoute({
    method: 'GET',
    path: '/reports/dashboard',
    summary:
      'Gross earnings and active bookings: all for admins, those of their own drivers for fleet admins',
    tag,
    access: ['admin', 'fleetadmin'],
    answer: dashboard,
    errors: [],
  }),
};
