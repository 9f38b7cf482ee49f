// Returns the earnings of each driver or fleet by month; fleet admins see the trips of their own drivers.
import type { DriverEarningRow } from '@kerb/contract';
import type { ManagedScope } from '@kerb/domain/identity';
import { add, DomainError, type Minor, toMajor, ZERO } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import { earningsRepository, type ReportPerson, type ShareSums } from './earnings.repository.ts';
import { describeMonth } from './report-months.ts';
import { reportsPolicy } from './reports.policy.ts';
import { type MonthRange, monthsOf, type ReportDeps } from './view-earnings.ts';

/** Most rows in a report; above it the caller must request fewer months. */
export const MAX_ROWS = 20_000;

export interface DriverEarningQuery extends MonthRange {
  driver?: string | undefined;
  fleetadmin?: string | undefined;
  by: 'driver' | 'fleet';
}

export interface DriverEarningReport {
  items: DriverEarningRow[];
  total: { total_rides: number; driverShare: number };
}

/** As viewStatement decides: by the driver's current role and fleet, not by the fleet of the trips. */
const maySeeStatement = (scope: ManagedScope, driver: ReportPerson | undefined): boolean =>
  driver?.usertype === 'driver' && (scope.of === 'all' || driver.fleetadmin === scope.fleetadmin);

interface Shown {
  by: DriverEarningQuery['by'];
  decimals: number;
  scope: ManagedScope;
}

function present(
  row: ShareSums,
  person: ReportPerson | undefined,
  { by, decimals, scope }: Shown,
): DriverEarningRow {
  const isDriver = by === 'driver';
  return {
    ...describeMonth(row.number),
    uid: row.uid,
    driverName: isDriver ? (person?.name ?? '') : '',
    driverVehicleNo: isDriver ? (person?.vehicle_number ?? '') : '',
    fleet: (isDriver ? person?.fleet : person?.name) ?? '',
    total_rides: row.total_rides,
    driverShare: toMajor(row.driver_share, decimals),
    hasStatement: isDriver && maySeeStatement(scope, person),
  };
}

/** Throws `not_found` for a driver or fleet that the caller does not manage, and `report_too_long` above MAX_ROWS. */
export function createViewDriverEarnings({ db, settings }: ReportDeps) {
  const earnings = earningsRepository(db);
  return async function viewDriverEarnings(
    actor: Actor,
    query: DriverEarningQuery,
  ): Promise<DriverEarningReport> {
    const scope = reportsPolicy.getDriverEarnings(actor);
    const { driver, by } = query;
    if (driver && !(await earnings.hasDriver(scope, driver))) throw new DomainError('not_found');
    if (query.fleetadmin && !(await earnings.hasFleet(scope, query.fleetadmin)))
      throw new DomainError('not_found');
    const fleetadmin = scope.of === 'fleet' ? scope.fleetadmin : query.fleetadmin;
    const { timezone, decimal } = await settings.get();
    const months = await monthsOf(db, query, timezone);
    const rows = await earnings.shares(months, { by, driver, fleetadmin, limit: MAX_ROWS + 1 });
    if (rows.length > MAX_ROWS) throw new DomainError('report_too_long');
    const uids = [...new Set(rows.flatMap(({ uid }) => (uid === null ? [] : [uid])))];
    const people = await earnings.people(uids, fleetadmin ?? null);
    const share = rows.reduce<Minor>((sum, row) => add(sum, row.driver_share), ZERO);
    return {
      items: rows.map((row) => present(row, people.get(row.uid ?? ''), { by, decimals: decimal, scope })),
      total: {
        total_rides: rows.reduce((sum, row) => sum + row.total_rides, 0),
        driverShare: toMajor(share, decimal),
      },
    };
  };
}
