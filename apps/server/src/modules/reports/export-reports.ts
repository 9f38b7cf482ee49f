// Exports the reports as CSV with the columns of the screen.
import type { DriverEarningRow, EarningRow } from '@kerb/contract';
import type { Actor } from '../../kit/index.ts';
import type { DriverEarningQuery, DriverEarningReport } from './view-driver-earnings.ts';
import type { EarningReport, MonthRange, ReportDeps } from './view-earnings.ts';
import { type CsvCell, writeCsv } from './write-csv.ts';

const earningColumns = [
  'year',
  'monthsName',
  'total_rides',
  'cancelled_rides',
  'tripCost',
  'rideCost',
  'cancellationFee',
  'convenienceFee',
  'discountAmount',
  'profit',
  'grossTripCost',
  'refunds',
];

const earningLine = (row: EarningRow): CsvCell[] => [
  row.year,
  row.monthsName,
  row.total_rides,
  row.cancelled_rides,
  { amount: row.tripCost },
  { amount: row.rideCost },
  { amount: row.cancellationFee },
  { amount: row.convenienceFee },
  { amount: row.discountAmount },
  { amount: row.profit },
  { amount: row.grossTripCost },
  { amount: row.refunds },
];

export function createExportEarnings(
  { settings }: Pick<ReportDeps, 'settings'>,
  view: (actor: Actor, range: MonthRange) => Promise<EarningReport>,
) {
  return async function exportEarnings(actor: Actor, range: MonthRange): Promise<string> {
    const { items } = await view(actor, range);
    return writeCsv(earningColumns, items.map(earningLine), (await settings.get()).decimal);
  };
}

const driverColumns = [
  'year',
  'monthsName',
  'driverName',
  'driverVehicleNo',
  'fleet',
  'total_rides',
  'driverShare',
];
const driverLine = (row: DriverEarningRow): CsvCell[] => [
  row.year,
  row.monthsName,
  row.driverName,
  row.driverVehicleNo,
  row.fleet,
  row.total_rides,
  { amount: row.driverShare },
];

const fleetColumns = ['year', 'monthsName', 'fleet', 'total_rides', 'driverShare'];
const fleetLine = (row: DriverEarningRow): CsvCell[] => [
  row.year,
  row.monthsName,
  row.fleet,
  row.total_rides,
  { amount: row.driverShare },
];

export function createExportDriverEarnings(
  { settings }: Pick<ReportDeps, 'settings'>,
  view: (actor: Actor, query: DriverEarningQuery) => Promise<DriverEarningReport>,
) {
  return async function exportDriverEarnings(actor: Actor, query: DriverEarningQuery): Promise<string> {
    const { items } = await view(actor, query);
    const { decimal } = await settings.get();
    return query.by === 'fleet'
      ? writeCsv(fleetColumns, items.map(fleetLine), decimal)
      : writeCsv(driverColumns, items.map(driverLine), decimal);
  };
}
