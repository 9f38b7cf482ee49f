// Route handlers for safety.
import { routes } from '@kerb/contract';
import type { FastifyReply } from 'fastify';
import { type BoundRoute, publicOriginOf, route } from '../../kit/index.ts';
import type { createListAlerts } from './alerts/list-alerts.ts';
import type { createRaisePanic } from './alerts/raise-panic.ts';
import type { createListReports, createReportTrip } from './alerts/report-trip.ts';
import type { createResolveAlert } from './alerts/resolve-alert.ts';
import type { createShareTrip, createUnshareTrip } from './share/share-trip.ts';
import type { createViewSharedTrip } from './share/view-shared-trip.ts';

export interface SafetyRouteDeps {
  publicUrl: string | undefined;
  shareTrip: ReturnType<typeof createShareTrip>;
  unshareTrip: ReturnType<typeof createUnshareTrip>;
  viewSharedTrip: ReturnType<typeof createViewSharedTrip>;
  raisePanic: ReturnType<typeof createRaisePanic>;
  reportTrip: ReturnType<typeof createReportTrip>;
  listReports: ReturnType<typeof createListReports>;
  listAlerts: ReturnType<typeof createListAlerts>;
  resolveAlert: ReturnType<typeof createResolveAlert>;
}

/**
 * Anyone with the link may open the page, so search engines must not index it and other sites must not get it as
 * Referer.
 */
function setPrivateHeaders(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store');
  reply.header('x-robots-tag', 'noindex, nofollow');
  reply.header('referrer-policy', 'no-referrer');
}

export const safetyRoutes = (deps: SafetyRouteDeps): BoundRoute[] => [
  route(routes.shareBooking, async ({ actor, params, request }) => {
    const { token, expiresAt } = await deps.shareTrip(actor, params.id);
    return { token, expiresAt, url: `${publicOriginOf(request, deps.publicUrl)}/t/${token}` };
  }),
  route(routes.unshareBooking, async ({ actor, params }) => deps.unshareTrip(actor, params.id)),
  route(routes.getSharedTrip, async ({ params, reply }) => {
    setPrivateHeaders(reply);
    return deps.viewSharedTrip(params.token);
  }),
  route(routes.panicBooking, async ({ actor, params, body }) =>
    deps.raisePanic(actor, params.id, body.location),
  ),
  route(routes.reportTrip, async ({ actor, params, body }) => deps.reportTrip(actor, params.id, body)),
  route(routes.listTripReports, async ({ actor, params }) => ({
    items: await deps.listReports(actor, params.id),
  })),
  route(routes.listAlerts, async ({ query }) => deps.listAlerts(query)),
  route(routes.resolveAlert, async ({ actor, params, body }) =>
    deps.resolveAlert(actor, params.id, body.note),
  ),
];
