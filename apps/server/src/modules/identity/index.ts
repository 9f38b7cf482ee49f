// Entry point of identity: users' rows (users/), their own account (profile/), sign-in, sessions, devices and second
// factors. Managing users as an admin or fleet admin is the module `users`.
import type { Me } from '@kerb/contract';
import type { AddressedPoint } from '@kerb/domain/geo';
import type { SavedAddress, SendLimits } from '@kerb/domain/identity';
import {
  type BoundRoute,
  type Clock,
  type Ids,
  type Queries,
  type ResolveSession,
  readRowsTogether,
  type SecurityLog,
  type ServerModule,
  type Tx,
  type WithTx,
} from '../../kit/index.ts';
import type { Captcha } from '../../ports/captcha.ts';
import type { EmailSender } from '../../ports/email.ts';
import type { SmsSender } from '../../ports/sms.ts';
import type { LanguagesApi } from '../languages/index.ts';
import type { SettingsApi } from '../settings/index.ts';
import { createDevicesApi, type DevicesApi, deviceRoutes } from './devices/devices.ts';
import type { DriverProfiles, RiderTrips, WalletBalances } from './identity.ports.ts';
import { presentMe } from './identity.presenter.ts';
import { profileRoutes } from './profile/profile.routes.ts';
import { createRememberAddress } from './profile/remember-address.ts';
import { type PastAddress, savedAddressesRepository } from './profile/saved-addresses.repository.ts';
import { createUpdateProfile } from './profile/update-profile.ts';
import { createSendEmailCode, createVerifyEmail } from './profile/verify-email.ts';
import type { SecondFactorDeps } from './second-factor/second-factor.deps.ts';
import { secondFactorRepository } from './second-factor/second-factor.repository.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { createSecondFactorOf } from './second-factor/second-factor-of.ts';
import { createSignOut, endSessionOf, endSessionsOf } from './sessions/end-sessions.ts';
import { createListSessions } from './sessions/list-sessions.ts';
import { sessionRoutes } from './sessions/sessions.routes.ts';
import { createOpenSession, createResolveSession } from './sessions/sessions.ts';
import { createRememberCaller, type RememberCaller } from './sign-in/known-callers.ts';
import { createMobileSignIn } from './sign-in/mobile-sign-in.ts';
import { otpRepository } from './sign-in/otp.repository.ts';
import { createWithProvedMobile, type WithProvedMobile } from './sign-in/prove-mobile.ts';
import { createSendOtp } from './sign-in/send-otp.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import {
  createEnforceSignInCheck,
  type EnforceSignInCheck,
  type SignInCheck,
} from './sign-in/sign-in-check.ts';
import { socialRepository } from './sign-in/social/social.repository.ts';
import { type SocialDeps, wireSocial } from './sign-in/social/wire-social.ts';
import { createRegisterUser, type UserInput } from './users/create-user.ts';
import { adminExists, createMakeFirstAdmin, type FirstAdmin } from './users/first-admin.ts';
import { createManagedUsersApi, type ManagedUsersApi } from './users/managed-users.api.ts';
import type { NewUser, User } from './users/user.ts';
import { usersRepository } from './users/users.repository.ts';

export type { PushDevice } from './devices/push-device.ts';
export type {
  AccountData,
  DriverProfiles,
  ReadUserParts,
  RiderTrips,
  WalletBalances,
} from './identity.ports.ts';
export { withParts } from './identity.presenter.ts';
export { createAccountModule } from './profile/account.ts';
export type { VehiclePatch } from './profile/update-profile.ts';
export { resetSecondFactorOf } from './second-factor/reset-second-factor.ts';
export { giveSessionCookie } from './sessions/session-cookie.ts';
export { countryOf, parseMobile } from './sign-in/parse-mobile.ts';
export type { WithProvedMobile } from './sign-in/prove-mobile.ts';
export { createSignInCheck, type SignInCheck } from './sign-in/sign-in-check.ts';
export type { UserInput } from './users/create-user.ts';
export { adminExists } from './users/first-admin.ts';
export { guardLastAdmin } from './users/last-admin.ts';
export { managerTopics, userTopics } from './users/user.topics.ts';
export type { NewUser, User } from './users/user.ts';
export type { AuditRow } from './users/user-audit.repository.ts';

