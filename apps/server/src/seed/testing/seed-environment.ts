// Test environment: the modules that the demonstration's seed needs, on a test database.
import { ZERO } from '@kerb/domain/kernel';
import { createInProcessBus } from '../../adapters/bus/in-process-bus.ts';
import { uuidV7 } from '../../adapters/clock/system-clock.ts';
import type { Clock } from '../../kit/index.ts';
import type { TestDatabase } from '../../kit/testing/test-database.ts';
import { createCarTypesModule } from '../../modules/car-types/index.ts';
import { createDriverDocumentsModule } from '../../modules/driver-documents/index.ts';
import { createFleetModule } from '../../modules/fleet/index.ts';
import { createMemoryFiles } from '../../modules/fleet/testing/memory-files.ts';
import { oneServer } from '../../modules/fleet/testing/one-server.ts';
import { createIdentityModule } from '../../modules/identity/index.ts';
import { shippedLanguagesApi } from '../../modules/languages/testing/shipped-languages.ts';
import { createSettingsModule } from '../../modules/settings/index.ts';

export function createSeedEnvironment(database: TestDatabase, clock: Clock) {
  const base = {
    db: database.queries,
    withTx: database.withTx,
    clock,
    ids: uuidV7,
    bus: createInProcessBus((error) => {
      throw error;
    }),
    logger: { warn: () => undefined },
  };
  const settings = createSettingsModule({
    languages: { choices: async () => [] },
    admins: { adminExists: async () => true },
    ...base,
    wallet: { hasMoney: async () => false },
    bookings: { hasBookings: async () => false },
    payments: { hasOrders: async () => false },
    vehicles: { hasRents: async () => false },
    regions: () => [],
    city: () => ({ name: 'Montevideo', center: { lat: 0, lng: 0 }, bounds: [0, 0, 0, 0] }),
    demo: null,
    social: [],
  });
  const identity = createIdentityModule({
    ...base,
    sms: { kind: 'inbox', send: async () => undefined },
    secret: 'a secret of the tests',
    settings: settings.api,
    languages: shippedLanguagesApi,
    signInCheck: async () => true,
    isUnthrottled: () => true,
    wallet: { balanceOf: async () => ZERO },
    drivers: { driverPartOf: async () => null, updateVehicle: async () => undefined },
  });
  const files = createMemoryFiles();
  const carTypes = createCarTypesModule({
    ...files,
    ...base,
    settings: settings.api,
    languages: shippedLanguagesApi,
    drivers: { isCarTypeAssigned: async () => false, unassignCarType: async () => undefined },
    vehicles: { isCarTypeNeeded: async () => false },
    bookings: { isCarTypeInUse: async () => false },
    recurringBookings: { renameChoices: async () => undefined },
  });
  const fleet = createFleetModule({
    ...base,
    carTypes: carTypes.api,
    settings: settings.api,
    identity: identity.api,
    shifts: { shiftOf: async () => ({ isPlanned: false, isOpen: false, next: null }) },
    trips: { tripsOf: async () => new Map(), endingTrips: async () => [] },
    vehicles: { isSharedWith: async () => false },
    cars: oneServer,
    secondsTo: async () => [],
  });
  const documents = createDriverDocumentsModule({
    ...base,
    ...files,
    secret: 'a secret of the tests',
    settings: settings.api,
    identity: identity.api,
    fleet: fleet.api,
  });
  return { base, settings, identity, fleet, documents, files };
}
