// Reports over HTTP.
import { type Dashboard, routes } from '@kerb/contract';
import { type Actor, type BoundRoute, route } from '../../kit/index.ts';

export interface ReportsRouteDeps {
  viewDashboard: (actor: Actor) => Promise<Dashboard>;
}

export const reportsRoutes = ({ viewDashboard }: ReportsRouteDeps): BoundRoute[] => [
  route(routes.getDashboard, async ({ actor }) => viewDashboard(actor)),
];
