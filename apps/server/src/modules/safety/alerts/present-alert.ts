// Presents an alert: the event, the place, the people with their contacts, and the admin who resolved it.
import type { SafetyAlert } from '@kerb/contract';
import { fullNameOf } from '@kerb/domain/identity';
import { showsPosition } from '@kerb/domain/safety';
import type { SafetyDeps } from '../safety.deps.ts';
import type { SafetyBooking } from '../safety.policy.ts';
import type { AlertRow } from '../safety.tables.ts';

type Position = SafetyAlert['position'];

type AlertDriver = SafetyAlert['driver'];

export interface AlertParts {
  alert: AlertRow;
  trip: SafetyBooking;
  driver: AlertDriver;
  position: Position;
  /** Name of the admin who resolved it. */
  resolvedBy: string | null;
  /** False in a public demonstration, where contacts are hidden. */
  showsContacts: boolean;
}

/** True when the booking went to another driver, or back to dispatch, after the alert. */
const isReplaced = (alert: AlertRow, trip: SafetyBooking): boolean =>
  alert.driver !== null && alert.driver !== trip.driver;

function presentAlert({ alert, trip, driver, position, resolvedBy, showsContacts }: AlertParts): SafetyAlert {
  const contact = (value: string | null): string | null => (showsContacts ? value : null);
  // The booking describes the car of its present driver only.
  const isSameCar = alert.driver === trip.driver && alert.vehicle_reg_no === trip.vehicle_number;
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
    driver: driver && { uid: driver.uid, name: driver.name, contact: contact(driver.contact) },
    driverReplaced: isReplaced(alert, trip),
    vehicle_number: alert.vehicle_reg_no,
    vehicle_description: isSameCar ? trip.vehicle_description : null,
    resolvedAt: alert.resolved_at,
    resolvedBy,
    note: alert.note,
  };
}

/** Reads the data that alerts are presented with; alerts of deleted bookings are left out. */
export function createPresentAlerts({ settings, identity, fleet, booking }: SafetyDeps) {
  async function personOf(uid: string): Promise<NonNullable<AlertDriver>> {
    const person = await identity.userOf(uid);
    const name = fullNameOf(person);
    return { uid, name, contact: person?.mobile || null };
  }

  /** The driver when the alert was raised: from the booking while it has the same driver, otherwise from their account. */
  async function driverOf({ driver }: AlertRow, trip: SafetyBooking): Promise<AlertDriver> {
    if (driver === null) return null;
    if (driver !== trip.driver) return personOf(driver);
    return { uid: driver, name: trip.driver_name ?? '', contact: trip.driver_contact };
  }

  /** Current position of that driver's car, while the alert is unresolved or their trip shows it; otherwise null. */
  async function positionOf(alert: AlertRow, trip: SafetyBooking): Promise<Position> {
    if (alert.driver === null) return null;
    const isTripShown = showsPosition(trip) && !isReplaced(alert, trip);
    if (alert.resolved_at !== null && !isTripShown) return null;
    const car = await fleet.positions.of(alert.driver);
    return car && { lat: car.lat, lng: car.lng, at: car.at };
  }

  return async function presentAlerts(alerts: readonly AlertRow[]): Promise<SafetyAlert[]> {
    const { AllowCriticalEditsAdmin: showsContacts } = await settings.get();
    const shown = await Promise.all(
      alerts.map(async (alert) => {
        const trip = await booking.find(alert.booking);
        if (!trip) return [];
        const admin = alert.resolved_by === null ? null : await personOf(alert.resolved_by);
        const driver = await driverOf(alert, trip);
        const position = await positionOf(alert, trip);
        const resolvedBy = admin?.name ?? null;
        return [presentAlert({ alert, trip, driver, resolvedBy, showsContacts, position })];
      }),
    );
    return shown.flat();
  };
}
