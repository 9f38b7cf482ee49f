// "Export bookings": streams the filtered list as CSV, reading page by page as the client consumes it.
import type { Readable } from 'node:stream';
import type { BookingFilters, BookingSummary, CancelReason } from '@kerb/contract';
import { paymentShown, systemReasonOf } from '@kerb/domain/booking';
import type { CarType } from '@kerb/domain/fleet';
import { DomainError, ownTextIn } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type Actor, type CsvCell, type CsvLine, csvStream } from '../../../kit/index.ts';
import type { ReaderTexts } from '../../languages/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { listScope, viewerOf } from '../booking.policy.ts';
import { presentSummary } from '../present/booking.presenter.ts';
import { bookingListRepository } from '../store/booking-list.repository.ts';
import { createAllowedFilters } from './list-bookings.ts';

const ROWS_AT_ONCE = 1000;
const newestFirst = { sort: 'bookingDate', order: 'desc' } as const;

/**
 * Formats times as "2026-03-02 09:00:00" in the operator's time zone: spreadsheets parse this as a date, and it sorts
 * as text.
 */
function momentsIn(timeZone: string): Writing['moment'] {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return (at) => (at === null ? null : format.format(at));
}

interface Writing {
  money(amount: number): CsvCell;
  moment(at: number | null): CsvCell;
  /** Name of the car type in the language of the file. */
  carName(booking: BookingSummary): string;
  reason(booking: BookingSummary): string | null;
}

/** The columns in their order; the header of each is the text `csv_<name>`. */
const cells = {
  reference: (booking) => booking.reference,
  status: (booking) => booking.status,
  bookingDate: (booking, { moment }) => moment(booking.bookingDate),
  tripdate: (booking, { moment }) => moment(booking.tripdate),
  bookLater: (booking) => booking.bookLater,
  booking_type_admin: (booking) => booking.booking_type_admin,
  carType: (booking, { carName }) => carName(booking),
  customer_name: (booking) => booking.customer_name,
  customer_contact: (booking) => booking.customer_contact,
  customer_email: (booking) => booking.customer_email,
  driver_name: (booking) => booking.driver_name,
  driver_contact: (booking) => booking.driver_contact,
  vehicle_number: (booking) => booking.vehicle_number,
  pickupAddress: (booking) => booking.pickupAddress,
  dropAddress: (booking) => booking.dropAddress,
  estimateDistance: (booking) => booking.estimateDistance,
  distance: (booking) => booking.distance,
  distanceUnit: (booking) => booking.distanceUnit,
  payment_mode: (booking) => paymentShown(booking),
  prepaid: (booking) => booking.prepaid,
  trip_cost: (booking, { money }) => money(booking.trip_cost),
  convenience_fees: (booking, { money }) => money(booking.convenience_fees),
  driver_share: (booking, { money }) => money(booking.driver_share),
  discount_amount: (booking, { money }) => money(booking.discount_amount),
  promo: (booking) => booking.promo_details?.promo_name ?? null,
  payableAmount: (booking, { money }) => money(booking.payableAmount),
  customer_paid: (booking, { money }) => money(booking.customer_paid),
  usedWalletMoney: (booking, { money }) => money(booking.usedWalletMoney),
  cashPaymentAmount: (booking, { money }) => money(booking.cashPaymentAmount),
  cardPaymentAmount: (booking, { money }) => money(booking.cardPaymentAmount),
  cancellationFee: (booking, { money }) => money(booking.cancellationFee),
  cancelledBy: (booking) => booking.cancelledBy,
  reason: (booking, { reason }) => reason(booking),
  driver_accept_time: (booking, { moment }) => moment(booking.driver_accept_time),
  trip_start_time: (booking, { moment }) => moment(booking.trip_start_time),
  trip_end_time: (booking, { moment }) => moment(booking.trip_end_time),
  rating: (booking) => booking.rating,
  deliveryPerson: (booking) => booking.deliveryPerson,
  deliveryPersonPhone: (booking) => booking.deliveryPersonPhone,
  id: (booking) => booking.id,
} satisfies Record<string, (booking: BookingSummary, writing: Writing) => CsvCell>;

