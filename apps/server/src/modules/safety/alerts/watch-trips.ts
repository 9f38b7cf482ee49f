// Job that checks the positions of trips in progress every minute for standstill and detours, and raises one alert for
// each occurrence.
import { decodePolyline } from '@kerb/domain/geo';
import { type Sign, type Signs, WATCH_WINDOW_MS, watchTrip } from '@kerb/domain/safety';
import type { BookingApi } from '../../booking/index.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import { publishAlertRaised } from '../safety.events.ts';
import { alertRepository } from './alert.repository.ts';
import { createCloseNoticed } from './close-noticed.ts';

const TRIPS_AT_ONCE = 100;
const noticed = ['standstill', 'off_route'] as const;
type Noticed = (typeof noticed)[number];

type StartedTrip = Awaited<ReturnType<BookingApi['startedTrips']>>[number];

/** Its only state is in the database, so it continues after a restart and on any server. */
export function createWatchTrips(deps: SafetyDeps) {
  const { db, withTx, clock, ids, booking } = deps;
  const closeNoticed = createCloseNoticed(deps);

  async function raise(trip: StartedTrip, kind: Noticed, place: Signs['place']): Promise<void> {
    await withTx(async (tx) => {
      const { alert, changed } = await alertRepository(tx).raise({
        id: ids.next(),
        booking: trip.id,
        kind,
        raised_by: null,
        caller: null,
        driver: trip.driver,
        vehicle_reg_no: trip.vehicle_number,
        at: clock.now(),
        over_at: null,
        lat: place?.lat ?? null,
        lng: place?.lng ?? null,
      });
      if (changed) await publishAlertRaised(tx, alert);
    });
  }

  async function act(trip: StartedTrip, lasting: ReadonlyMap<string, string>): Promise<void> {
    const signs = watchTrip(
      { ...trip, drop: trip.drop_point, route: decodePolyline(trip.polyline) },
      clock.now(),
    );
    for (const kind of noticed) {
      const sign: Sign = signs[kind];
      const alert = lasting.get(`${trip.id} ${kind}`);
      if (sign === 'yes' && alert === undefined) await raise(trip, kind, signs.place);
      if (sign === 'no' && alert !== undefined) await alertRepository(db).markOver(alert, clock.now());
    }
  }

  /** A trip that cannot be checked does not stop the others; the job fails afterwards, so that the error is logged. */
  return async function watchTrips(): Promise<void> {
    const failures: unknown[] = [];
    let after: string | undefined;
    const driven = new Set<string>();
    for (;;) {
      const trips = await booking.startedTrips({
        after,
        limit: TRIPS_AT_ONCE,
        trailSince: clock.now() - WATCH_WINDOW_MS,
      });
      const rows = await alertRepository(db).lasting(trips.map(({ id }) => id));
      const lasting = new Map(rows.map((row) => [`${row.booking} ${row.kind}`, row.id]));
      for (const { id } of trips) driven.add(id);
      for (const trip of trips)
        await act(trip, lasting).catch((error: unknown) => {
          failures.push(error);
        });
      after = trips.at(-1)?.id;
      if (trips.length < TRIPS_AT_ONCE) break;
    }
    // Closes alerts of trips that ended while they were being checked, or while this server was down.
    for (const id of await alertRepository(db).withNoticed()) if (!driven.has(id)) await closeNoticed(id);
    if (failures.length > 0) throw new AggregateError(failures, 'Trips could not be looked at');
  };
}
