// Lists the nightly files of trips for admins, and reads one.
import type { TripFile } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { MobilityDataDeps } from './mobility-data.deps.ts';
import { mobilityDataPolicy } from './mobility-data.policy.ts';
import { mobilityDataRepository } from './mobility-data.repository.ts';
import { tripFileKey } from './write-trip-files.ts';

export function createListTripFiles({ db }: Pick<MobilityDataDeps, 'db'>) {
  const repository = mobilityDataRepository(db);
  return async function listTripFiles(actor: Actor): Promise<TripFile[]> {
    mobilityDataPolicy.listTripFiles(actor);
    return repository.tripFiles();
  };
}

/** Throws `not_found` for a day without a file. */
export function createReadTripFile({ db, storage }: Pick<MobilityDataDeps, 'db' | 'storage'>) {
  const repository = mobilityDataRepository(db);
  return async function readTripFile(actor: Actor, day: string): Promise<Buffer> {
    mobilityDataPolicy.getTripFile(actor);
    const file = (await repository.hasTripFile(day)) ? await storage.get(tripFileKey(day)) : null;
    if (file === null) throw new DomainError('not_found');
    return file.bytes;
  };
}
