// Prints a receipt as PDF, with the map of the driven route.
import type { Receipt } from '@kerb/contract';
import { decodePolyline, type LatLng } from '@kerb/domain/geo';
import { ownTextIn } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { Block } from '../../ports/documents.ts';
import type { ReaderTexts } from '../languages/index.ts';
import { drawTrailMap, frameOf, placesOf, type TrailMap } from './draw-trail-map.ts';
import { type ReceiptWords, receiptWords } from './receipt-words.ts';
import type { ReceiptsDeps } from './receipts.deps.ts';
import {
  permittedBooking,
  type ReceiptBooking,
  type ReceiptReader,
  receiptsPolicy,
} from './receipts.policy.ts';
import { receiptFor, type ViewReceiptDeps } from './view-receipt.ts';

export type PrintReceiptDeps = ViewReceiptDeps &
  Pick<
    ReceiptsDeps,
    'documents' | 'featuresIn' | 'booking' | 'carTypes' | 'settings' | 'identity' | 'languages'
  >;

/** Isolated left to right, for documents in any language. */
const CREDIT = '\u2066© OpenStreetMap contributors\u2069';

/** The rider's language, because a receipt is one document for all its readers. */
export async function languageOf(
  { identity, languages }: Pick<ReceiptsDeps, 'identity' | 'languages'>,
  { customer }: Pick<ReceiptBooking, 'customer'>,
): Promise<ReaderTexts> {
  return languages.textsFor((await identity.userOf(customer))?.lang);
}

export async function wordsOf(
  { settings }: Pick<ReceiptsDeps, 'settings'>,
  booking: ReceiptBooking,
  language: ReaderTexts,
): Promise<ReceiptWords> {
  const { symbol, swipe_symbol, timezone } = await settings.get();
  return receiptWords(language, { symbol, swipe_symbol, timezone, decimals: booking.pricing.decimals });
}

type FactRows = Extract<Block, { kind: 'facts' }>['rows'];

/** Name of the car type in the language of the document, otherwise the name at the time of the booking. */
async function carNameIn(
  { carTypes }: Pick<ReceiptsDeps, 'carTypes'>,
  booking: ReceiptBooking,
  { langLocale }: Pick<ReaderTexts, 'langLocale'>,
): Promise<string> {
  const carType = await carTypes.carType(booking.car_type);
  return ownTextIn(carType?.translations, 'name', langLocale) ?? booking.car_type_name;
}

function factsOf(receipt: Receipt, words: ReceiptWords): FactRows {
  const { text } = words;
  const rows: [string, string | null][] = [
    [text('receipt_doc_date'), words.moment(receipt.issuedAt)],
    [text('receipt_doc_rider'), receipt.customer_name],
    [text('receipt_doc_driver'), receipt.driver_name],
    [text('receipt_doc_vehicle'), [receipt.carTypeName, receipt.vehicle_number].filter(Boolean).join(' · ')],
  ];
  return rows.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}

function rideOf(receipt: Receipt, words: ReceiptWords): FactRows {
  const { text } = words;
  const stops = receipt.stops.map(({ kind, add, at }) => ({
    name:
      at === null
        ? text(`receipt_doc_stop_${kind}`)
        : `${text(`receipt_doc_stop_${kind}`)} · ${words.time(at)}`,
    value: add,
  }));
  const { distance, unit, seconds } = receipt;
  const way = [
    distance === null ? '' : words.distance(distance, unit),
    seconds === null ? '' : words.duration(seconds),
  ]
    .filter((part) => part !== '')
    .join(' · ');
  const rows = way === '' ? stops : [...stops, { name: text('receipt_doc_way'), value: way }];
  if (receipt.meterMethod === null || receipt.meterMethod === 'matched') return rows;
  const measured = text(`receipt_doc_meter_${receipt.meterMethod}`);
  return [...rows, { name: text('receipt_doc_measured'), value: measured }];
}

