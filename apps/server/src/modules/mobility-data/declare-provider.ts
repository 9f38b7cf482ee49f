// Stores what an admin declares to regulators: the operator's id in the registry of the standard, and facts about car
// types.
import type { MobilityProvider } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { type MdsCarType, undeclaredCarType } from '@kerb/domain/mobility-data';
import type { Actor } from '../../kit/index.ts';
import type { MobilityDataDeps } from './mobility-data.deps.ts';
import { mobilityDataPolicy } from './mobility-data.policy.ts';
import { mobilityDataRepository } from './mobility-data.repository.ts';

type Deps = Pick<MobilityDataDeps, 'db' | 'withTx' | 'settings' | 'carTypes'>;

export function createDeclareProvider({ db, withTx, settings, carTypes }: Deps) {
  async function read(): Promise<MobilityProvider> {
    const repository = mobilityDataRepository(db);
    const [provider_id, declared, all] = await Promise.all([
      repository.providerId(),
      repository.declaredCarTypes(),
      carTypes.carTypes(),
    ]);
    return {
      provider_id,
      carTypes: all.map(({ id, name }) => {
        const own = declared.get(id);
        const { vehicle_type, propulsion_types, wheelchair_accessible } = own ?? undeclaredCarType;
        return {
          id,
          name,
          declared: own !== undefined,
          vehicle_type,
          propulsion_types,
          wheelchair_accessible,
        };
      }),
    };
  }

  return {
    async view(actor: Actor): Promise<MobilityProvider> {
      mobilityDataPolicy.getMobilityProvider(actor);
      return read();
    },

    async setProviderId(actor: Actor, provider_id: string): Promise<MobilityProvider> {
      mobilityDataPolicy.editMobilityProvider(actor, await settings.get());
      await withTx((tx) => mobilityDataRepository(tx).setProviderId(provider_id));
      return read();
    },

    /** Throws `not_found` for an unknown car type. */
    async declareCarType(actor: Actor, id: string, carType: MdsCarType): Promise<MobilityProvider> {
      mobilityDataPolicy.declareCarType(actor, await settings.get());
      const all = await carTypes.carTypes();
      if (!all.some((carType) => carType.id === id)) throw new DomainError('not_found');
      const propulsion_types = [...new Set(carType.propulsion_types)];
      const row = { ...carType, car_type: id, propulsion_types };
      await withTx((tx) => mobilityDataRepository(tx).declareCarType(row));
      return read();
    },
  };
}

export type DeclareProvider = ReturnType<typeof createDeclareProvider>;
