// The list of bookings as CSV: every row of the filter, read page by page as whoever downloads it takes them.
import type { Readable } from 'node:stream';
import type { BookingFilters, BookingSummary } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { type Actor, type CsvCell, csvStream } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import { listScope, viewerOf } from '../booking.policy.ts';
import { bookingListRepository } from './booking-list.repository.ts';
import { type CsvKey, csvColumns } from './csv-texts.ts';
import { createAllowedFilters } from './list-bookings.ts';
import { presentSummary } from './summary.presenter.ts';

const ROWS_AT_ONCE = 1000;
const newestFirst = { sort: 'bookingDate', order: 'desc' } as const;

/** "2026-03-02 09:00:00" as the operator's clocks show it: spreadsheets read it as a date, and it sorts as text. */
function momentsIn(timeZone: string): (at: number | null) => string | null {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return (at) => (at === null ? null : format.format(at));
}

type Moment = ReturnType<typeof momentsIn>;

function lineOf(booking: BookingSummary, decimals: number, moment: Moment): Record<CsvKey, CsvCell> {
  const money = (amount: number): CsvCell => ({ amount, decimals });
  return {
    reference: booking.reference,
    status: booking.status,
    bookingDate: moment(booking.bookingDate),
    tripdate: moment(booking.tripdate),
    bookLater: booking.bookLater,
    booking_type_admin: booking.booking_type_admin,
    carType: booking.carTypeName,
    customer_name: booking.customer_name,
    customer_contact: booking.customer_contact,
    customer_email: booking.customer_email,
    driver_name: booking.driver_name,
    driver_contact: booking.driver_contact,
    vehicle_number: booking.vehicle_number,
    pickupAddress: booking.pickupAddress,
    dropAddress: booking.dropAddress,
    estimateDistance: booking.estimateDistance,
    distance: booking.distance,
    payment_mode: booking.payment_mode,
    prepaid: booking.prepaid,
    trip_cost: money(booking.trip_cost),
    convenience_fees: money(booking.convenience_fees),
    driver_share: money(booking.driver_share),
    discount_amount: money(booking.discount_amount),
    promo: booking.promo_details?.promo_name ?? null,
    payableAmount: money(booking.payableAmount),
    customer_paid: money(booking.customer_paid),
    usedWalletMoney: money(booking.usedWalletMoney),
    cashPaymentAmount: money(booking.cashPaymentAmount),
    cardPaymentAmount: money(booking.cardPaymentAmount),
    cancellationFee: money(booking.cancellationFee),
    cancelledBy: booking.cancelledBy,
    reason: booking.reason,
    driver_accept_time: moment(booking.driver_accept_time),
    trip_start_time: moment(booking.trip_start_time),
    trip_end_time: moment(booking.trip_end_time),
    rating: booking.rating,
    deliveryPerson: booking.deliveryPerson,
    deliveryPersonPhone: booking.deliveryPersonPhone,
    id: booking.id,
  };
}

/** Newest first. Throws `demo_mode` while AllowCriticalEditsAdmin is off. */
export function createBookingsCsv(
  deps: Pick<BookingDeps, 'db' | 'settings' | 'fleet' | 'clock' | 'languages'>,
) {
  const allowedFilters = createAllowedFilters(deps);
  const bookings = bookingListRepository(deps.db);

  /** Bookings made meanwhile come before the first row and are left out; each of the others comes once. */
  async function* lines(actor: Actor, filters: BookingFilters | null, settings: Settings) {
    if (!filters) return;
    const moment = momentsIn(settings.timezone);
    const now = deps.clock.now();
    let after: { id: string; tripdate: number } | null = null;
    for (;;) {
      const page = { ...newestFirst, after, now, limit: ROWS_AT_ONCE };
      const rows = await bookings.page(listScope(actor), filters, page);
      for (const row of rows) {
        const viewer = viewerOf(row, actor);
        if (viewer)
          yield lineOf(presentSummary(row, { viewer, settings, now }), row.pricing.decimals, moment);
      }
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_AT_ONCE) return;
      after = { id: last.id, tripdate: last.tripdate };
    }
  }

  return async (
    actor: Actor,
    { lang, ...filters }: BookingFilters & { lang?: string | undefined },
  ): Promise<Readable> => {
    const settings = await deps.settings.get();
    if (!settings.AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
    const reader = await deps.languages.textsFor(lang === undefined ? null : { langLocale: lang });
    return csvStream(lines(actor, await allowedFilters(actor, filters), settings), csvColumns(reader));
  };
}