export interface IdentityModuleDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  sms: SmsSender;
  /** Omitted or null: no e-mail is sent. */
  email?: EmailSender | null;
  /** Key of the HMACs of sign-in codes. */
  secret: string;
  random?: () => number;
  /** Without it no captcha is required before a code is sent. */
  captcha?: Captcha | undefined;
  sendLimits?: SendLimits | undefined;
  /** Called when the day's limit of sent codes is reached, for the operator's log. */
  onUsedUp?: (() => void) | undefined;
  /** Called when the device and network of a sign-in were not stored, for the operator's log. */
  onCallerNotStored?: ((error: unknown) => void) | undefined;
  /** Records failures, also those whose transaction is rolled back. Omitted: nothing is recorded. */
  security?: Pick<SecurityLog, 'write'> | undefined;
  /** Without it no social sign-in is offered. */
  social?: SocialDeps | undefined;
  settings: SettingsApi;
  languages: Pick<LanguagesApi, 'isOffered' | 'textsFor'>;
  signInCheck: SignInCheck;
  isUnthrottled: (mobile: string) => boolean;
  /** Receives second factors that are added, removed, failed and reset; for the security log. */
  onSecondFactor?: SecondFactorDeps['onHappening'];
  /** In a demonstration a browser's push service may run on this machine. */
  allowLoopbackPush?: boolean;
  wallet: WalletBalances;
  drivers: DriverProfiles;
  /** Omitted: no user counts as having made a trip. */
  trips?: RiderTrips;
}

export interface IdentityApi extends ManagedUsersApi, DevicesApi {
  resolveSession: ResolveSession;
  userOf(uid: string): Promise<User | null>;
  userWithMobile(mobile: string): Promise<User | null>;
  usersOf(uids: readonly string[]): Promise<Map<string, User>>;
  /** Whether the user exists and is not deleted; locks the row, so that this holds until the transaction ends. */
  lockExisting(tx: Tx, uid: string): Promise<boolean>;
  /**
   * Like `lockExisting` for a user who has a wallet: everyone but admins. Asked before money is credited, because an
   * admin could neither see nor withdraw it.
   */
  lockWalletHolder(tx: Tx, uid: string): Promise<boolean>;
  /** Like `lockExisting` for many users: returns the uids of those who are not deleted. */
  lockExistingAmong(tx: Tx, uids: readonly string[]): Promise<Set<string>>;
  /** Like `lockExisting` for an approved user, whose approval cannot be withdrawn until the transaction ends. */
  lockApproved(tx: Tx, uid: string): Promise<boolean>;
  /** The approved ones of these users; a fast query that the fleet runs for the eligibility of drivers. */
  approvedAmong(uids: readonly string[]): Promise<Set<string>>;
  /** Throws `user_exists`, naming the field, when another user has the mobile or has verified the e-mail. */
  createUser(tx: Tx, input: UserInput, extraTopics?: readonly string[]): Promise<User>;
  /** Adds the users that are missing in one statement; for seeds. Returns the uids added. */
  addMissingUsers(tx: Tx, users: readonly NewUser[]): Promise<string[]>;
  /**
   * Adds a rating of one to five stars to the user's mean. False for a deleted user; otherwise a lock prevents their
   * deletion until the transaction ends.
   */
  recordRating(tx: Tx, uid: string, stars: number): Promise<boolean>;
  /**
   * Saves the point to the user's addresses, or counts a visit to a saved address nearer than 0.1 km (0.1 mile with
   * `convertToMile`).
   */
  rememberAddress(tx: Tx, uid: string, point: AddressedPoint, convertToMile: boolean): Promise<void>;
  /**
   * Ends every session of the user except `exceptId`; open live sockets close within a second of the commit. Returns
   * the number of ended sessions.
   */
  endSessionsOf(tx: Tx, uid: string, exceptId?: string | null): Promise<number>;
  /** Verifies the code sent to a mobile, and runs the work in the transaction that uses the code. */
  withProvedMobile: WithProvedMobile;
  /** The approved user with this referral code, ignoring letter case, and the stored code; null if unknown. */
  findReferrer(code: string): Promise<{ uid: string; referralId: string } | null>;
  /** The uids of all approved admins, for notifications. */
  admins(tx?: Tx): Promise<string[]>;
  /** Whether the installation has an admin, approved or not. */
  adminExists(): Promise<boolean>;
  /** Makes the user with this mobile, or a new user, the first admin; returns the uid. `not_found` once one exists. */
  makeFirstAdmin(tx: Tx, admin: FirstAdmin): Promise<string>;
  /** Removes all second factors of a user whose role does not use them. */
  removeSecondFactor(tx: Tx, uid: string): Promise<void>;
  /** Opens a session; only a hash of its token is stored. */
  openSession(tx: Tx, uid: string, userAgent?: string): Promise<{ id: string; token: string }>;
  /** Runs the operator's sign-in check on a new session, after the commit and before its token is returned. */
  enforceSignInCheck: EnforceSignInCheck;
  /** Called after a successful sign-in: gives the device a token, and with it its own allowance of sign-in codes. */
  rememberCaller: RememberCaller;
  /** Presents the user's own record; null for an unknown user. */
  presentMe(uid: string): Promise<Me | null>;
  savedAddressesOf(uid: string): Promise<readonly SavedAddress[]>;
}

