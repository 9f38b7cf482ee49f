// What a rider reports about a ride: a lost item, which its driver is notified of, or a question to the operator.
import type { TripReport } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { mayReport, type ReportSubject } from '@kerb/domain/safety';
import type { Actor } from '../../../kit/index.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import { publishAlertRaised } from '../safety.events.ts';
import { permittedBooking, safetyPolicy } from '../safety.policy.ts';
import type { AlertRow } from '../safety.tables.ts';
import { alertRepository } from './alert.repository.ts';

function presentReport({ id, kind, message, last_at, resolved_at }: AlertRow): TripReport {
  const about: ReportSubject = kind === 'lost_item' ? 'lost_item' : 'help';
  return { id, about, message: message ?? '', at: last_at, resolvedAt: resolved_at };
}

type ReportDeps = Pick<SafetyDeps, 'db' | 'withTx' | 'clock' | 'ids' | 'booking'>;

/**
 * Adds to the open report of the same subject, or makes one. Throws `transition_not_allowed` for an item lost on a trip
 * that is not over, or too long ago.
 */
export function createReportTrip(deps: ReportDeps) {
  const { withTx, clock, ids } = deps;
  return async function reportTrip(
    actor: Actor,
    id: string,
    { about, message }: { about: ReportSubject; message: string },
  ): Promise<TripReport> {
    const { booking, party } = await permittedBooking(deps, actor, id, safetyPolicy.reportTrip);
    const now = clock.now();
    if (!mayReport(about, booking, now))
      throw new DomainError('transition_not_allowed', 'An item can be reported after the trip, for 30 days');
    return withTx(async (tx) => {
      const alert = await alertRepository(tx).report({
        id: ids.next(),
        booking: id,
        kind: about,
        raised_by: party,
        at: now,
        over_at: now,
        lat: null,
        lng: null,
        message,
      });
      await publishAlertRaised(tx, alert);
      return presentReport(alert);
    });
  };
}

/** A report as its notices need it. */
export interface ReportForNotices {
  /** Of the booking, as people read it aloud. */
  reference: string;
  /** What was reported, the newest first; '' once the rider's account is deleted. */
  message: string;
  /** The driver who is asked to look for a lost item; null of a question. */
  driver: string | null;
}

/** Null for an alert that is no report of a rider. */
export function createFindReport({ db, booking: bookings }: Pick<SafetyDeps, 'db' | 'booking'>) {
  return async function findReport(alertId: string): Promise<ReportForNotices | null> {
    const alert = await alertRepository(db).find(alertId);
    if (!alert || alert.message === null) return null;
    const booking = await bookings.find(alert.booking);
    if (!booking) return null;
    const driver = alert.kind === 'lost_item' ? booking.driver : null;
    return { reference: booking.reference, message: alert.message, driver };
  };
}

export function createListReports(deps: ReportDeps) {
  return async function listReports(actor: Actor, id: string): Promise<TripReport[]> {
    await permittedBooking(deps, actor, id, safetyPolicy.listTripReports);
    return (await alertRepository(deps.db).reportsOf(id)).map(presentReport);
  };
}
