// Entry point of the tracking module: receives drivers' positions and provides trails, live cars and arrival times.
import type { PositionInput } from '@kerb/contract';
import { bookingStatus, isTrackedForDriver, waitsToSetOut } from '@kerb/domain/booking';
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import { type Actor, type Clock, type ServerModule, subscribeOnEveryServer } from '../../kit/index.ts';
import type { Bus } from '../../ports/bus.ts';
import { createActiveTrips } from './active-trips.ts';
import { createFleetadminCache } from './fleetadmin-cache.ts';
import { createPositionLimiter } from './position-limiter.ts';
import { createReadTrack } from './read-track.ts';
import { createReceivePosition } from './receive-position.ts';
import { createReceiveUploaded } from './receive-uploaded.ts';
import { createShowCar } from './show-car.ts';
import type {
  BookingForTracking,
  CarPosition,
  FleetForTracking,
  LiveForTracking,
  MapsForTracking,
  RemainingRoute,
  SettingsForTracking,
} from './tracking.deps.ts';
import { driverTopicsOf, hidesExactPlaces, mayFollow, tripTopicsOf } from './tracking.policy.ts';
import { type FollowedTrip, trackingRoutes } from './tracking.routes.ts';
import { createTrailBuffer } from './trail-buffer.ts';
import { tripOf } from './trip.ts';
import { createTripProgress } from './trip-progress.ts';
import { createWatchedCars } from './watched-cars.ts';

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
   * Receives a position from the live socket. Throws `forbidden` for other roles than drivers, `position_rejected`
   * for an implausible position, and `too_many_requests`.
   */
  onPosition(actor: Actor, position: PositionInput): Promise<void>;
  /** Publishes a position that another server received to this server's watchers; the other server stores its trail. */
  onRemotePosition(position: CarPosition): void;
  /** The remaining route of a booking's car; null while the car or a route is unknown, or the trip is not driving. */
  remainingRoute(booking: string): Promise<RemainingRoute | null>;
  /** Flushes buffered trail positions; called when the server stops. */
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
      logger.warn({ err: error, booking: id }, 'The trail could not be stored; retrying'),
  });
  const progress = createTripProgress({ maps, trailOf: booking.trailOf });
  const fleetadmins = createFleetadminCache(fleet.driverOf, clock);
  // Every server invalidates its caches, whichever server made the change.
  subscribeOnEveryServer(bus, ['user.changed'], ({ data }) =>
    fleetadmins.invalidate(userChanged.parse(data).uid),
  );
  subscribeOnEveryServer(bus, ['booking.changed'], (event) => {
    const { booking_id, status } = bookingChanged.parse(event.data);
    const driver = booking.driverOfEvent(event);
    if (driver !== null) trips.invalidate(driver);
    watched.changed(booking_id);
    if (!isTrackedForDriver(status)) progress.remove(booking_id);
  });
  const showCar = createShowCar({ live, progress, settings, fleetadminOf: fleetadmins.of });
  async function showRemoteCar(position: CarPosition): Promise<void> {
    await showCar(position, await trips.of(position.driver), clock.now());
  }
  function showOrLog(position: CarPosition): void {
    showRemoteCar(position).catch((error: unknown) =>
      logger.warn({ err: error, driver: position.driver }, 'A car position could not be published'),
    );
  }
  const watched = createWatchedCars({
    clock,
    live,
    positions: fleet.positions,
    async driverOf(id) {
      const found = await booking.find(id);
      return found && isTrackedForDriver(found.status) && !waitsToSetOut(found) ? found.driver : null;
    },
    show: showOrLog,
    onError: (error) => logger.warn({ err: error }, 'The car of a watched trip could not be looked up'),
  });
  const receivePosition = createReceivePosition({
    clock,
    fleet,
    limiter: createPositionLimiter(),
    trips,
    trail,
    showCar,
    onReported: watched.reportedHere,
  });

  async function followedBy(actor: Actor, id: string): Promise<FollowedTrip | null> {
    const found = await booking.find(id);
    const party = found ? booking.partyOf(found, actor) : null;
    if (!found || party === null || !mayFollow(party)) return null;
    return { trip: tripOf(found), party, hidesExactPlaces: hidesExactPlaces(party, found) };
  }

  return {
    api: {
      async onPosition(actor, position) {
        if (actor.usertype !== 'driver') throw new DomainError('forbidden');
        await receivePosition(actor, position);
      },
      onRemotePosition(position) {
        if (!watched.isWatched(position.driver)) return;
        watched.moved(position);
        showOrLog(position);
      },
      async remainingRoute(id) {
        const found = await booking.find(id);
        const car = found?.driver ? await fleet.positions.of(found.driver) : null;
        return found && car ? progress.remainingRoute(tripOf(found), car, clock.now()) : null;
      },
      async close() {
        watched.close();
        await trail.close();
      },
    },
    routes: trackingRoutes({
      receivePosition,
      receiveUploaded: createReceiveUploaded({ booking, trips, progress }),
      readTrack: createReadTrack({ clock, booking, fleet, progress, settings }),
      followedBy,
    }),
    topicPolicies: {
      /** The booking's events and its car's positions. */
      booking: async (actor, id) => {
        const followed = actor && id ? await followedBy(actor, id) : null;
        return followed && tripTopicsOf(followed.party, followed.trip.booking);
      },
      drivers: async (actor) => driverTopicsOf(actor),
    },
  };
}
