// Entry point of reports: the earnings of the operator and the drivers, and current bookings. It only writes its own
// sums.

import { MS_PER_DAY } from '@kerb/domain/kernel';
import type { Queries, ServerModule } from '../../kit/index.ts';
import { createExportFigures } from './export-figures.ts';
import { createExportDriverEarnings, createExportEarnings } from './export-reports.ts';
import { createPrintDriverEarnings, createPrintEarnings, createPrintStatement } from './print-reports.ts';
import type { PrintDeps } from './printed-report.ts';
import { reportsRepository } from './reports.repository.ts';
import { reportsRoutes } from './reports.routes.ts';
import { createViewDashboard, type ViewDashboardDeps } from './view-dashboard.ts';
import { createViewDriverDay, type DriverDayDeps } from './view-driver-day.ts';
import { createViewDriverEarnings } from './view-driver-earnings.ts';
import { createViewEarnings, type ReportDeps } from './view-earnings.ts';
import { createViewFigures, type FiguresDeps } from './view-figures.ts';
import { createViewMyStatement, createViewStatement } from './view-statement.ts';

export type ReportsModuleDeps = ViewDashboardDeps &
  ReportDeps &
  PrintDeps &
  DriverDayDeps &
  FiguresDeps & {
    /** Connection for reading reports; may be a replica. */
    reads: Queries;
  };

const SUM_EARNED_FEES_JOB = 'reports.sum_earned_fees';

export function createReportsModule({ db, reads, ...others }: ReportsModuleDeps): ServerModule {
  const deps = { ...others, db: reads };
  const viewEarnings = createViewEarnings(deps);
  const viewDriverEarnings = createViewDriverEarnings(deps);
  const viewFigures = createViewFigures(deps);
  const reports = reportsRepository(db);
  return {
    jobs: {
      [SUM_EARNED_FEES_JOB]: () => reports.sumEarnedFees(deps.clock.now() - 3 * MS_PER_DAY),
    },
    schedules: { [SUM_EARNED_FEES_JOB]: '31 * * * *' },
    routes: reportsRoutes({
      viewDashboard: createViewDashboard(deps),
      viewFigures,
      exportFigures: createExportFigures(viewFigures),
      viewEarnings,
      exportEarnings: createExportEarnings(deps, viewEarnings),
      printEarnings: createPrintEarnings(deps, viewEarnings),
      viewDriverEarnings,
      exportDriverEarnings: createExportDriverEarnings(deps, viewDriverEarnings),
      printDriverEarnings: createPrintDriverEarnings(deps, viewDriverEarnings),
      viewMyStatement: createViewMyStatement(deps),
      viewDriverDay: createViewDriverDay(deps),
      viewStatement: createViewStatement(deps),
      printStatement: createPrintStatement(deps),
    }),
  };
}
