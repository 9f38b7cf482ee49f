// Front door of identity: who people are, how they sign in, and what is remembered of them.
import type { Me } from '@kerb/contract';
import type { AddressedPoint } from '@kerb/domain/geo';
import type { Minor } from '@kerb/domain/kernel';
import type { Clock, Ids, Queries, ResolveSession, ServerModule, Tx, WithTx } from '../../kit/index.ts';
import type { SmsSender } from '../../ports/sms.ts';
import type { SettingsApi } from '../settings/index.ts';
import { presentMe } from './identity.presenter.ts';
import { identityRoutes } from './identity.routes.ts';
import { createCreateUser, type UserInput } from './people/create-user.ts';
import type { NewUser, User } from './people/user.ts';
import { usersRepository } from './people/users.repository.ts';
import { createRememberAddress } from './profile/remember-address.ts';
import { savedAddressesRepository } from './profile/saved-addresses.repository.ts';
import { createUpdateProfile, type VehiclePatch } from './profile/update-profile.ts';
import { sessionsRepository } from './sessions/sessions.repository.ts';
import { createOpenSession, createResolveSession } from './sessions/sessions.ts';
import { createMobileSignIn } from './sign-in/mobile-sign-in.ts';
import { otpRepository } from './sign-in/otp.repository.ts';
import { createSendOtp } from './sign-in/send-otp.ts';
import type { SignInCheck } from './sign-in/sign-in-check.ts';

export type { UserInput } from './people/create-user.ts';
export type { NewUser, User } from './people/user.ts';
export type { VehiclePatch } from './profile/update-profile.ts';
export { createSignInCheck, type SignInCheck } from './sign-in/sign-in-check.ts';

export interface IdentityModuleDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  sms: SmsSender;
  /** Keys the HMAC of sign-in codes. */
  secret: string;
  random?: () => number;
  settings: SettingsApi;
  signInCheck: SignInCheck;
  isUnthrottled: (mobile: string) => boolean;
  /** What tiers above know of a person; app.ts hands these in. */
  balanceOf: (uid: string) => Promise<Minor>;
  driverPartOf: (uid: string) => Promise<Me['driver']>;
  updateVehicle: (tx: Tx, uid: string, vehicle: VehiclePatch) => Promise<void>;
}

export interface IdentityApi {
  resolveSession: ResolveSession;
  userOf(uid: string): Promise<User | null>;
  usersOf(uids: readonly string[]): Promise<Map<string, User>>;
  /** Which of these people are approved: one light query for the fleet's eligibility. */
  approvedAmong(uids: readonly string[]): Promise<Set<string>>;
  /** Throws `user_exists` when the mobile or e-mail belongs to somebody. */
  createUser(tx: Tx, input: UserInput): Promise<User>;
  /** Adds whoever is missing in one statement; for seeds. Returns the uids added. */
  addMissingUsers(tx: Tx, users: readonly NewUser[]): Promise<string[]>;
  /** One to five stars, counted into the person's mean. */
  recordRating(tx: Tx, uid: string, stars: number): Promise<void>;
  /** Saves the point to the person's addresses, or counts up one nearer than 0.1 of the operator's unit. */
  rememberAddress(tx: Tx, uid: string, point: AddressedPoint, convertToMile: boolean): Promise<void>;
  /** One's own record as the API shows it. */
  presentMe(uid: string): Promise<Me | null>;
}

export function createIdentityModule(deps: IdentityModuleDeps): ServerModule & { api: IdentityApi } {
  const { db, withTx, settings, random = Math.random } = deps;
  const users = usersRepository(db);
  const addresses = savedAddressesRepository(db);
  const createUser = createCreateUser({ ...deps, random });
  const present = async (user: User): Promise<Me> => {
    const [current, balance, driver] = await Promise.all([
      settings.get(),
      deps.balanceOf(user.uid),
      user.usertype === 'driver' ? deps.driverPartOf(user.uid) : null,
    ]);
    return presentMe(user, { settings: current, balance, driver, social: [] });
  };

  const api: IdentityApi = {
    resolveSession: createResolveSession(deps),
    userOf: users.find,
    usersOf: async (uids) => new Map((await users.findMany(uids)).map((user) => [user.uid, user])),
    approvedAmong: users.approvedAmong,
    createUser,
    addMissingUsers: (tx, newUsers) => usersRepository(tx).addMissing(newUsers),
    recordRating: (tx, uid, stars) => usersRepository(tx).addRating(uid, stars),
    rememberAddress: createRememberAddress(deps),
    async presentMe(uid) {
      const user = await users.find(uid);
      return user && present(user);
    },
  };

  const routes = identityRoutes({
    sendOtp: createSendOtp({ ...deps, appName: async () => (await settings.get()).appName }),
    cancelOtp: (id) => otpRepository(db).end(id, deps.clock.now()),
    mobileSignIn: createMobileSignIn({ ...deps, createUser, openSession: createOpenSession(deps) }),
    signOut: (sessionId) => sessionsRepository(db).remove(sessionId),
    updateProfile: createUpdateProfile({ ...deps, withTx, settings: settings.get }),
    savedAddresses: addresses.of,
    removeSavedAddress: addresses.remove,
    userOf: users.find,
    present,
  });

  return { api, routes, topicPolicies: { me: async (actor) => actor && [`user:${actor.uid}`] } };
}
