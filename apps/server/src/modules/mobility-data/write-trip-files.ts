// Job that writes the nightly files of trips: one CSV for each day in the operator's time zone, once the day is
// complete.
import {
  calendarDay,
  endOfDay,
  isoDay,
  MS_PER_HOUR,
  parseDay,
  type Span,
  startOfDay,
} from '@kerb/domain/kernel';
import type { MdsTrip } from '@kerb/domain/mobility-data';
import { addJob, type CsvColumn, type CsvLine, csvStream, type Tx } from '../../kit/index.ts';
import type { FindTrips } from './find-trips.ts';
import type { MobilityDataDeps } from './mobility-data.deps.ts';
import { mobilityDataRepository } from './mobility-data.repository.ts';
import type { TripFileTable } from './mobility-data.tables.ts';

/** Number of days that files are stored, and of missed days that are written later. */
export const RETENTION_DAYS = 90;

export const REWRITE_FILE_JOB = 'mobility-data.rewrite-file';

export const tripFileKey = (day: string): string => `mobility-data/trips-${day}.csv`;

/** Formats a time as "2026-03-02T15:04Z". */
const written = (at: number): string => `${new Date(at).toISOString().slice(0, 16)}Z`;

const fields: readonly (readonly [string, (trip: MdsTrip) => string | number | null])[] = [
  ['provider_id', (trip) => trip.provider_id],
  ['device_id', (trip) => trip.device_id],
  ['trip_id', (trip) => trip.trip_id],
  ['journey_id', (trip) => trip.journey_id],
  ['trip_type', (trip) => trip.trip_type.join(' ')],
  ['start_time', (trip) => written(trip.start_time)],
  ['end_time', (trip) => written(trip.end_time)],
  ['start_lat', (trip) => trip.start_location.lat],
  ['start_lng', (trip) => trip.start_location.lng],
  ['end_lat', (trip) => trip.end_location.lat],
  ['end_lng', (trip) => trip.end_location.lng],
  ['duration', (trip) => trip.duration],
  ['distance', (trip) => trip.distance],
  ['hail_type', (trip) => trip.trip_attributes.hail_type],
  ['app_name', (trip) => trip.trip_attributes.app_name ?? null],
  ['passenger_count', (trip) => trip.trip_attributes.passenger_count],
  ['requested_time', (trip) => written(trip.trip_attributes.requested_time)],
  ['quoted_trip_start_time', (trip) => written(trip.trip_attributes.quoted_trip_start_time)],
  ['dispatch_time', (trip) => written(trip.trip_attributes.dispatch_time)],
  ['cancellation_reason', (trip) => trip.trip_attributes.cancellation_reason ?? null],
  ['payment_type', (trip) => trip.fare_attributes?.payment_type ?? null],
  ['fare_type', (trip) => trip.fare_attributes?.fare_type ?? null],
  ['base_rate', (trip) => trip.fare_attributes?.base_rate ?? null],
  ['other_fees', (trip) => trip.fare_attributes?.other_fees ?? null],
  ['tip', (trip) => trip.fare_attributes?.tip ?? null],
  ['driver_trip_pay', (trip) => trip.fare_attributes?.driver_trip_pay ?? null],
  ['rate_code_id', (trip) => trip.fare_attributes?.rate_code_id ?? null],
  ['standard_cost', (trip) => trip.standard_cost ?? null],
  ['actual_cost', (trip) => trip.actual_cost ?? null],
  ['currency', (trip) => trip.currency],
];

const columns: readonly CsvColumn[] = fields.map(([name]) => ({ key: name, header: name }));

async function* linesOf(trips: readonly MdsTrip[]): AsyncGenerator<CsvLine> {
  for (const trip of trips) yield Object.fromEntries(fields.map(([name, read]) => [name, read(trip)]));
}

/**
 * Writes trips as CSV. Amounts are in minor units, as in the standard's JSON; texts are escaped so that spreadsheets do
 * not evaluate them.
 */
