// Schema of the operator's settings, with the names of the specification; the only place that defines their defaults.
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
  /** Currency symbol, ISO 4217 code, decimals of every amount, and whether the symbol follows the amount. */
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
  /** Factors on free-flow travel times by hour of the day, used until enough trips were driven to learn from. */
  trafficByHour: trafficByHour.default([...freeFlowByHour]),
  otp_secure: flag(false),
  driver_approval: flag(true),
  bonus: amount(0),
  /** Maximum number of bonuses of one referrer per month of the operator's calendar. */
  referralsPerMonth: z.number().int().min(0).max(10_000).default(10),
  walletMoneyField: z.array(z.number().positive()).max(12).default([200, 500, 1000, 2000]),
  CarHornRepeat: flag(true),
  AllowDeliveryPickupImageCapture: flag(false),
  AllowFinalDeliveryImageCapture: flag(false),
  RiderWithDraw: flag(false),
  horizontal_view: flag(false),
  showLiveRoute: flag(true),
  /** Percent by which a final fare may exceed its quote before an admin must review it. */
  fareTolerance: z.number().min(0).max(1000).default(50),
  /** In the operator's unit: miles when convert_to_mile is on, else km. */
  driverRadius: z.number().min(0).max(1000).default(10),
  autoDispatch: flag(true),
  dispatchPolicy: dispatchPolicy.default('broadcast'),
  /**
   * Number of drivers in the first broadcast round, nearest first; each further round adds the same number. 0: all
   * eligible drivers.
   */
  broadcastLimit: z.number().int().min(0).max(500).default(15),
  /** Number of eligible drivers, nearest by straight line, whose road travel times a round compares. */
  candidateLimit: z.number().int().min(1).max(200).default(40),
  /** Seconds a driver has to answer an offer before a new offer round starts. */
  offerSeconds: z.number().int().min(5).max(600).default(30),
  /** Seconds between two batches of the policy `batched`. */
  batchSeconds: z.number().int().min(1).max(30).default(3),
  /** A driver whose trip ends within this many seconds can get an offer of a follow-on trip. 0: no follow-on trips. */
  followOnSeconds: z.number().int().min(0).max(1800).default(300),
  /**
   * A follow-on trip returns to dispatch when its pickup is expected this many seconds later than promised to the
   * rider.
   */
  followOnLateSeconds: z.number().int().min(60).max(3600).default(300),
  /** Seconds without a position after which a driver on the way to the pickup loses the booking. 0: never. */
  silentDriverSeconds: z.number().int().min(0).max(3600).default(300),
  /** Seconds before a later booking from which a driver is planned for it. 0: no driver is planned. */
  reserveAheadSeconds: z.number().int().min(0).max(7200).default(1800),
  /** Maximum hours on duty in any 24 hours. 0: no limit. */
  dutyHoursLimit: z.number().min(0).max(23).multipleOf(0.5).default(0),
  /** Hours on duty after which a driver needs a break, and minimum minutes of a break. 0: no breaks. */
  breakAfterHours: z.number().min(0).max(24).multipleOf(0.5).default(0),
  breakMinutes: z.number().int().min(0).max(720).default(30),
  /** Drivers with planned shifts can go on duty only during a shift. */
  dutyWithinShifts: flag(false),
  negativeBalance: flag(true),
  bank_fields: flag(true),
  /** Tax rate in percent, included in prices; 0: no tax line on receipts. */
  taxRate: z.number().min(0).max(100).default(0),
  taxName: text('VAT'),
  panic: flag(true),
  AllowCriticalEditsAdmin: flag(true),
  /** Whether admins and fleet admins must prove a second factor; initially off in demonstration mode. */
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
