// The operator's settings, with the specification's names; defaults live here and nowhere else.
import { z } from 'zod';
import { freeFlowByHour, trafficByHour } from '../travel-times/traffic-by-hour.ts';

export const appcat = z.enum(['taxi', 'delivery']);
export type AppCategory = z.infer<typeof appcat>;

export const dispatchPolicy = z.enum(['broadcast', 'nearest', 'batched']);
export type DispatchPolicy = z.infer<typeof dispatchPolicy>;

const flag = (value: boolean) => z.boolean().default(value);
const text = (value: string) => z.string().trim().max(2000).default(value);
const amount = (value: number) => z.number().min(0).max(1_000_000_000).default(value);

/** No currency in use has more than four decimals (ISO 4217: the UF of Chile). */
export const currencyDecimals = z.number().int().min(0).max(4);

export const settings = z.object({
  appcat: appcat.default('taxi'),
  appName: text('Kerb'),
  /** Currency symbol, ISO 4217 code, decimals of every amount, and whether the symbol stands after the amount. */
  symbol: text('$U'),
  code: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('UYU'),
  decimal: currencyDecimals.default(2),
  swipe_symbol: flag(false),
  /** ISO 3166-1 alpha-2 of the default country; IANA time zone of the operation. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('UY'),
  timezone: text('America/Montevideo'),
  restrictCountry: flag(false),
  AllowCountrySelection: flag(true),
  convert_to_mile: flag(false),
  /** Factors on free-flow travel times by hour of the day, which hold until enough trips were driven to learn from. */
  trafficByHour: trafficByHour.default([...freeFlowByHour]),
  otp_secure: flag(false),
  driver_approval: flag(true),
  bonus: amount(0),
  /** Bonuses that one referrer gets in a month of the operator's calendar. */
  referralsPerMonth: z.number().int().min(0).max(10_000).default(10),
  walletMoneyField: z.array(z.number().positive()).max(12).default([200, 500, 1000, 2000]),
  CarHornRepeat: flag(true),
  AllowDeliveryPickupImageCapture: flag(false),
  AllowFinalDeliveryImageCapture: flag(false),
  RiderWithDraw: flag(false),
  horizontal_view: flag(false),
  showLiveRoute: flag(true),
  /** Percent by which a final fare may exceed its quote before an admin decides on the rest. */
  fareTolerance: z.number().min(0).max(1000).default(50),
  /** In the unit the operator sees: miles when convert_to_mile is on, else km. */
  driverRadius: z.number().min(0).max(1000).default(10),
  autoDispatch: flag(true),
  dispatchPolicy: dispatchPolicy.default('broadcast'),
  /** Drivers that the first round of a broadcast asks, nearest first; each round asks as many more. 0: everyone eligible. */
  broadcastLimit: z.number().int().min(0).max(500).default(15),
  /** Eligible drivers that a round compares by road travel time, nearest by straight line first. */
  candidateLimit: z.number().int().min(1).max(200).default(40),
  /** Seconds a driver has to answer an offer before a new offer round starts. */
  offerSeconds: z.number().int().min(5).max(600).default(30),
  /** Seconds between two batches of the policy `batched`. */
  batchSeconds: z.number().int().min(1).max(30).default(3),
  /** A driver whose trip ends within so many seconds can get an offer of the next one. 0: no follow-on trips. */
  followOnSeconds: z.number().int().min(0).max(1800).default(300),
  /** A follow-on trip is given back when its pickup is expected so many seconds later than the rider was promised. */
  followOnLateSeconds: z.number().int().min(60).max(3600).default(300),
  /** Seconds without a position after which a driver on the way to the pickup loses the booking. 0: never. */
  silentDriverSeconds: z.number().int().min(0).max(3600).default(300),
  /** A driver is planned for a later booking from so many seconds before its time. 0: no driver is planned. */
  reserveAheadSeconds: z.number().int().min(0).max(7200).default(1800),
  /** Hours on duty in any 24 hours. 0: no limit. */
  dutyHoursLimit: z.number().min(0).max(23).multipleOf(0.5).default(0),
  /** Hours on duty after which a driver needs a break, and how many minutes off duty are one. 0: no breaks. */
  breakAfterHours: z.number().min(0).max(24).multipleOf(0.5).default(0),
  breakMinutes: z.number().int().min(0).max(720).default(30),
  /** Drivers who have planned shifts go on duty only within one. */
  dutyWithinShifts: flag(false),
  negativeBalance: flag(true),
  bank_fields: flag(true),
  /** Percent of the price that is tax, included in it; 0: no tax line on receipts. */
  taxRate: z.number().min(0).max(100).default(0),
  taxName: text('VAT'),
  panic: flag(true),
  AllowCriticalEditsAdmin: flag(true),
  /** Admins and fleet admins prove a second factor; demonstration mode begins with it off. */
  adminSecondFactor: flag(true),
  FacebookLoginEnabled: flag(false),
  CompanyName: text(''),
  CompanyWebsite: text(''),
  CompanyTerms: text(''),
  contact_email: text(''),
  FacebookHandle: text(''),
  TwitterHandle: text(''),
  InstagramHandle: text(''),
  AppleStoreLink: text(''),
  PlayStoreLink: text(''),
});
export type Settings = z.infer<typeof settings>;
