// Subscriber to events of documents, sign-ups, bonuses, withdrawals, payments and alerts, which notifies the users
// concerned once each.
import { alertKind, documentKind } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import { dutyRules } from '@kerb/domain/fleet';
import { fullNameOf } from '@kerb/domain/identity';
import { minor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { z } from 'zod';
import type { StoredEvent, Subscriber } from '../../kit/index.ts';
import type { TextNoticeKind } from './catalogue/notice-catalogue.ts';
import { documentNoticeOf } from './catalogue/plan-notices.ts';
import type { NoticeWords } from './catalogue/render-notice.ts';
import type { NotifyPeople } from './create/notify-people.ts';

/** The fields of a user that notices depend on. */
export interface NotifiedPerson {
  uid: string;
  usertype: string;
  review: string;
  firstName: string;
  lastName: string;
}

export interface ReportOfRider {
  reference: string;
  message: string;
  /** Uid of the driver who may have the lost item. */
  driver: string | null;
}

export interface OnModuleEventDeps {
  notifyPeople: NotifyPeople;
  settings: { get(): Promise<Pick<Settings, 'symbol' | 'decimal' | 'swipe_symbol' | 'timezone'>> };
  identity: {
    usersOf(uids: readonly string[]): Promise<ReadonlyMap<string, NotifiedPerson>>;
    admins(): Promise<readonly string[]>;
  };
  /** The rider's report; null for any other alert. */
  findReport: (alertId: string) => Promise<ReportOfRider | null>;
  findBooking: (id: string) => Promise<{ reference: string; status: BookingStatus } | null>;
}

interface Planned {
  uids: readonly string[];
  kind: TextNoticeKind;
  words: NoticeWords;
  params?: Readonly<Record<string, string>>;
  /** Not delivered after this time, in ms since the epoch. */
  until?: number;
}

const expiring = z.object({
  uid: z.string(),
  kind: documentKind,
  days_left: z.number(),
  expires_on: z.string(),
});
const created = z.object({ uid: z.string(), usertype: z.string() });
const rewarded = z.object({ rider: z.string(), referrer: z.string().nullable(), bonus: z.number() });
const withdrawn = z.object({
  uid: z.string(),
  state: z.enum(['pending', 'processed', 'returned']),
  amount: z.number(),
});

const vehicleReviewed = z.object({ uid: z.string(), state: z.enum(['waiting', 'approved']) });
const codesRequested = z.object({ uid: z.string() });
const raised = z.object({ alert_id: z.string(), booking_id: z.string(), kind: alertKind });
const reviewed = z.object({
  booking_id: z.string(),
  reference: z.string(),
  rider: z.string(),
  driver: z.string(),
});
const tipped = z.object({
  booking_id: z.string(),
  reference: z.string(),
  driver: z.string(),
  amount: z.number(),
});
const paid = z.object({ uid: z.string(), amount: z.number().nullish(), held: z.boolean().optional() });
/** Events of earlier versions do not say whether the provider declined the payment. */
const paidBack = paid.extend({
  declined: z.boolean().default(false),
  fromWallet: z.boolean().default(false),
});
const accepted = z.object({ uid: z.string(), amount: z.number() });
/** Events of earlier versions have no amount. */
const outcome = z.object({
  uid: z.string(),
  booking: z.string().nullable(),
  amount: z.number().optional(),
  wasPending: z.boolean().default(false),
});
const refunded = z.object({ reference: z.string(), rider: z.string(), amount: z.number() });

const recoveryCodeUsed = z.object({ uid: z.string(), left: z.number() });

const dutyLimit = z.object({
  uid: z.string(),
  state: z.enum(['soon', 'reached']),
  rule: z.enum(dutyRules),
  at: z.number(),
});

const silent = z.object({ booking_id: z.string(), driver: z.string(), until: z.number() });

/** Plans the notices of one event; each is added for all its `uids`. */
type Planner = (event: StoredEvent, deps: OnModuleEventDeps) => Planned[] | Promise<Planned[]>;

/** The amount with the operator's notation, to be formatted in each reader's locale. */
async function amountWord(
  minorUnits: number,
  { settings }: OnModuleEventDeps,
): Promise<NonNullable<NoticeWords['amount']>> {
  const { symbol, decimal, swipe_symbol } = await settings.get();
  return { minor: minor(minorUnits), notation: { symbol, decimal, swipe_symbol } };
}

function planDocument(event: StoredEvent): Planned[] {
  const { uid, kind: document, days_left, expires_on: date } = expiring.parse(event.data);
  return [{ uids: [uid], kind: documentNoticeOf(days_left), words: { document, date } }];
}

/** Empty for a driver who was reviewed meanwhile, or approved by the admin who added them. */
async function planDriver(event: StoredEvent, { identity }: OnModuleEventDeps): Promise<Planned[]> {
  const { uid, usertype } = created.parse(event.data);
  if (usertype !== 'driver') return [];
  const driver = (await identity.usersOf([uid])).get(uid);
  if (driver?.review !== 'waiting') return [];
  const words = { name: fullNameOf(driver) };
  return [{ uids: await identity.admins(), kind: 'driver_waiting', words, params: { driver: uid } }];
}

async function planBonus(event: StoredEvent, deps: OnModuleEventDeps): Promise<Planned[]> {
  const { rider, referrer, bonus } = rewarded.parse(event.data);
  const uids = referrer === null ? [rider] : [rider, referrer];
  return [{ uids, kind: 'referral_bonus', words: { amount: await amountWord(bonus, deps) } }];
}

/** Notifies about the outcome only, because the user made the request themselves. */
async function planWithdraw(event: StoredEvent, deps: OnModuleEventDeps): Promise<Planned[]> {
  const { uid, state, amount } = withdrawn.parse(event.data);
  if (state === 'pending') return [];
  const kind = state === 'processed' ? 'withdraw_processed' : 'withdraw_returned';
  return [{ uids: [uid], kind, words: { amount: await amountWord(amount, deps) } }];
}

function planHeldPayment(event: StoredEvent): Planned[] {
  return [{ uids: [paid.parse(event.data).uid], kind: 'payment_held', words: {} }];
}

/** After a declined settlement the payer gets no money back; they are notified only of what was taken out of the wallet. */
async function planRefund(event: StoredEvent, deps: OnModuleEventDeps): Promise<Planned[]> {
  const { uid, amount, declined, fromWallet } = paidBack.parse(event.data);
  if (amount == null || (declined && !fromWallet)) return [];
  const kind = declined ? 'payment_declined' : 'payment_refunded';
  return [{ uids: [uid], kind, words: { amount: await amountWord(amount, deps) } }];
}

/** Empty for a held payment; the user is notified once an admin has decided about it. */
async function planFailedRefund(event: StoredEvent, deps: OnModuleEventDeps): Promise<Planned[]> {
  const { uid, amount, held } = paid.parse(event.data);
  if (amount == null || held) return [];
  return [{ uids: [uid], kind: 'refund_to_wallet', words: { amount: await amountWord(amount, deps) } }];
}

async function planAccepted(event: StoredEvent, deps: OnModuleEventDeps): Promise<Planned[]> {
  const { uid, amount } = accepted.parse(event.data);
  return [{ uids: [uid], kind: 'payment_accepted', words: { amount: await amountWord(amount, deps) } }];
}

/** The statuses of a booking that is paid in advance; a trip that is paid at its end has a notice of its own. */
const paidInAdvance: readonly BookingStatus[] = ['PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED'];
/** The statuses of a booking that can be paid again. */
const stillOwed: readonly BookingStatus[] = ['PAYMENT_PENDING', 'REACHED', 'PENDING'];

/** Empty unless the payment had been pending: the payer has seen any other outcome on the payment page. */
async function planOutcome(event: StoredEvent, deps: OnModuleEventDeps): Promise<Planned[]> {
  const { uid, booking: bookingId, amount, wasPending } = outcome.parse(event.data);
  if (!wasPending || amount === undefined) return [];
  const isPaid = event.name === 'payment.captured';
  const words = { amount: await amountWord(amount, deps) };
  if (bookingId === null) {
    const kind = isPaid ? 'payment_confirmed' : 'payment_failed';
    return [{ uids: [uid], kind, words }];
  }
  const booking = await deps.findBooking(bookingId);
  if (!booking || !(isPaid ? paidInAdvance : stillOwed).includes(booking.status)) return [];
  const kind = isPaid ? 'booking_prepaid' : 'booking_payment_failed';
  const { reference } = booking;
  return [{ uids: [uid], kind, words: { ...words, reference }, params: { bookingId } }];
}

async function planBookingRefund(event: StoredEvent, deps: OnModuleEventDeps): Promise<Planned[]> {
  const { reference, rider, amount } = refunded.parse(event.data);
  const words = { reference, amount: await amountWord(amount, deps) };
  return [{ uids: [rider], kind: 'booking_refunded', words }];
}

/** Notifies all admins; for a lost item also its driver. */
async function planAlert(
  event: StoredEvent,
  { identity, findReport }: OnModuleEventDeps,
): Promise<Planned[]> {
  const { alert_id, booking_id: bookingId, kind } = raised.parse(event.data);
  const report = await findReport(alert_id);
  const words = report === null ? {} : { reference: report.reference, item: report.message };
  const params = { bookingId };
  const driver = report?.driver;
  const toDriver: Planned[] = driver ? [{ uids: [driver], kind: 'lost_item', words, params }] : [];
  return [{ uids: await identity.admins(), kind: `alert_${kind}`, words, params }, ...toDriver];
}

/** Notifies admins, who decide on a fare above its quote. */
async function planOpenedReview(event: StoredEvent, { identity }: OnModuleEventDeps): Promise<Planned[]> {
  const { booking_id: bookingId, reference } = reviewed.parse(event.data);
  return [
    { uids: await identity.admins(), kind: 'fare_review', words: { reference }, params: { bookingId } },
  ];
}

function planDecidedReview(event: StoredEvent): Planned[] {
  const { booking_id: bookingId, reference, rider, driver } = reviewed.parse(event.data);
  return [
    { uids: [rider, driver], kind: 'fare_review_decided', words: { reference }, params: { bookingId } },
  ];
}

async function planTip(event: StoredEvent, deps: OnModuleEventDeps): Promise<Planned[]> {
  const { booking_id: bookingId, reference, driver, amount } = tipped.parse(event.data);
  const words = { amount: await amountWord(amount, deps), reference };
  return [{ uids: [driver], kind: 'tip_received', words, params: { bookingId } }];
}

async function planVehicle(event: StoredEvent, { identity }: OnModuleEventDeps): Promise<Planned[]> {
  const { uid, state } = vehicleReviewed.parse(event.data);
  if (state === 'approved') return [{ uids: [uid], kind: 'vehicle_approved', words: {} }];
  const name = fullNameOf((await identity.usersOf([uid])).get(uid));
  const admins = await identity.admins();
  return [
    { uids: [uid], kind: 'vehicle_waiting', words: {} },
    { uids: admins, kind: 'vehicle_changed', words: { name }, params: { driver: uid } },
  ];
}

const dutyNotices = {
  duty_limit: { soon: 'duty_limit_soon', reached: 'duty_limit_reached' },
  break_needed: { soon: 'break_soon', reached: 'break_due' },
} as const;

async function planDutyLimit(event: StoredEvent, { settings }: OnModuleEventDeps): Promise<Planned[]> {
  const { uid, state, rule, at } = dutyLimit.parse(event.data);
  const moment = { at, timeZone: (await settings.get()).timezone };
  const kind = dutyNotices[rule][state];
  if (state === 'reached') return [{ uids: [uid], kind, words: { when: moment } }];
  return [{ uids: [uid], kind, words: { time: moment }, until: at }];
}

async function planSilence(event: StoredEvent, { settings }: OnModuleEventDeps): Promise<Planned[]> {
  const { booking_id: bookingId, driver, until } = silent.parse(event.data);
  const words = { time: { at: until, timeZone: (await settings.get()).timezone } };
  return [{ uids: [driver], kind: 'position_missing', words, params: { bookingId }, until }];
}

function planCodes(event: StoredEvent): Planned[] {
  return [{ uids: [codesRequested.parse(event.data).uid], kind: 'codes_requested', words: {} }];
}

function planRecoveryCode(event: StoredEvent): Planned[] {
  const { uid, left } = recoveryCodeUsed.parse(event.data);
  return [{ uids: [uid], kind: 'recovery_code_used', words: { left: String(left) } }];
}

const planners: ReadonlyMap<string, Planner> = new Map<string, Planner>([
  ['document.expiring', planDocument],
  ['user.created', planDriver],
  ['referral.rewarded', planBonus],
  ['withdraw.changed', planWithdraw],
  ['payment.held', planHeldPayment],
  ['payment.refunded', planRefund],
  ['payment.refund-failed', planFailedRefund],
  ['alert.raised', planAlert],
  ['fare-review.opened', planOpenedReview],
  ['fare-review.decided', planDecidedReview],
  ['booking.tipped', planTip],
  ['driver.duty_limit', planDutyLimit],
  ['sign_in.codes_requested', planCodes],
  ['driver.vehicle_reviewed', planVehicle],
  ['second_factor.recovery_code_used', planRecoveryCode],
]);

// Events that servers of an earlier version do not know: while such a server leads, it must not pass them over, so they
// have subscribers of their own.
const walletPlanners: ReadonlyMap<string, Planner> = new Map<string, Planner>([
  ['payment.accepted', planAccepted],
  ['booking.refunded', planBookingRefund],
]);

const driverPlanners: ReadonlyMap<string, Planner> = new Map<string, Planner>([
  ['driver.silent', planSilence],
]);

const outcomePlanners: ReadonlyMap<string, Planner> = new Map<string, Planner>([
  ['payment.captured', planOutcome],
  ['payment.failed', planOutcome],
]);

/** The stored position of a subscriber belongs to its name, so the names cannot change. */
const createSubscriber = (
  deps: OnModuleEventDeps,
  name: string,
  planOf: ReadonlyMap<string, Planner>,
): Subscriber => ({
  name,
  events: [...planOf.keys()],
  async handle(event) {
    const planned = (await planOf.get(event.name)?.(event, deps)) ?? [];
    const notices = planned.flatMap(({ uids, ...notice }) => uids.map((uid) => ({ uid, ...notice })));
    if (notices.length > 0) await deps.notifyPeople(event, notices);
  },
});

export const onModuleEvents = (deps: OnModuleEventDeps): Subscriber[] => [
  createSubscriber(deps, 'notifications.on-house-event', planners),
  createSubscriber(deps, 'notifications.on-wallet-event', walletPlanners),
  createSubscriber(deps, 'notifications.on-driver-event', driverPlanners),
  createSubscriber(deps, 'notifications.on-payment-outcome', outcomePlanners),
];
