// The events that dispatch handles: it checks drivers and bookings again, begins bookings accepted ahead, and closes or
// returns what a driver can no longer drive.
import { bookingStatus, occupiesDriver } from '@kerb/domain/booking';
import { z } from 'zod';
import type { StoredEvent, Subscriber } from '../../kit/index.ts';
import type { DispatchModuleDeps } from './dispatch.deps.ts';
import { onReservationChanged } from './plan-reservations.ts';

export interface SubscribersDeps extends Pick<DispatchModuleDeps, 'db' | 'withTx' | 'clock' | 'booking'> {
  /** Each of them takes the id of a booking. */
  readonly switchToManual: (booking: string) => Promise<unknown>;
  readonly checkFollowOn: (booking: string) => Promise<unknown>;
  readonly checkAhead: (booking: string) => Promise<unknown>;
  readonly checkDriver: (booking: string) => Promise<unknown>;
  /** Schedules the checks again that depend on the settings. */
  readonly sweepAfterSettings: () => Promise<void>;
}

/** Id of the booking that an event or a job is about. */
export const aboutBooking = z.object({ booking_id: z.string() });
/** `by`: `dispatch` when dispatch itself changed the offers of the booking. */
const requestedBooking = aboutBooking.extend({ by: z.string().optional() });
const changedBooking = aboutBooking.extend({ status: bookingStatus, from: bookingStatus.optional() });
/** `driver`: the driver at that time; servers of an earlier version do not send it. */
const raisedAlert = aboutBooking.extend({ kind: z.string(), driver: z.string().nullable().optional() });
const givenBack = z.object({ driver: z.string() });
const ofDriver = z.object({ uid: z.string() });
/** Parses the event: the driver who went off duty; null for one who went on duty. */
const offDuty = z
  .object({ uid: z.string(), driverActiveStatus: z.boolean() })
  .transform(({ uid, driverActiveStatus }) => (driverActiveStatus ? null : uid));

export function dispatchSubscribers(deps: SubscribersDeps): Subscriber[] {
  const { booking, clock, switchToManual, checkFollowOn, checkAhead, checkDriver, sweepAfterSettings } = deps;

  /** Begins the later bookings of a driver who may be free now. */
  async function beginDueOf(driver: string): Promise<void> {
    for (const id of await booking.dueAheadOf(driver, clock.now())) await checkAhead(id);
  }

  async function onBooking({ data }: StoredEvent): Promise<void> {
    const { booking_id, by } = requestedBooking.parse(data);
    if (by !== 'dispatch') await switchToManual(booking_id);
  }

  async function onAccepted({ data }: StoredEvent): Promise<void> {
    const { booking_id, status } = changedBooking.parse(data);
    if (status !== 'ACCEPTED') return;
    await booking.closeOtherOffers(booking_id);
    await checkFollowOn(booking_id);
    await checkDriver(booking_id);
  }

  async function onChangedBooking(data: unknown): Promise<void> {
    const { booking_id, status, from } = changedBooking.parse(data);
    if (status === 'ACCEPTED') await checkAhead(booking_id);
    else if (from !== undefined && occupiesDriver(from) && !occupiesDriver(status)) {
      const driver = (await booking.find(booking_id))?.driver ?? null;
      if (driver !== null) await beginDueOf(driver);
    }
  }

  async function beginAhead({ name, data }: StoredEvent): Promise<void> {
    if (name === 'driver.duty_changed') await beginDueOf(ofDriver.parse(data).uid);
    else if (name === 'booking.given-back') await beginDueOf(givenBack.parse(data).driver);
    else await onChangedBooking(data);
  }

  /**
   * The driver of the trip on which the rider or the driver raised an alert; null for an alert raised by the server.
   */
  async function driverOfPanic(data: unknown): Promise<string | null> {
    const { booking_id, kind, driver } = raisedAlert.parse(data);
    if (kind !== 'panic') return null;
    return driver === undefined ? ((await booking.find(booking_id))?.driver ?? null) : driver;
  }

  async function onDriverStopped({ name, data }: StoredEvent): Promise<void> {
    const isAlert = name === 'alert.raised';
    const driver = isAlert ? await driverOfPanic(data) : offDuty.parse(data);
    if (driver === null) return;
    await booking.giveBackOf(driver);
    if (!isAlert) await booking.withdrawOffersOf(driver);
  }

  return [
    {
      // Only for manual assignment: automatic dispatch finds bookings by itself in its next run.
      name: 'dispatch.on-booking',
      events: ['booking.created', 'booking.due', 'booking.changed'],
      handle: onBooking,
    },
    {
      // Closes the other offers of a driver who accepted a booking; those bookings are searched again in the next run.
      name: 'dispatch.on-accepted',
      events: ['booking.changed'],
      handle: onAccepted,
    },
    {
      // Schedules the check of a later booking that a driver accepted ahead, and begins one whose driver's trip has ended.
      name: 'dispatch.begin-ahead',
      events: ['booking.changed', 'booking.given-back', 'driver.duty_changed'],
      handle: beginAhead,
    },
    {
      // Schedules the check of the driver when the follow-on trip has become the current one.
      name: 'dispatch.on-set-out',
      events: ['booking.set-out'],
      handle: async ({ data }) => {
        await checkDriver(aboutBooking.parse(data).booking_id);
      },
    },
    {
      // Returns the follow-on trip of a driver who went off duty, or whose current trip has an alert; off duty, also
      // closes the driver's offers, so that the next run of dispatch searches again.
      name: 'dispatch.on-driver-stopped',
      events: ['driver.duty_changed', 'alert.raised'],
      handle: onDriverStopped,
    },
    {
      // Closes the offers of a driver whose car has another type now.
      name: 'dispatch.on-car-type-changed',
      events: ['driver.car_type_changed'],
      handle: async ({ data }) => {
        await booking.withdrawOffersOf(ofDriver.parse(data).uid);
      },
    },
    {
      name: 'dispatch.on-settings-changed',
      events: ['settings.changed'],
      handle: sweepAfterSettings,
    },
    onReservationChanged(deps),
  ];
}
