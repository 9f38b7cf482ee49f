// Stores a rider's report about a ride: a lost item, about which the driver is notified, or a question to the operator.
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
 * Adds the message to the open report of the same subject, or adds a report. Throws `transition_not_allowed` for an
 * item lost on a trip that is not over, or that ended too long ago.
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
        caller: actor.uid,
        driver: booking.driver,
        vehicle_reg_no: booking.vehicle_number,
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

/** The data of a report for its notices. */
export interface ReportForNotices {
  /** Short reference of the booking, which can be read aloud. */
  reference: string;
  /** The messages, newest first; empty after the rider's account was deleted. */
  message: string;
  /** Uid of the driver who should look for a lost item; null for a question. */
  driver: string | null;
}

/** Null for an alert that is not a rider's report. */
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
