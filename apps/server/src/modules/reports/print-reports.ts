// The reports and the statement as PDF, in the language of whoever asks.
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

/** About a hundred pages: more is for a spreadsheet. */
export const MAX_PRINTED_ROWS = 3000;

const text = (title: string, share = 1): TableColumn => ({ title, align: 'start', share });
const number = (title: string, share = 1): TableColumn => ({ title, align: 'end', share });

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
  return async (actor: Actor, range: MonthRange): Promise<Buffer> => {
    const { items, total } = await view(actor, range);
    const reader = await readerOf(deps, actor);
    const { texts } = reader;
    const table = tableOrEmpty(reader, {
      columns: [
        text(texts.month, 1.25),
        number(texts.rides, 0.7),
        number(texts.cancelled, 0.85),
        number(texts.tripCost),
        number(texts.rideCost),
        number(texts.cancellationFee),
        number(texts.convenienceFee),
        number(texts.discountAmount),
        number(texts.profit),
        number(texts.grossTripCost),
        number(texts.refunds),
      ],
      rows: short(items).map((row) => [reader.month(row), ...earningCells(reader, row)]),
      total: [texts.total, ...earningCells(reader, total)],
    });
    return printReport(deps, reader, {
      title: texts.earnings,
      subtitle: writePeriod(reader, range),
      orientation: 'landscape',
      blocks: [table, { kind: 'paragraph', text: texts.formulas, tone: 'muted' }],
    });
  };
}

function driverTable(reader: Reader, { by }: DriverEarningQuery, report: DriverEarningReport) {
  const { texts, count, money, month } = reader;
  const rows = short(report.items);
  const columns = [number(texts.rides, 0.7), number(texts.driverShare)];
  const sums = [count(report.total.total_rides), money(report.total.driverShare)];
  if (by === 'fleet')
    return tableOrEmpty(reader, {
      columns: [text(texts.month), text(texts.fleet, 1.6), ...columns],
      rows: rows.map((row) => [
        month(row),
        row.uid === null ? texts.noFleet : row.fleet,
        count(row.total_rides),
        money(row.driverShare),
      ]),
      total: [texts.total, '', ...sums],
    });
  return tableOrEmpty(reader, {
    columns: [text(texts.month), text(texts.driver, 1.4), text(texts.vehicle), text(texts.fleet), ...columns],
    rows: rows.map((row) => [
      month(row),
      row.driverName,
      row.driverVehicleNo,
      row.fleet,
      count(row.total_rides),
      money(row.driverShare),
    ]),
    total: [texts.total, '', '', '', ...sums],
  });
}

export function createPrintDriverEarnings(
  deps: PrintDeps,
  view: (actor: Actor, query: DriverEarningQuery) => Promise<DriverEarningReport>,
) {
  return async (actor: Actor, query: DriverEarningQuery): Promise<Buffer> => {
    const report = await view(actor, query);
    const reader = await readerOf(deps, actor);
    return printReport(deps, reader, {
      title: reader.texts.driverEarnings,
      subtitle: writePeriod(reader, query),
      blocks: [driverTable(reader, query, report)],
    });
  };
}

/** The statement is read first, by whoever may read it. */
export function createPrintStatement(deps: PrintDeps) {
  return async (actor: Actor, statement: Statement): Promise<Buffer> => {
    const reader = await readerOf(deps, actor);
    const { texts, money, month, moment } = reader;
    const movements = tableOrEmpty(reader, {
      columns: [
        text(texts.date, 1.3),
        text(texts.movement, 1.3),
        text(texts.trip, 0.8),
        number(texts.amount),
        number(texts.balance),
      ],
      rows: short(statement.entries).map((entry) => [
        moment(entry.date),
        texts.kinds[entry.kind],
        entry.reference ?? '',
        money(entry.amount),
        money(entry.balance),
      ]),
    });
    return printReport(deps, reader, {
      title: texts.statement,
      subtitle: month(statement.month),
      blocks: [
        {
          kind: 'facts',
          rows: [
            { name: texts.driver, value: statement.name },
            { name: texts.vehicle, value: statement.vehicleNumber },
            { name: texts.rides, value: reader.count(statement.total_rides) },
          ],
        },
        {
          kind: 'amounts',
          rows: [
            { name: texts.opening, amount: money(statement.opening) },
            ...statement.totals.map(({ kind, amount }) => ({
              name: texts.kinds[kind],
              amount: money(amount),
            })),
            { name: texts.closing, amount: money(statement.closing), strong: true },
          ],
        },
        movements,
      ],
    });
  };
}
