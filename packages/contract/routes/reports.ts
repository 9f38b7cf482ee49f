// Route declarations of reports: dashboard, earnings, driver statements, receipts and learned travel times.
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

/**
 * Figures of the dashboard. Amounts are major units: the convenience fees of PAID and COMPLETE bookings, by time of
 * payment.
 */
export const dashboard = z.object({
  /** Amounts since midnight and since the first of the month, in settings.timezone. */
  today: z.number(),
  month: z.number(),
  total: z.number(),
  /** Amounts of the previous day and the previous month, up to the same time of day or month. */
  previous: z.object({ day: z.number(), month: z.number() }),
  /** Number of bookings in each active status now. */
  bookings: z.record(activeBookingStatus, z.number().int().nonnegative()),
  /** Waiting times of riders: medians over the last hour in seconds; null when nothing was counted. */
  waiting: z.object({
    /**
     * Number of NEW bookings that are being offered to drivers, and for how long the longest of them has waited. Null for
     * fleet admins, because a booking belongs to a fleet only once its driver has accepted.
     */
    searching: z.number().int().nonnegative().nullable(),
    longest_in_secs: z.number().nullable(),
    /** Seconds from the start of the search to ACCEPTED. */
    accepted_in_secs: z.number().nullable(),
    /** Seconds from ACCEPTED to ARRIVED. */
    arrived_in_secs: z.number().nullable(),
  }),
  /** Requests of the last hour, by the time of their trip; null for fleet admins, who see only their own bookings. */
  demand: z
    .object({
      asked: z.number().int().nonnegative(),
      taken: z.number().int().nonnegative(),
      /** Number of bookings that any party cancelled before a driver accepted. */
      lost: z.number().int().nonnegative(),
      /**
       * Number of pickups in cells of about 500 m, the highest first, at most 200; `lost` is the number of those
       * without a driver.
       */
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

/** Deviation of predicted from actual trip times, as a share of the actual time; null without a trip to compare. */
const timeError = z
  .object({
    trips: z.number().int().nonnegative(),
    /** Median of the absolute deviations. */
    median: z.number().nonnegative(),
    /** Mean of the signed deviations; negative when predictions are too short on average. */
    mean: z.number(),
  })
  .nullable();

/** State of the travel-time model that is learned from finished trips. */
export const travelTimesReport = z.object({
  /** ms since the epoch; null while there are too few trips, so that the operator's settings apply. */
  learned_at: z.number().int().nullable(),
  /** Number of usable finished trips of the last 60 days, and of the days on which they took place. */
  trips: z.number().int().nonnegative(),
  days: z.number().int().nonnegative(),
  needed_trips: z.number().int(),
  needed_days: z.number().int(),
  errors: z
    .object({
      /** Times that riders were quoted. */
      quoted: timeError,
      /** Free-flow times, on the newest fifth of the days. */
      free_flow: timeError,
      /** Times predicted by a model of the older days, on the trips of those same days. */
      in_sample: timeError,
      /** Times predicted by that model on the newest fifth of the days. */
      out_of_sample: timeError,
    })
    .nullable(),
});
export type TravelTimesReport = z.infer<typeof travelTimesReport>;

/** First and last month, both inclusive, as YYYY-MM in settings.timezone; all months when left out. */
const months = {
  from: month.optional(),
  to: month.optional(),
};

/** Earnings of the operator in one month (specification §3, §9). Amounts are major units. */
export const earningRow = z.object({
  year: z.number().int(),
  /** January … December in English, as the specification names it; `month` is 1–12. */
  monthsName: z.string(),
  month: z.number().int(),
  /** PAID and COMPLETE bookings by time of payment, and CANCELLED ones with a fee by time of cancellation. */
  total_rides: z.number().int(),
  /** Number of cancelled bookings among them; these contribute their cancellationFee only. */
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
  /** Amount refunded to riders in that month. */
  refunds: z.number(),
});
export type EarningRow = z.infer<typeof earningRow>;

/** Earnings of one driver in one month, or of one fleet when grouped by fleet. */
export const driverEarningRow = z.object({
  year: z.number().int(),
  monthsName: z.string(),
  month: z.number().int(),
  /** uid of the driver, or of the fleet admin; null for drivers without a fleet when grouped by fleet. */
  uid: z.string().nullable(),
  /** '' when grouped by fleet. */
  driverName: z.string(),
  /** Vehicle of the driver's latest trip; '' when grouped by fleet. */
  driverVehicleNo: z.string(),
  /** Name of the driver's current fleet admin, or of the fleet admin whose drivers the row sums up; '' without one. */
  fleet: z.string(),
  /** PAID and COMPLETE bookings, by when they were paid. */
  total_rides: z.number().int(),
  driverShare: z.number(),
  /**
   * Whether the caller may read the driver's statements, which are not those of a fleet that the driver has left; false
   * when grouped by fleet. Servers of an earlier version omit it.
   */
  hasStatement: z.boolean().optional(),
});
export type DriverEarningRow = z.infer<typeof driverEarningRow>;

const driverFilters = z.object({
  ...months,
  driver: uuid.optional(),
  /** Only drivers of this fleet; for a fleet admin always their own. */
  fleetadmin: uuid.optional(),
  by: z.enum(['driver', 'fleet']).default('driver'),
});

/** Kinds of movement of a driver's wallet. */
export const statementKind = z.enum([
  'driver_share',
  /** The driver's share of the rest of a fare that an admin approved later. */
  'fare_review',
  'cash_collected',
  'cancellation_fee',
  'tip',
  'topup',
  'topup_reversed',
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

/** A driver's month: every movement of the wallet, between the opening and the closing balance. */
export const statement = z.object({
  uid: z.string(),
  name: z.string(),
  vehicleNumber: z.string(),
  month: z.string(),
  opening: z.number(),
  closing: z.number(),
  /** Number of trips whose share was credited. */
  total_rides: z.number().int(),
  /**
   * Signed sum of each kind; kinds without movements are absent. Opening balance plus these sums is the closing
   * balance.
   */
  totals: z.array(z.object({ kind: statementKind, amount: z.number() })),
  /** Oldest first. */
  entries: z.array(
    z.object({
      id: z.string(),
      date: z.number(),
      kind: statementKind,
      /** Signed amount added to the balance. */
      amount: z.number(),
      /** Balance after the movement. */
      balance: z.number(),
      /** Id and short reference of the trip; null for movements without a trip. */
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
/** Of all routes that print a document. */
const printLimit = { max: 30, windowSeconds: 60 } as const;
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

/**
 * Lines of a receipt: the lines of the fare (one line for the whole trip when no fare lines were stored), and the
 * cancellation fee.
 */
export const receiptLine = fareLine.omit({ kind: true }).extend({
  item: z.enum([...fareLine.shape.kind.options, 'trip', 'cancellation_fee']),
});

/**
 * Itemised receipt of a paid ride, or of a cancellation with a fee. Amounts are major units. The driver's version lists
 * no payments except the cash that the driver received.
 */
export const receipt = z.object({
  booking: z.string(),
  /** Receipt number such as "R-000042"; never changes. */
  number: z.string(),
  reference: z.string(),
  /** Time of the payment or cancellation. */
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
  /** How the distance was measured; null without a drive, and for deliveries. */
  meterMethod: meterMethod.nullable(),
  /** Lines in printed order; a promo is negative. They add up to the total. */
  lines: z.array(receiptLine),
  total: z.number(),
  /** Tax included in the total, at the rate that applied at payment; null without tax. */
  tax: z.object({ name: z.string(), rate: z.number(), amount: z.number() }).nullable(),
  /** Payments of the ride; refunds are negative. */
  payments: z.array(
    z.object({
      how: z.enum(['cash', 'wallet', 'card', 'refund']),
      amount: z.number(),
      gateway: z.string().nullable(),
      /** Time of an addition by a fare review after the payment; absent for other payments. */
      at: z.number().optional(),
    }),
  ),
  currency: z.string(),
  /**
   * Whether the caller can have the receipt sent to the rider by e-mail. off: the caller may not, or this installation
   * sends no e-mail.
   */
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
    rateLimit: printLimit,
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
    rateLimit: printLimit,
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
    rateLimit: printLimit,
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
    rateLimit: printLimit,
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
    rateLimit: printLimit,
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
