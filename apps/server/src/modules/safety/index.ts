// Entry point of safety: links that share a trip, calls for help, riders' reports, and alerts detected from positions.
import type { ServerModule } from '../../kit/index.ts';
import { createCloseNoticed, onTripOver } from './alerts/close-noticed.ts';
import { createListAlerts } from './alerts/list-alerts.ts';
import { createRaisePanic } from './alerts/raise-panic.ts';
import {
  createFindReport,
  createListReports,
  createReportTrip,
  type ReportForNotices,
} from './alerts/report-trip.ts';
import { createResolveAlert } from './alerts/resolve-alert.ts';
import { createWatchTrips } from './alerts/watch-trips.ts';
import type { SafetyDeps } from './safety.deps.ts';
import { safetyTopics } from './safety.events.ts';
import { safetyRoutes } from './safety.routes.ts';
import {
  createRemoveOldLinks,
  createShareTrip,
  createTrackingToken,
  createUnshareTrip,
} from './share/share-trip.ts';
import { createViewSharedTrip } from './share/view-shared-trip.ts';

export { insertPastAlerts } from './alerts/alert.repository.ts';
export { eraseTrips, exportTrips } from './personal-data.ts';
export type { SafetyDeps } from './safety.deps.ts';
export type { AlertRow } from './safety.tables.ts';

const WATCH_JOB = 'safety.watch-trips';
const REMOVE_LINKS_JOB = 'safety.remove-old-links';

export interface SafetyApi {
  /** A rider's report, for its notices. Null for an alert that is not a report. */
  findReport(alertId: string): Promise<ReportForNotices | null>;
  /** The token of the rider's link that tracks a booking; null for a booking that is missing or over. */
  trackingToken(booking: string): Promise<string | null>;
}

export function createSafetyModule(deps: SafetyDeps): ServerModule & { api: SafetyApi } {
  return {
    api: { findReport: createFindReport(deps), trackingToken: createTrackingToken(deps) },
    routes: safetyRoutes({
      publicUrl: deps.publicUrl,
      shareTrip: createShareTrip(deps),
      unshareTrip: createUnshareTrip(deps),
      viewSharedTrip: createViewSharedTrip(deps),
      raisePanic: createRaisePanic(deps),
      reportTrip: createReportTrip(deps),
      listReports: createListReports(deps),
      listAlerts: createListAlerts(deps),
      resolveAlert: createResolveAlert(deps),
    }),
    subscribers: [onTripOver(createCloseNoticed(deps))],
    jobs: { [WATCH_JOB]: createWatchTrips(deps), [REMOVE_LINKS_JOB]: createRemoveOldLinks(deps) },
    schedules: { [WATCH_JOB]: '* * * * *', [REMOVE_LINKS_JOB]: '23 4 * * *' },
    topicPolicies: {
      /** Only admins receive alerts. */
      alerts: async (actor) => (actor?.usertype === 'admin' ? [safetyTopics.alerts] : null),
    },
  };
}