export async function tripsAsCsv(trips: readonly MdsTrip[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of csvStream(linesOf(trips), columns)) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

function spanOf(day: string, timezone: string): Span {
  const ends = endOfDay(parseDay(day), timezone);
  // The ms before the end is always in the day, even when the day has 23 or 25 hours.
  return { starts: startOfDay(ends - 1, timezone), ends };
}

/** The days from the oldest file to yesterday that have no file, in order; only yesterday without any file. */
function missingDays(files: readonly TripFileTable[], yesterday: string): string[] {
  const written = new Set(files.map(({ day }) => day));
  const oldest = files.at(-1)?.day ?? yesterday;
  const days: string[] = [];
  for (let back = 0; back < RETENTION_DAYS; back += 1) {
    const day = isoDay(parseDay(yesterday, -back));
    if (day < oldest) break;
    if (!written.has(day)) days.unshift(day);
  }
  return days;
}

export type TripFileDeps = Pick<
  MobilityDataDeps,
  'db' | 'withTx' | 'clock' | 'settings' | 'storage' | 'logger'
> & {
  trips: FindTrips;
};

/**
 * Adds the job that writes the file of a day again. The jobs run one at a time, so that a file of older contents does
 * not replace one of newer contents. With `unlessWaiting`, a job that waits for an earlier or later time is left as it
 * is.
 */
export const addRewriteJob = (
  tx: Tx,
  day: string,
  runAt: number,
  { unlessWaiting = false } = {},
): Promise<void> =>
  addJob(
    tx,
    REWRITE_FILE_JOB,
    { day },
    {
      runAt,
      jobKey: `${REWRITE_FILE_JOB}:${day}`,
      keepsRunAt: unlessWaiting,
      queueName: REWRITE_FILE_JOB,
    },
  );

/** Stores the file of a day, and returns its row, which the caller saves. */
export function createStoreDay({ clock, storage, trips }: Pick<TripFileDeps, 'clock' | 'storage' | 'trips'>) {
  return async function storeDay(day: string, timezone: string): Promise<TripFileTable> {
    const { starts, ends } = spanOf(day, timezone);
    const found: MdsTrip[] = [];
    // By hours, because a statement for a whole day of a large city would take too long.
    for (let hour = starts; hour < ends; hour += MS_PER_HOUR)
      found.push(...(await trips.endedIn({ starts: hour, ends: Math.min(hour + MS_PER_HOUR, ends) })));
    const bytes = await tripsAsCsv(found);
    await storage.put(tripFileKey(day), { bytes, contentType: 'text/csv' });
    return { day, trips: found.length, bytes: bytes.length, written_at: clock.now() };
  };
}

/**
 * Writes missing files up to yesterday and removes old ones. The file is stored before its row, so a server that stops
 * in between writes the file again.
 *
 * A trip that ends while the file is being written is not in it, and its event finds no row yet. So each new file is
 * written a second time, by a job that starts after the row was committed: the file then contains the trips of all
 * events that found no row.
 */
export function createWriteTripFiles(deps: TripFileDeps) {
  const { db, withTx, clock, settings, storage, logger, trips } = deps;
  const repository = mobilityDataRepository(db);
  const storeDay = createStoreDay({ clock, storage, trips });

  async function writeDay(day: string, timezone: string): Promise<boolean> {
    if (!(await trips.isComplete(spanOf(day, timezone).ends))) return false;
    const file = await storeDay(day, timezone);
    const added = await withTx(async (tx) => {
      await addRewriteJob(tx, day, clock.now());
      return mobilityDataRepository(tx).addTripFile(file);
    });
    if (added) logger.info(file, 'Wrote the trips of a day');
    return true;
  }

  async function removeOld(today: string): Promise<void> {
    const oldest = isoDay(parseDay(today, -RETENTION_DAYS));
    for (const { day } of await repository.tripFiles()) {
      if (day >= oldest) continue;
      await storage.remove(tripFileKey(day));
      await repository.removeTripFile(day);
    }
  }

  return async function writeTripFiles(): Promise<void> {
    const { timezone } = await settings.get();
    const today = isoDay(calendarDay(clock.now(), timezone));
    const yesterday = isoDay(parseDay(today, -1));
    const errors: unknown[] = [];
    // In order, and stopping at a day that is not complete, so that it gets its file before later days. A day that fails
    // does not stop the others, and is tried again by the next run.
    for (const day of missingDays(await repository.tripFiles(), yesterday)) {
      const isComplete = await writeDay(day, timezone).catch((error: unknown) => {
        errors.push(error);
        return true;
      });
      if (!isComplete) break;
    }
    await removeOld(today);
    if (errors.length > 0) throw new AggregateError(errors, 'Some files of trips could not be written');
  };
}
