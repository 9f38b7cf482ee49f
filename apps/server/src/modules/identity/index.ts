// Front door of identity: who people are, how they sign in, and what is remembered of them.
import type { Me } from '@kerb/contract';
import type { AddressedPoint } from '@kerb/domain/geo';
import type { SendLimits } from '@kerb/domain/identity';
import type { Minor } from '@kerb/domain/kernel';
import type { Clock, Ids, Queries, ResolveSession, ServerModule, Tx, WithTx } from '../../kit/index.ts';
import type { Captcha } from '../../ports/captcha.ts';
import type { SmsSender } from '../../ports/sms.ts';
import type { LanguagesApi } from '../languages/index.ts';
import type { SettingsApi } from '../settings/index.ts';
import { createDevicesApi, type DevicesApi, deviceRoutes } from './devices/devices.ts';
import { presentMe } from './identity.presenter.ts';
import { createCreateUser, type UserInput } from './people/create-user.ts';
import { adminExists, createMakeFirstAdmin, type FirstAdmin } from './people/first-admin.ts';
import { createPeopleApi, type PeopleApi } from './people/people.api.ts';
import type { NewUser, User } from './people/user.ts';
import { usersRepository } from './people/users.repository.ts';
import type { HasRidden } from './profile/accept-invitation.ts';
import { profileRoutes } from './profile/profile.routes.ts';
import { createRememberAddress } from './profile/remember-address.ts';
import { savedAddressesRepository } from './profile/saved-addresses.repository.ts';
import { createUpdateProfile, type VehiclePatch } from './profile/update-profile.ts';
import { createSignOut, endSessionOf, endSessionsOf } from './sessions/end-sessions.ts';
import { createListSessions } from './sessions/list-sessions.ts';
import { sessionRoutes } from './sessions/sessions.routes.ts';
import { createOpenSession, createResolveSession } from './sessions/sessions.ts';
import { createMobileSignIn } from './sign-in/mobile-sign-in.ts';
import { otpRepository } from './sign-in/otp.repository.ts';
import { createWithProvedMobile, type WithProvedMobile } from './sign-in/prove-mobile.ts';
import { createSendOtp } from './sign-in/send-otp.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import { createLetStand, type LetStand, type SignInCheck } from './sign-in/sign-in-check.ts';
import { socialRepository } from './sign-in/social/social.repository.ts';
import { type SocialDeps, wireSocial } from './sign-in/social/wire-social.ts';

export type { PushDevice } from './devices/push-device.ts';
export type { UserInput } from './people/create-user.ts';
export { guardLastAdmin } from './people/last-admin.ts';
export { managerTopics, peopleTopics } from './people/people.topics.ts';
export type { NewUser, User } from './people/user.ts';
export type { AuditRow } from './people/user-audit.repository.ts';
export { type AccountModuleDeps, createAccountModule } from './profile/account.ts';
export type { VehiclePatch } from './profile/update-profile.ts';
export { giveSessionCookie } from './sessions/session-cookie.ts';
export { countryOf, parseMobile } from './sign-in/parse-mobile.ts';
export type { WithProvedMobile } from './sign-in/prove-mobile.ts';
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
  /** Without one nobody is asked for a challenge before a code is sent. */
  captcha?: Captcha | undefined;
  sendLimits?: SendLimits | undefined;
  /** All codes of the day were sent: the operator should know. */
  onUsedUp?: (() => void) | undefined;
  /** Without it nobody signs in at a provider. */
  social?: SocialDeps | undefined;
  settings: SettingsApi;
  languages: Pick<LanguagesApi, 'isOnOffer' | 'textsFor'>;
  signInCheck: SignInCheck;
  isUnthrottled: (mobile: string) => boolean;
  /** In a demonstration a browser's push service may be on this machine. */
  allowLoopbackPush?: boolean;
  /** What tiers above know of a person; app.ts hands these in. */
  balanceOf: (uid: string) => Promise<Minor>;
  driverPartOf: (uid: string) => Promise<Me['driver']>;
  updateVehicle: (tx: Tx, uid: string, vehicle: VehiclePatch) => Promise<void>;
  /** Left out: nobody has made a trip. */
  hasRidden?: HasRidden;
}

