// Presents an alert: the event, the place, the people with their contacts, and the admin who resolved it.
import type { SafetyAlert } from '@kerb/contract';
import { showsPosition } from '@kerb/domain/safety';
import type { SafetyDeps } from '../safety.deps.ts';
import type { SafetyBooking } from '../safety.policy.ts';
import type { AlertRow } from '../safety.tables.ts';

type Position = SafetyAlert['position'];

export interface AlertParts {
  alert: AlertRow;
  trip: SafetyBooking;
  position: Position;
  /** Name of the admin who resolved it. */
  resolvedBy: string | null;
  /** False in a public demonstration, where contacts are hidden. */
  showsContacts: boolean;
}

function presentAlert({ alert, trip, position, resolvedBy, showsContacts }: AlertParts): SafetyAlert {
  const contact = (value: string | null): string | null => (showsContacts ? value : null);
  return {
    id: alert.id,
    kind: alert.kind,
    at: alert.at,
    lastAt: alert.last_at,
    times: alert.times,
    booking: trip.id,
    reference: trip.reference,
    status: trip.status,
    raisedBy: alert.raised_by,
    message: alert.message,
    place: alert.lat === null || alert.lng === null ? null : { lat: alert.lat, lng: alert.lng },
    position,
    customer: {
      uid: trip.customer,
      name: trip.customer_name,
      contact: contact(trip.customer_contact),
    },
    driver:
      trip.driver === null
        ? null
        : { uid: trip.driver, name: trip.driver_name ?? '', contact: contact(trip.driver_contact) },
    vehicle_number: trip.vehicle_number,
    vehicle_description: trip.vehicle_description,
    resolvedAt: alert.resolved_at,
    resolvedBy,
    note: alert.note,
  };
}

/** Reads the data that alerts are presented with; alerts of deleted bookings are left out. */
export function createPresentAlerts({ settings, identity, fleet, booking }: SafetyDeps) {
  const nameOf = async (uid: string | null): Promise<string | null> => {
    const person = uid === null ? null : await identity.userOf(uid);
    return uid === null ? null : `${person?.firstName ?? ''} ${person?.lastName ?? ''}`.trim();
  };

  /** Current position of the car, while the alert is unresolved or the trip shows its position; otherwise null. */
  async function positionOf(alert: AlertRow, trip: SafetyBooking): Promise<Position> {
    const matters = alert.resolved_at === null || showsPosition(trip);
    const car = trip.driver !== null && matters ? await fleet.positions.of(trip.driver) : null;
    return car && { lat: car.lat, lng: car.lng, at: car.at };
  }

  return async function presentAlerts(alerts: readonly AlertRow[]): Promise<SafetyAlert[]> {
    const { AllowCriticalEditsAdmin: showsContacts } = await settings.get();
    const shown = await Promise.all(
      alerts.map(async (alert) => {
        const [trip, resolvedBy] = await Promise.all([
          booking.find(alert.booking),
          nameOf(alert.resolved_by),
        ]);
        if (!trip) return [];
        const position = await positionOf(alert, trip);
        return [presentAlert({ alert, trip, resolvedBy, showsContacts, position })];
      }),
    );
    return shown.flat();
  };
}