/** Far above the number of admins of any operator. */
const MAX_ADMINS = 500;

const noSocial: SocialDeps = { signIns: [], publicUrl: undefined, onFailure: () => undefined };

/** Presents a user's own record with the parts that other modules store. */
function createPresentUser({ db, settings, wallet, drivers }: IdentityModuleDeps) {
  return async function presentUser(user: User): Promise<Me> {
    const [current, balance, driver, social] = await Promise.all([
      settings.get(),
      wallet.balanceOf(user.uid),
      user.usertype === 'driver' ? drivers.driverPartOf(user.uid) : null,
      socialRepository(db).providersOf(user.uid),
    ]);
    return presentMe(user, { settings: current, balance, driver, social });
  };
}

/** Dependencies that the module's API and its routes share. */
function createShared(deps: IdentityModuleDeps) {
  return {
    users: usersRepository(deps.db),
    addresses: savedAddressesRepository(deps.db),
    createUser: createRegisterUser({ ...deps, random: deps.random ?? Math.random }),
    present: createPresentUser(deps),
    withProvedMobile: createWithProvedMobile(deps),
    openSession: createOpenSession(deps),
    rememberCaller: createRememberCaller(deps),
    secondFactorOf: createSecondFactorOf(deps),
  };
}

type Shared = ReturnType<typeof createShared>;

function createIdentityApi(deps: IdentityModuleDeps, shared: Shared): IdentityApi {
  const { users, createUser } = shared;
  return {
    ...createManagedUsersApi(deps),
    ...createDevicesApi(deps),
    resolveSession: createResolveSession({ ...deps, secondFactorOf: shared.secondFactorOf }),
    userOf: readRowsTogether(users.findMany, ({ uid }) => uid),
    userWithMobile: users.findByMobile,
    usersOf: async (uids) => new Map((await users.findMany(uids)).map((user) => [user.uid, user])),
    lockExisting: (tx, uid) => usersRepository(tx).lockExisting(uid),
    lockWalletHolder: (tx, uid) => usersRepository(tx).lockWalletHolder(uid),
    lockExistingAmong: (tx, uids) => usersRepository(tx).lockExistingAmong(uids),
    lockApproved: (tx, uid) => usersRepository(tx).lockApproved(uid),
    approvedAmong: users.approvedAmong,
    createUser,
    addMissingUsers: (tx, newUsers) => usersRepository(tx).addMissing(newUsers),
    recordRating: (tx, uid, stars) => usersRepository(tx).addRating(uid, stars),
    rememberAddress: createRememberAddress(deps),
    endSessionsOf,
    withProvedMobile: shared.withProvedMobile,
    findReferrer: users.findReferrer,
    admins: (tx) => (tx ? usersRepository(tx) : users).approvedOfType('admin', MAX_ADMINS),
    adminExists: () => adminExists(deps.db),
    makeFirstAdmin: createMakeFirstAdmin({ ...deps, createUser }),
    removeSecondFactor: (tx, uid) => secondFactorRepository(tx).removeAll(uid),
    openSession: shared.openSession,
    rememberCaller: shared.rememberCaller,
    enforceSignInCheck: createEnforceSignInCheck(deps),
    savedAddressesOf: shared.addresses.of,
    async presentMe(uid) {
      const user = await users.find(uid);
      return user && shared.present(user);
    },
  };
}

