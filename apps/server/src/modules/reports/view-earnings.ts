// Returns the operator's earnings by month, with their totals.
import type { EarningRow } from '@kerb/contract';
import { add, type Minor, subtract, toMajor, ZERO } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Actor, Queries } from '../../kit/index.ts';
import { type EarningSums, earningsRepository } from './earnings.repository.ts';
import { describeMonth, monthOf, monthsBetween, parseMonth, type ReportMonth } from './report-months.ts';
import { reportsPolicy } from './reports.policy.ts';

/** YYYY-MM, both included; omitted: from the first or to the last month with data. */
export interface MonthRange {
  from?: string | undefined;
  to?: string | undefined;
}

export type EarningAmounts = Omit<EarningRow, 'year' | 'month' | 'monthsName'>;

export interface EarningReport {
  items: EarningRow[];
  total: EarningAmounts;
}

export interface ReportDeps {
  db: Queries;
  settings: { get(): Promise<Settings> };
}

/** Profit = convenienceFee + cancellationFee − discountAmount (specification §9). */
export const profitOf = (sums: EarningSums): Minor =>
  subtract(add(sums.convenience_fees, sums.cancellation_fee), sums.discount_amount);

/** Gross trip cost = tripCost + cancellationFee (specification §9). */
export const grossTripCostOf = (sums: EarningSums): Minor => add(sums.trip_cost, sums.cancellation_fee);

function present(sums: EarningSums, decimals: number): EarningAmounts {
  const major = (amount: Minor) => toMajor(amount, decimals);
  return {
    total_rides: sums.total_rides,
    cancelled_rides: sums.cancelled_rides,
    tripCost: major(sums.trip_cost),
    rideCost: major(sums.driver_share),
    cancellationFee: major(sums.cancellation_fee),
    convenienceFee: major(sums.convenience_fees),
    discountAmount: major(sums.discount_amount),
    profit: major(profitOf(sums)),
    grossTripCost: major(grossTripCostOf(sums)),
    refunds: major(sums.refunds),
  };
}

const nothing: EarningSums = {
  total_rides: 0,
  cancelled_rides: 0,
  trip_cost: ZERO,
  driver_share: ZERO,
  cancellation_fee: ZERO,
  convenience_fees: ZERO,
  discount_amount: ZERO,
  refunds: ZERO,
};

const together = (a: EarningSums, b: EarningSums): EarningSums => ({
  total_rides: a.total_rides + b.total_rides,
  cancelled_rides: a.cancelled_rides + b.cancelled_rides,
  trip_cost: add(a.trip_cost, b.trip_cost),
  driver_share: add(a.driver_share, b.driver_share),
  cancellation_fee: add(a.cancellation_fee, b.cancellation_fee),
  convenience_fees: add(a.convenience_fees, b.convenience_fees),
  discount_amount: add(a.discount_amount, b.discount_amount),
  refunds: add(a.refunds, b.refunds),
});

/** The months of the range that may have data, in the operator's time zone. */
export async function monthsOf(
  db: Queries,
  { from, to }: MonthRange,
  timezone: string,
): Promise<ReportMonth[]> {
  const [first, last] = [from, to].map((text) => (text === undefined ? undefined : parseMonth(text)));
  const extent = await earningsRepository(db).extent();
  if (!extent) return [];
  const begun = monthOf(extent.first, timezone);
  const ended = monthOf(extent.last, timezone);
  return monthsBetween(Math.max(first ?? begun, begun), Math.min(last ?? ended, ended), timezone);
}

export function createViewEarnings({ db, settings }: ReportDeps) {
  const earnings = earningsRepository(db);
  return async function viewEarnings(actor: Actor, range: MonthRange): Promise<EarningReport> {
    reportsPolicy.getEarnings(actor);
    const { timezone, decimal } = await settings.get();
    const rows = await earnings.byMonth(await monthsOf(db, range, timezone));
    return {
      items: rows.map((row) => ({ ...describeMonth(row.number), ...present(row, decimal) })),
      total: present(rows.reduce<EarningSums>(together, nothing), decimal),
    };
  };
}
