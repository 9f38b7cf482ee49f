// Route handlers for a user's own record and saved addresses.
import { type Me, routes } from '@kerb/contract';
import type { SavedAddress } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, route } from '../../../kit/index.ts';
import type { User } from '../users/user.ts';
import type { ProfileChange } from './update-profile.ts';

export interface ProfileRouteDeps {
  updateProfile: (actor: Actor, change: ProfileChange) => Promise<User>;
  sendEmailCode: (actor: Actor) => Promise<void>;
  verifyEmail: (actor: Actor, code: string) => Promise<User>;
  savedAddresses: (uid: string) => Promise<readonly SavedAddress[]>;
  removeSavedAddress: (uid: string, id: string) => Promise<boolean>;
  present: (user: User) => Promise<Me>;
}

export const profileRoutes = (deps: ProfileRouteDeps) => [
  route(routes.updateProfile, async ({ actor, body }) => deps.present(await deps.updateProfile(actor, body))),
  route(routes.sendEmailCode, ({ actor }) => deps.sendEmailCode(actor)),
  route(routes.verifyEmail, async ({ actor, body }) =>
    deps.present(await deps.verifyEmail(actor, body.code)),
  ),
  route(routes.getSavedAddresses, async ({ actor }) => ({
    items: [...(await deps.savedAddresses(actor.uid))],
  })),
  route(routes.deleteSavedAddress, async ({ actor, params }) => {
    if (!(await deps.removeSavedAddress(actor.uid, params.id))) throw new DomainError('not_found');
  }),
];
