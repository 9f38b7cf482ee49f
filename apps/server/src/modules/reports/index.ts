// Front door of reports: what the operation earned and what is under way. Reads only.
import type { ServerModule } from '../../kit/index.ts';
import { reportsRoutes } from './reports.routes.ts';
import { createViewDashboard, type ViewDashboardDeps } from './view-dashboard.ts';

export type ReportsModuleDeps = ViewDashboardDeps;

export function createReportsModule(deps: ReportsModuleDeps): ServerModule {
  return { routes: reportsRoutes({ viewDashboard: createViewDashboard(deps) }) };
}