const isColumn = (key: string): key is keyof typeof cells => key in cells;
const columns = Object.keys(cells).filter(isColumn);

interface Catalog {
  readonly carTypes: readonly CarType[];
  readonly reasons: readonly CancelReason[];
}

/**
 * Names of car types and reasons in the reader's language. Falls back to the text stored with the booking when there is
 * no translation, or when the car type or reason was removed.
 */
const namesIn = (
  { langLocale, text }: Pick<ReaderTexts, 'langLocale' | 'text'>,
  { carTypes, reasons }: Catalog,
): Pick<Writing, 'carName' | 'reason'> => {
  const cars = new Map(carTypes.map((car) => [car.id, ownTextIn(car.translations, 'name', langLocale)]));
  const labels = new Map(
    reasons.map(({ label, translations }) => [label, ownTextIn(translations, 'label', langLocale)]),
  );
  return {
    carName: ({ carType, carTypeName }) => cars.get(carType) ?? carTypeName,
    reason: ({ reason }) => {
      if (reason === null) return null;
      const written = labels.has(reason) ? null : systemReasonOf(reason);
      return written === null ? (labels.get(reason) ?? reason) : text(`reason_${written}`);
    },
  };
};

function lineOf(
  booking: BookingSummary,
  decimals: number,
  words: Pick<Writing, 'moment' | 'carName' | 'reason'>,
): CsvLine {
  const writing: Writing = { ...words, money: (amount) => ({ amount, decimals }) };
  return Object.fromEntries(columns.map((key) => [key, cells[key](booking, writing)]));
}

export interface CsvQuery extends BookingFilters {
  lang?: string | undefined;
  /** Limits the export to these bookings; all when omitted. */
  ids?: readonly string[] | undefined;
}

/** Newest first. Throws `demo_mode` while AllowCriticalEditsAdmin is off. */
export function createBookingsCsv(
  deps: Pick<BookingDeps, 'db' | 'settings' | 'fleet' | 'catalog' | 'clock' | 'languages'>,
) {
  const allowedFilters = createAllowedFilters(deps);
  const bookings = bookingListRepository(deps.db);

  /** Bookings created during the export sort before the first row and are omitted; every other row occurs once. */
  async function* lines(
    actor: Actor,
    filters: BookingFilters | null,
    { settings, texts, ids }: { settings: Settings; texts: ReaderTexts; ids: readonly string[] | undefined },
  ) {
    if (!filters) return;
    const catalog = {
      carTypes: await deps.catalog.carTypes(),
      reasons: await deps.catalog.cancelReasons(),
    };
    const words = { moment: momentsIn(settings.timezone), ...namesIn(texts, catalog) };
    const now = deps.clock.now();
    let after: { id: string; value: string } | null = null;
    for (;;) {
      const clock = { now, timezone: settings.timezone };
      const page = { ...newestFirst, after, ids, clock, limit: ROWS_AT_ONCE };
      const rows = await bookings.page(listScope(actor), filters, page);
      for (const row of rows) {
        const viewer = viewerOf(row, actor);
        if (viewer) yield lineOf(presentSummary(row, { viewer, settings, now }), row.pricing.decimals, words);
      }
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_AT_ONCE) return;
      after = { id: last.id, value: '' };
    }
  }

  return async function bookingsCsv(actor: Actor, { lang, ids, ...filters }: CsvQuery): Promise<Readable> {
    const settings = await deps.settings.get();
    if (!settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
    const texts = await deps.languages.textsFor(lang === undefined ? null : { langLocale: lang });
    const headers = columns.map((key) => ({ key, header: texts.text(`csv_${key}`) }));
    return csvStream(lines(actor, await allowedFilters(actor, filters), { settings, texts, ids }), headers);
  };
}