function amountsOf(receipt: Receipt, words: ReceiptWords): Block[] {
  const { text, money } = words;
  const { lines, total, tax, payments, unit } = receipt;
  const fare = lines.map((line) => ({ name: words.line(line, unit), amount: money(line.amount) }));
  const included = tax === null ? [] : [{ name: words.tax(tax), amount: money(tax.amount) }];
  const paid = payments.map((payment) => ({ name: words.payment(payment), amount: money(payment.amount) }));
  return [
    { kind: 'heading', text: text('receipt_doc_fare') },
    {
      kind: 'amounts',
      rows: [...fare, { name: text('receipt_doc_total'), amount: money(total), strong: true }, ...included],
    },
    ...(paid.length === 0
      ? []
      : ([
          { kind: 'heading', text: text('receipt_doc_payment') },
          { kind: 'amounts', rows: paid },
        ] satisfies Block[])),
  ];
}

/** The driven roads as computed by the trip meter, otherwise the recorded positions, otherwise the quoted route. */
async function trailOf(deps: PrintReceiptDeps, booking: ReceiptBooking): Promise<readonly LatLng[]> {
  if (booking.driven_line) return decodePolyline(booking.driven_line);
  const trail = await deps.booking.trailOf(booking.id);
  const last = booking.trip_end_time ?? Number.POSITIVE_INFINITY;
  const driven = trail.filter(({ at }) => at <= last);
  return driven.length > 1 ? driven : decodePolyline(booking.polyline);
}

async function mapOf(
  deps: PrintReceiptDeps,
  booking: ReceiptBooking,
  { text }: ReceiptWords,
): Promise<Block[]> {
  const { pickup, drop_point: drop, waypoints: stops } = booking;
  const map: TrailMap = { trail: await trailOf(deps, booking), pickup, stops, drop };
  const frame = frameOf(placesOf(map));
  // A receipt without its background map is still valid.
  const features = await deps.featuresIn(frame.box).catch(() => []);
  const description = text('receipt_doc_map_of', { pickup: pickup.add, drop: drop.add });
  return [
    drawTrailMap(map, frame, features, description),
    ...(features.length === 0
      ? []
      : ([{ kind: 'paragraph', text: CREDIT, tone: 'muted' }] satisfies Block[])),
  ];
}

/** Includes the map of the route, except for the driver, who must not see exact addresses after the trip. */
export async function printedReceipt(
  deps: PrintReceiptDeps,
  booking: ReceiptBooking,
  receipt: Receipt,
  { reader, ...language }: ReaderTexts & { reader: ReceiptReader },
): Promise<Buffer> {
  const carTypeName = await carNameIn(deps, booking, language);
  const words = await wordsOf(deps, booking, language);
  const { text } = words;
  const { operator, reference } = receipt;
  const cancelled = booking.status === 'CANCELLED';
  return deps.documents.print({
    title: `${text('receipt_doc_receipt')} ${receipt.number}`,
    subtitle: text(cancelled ? 'receipt_doc_of_cancellation' : 'receipt_doc_of_ride', { reference }),
    language: language.dateLocale,
    direction: language.direction,
    // A constant time, so that printing an unchanged ride again gives the same bytes.
    madeAt: receipt.issuedAt,
    letterhead: {
      name: operator.name,
      lines: [operator.website, operator.email].filter((line) => line !== ''),
    },
    footer: text('receipt_doc_thanks', { operator: operator.name }),
    pageNumber: (page, pages) =>
      text('receipt_doc_page', { page: words.count(page), pages: words.count(pages) }),
    blocks: [
      { kind: 'facts', rows: factsOf({ ...receipt, carTypeName }, words) },
      ...(cancelled || reader === 'driver' ? [] : await mapOf(deps, booking, words)),
      { kind: 'heading', text: text('receipt_doc_ride') },
      { kind: 'facts', rows: rideOf(receipt, words) },
      ...amountsOf(receipt, words),
    ],
  });
}

export function createPrintReceipt(deps: PrintReceiptDeps) {
  return async function printReceipt(actor: Actor, id: string): Promise<Buffer> {
    const { booking, reader } = await permittedBooking(deps.booking, actor, id, receiptsPolicy.getReceipt);
    const receipt = await receiptFor(deps, booking, reader);
    return printedReceipt(deps, booking, receipt, { ...(await languageOf(deps, booking)), reader });
  };
}
