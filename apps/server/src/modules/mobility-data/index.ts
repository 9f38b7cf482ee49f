// Entry point of mobility data: vehicles and trips for regulators by the Mobility Data Specification. Only reads
// bookings.
import type { ServerModule } from '../../kit/index.ts';
import { createDeclareProvider } from './declare-provider.ts';
import { createFindTrips } from './find-trips.ts';
import { createFindVehicles } from './find-vehicles.ts';
import type { MobilityDataDeps } from './mobility-data.deps.ts';
import { mobilityDataRepository } from './mobility-data.repository.ts';
import { mobilityDataRoutes } from './mobility-data.routes.ts';
import { createListTripFiles, createReadTripFile } from './read-trip-files.ts';
import { createRewriteTripFiles } from './rewrite-trip-files.ts';
import { createWriteTripFiles } from './write-trip-files.ts';

export type { MobilityDataDeps } from './mobility-data.deps.ts';
export { rewriteFilesOfRider } from './rewrite-trip-files.ts';

export const WRITE_FILES_JOB = 'mobility-data.write-files';

export function createMobilityDataModule(deps: MobilityDataDeps): ServerModule {
  const trips = createFindTrips(deps);
  const rewrite = createRewriteTripFiles({ ...deps, trips });
  return {
    routes: mobilityDataRoutes({
      clock: deps.clock,
      vehicles: createFindVehicles(deps),
      trips,
      firstRideEndedAt: mobilityDataRepository(deps.db).firstRideEndedAt,
      provider: createDeclareProvider(deps),
      listTripFiles: createListTripFiles(deps),
      readTripFile: createReadTripFile(deps),
    }),
    subscribers: rewrite.subscribers,
    jobs: { [WRITE_FILES_JOB]: createWriteTripFiles({ ...deps, trips }), ...rewrite.jobs },
    // Hourly, because midnight is in the operator's time zone, and a day is complete only after drivers who were
    // offline on a trip have reported.
    schedules: { [WRITE_FILES_JOB]: '37 * * * *' },
  };
}
