// Prints the reports and the statement as PDF in the reader's language.
import type { Statement } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { TableColumn } from '../../ports/documents.ts';
import {
  type PrintDeps,
  printReport,
  type Reader,
  readerOf,
  tableOrEmpty,
  writePeriod,
} from './printed-report.ts';
import type { DriverEarningQuery, DriverEarningReport } from './view-driver-earnings.ts';
import type { EarningAmounts, EarningReport, MonthRange } from './view-earnings.ts';

/** About a hundred pages; longer reports are available as CSV. */
export const MAX_PRINTED_ROWS = 3000;

const textColumn = (title: string, share = 1): TableColumn => ({ title, align: 'start', share });
const numberColumn = (title: string, share = 1): TableColumn => ({ title, align: 'end', share });

function short<Row>(rows: readonly Row[]): readonly Row[] {
  if (rows.length > MAX_PRINTED_ROWS) throw new DomainError('report_too_long');
  return rows;
}

const earningCells = ({ money, count }: Reader, row: EarningAmounts): string[] => [
  count(row.total_rides),
  count(row.cancelled_rides),
  money(row.tripCost),
  money(row.rideCost),
  money(row.cancellationFee),
  money(row.convenienceFee),
  money(row.discountAmount),
  money(row.profit),
  money(row.grossTripCost),
  money(row.refunds),
];

export function createPrintEarnings(
  deps: PrintDeps,
  view: (actor: Actor, range: MonthRange) => Promise<EarningReport>,
) {
  return async function printEarnings(actor: Actor, range: MonthRange): Promise<Buffer> {
    const { items, total } = await view(actor, range);
    const reader = await readerOf(deps, actor);
    const { text } = reader;
    const table = tableOrEmpty(reader, {
      columns: [
        textColumn(text('report_doc_month'), 1.25),
        numberColumn(text('report_doc_rides'), 0.7),
        numberColumn(text('report_doc_cancelled'), 0.85),
        numberColumn(text('report_doc_trip_cost')),
        numberColumn(text('report_doc_ride_cost')),
        numberColumn(text('report_doc_cancellation_fee')),
        numberColumn(text('report_doc_convenience_fee')),
        numberColumn(text('report_doc_discount_amount')),
        numberColumn(text('report_doc_profit')),
        numberColumn(text('report_doc_gross_trip_cost')),
        numberColumn(text('report_doc_refunds')),
      ],
      rows: short(items).map((row) => [reader.month(row), ...earningCells(reader, row)]),
      total: [text('report_doc_total'), ...earningCells(reader, total)],
    });
    return printReport(deps, reader, {
      title: text('report_doc_earnings'),
      subtitle: writePeriod(reader, range),
      orientation: 'landscape',
      blocks: [table, { kind: 'paragraph', text: text('report_doc_formulas'), tone: 'muted' }],
    });
  };
}

function driverTable(reader: Reader, { by }: DriverEarningQuery, report: DriverEarningReport) {
  const { text, count, money, month } = reader;
  const rows = short(report.items);
  const columns = [
    numberColumn(text('report_doc_rides'), 0.7),
    numberColumn(text('report_doc_driver_share')),
  ];
  const sums = [count(report.total.total_rides), money(report.total.driverShare)];
  if (by === 'fleet')
    return tableOrEmpty(reader, {
      columns: [textColumn(text('report_doc_month')), textColumn(text('report_doc_fleet'), 1.6), ...columns],
      rows: rows.map((row) => [
        month(row),
        row.uid === null ? text('report_doc_no_fleet') : row.fleet,
        count(row.total_rides),
        money(row.driverShare),
      ]),
      total: [text('report_doc_total'), '', ...sums],
    });
  return tableOrEmpty(reader, {
    columns: [
      textColumn(text('report_doc_month')),
      textColumn(text('report_doc_driver'), 1.4),
      textColumn(text('report_doc_vehicle')),
      textColumn(text('report_doc_fleet')),
      ...columns,
    ],
    rows: rows.map((row) => [
      month(row),
      row.driverName,
      row.driverVehicleNo,
      row.fleet,
      count(row.total_rides),
      money(row.driverShare),
    ]),
    total: [text('report_doc_total'), '', '', '', ...sums],
  });
}

export function createPrintDriverEarnings(
  deps: PrintDeps,
  view: (actor: Actor, query: DriverEarningQuery) => Promise<DriverEarningReport>,
) {
  return async function printDriverEarnings(actor: Actor, query: DriverEarningQuery): Promise<Buffer> {
    const report = await view(actor, query);
    const reader = await readerOf(deps, actor);
    return printReport(deps, reader, {
      title: reader.text('report_doc_driver_earnings'),
      subtitle: writePeriod(reader, query),
      blocks: [driverTable(reader, query, report)],
    });
  };
}

/** The statement is read first, which checks its own permissions. */
export function createPrintStatement(deps: PrintDeps) {
  return async function printStatement(actor: Actor, statement: Statement): Promise<Buffer> {
    const reader = await readerOf(deps, actor);
    const { text, money, month, moment } = reader;
    const movements = tableOrEmpty(reader, {
      columns: [
        textColumn(text('report_doc_date'), 1.3),
        textColumn(text('report_doc_movement'), 1.3),
        textColumn(text('report_doc_trip'), 0.8),
        numberColumn(text('report_doc_amount')),
        numberColumn(text('report_doc_balance')),
      ],
      rows: short(statement.entries).map((entry) => [
        moment(entry.date),
        text(`report_doc_kind_${entry.kind}`),
        entry.reference ?? '',
        money(entry.amount),
        money(entry.balance),
      ]),
    });
    return printReport(deps, reader, {
      title: text('report_doc_statement'),
      subtitle: month(statement.month),
      blocks: [
        {
          kind: 'facts',
          rows: [
            { name: text('report_doc_driver'), value: statement.name },
            { name: text('report_doc_vehicle'), value: statement.vehicleNumber },
            { name: text('report_doc_rides'), value: reader.count(statement.total_rides) },
          ],
        },
        {
          kind: 'amounts',
          rows: [
            { name: text('report_doc_opening'), amount: money(statement.opening) },
            ...statement.totals.map(({ kind, amount }) => ({
              name: text(`report_doc_kind_${kind}`),
              amount: money(amount),
            })),
            { name: text('report_doc_closing'), amount: money(statement.closing), strong: true },
          ],
        },
        movements,
      ],
    });
  };
}
