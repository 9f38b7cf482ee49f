// Route declarations of a driver's day: earnings by hour and by booking, time on duty, and the amount that can be
// withdrawn.
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';

const driverHour = z.object({
  /** Start of the hour, ms since the epoch; the UTC offset may change between two hours of a day. */
  starts: z.number().int(),
  ends: z.number().int(),
  earned: z.number(),
  trips: z.number().int().nonnegative(),
  online_secs: z.number().int().nonnegative(),
});

/** Amounts that one booking earned the driver on one day. */
const driverDayLine = z.object({
  booking: z.string(),
  /** Short reference of the booking; null for a booking that no longer exists. */
  reference: z.string().nullable(),
  /** When the first of these amounts was credited. */
  at: z.number(),
  driver_share: z.number(),
  tip: z.number(),
  cancellation_fee: z.number(),
  total: z.number(),
});

/** A driver's day in settings.timezone. Amounts are major units, computed from the ledger. */
export const driverDay = z.object({
  /** The requested day as YYYY-MM-DD, and the current day. */
  day: z.iso.date(),
  today: z.iso.date(),
  /** Shares, tips and cancellation fees credited that day; the sum of the hours, and of the lines. */
  total: z.number(),
  /** Number of trips whose share was credited. */
  trips: z.number().int().nonnegative(),
  /** Seconds on duty with a position not older than ten minutes. */
  online_secs: z.number().int().nonnegative(),
  /** Offers of the day that the driver accepted, declined or let expire. */
  offers: z.number().int().nonnegative(),
  accepted: z.number().int().nonnegative(),
  /** `accepted` of `offers`, 0 to 1; null without an offer. */
  acceptance: z.number().min(0).max(1).nullable(),
  /** Every hour of the day, 23 to 25 of them, in order and without gaps. */
  hours: z.array(driverHour),
  /** Oldest first. */
  lines: z.array(driverDayLine),
  /** Current balance and payout, independent of the requested day. */
  payout: z.object({
    balance: z.number(),
    /** Largest amount that the driver can withdraw now. */
    withdrawable: z.number(),
    /** Withdrawals that no admin has decided yet; `since` is the time of the oldest one, null without one. */
    waiting: z.object({
      count: z.number().int().nonnegative(),
      amount: z.number(),
      since: z.number().nullable(),
    }),
  }),
});
export type DriverDay = z.infer<typeof driverDay>;

export const driverDayRoutes = {
  getMyDay: defineRoute({
    method: 'GET',
    path: '/me/day',
    summary: 'My day as a driver by the hour: earnings, trips, time on duty, offers and the next payout',
    tag: 'reports',
    access: ['driver'],
    /** Defaults to today. */
    query: z.object({ date: z.iso.date().optional() }),
    answer: driverDay,
    errors: ['invalid_input', 'report_too_long'],
  }),
};