/** Routes before and during sign-in: codes by text message, social accounts, second factors. */
function createSignInRoutes(deps: IdentityModuleDeps, shared: Shared): BoundRoute[] {
  const { db, settings } = deps;
  const { users, createUser, openSession, rememberCaller, present, secondFactorOf } = shared;
  const isTryOut = deps.sms.kind === 'inbox';
  const publicUrl = deps.social?.publicUrl;
  return [
    ...signInRoutes({
      captcha: deps.captcha,
      publicUrl,
      isTryOut,
      sendOtp: createSendOtp({
        ...deps,
        settings: settings.get,
        limits: deps.sendLimits,
        textsFor: async (mobile, acceptLanguage) =>
          deps.languages.textsFor((await users.findByMobile(mobile))?.lang, acceptLanguage),
      }),
      cancelOtp: (id) => otpRepository(db).end(id, deps.clock.now()),
      mobileSignIn: createMobileSignIn({
        ...deps,
        withProvedMobile: shared.withProvedMobile,
        createUser,
        openSession,
      }),
      rememberCaller,
      secondFactorOf: ({ uid, usertype }) => secondFactorOf({ uid, usertype, secondFactorAt: null }),
      present,
    }),
    ...secondFactorRoutes(
      { ...deps, onHappening: deps.onSecondFactor ?? (() => undefined) },
      { publicUrl, isTryOut },
    ),
    ...wireSocial(deps.social ?? noSocial, {
      ...deps,
      createUser,
      openSession,
      rememberCaller,
      settings: settings.get,
      present,
    }),
  ];
}

/** Routes of a signed-in user: sessions, devices, the own profile. */
function createOwnRoutes(deps: IdentityModuleDeps, shared: Shared): BoundRoute[] {
  const { withTx, settings } = deps;
  const { users, addresses, present } = shared;
  const verifying = {
    ...deps,
    email: deps.email ?? null,
    settings: settings.get,
    textsFor: deps.languages.textsFor,
    userOf: users.find,
  };
  return [
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
        ...deps,
        hasRidden: deps.trips?.hasPaidTrip ?? (async () => false),
        updateVehicle: deps.drivers.updateVehicle,
        withProvedMobile: shared.withProvedMobile,
        settings: settings.get,
        isOffered: deps.languages.isOffered,
        fleetadminOf: async (uid) => (await deps.drivers.driverPartOf(uid))?.fleetadmin ?? null,
      }),
      sendEmailCode: createSendEmailCode(verifying),
      verifyEmail: createVerifyEmail(verifying),
      savedAddresses: addresses.of,
      // Runs in a transaction, so that a retry with the same idempotency key gets the stored response instead of
      // not_found.
      removeSavedAddress: (uid, id) => deps.withTx((tx) => savedAddressesRepository(tx).remove(uid, id)),
      present,
    }),
  ];
}

export function createIdentityModule(deps: IdentityModuleDeps): ServerModule & { api: IdentityApi } {
  const shared = createShared(deps);
  return {
    api: createIdentityApi(deps, shared),
    routes: [...createSignInRoutes(deps, shared), ...createOwnRoutes(deps, shared)],
    topicPolicies: { me: async (actor) => actor && [`user:${actor.uid}`] },
  };
}

/** Inserts saved addresses with their visits, for seeds. */
export const insertPastAddresses = (tx: Tx, addresses: readonly PastAddress[]): Promise<void> =>
  savedAddressesRepository(tx).addPast(tx, addresses);
