// Changes a user's own profile; e-mail and mobile stay unique, ignoring letter case.
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
import { isLocale } from '../../languages/index.ts';
import { guardProfilePatch, sameText } from '../identity.policy.ts';
import { parseMobile } from '../sign-in/parse-mobile.ts';
import type { WithProvedMobile } from '../sign-in/prove-mobile.ts';
import { managerTopics } from '../users/user.topics.ts';
import type { User } from '../users/user.ts';
import { usersRepository } from '../users/users.repository.ts';
import { createAcceptInvitation, type HasRidden } from './accept-invitation.ts';

export type VehiclePatch = Pick<
  ProfilePatch,
  'vehicleMake' | 'vehicleModel' | 'vehicleNumber' | 'other_info'
>;

export interface UpdateProfileDeps {
  withTx: WithTx;
  clock: Clock;
  settings: () => Promise<{ bank_fields: boolean }>;
  /** Whether the operator offers this locale. */
  isOffered: (locale: string) => Promise<boolean>;
  /** Writes the driver's vehicle, which the fleet stores; implemented by a higher tier. */
  updateVehicle: (tx: Tx, uid: string, vehicle: VehiclePatch) => Promise<void>;
  /**
   * Uid of the driver's fleet admin, who sees the driver in a list; null for drivers without one and for other users.
   */
  fleetadminOf: (uid: string) => Promise<string | null>;
  withProvedMobile: WithProvedMobile;
  hasRidden: HasRidden;
}

/** Throws `invalid_input` for a language the operator does not offer, and for an invalid locale. */
async function checkLanguage(
  lang: ProfilePatch['lang'],
  isOffered: UpdateProfileDeps['isOffered'],
): Promise<void> {
  if (lang === undefined) return;
  if (!(await isOffered(lang.langLocale)))
    throw new DomainError('invalid_input', undefined, [
      { path: 'lang.langLocale', message: 'This language is not on offer' },
    ]);
  if (!isLocale(lang.dateLocale))
    throw new DomainError('invalid_input', undefined, [{ path: 'lang.dateLocale', message: 'Not a locale' }]);
}

/** The fields to change, with the code that was sent to a new mobile. */
export type ProfileChange = ProfilePatch & { proof?: { verificationId: string; otp: string } | undefined };

/**
 * Throws `forbidden`, `invalid_mobile`, `user_exists` for a mobile of another account, `mobile_unproved` for a new
 * mobile without its code, the errors of a wrong code, `referrer_unknown`, and `invalid_input` for a language that is
 * not on offer; nothing is changed then.
 */
export function createUpdateProfile(deps: UpdateProfileDeps) {
  const { withTx, clock, settings, updateVehicle, fleetadminOf, withProvedMobile } = deps;
  const acceptInvitation = createAcceptInvitation(deps.hasRidden);

  async function update(
    tx: Tx,
    actor: Actor,
    patch: ProfilePatch,
    { check, managers }: { check: (before: User) => void; managers: string[] },
  ): Promise<User> {
    const users = usersRepository(tx);
    const before = await users.findForUpdate(actor.uid);
    if (before === null) throw new DomainError('not_found');
    check(before);
    const { vehicleMake, vehicleModel, vehicleNumber, other_info, ...own } = patch;
    // A new address is unverified. The response does not depend on whether another account uses it.
    const isOther = own.email !== undefined && !sameText(own.email, before.email);
    const signupViaReferral = await acceptInvitation(tx, before, own.signupViaReferral);
    const unvouched = isOther ? { emailVerified: false } : {};
    await users.change(actor.uid, { ...own, ...unvouched, signupViaReferral }, clock.now());
    const vehicle = { vehicleMake, vehicleModel, vehicleNumber, other_info };
    if (Object.values(vehicle).some((value) => value !== undefined))
      await updateVehicle(tx, actor.uid, vehicle);
    await appendEvent(tx, { name: 'me.changed', topics: [`user:${actor.uid}`], data: {} });
    await appendEvent(tx, { name: 'user.changed', topics: managers, data: { uid: actor.uid } });
    const after = await users.find(actor.uid);
    if (after === null) throw new DomainError('not_found');
    return after;
  }

  return async function updateProfile(actor: Actor, { proof, ...given }: ProfileChange): Promise<User> {
    await checkLanguage(given.lang, deps.isOffered);
    const current = await settings();
    const mobile = given.mobile === undefined ? undefined : parseMobile(given.mobile);
    const patch = { ...given, mobile };
    const checkWith = (proved: string | undefined) => (before: User) => {
      guardProfilePatch(before, patch, current);
      if (mobile !== undefined && mobile !== before.mobile && mobile !== proved)
        throw new DomainError('mobile_unproved');
    };
    const managers = managerTopics(await fleetadminOf(actor.uid));
    try {
      if (proof === undefined || mobile === undefined)
        return await withTx((tx) => update(tx, actor, patch, { check: checkWith(undefined), managers }));
      return await withProvedMobile(proof, (tx, proved) =>
        update(tx, actor, patch, { check: checkWith(proved.mobile), managers }),
      );
    } catch (error) {
      if (violatesUnique(error, 'users_mobile_key')) throw new DomainError('user_exists');
      throw error;
    }
  };
}
