// Changes one's own profile; what identifies somebody stays unique in any letter case.
import type { ProfilePatch } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import {
  type Actor,
  appendEvent,
  type Clock,
  type Tx,
  violatesUnique,
  type WithTx,
} from '../../../kit/index.ts';
import { guardProfilePatch } from '../identity.policy.ts';
import type { User } from '../people/user.ts';
import { usersRepository } from '../people/users.repository.ts';
import { parseMobile } from '../sign-in/parse-mobile.ts';

export type VehiclePatch = Pick<
  ProfilePatch,
  'vehicleMake' | 'vehicleModel' | 'vehicleNumber' | 'other_info'
>;

export interface UpdateProfileDeps {
  withTx: WithTx;
  clock: Clock;
  settings: () => Promise<{ bank_fields: boolean }>;
  /** The driver's vehicle is the fleet's; a tier above gives the way to write it. */
  updateVehicle: (tx: Tx, uid: string, vehicle: VehiclePatch) => Promise<void>;
}

/** Throws `forbidden`, `invalid_mobile` and `user_exists`; nothing is changed then. */
export function createUpdateProfile({ withTx, clock, settings, updateVehicle }: UpdateProfileDeps) {
  return async (actor: Actor, patch: ProfilePatch): Promise<User> => {
    const current = await settings();
    const mobile = patch.mobile === undefined ? undefined : parseMobile(patch.mobile);
    try {
      return await withTx(async (tx) => {
        const users = usersRepository(tx);
        const before = await users.findForUpdate(actor.uid);
        if (before === null) throw new DomainError('not_found');
        guardProfilePatch(before, { ...patch, mobile }, current);
        const { vehicleMake, vehicleModel, vehicleNumber, other_info, ...own } = patch;
        await users.change(actor.uid, { ...own, mobile }, clock.now());
        const vehicle = { vehicleMake, vehicleModel, vehicleNumber, other_info };
        if (Object.values(vehicle).some((value) => value !== undefined))
          await updateVehicle(tx, actor.uid, vehicle);
        await appendEvent(tx, { name: 'me.changed', topics: [`user:${actor.uid}`], data: {} });
        const after = await users.find(actor.uid);
        if (after === null) throw new DomainError('not_found');
        return after;
      });
    } catch (error) {
      if (violatesUnique(error, 'users_email_key') || violatesUnique(error, 'users_mobile_key'))
        throw new DomainError('user_exists');
      throw error;
    }
  };
}
