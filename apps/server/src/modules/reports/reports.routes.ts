// Route handlers for reports.
import { type Dashboard, type DriverDay, type Figures, routes, type Statement } from '@kerb/contract';
import { type Actor, type BoundRoute, route } from '../../kit/index.ts';
import type { DriverEarningQuery, DriverEarningReport } from './view-driver-earnings.ts';
import type { EarningReport, MonthRange } from './view-earnings.ts';
import type { FiguresQuery } from './view-figures.ts';

type Report<Query, Answer> = (actor: Actor, query: Query) => Promise<Answer>;

export interface ReportsRouteDeps {
  viewDashboard: (actor: Actor) => Promise<Dashboard>;
  viewFigures: Report<FiguresQuery, Figures>;
  exportFigures: Report<FiguresQuery, string>;
  viewEarnings: Report<MonthRange, EarningReport>;
  exportEarnings: Report<MonthRange, string>;
  printEarnings: Report<MonthRange, Buffer>;
  viewDriverEarnings: Report<DriverEarningQuery, DriverEarningReport>;
  exportDriverEarnings: Report<DriverEarningQuery, string>;
  printDriverEarnings: Report<DriverEarningQuery, Buffer>;
  viewMyStatement: Report<string, Statement>;
  viewDriverDay: Report<string | undefined, DriverDay>;
  viewStatement: (actor: Actor, uid: string, month: string) => Promise<Statement>;
  printStatement: Report<Statement, Buffer>;
}

export const reportsRoutes = (deps: ReportsRouteDeps): BoundRoute[] => [
  route(routes.getDashboard, async ({ actor }) => deps.viewDashboard(actor)),
  route(routes.getFigures, async ({ actor, query }) => deps.viewFigures(actor, query)),
  route(routes.exportFigures, async ({ actor, query }) => deps.exportFigures(actor, query)),
  route(routes.getEarnings, async ({ actor, query }) => deps.viewEarnings(actor, query)),
  route(routes.exportEarnings, async ({ actor, query }) => deps.exportEarnings(actor, query)),
  route(routes.printEarnings, async ({ actor, query }) => deps.printEarnings(actor, query)),
  route(routes.getDriverEarnings, async ({ actor, query }) => deps.viewDriverEarnings(actor, query)),
  route(routes.exportDriverEarnings, async ({ actor, query }) => deps.exportDriverEarnings(actor, query)),
  route(routes.printDriverEarnings, async ({ actor, query }) => deps.printDriverEarnings(actor, query)),
  route(routes.getMyStatement, async ({ actor, query }) => deps.viewMyStatement(actor, query.month)),
  route(routes.getMyDay, async ({ actor, query }) => deps.viewDriverDay(actor, query.date)),
  route(routes.printMyStatement, async ({ actor, query }) =>
    deps.printStatement(actor, await deps.viewMyStatement(actor, query.month)),
  ),
  route(routes.getStatement, async ({ actor, params, query }) =>
    deps.viewStatement(actor, params.id, query.month),
  ),
  route(routes.printStatement, async ({ actor, params, query }) =>
    deps.printStatement(actor, await deps.viewStatement(actor, params.id, query.month)),
  ),
];