export interface IdentityApi extends PeopleApi, DevicesApi {
  resolveSession: ResolveSession;
  userOf(uid: string): Promise<User | null>;
  usersOf(uids: readonly string[]): Promise<Map<string, User>>;
  /** True for somebody who is not deleted, and is not until the transaction ends. */
  holdPresent(tx: Tx, uid: string): Promise<boolean>;
  /** The same of somebody who is approved, and stays approved that long. */
  holdApproved(tx: Tx, uid: string): Promise<boolean>;
  /** Which of these people are approved: one light query for the fleet's eligibility. */
  approvedAmong(uids: readonly string[]): Promise<Set<string>>;
  /** Throws `user_exists` when the mobile or e-mail belongs to somebody. */
  createUser(tx: Tx, input: UserInput, tellAlso?: readonly string[]): Promise<User>;
  /** Adds whoever is missing in one statement; for seeds. Returns the uids added. */
  addMissingUsers(tx: Tx, users: readonly NewUser[]): Promise<string[]>;
  /** One to five stars, counted into the person's mean. */
  recordRating(tx: Tx, uid: string, stars: number): Promise<void>;
  /** Saves the point to the person's addresses, or counts up one nearer than 0.1 of the operator's unit. */
  rememberAddress(tx: Tx, uid: string, point: AddressedPoint, convertToMile: boolean): Promise<void>;
  /**
   * Ends every session of the person but `exceptId`; open live sockets close within a second of the commit.
   * Returns how many ended.
   */
  endSessionsOf(tx: Tx, uid: string, exceptId?: string | null): Promise<number>;
  /** A mobile proved by its code: the work runs in one transaction with the use of the code. */
  withProvedMobile: WithProvedMobile;
  /** Who invites by this code, in any letter case, with the code as it is kept; approved people alone. */
  findReferrer(code: string): Promise<{ uid: string; referralId: string } | null>;
  /** The approved admins, for what each of them is told. */
  admins(tx?: Tx): Promise<string[]>;
  /** Whether anybody is an admin. */
  adminExists(): Promise<boolean>;
  /** Makes the first admin, of whoever has this mobile or of somebody new; answers the uid. Throws `not_found` later. */
  makeFirstAdmin(tx: Tx, admin: FirstAdmin): Promise<string>;
  /** Opens a session; its token is kept nowhere. */
  openSession(tx: Tx, uid: string, userAgent?: string): Promise<{ id: string; token: string }>;
  /** The operator's word on a session just opened: to be asked after the commit, before its token is given away. */
  letStand: LetStand;
  /** One's own record as the API shows it. */
  presentMe(uid: string): Promise<Me | null>;
}

/** More than any operator has. */
const MOST_ADMINS = 500;

const noSocial: SocialDeps = { signIns: [], publicUrl: undefined, onFailure: () => undefined };

export function createIdentityModule(deps: IdentityModuleDeps): ServerModule & { api: IdentityApi } {
  const { db, withTx, settings, random = Math.random } = deps;
  const users = usersRepository(db);
  const addresses = savedAddressesRepository(db);
  const createUser = createCreateUser({ ...deps, random });
  const present = async (user: User): Promise<Me> => {
    const [current, balance, driver, social] = await Promise.all([
      settings.get(),
      deps.balanceOf(user.uid),
      user.usertype === 'driver' ? deps.driverPartOf(user.uid) : null,
      socialRepository(db).providersOf(user.uid),
    ]);
    return presentMe(user, { settings: current, balance, driver, social });
  };

  const withProvedMobile = createWithProvedMobile(deps);
  const openSession = createOpenSession(deps);

  const api: IdentityApi = {
    ...createPeopleApi(deps),
    ...createDevicesApi(deps),
    resolveSession: createResolveSession(deps),
    userOf: users.find,
    usersOf: async (uids) => new Map((await users.findMany(uids)).map((user) => [user.uid, user])),
    holdPresent: (tx, uid) => usersRepository(tx).holdPresent(uid),
    holdApproved: (tx, uid) => usersRepository(tx).holdApproved(uid),
    approvedAmong: users.approvedAmong,
    createUser,
    addMissingUsers: (tx, newUsers) => usersRepository(tx).addMissing(newUsers),
    recordRating: (tx, uid, stars) => usersRepository(tx).addRating(uid, stars),
    rememberAddress: createRememberAddress(deps),
    endSessionsOf,
    withProvedMobile,
    findReferrer: users.findReferrer,
    admins: (tx) => (tx ? usersRepository(tx) : users).approvedOfType('admin', MOST_ADMINS),
    adminExists: () => adminExists(db),
    makeFirstAdmin: createMakeFirstAdmin({ ...deps, createUser }),
    openSession,
    letStand: createLetStand(deps),
    async presentMe(uid) {
      const user = await users.find(uid);
      return user && present(user);
    },
  };

  const routes = [
    ...signInRoutes({
      captcha: deps.captcha,
      publicUrl: deps.social?.publicUrl,
      isTryOut: deps.sms.kind === 'inbox',
      sendOtp: createSendOtp({
        ...{ ...deps, settings: settings.get, limits: deps.sendLimits },
        textsFor: async (mobile, acceptLanguage) =>
          deps.languages.textsFor((await users.findByMobile(mobile))?.lang, acceptLanguage),
      }),
      cancelOtp: (id) => otpRepository(db).end(id, deps.clock.now()),
      mobileSignIn: createMobileSignIn({ ...deps, withProvedMobile, createUser, openSession }),
      present,
    }),
    ...wireSocial(deps.social ?? noSocial, {
      ...deps,
      createUser,
      openSession,
      settings: settings.get,
      present,
    }),
    ...sessionRoutes({
      userOf: users.find,
      present,
      sessionsOf: createListSessions(deps),
      signOut: createSignOut(deps),
      endSession: (actor, id) => withTx((tx) => endSessionOf(tx, actor.uid, id)),
      endSessions: (actor, keepOwn) =>
        withTx(async (tx) => {
          await endSessionsOf(tx, actor.uid, keepOwn ? actor.sessionId : null);
        }),
    }),
    ...deviceRoutes(deps),
    ...profileRoutes({
      updateProfile: createUpdateProfile({
        ...{ hasRidden: async () => false, ...deps, withProvedMobile },
        settings: settings.get,
        isOnOffer: deps.languages.isOnOffer,
        fleetadminOf: async (uid) => (await deps.driverPartOf(uid))?.fleetadmin ?? null,
      }),
      savedAddresses: addresses.of,
      removeSavedAddress: addresses.remove,
      userOf: users.find,
      present,
    }),
  ];

  return { api, routes, topicPolicies: { me: async (actor) => actor && [`user:${actor.uid}`] } };
}
