// Front door of tracking: positions of drivers in, trails, live cars and arrival times out.
import type { PositionInput } from '@kerb/contract';
import { bookingStatus, isTrackedForDriver } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import { type Actor, type Clock, hearEverywhere, type ServerModule } from '../../kit/index.ts';
import type { Bus } from '../../ports/bus.ts';
import { createActiveTrips } from './active-trips.ts';
import { createFleetadminCache } from './fleetadmin-cache.ts';
import { createPositionLimiter } from './position-limiter.ts';
import { createReadTrack } from './read-track.ts';
import { createReceiveKept } from './receive-kept.ts';
import { createReceivePosition } from './receive-position.ts';
import { createShowCar } from './show-car.ts';
import type {
  BookingForTracking,
  CarPosition,
  FleetForTracking,
  LiveForTracking,
  MapsForTracking,
  SettingsForTracking,
  WayAhead,
} from './tracking.deps.ts';
import { driverTopicsOf, hidesDoors, mayFollow, tripTopicsOf } from './tracking.policy.ts';
import { type FollowedTrip, trackingRoutes } from './tracking.routes.ts';
import { createTrailBuffer } from './trail-buffer.ts';
import { tripOf } from './trip.ts';
import { createTripProgress } from './trip-progress.ts';

const userChanged = z.object({ uid: z.string() });
const bookingChanged = z.object({ booking_id: z.string(), status: bookingStatus });

export interface TrackingModuleDeps {
  clock: Clock;
  bus: Bus;
  live: LiveForTracking;
  logger: { warn(details: object, message: string): void };
  settings: SettingsForTracking;
  maps: MapsForTracking;
  fleet: FleetForTracking;
  booking: BookingForTracking;
}

export interface TrackingApi {
  /**
   * A position from the live socket. Anything but a driver's plausible position throws: `forbidden`,
   * `position_rejected`, `too_many_requests`.
   */
  onPosition(actor: Actor, position: PositionInput): Promise<void>;
  /** A position that came in at another server, which keeps its trail: shown to those who watch on this one. */
  onSeenElsewhere(position: CarPosition): void;
  /** The way still ahead of a booking's car; null while the car or a road is not known, or it is on no way. */
  wayAhead(booking: string): Promise<WayAhead | null>;
  /** Keeps what still waits of the trails; called when the server stops. */
  close(): Promise<void>;
}

export function createTrackingModule(deps: TrackingModuleDeps): ServerModule & { api: TrackingApi } {
  const { clock, bus, live, logger, settings, maps, fleet, booking } = deps;
  const trips = createActiveTrips(async (driver) => {
    const found = await booking.activeTripOf(driver);
    return found ? tripOf(found) : null;
  });
  const trail = createTrailBuffer({
    append: booking.appendTrail,
    onError: (error, id) =>
      logger.warn({ err: error, booking: id }, 'The trail could not be kept; trying again'),
  });
  const progress = createTripProgress({ maps, trailOf: booking.trailOf });
  const fleetadmins = createFleetadminCache(fleet.driverOf, clock);
  // Each server keeps these in memory, whichever of them made the change.
  hearEverywhere(bus, ['user.changed'], ({ data }) => fleetadmins.forget(userChanged.parse(data).uid));
  hearEverywhere(bus, ['booking.changed'], (event) => {
    const { booking_id, status } = bookingChanged.parse(event.data);
    const driver = booking.driverOfEvent(event);
    if (driver !== null) trips.forget(driver);
    if (!isTrackedForDriver(status)) progress.forget(booking_id);
  });
  const showCar = createShowCar({ live, trips, progress, settings, fleetadminOf: fleetadmins.of });
  const receivePosition = createReceivePosition({
    clock,
    fleet,
    limiter: createPositionLimiter(),
    trips,
    trail,
    showCar,
  });

  async function followedBy(actor: Actor, id: string): Promise<FollowedTrip | null> {
    const found = await booking.find(id);
    const party = found ? booking.partyOf(found, actor) : null;
    if (!found || party === null || !mayFollow(party)) return null;
    return { trip: tripOf(found), party, hidesDoors: hidesDoors(party, found) };
  }

  return {
    api: {
      async onPosition(actor, position) {
        if (actor.usertype !== 'driver') throw new DomainError('forbidden');
        await receivePosition(actor.uid, position);
      },
      onSeenElsewhere(position) {
        showCar(position, clock.now()).catch((error: unknown) =>
          logger.warn({ err: error, driver: position.driver }, 'A car could not be shown'),
        );
      },
      async wayAhead(id) {
        const found = await booking.find(id);
        const car = found?.driver ? fleet.live.get(found.driver) : null;
        return found && car ? progress.ahead(tripOf(found), car, clock.now()) : null;
      },
      close: trail.close,
    },
    routes: trackingRoutes({
      receivePosition,
      receiveKept: createReceiveKept({ booking, trips, progress }),
      readTrack: createReadTrack({ clock, booking, fleet, progress, settings }),
      followedBy,
    }),
    topicPolicies: {
      /** The booking's events and its car. */
      booking: async (actor, id) => {
        const followed = actor && id ? await followedBy(actor, id) : null;
        return followed && tripTopicsOf(followed.party, followed.trip.booking);
      },
      drivers: async (actor) => driverTopicsOf(actor),
    },
  };
}
