// Use cases and routes of installations that receive push messages: registered by a user, removed with the session.
import { routes } from '@kerb/contract';
import type { UserPlatform } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import {
  type Actor,
  type Clock,
  type Queries,
  route,
  type Tx,
  violatesForeignKey,
  type WithTx,
} from '../../../kit/index.ts';
import { managerSessionLimits, sessionLimits } from '../sessions/sessions.ts';
import { usersRepository } from '../users/users.repository.ts';
import { checkedToken, type PushDevice, tokenHash } from './push-device.ts';
import { type DeviceFilter, type LiveSince, pushDevicesRepository } from './push-devices.repository.ts';

export interface DevicesDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  /** In a demonstration a push service may run on this machine. */
  allowLoopbackPush?: boolean;
}

/** The session that the installation belongs to. */
type DeviceOwner = Pick<Actor, 'uid' | 'sessionId'>;

export interface DevicesApi {
  /**
   * Registers the installation of the session for push messages. Throws `invalid_input` for a token that no message can
   * be sent to, and `not_logged_in` when the session has just ended.
   */
  setDevice(owner: DeviceOwner, device: { pushToken: string; userPlatform: UserPlatform }): Promise<void>;
  /** Devices by user, newest first; users without a device, and disabled, deleted or signed-out users, are left out. */
  devicesOf(uids: readonly string[]): Promise<ReadonlyMap<string, readonly PushDevice[]>>;
  /** For seeds: stores a session's device without validating its token. */
  addDevice(tx: Tx, device: PushDevice & { session: string }): Promise<void>;
  /** Removes a device that no longer accepts messages. */
  deleteDevice(token: string): Promise<void>;
  /**
   * Records that a push service delivered or denied a message; after MAX_DENIED denials in a row the device is
   * removed.
   */
  deviceAnswered(token: string, answer: 'sent' | 'denied'): Promise<void>;
  /** The device with this push token and its owner's uid; null for an unknown token. */
  deviceWith(token: string): Promise<PushDevice | null>;
  /** Number of users who have a device and match the filter. */
  countWithDevice(filter: DeviceFilter): Promise<number>;
  /** A page of the uids of these users, in order; `after` is the last uid of the previous page. */
  pageWithDevice(
    filter: DeviceFilter,
    page: { after: string | null; limit: number },
  ): Promise<readonly string[]>;
}

/**
 * A single denial may be an error of the push service; several in a row mean that the device subscribed with another
 * key.
 */
export const MAX_DENIED = 3;

/**
 * Locks the users whose newest device may change, always in the order of their uids, so that two users who swap their
 * devices do not deadlock. Returns false when `uid` is deleted.
 */
async function lockOwners(tx: Tx, hash: Buffer, uid?: string): Promise<boolean> {
  const owner = await pushDevicesRepository(tx).ownerOf(hash);
  const uids = [...new Set([uid, owner])].filter((one) => one != null).sort();
  const held = new Map<string, boolean>();
  for (const one of uids) held.set(one, (await usersRepository(tx).findForUpdate(one)) !== null);
  return uid === undefined || held.get(uid) === true;
}

const removeDevice = ({ withTx }: Pick<DevicesDeps, 'withTx'>, token: string, uid?: string): Promise<void> =>
  withTx(async (tx) => {
    await lockOwners(tx, tokenHash(token), uid);
    await pushDevicesRepository(tx).remove(tokenHash(token), uid);
  });

const liveSince = (now: number): LiveSince => ({
  now,
  idleSince: now - sessionLimits.idleMs,
  managers: {
    idleSince: now - managerSessionLimits.idleMs,
    createdSince: now - managerSessionLimits.absoluteMs,
  },
});

/** Most devices stored for a user; older ones are deleted. */
export const MAX_DEVICES = 20;

export function createDevicesApi(deps: DevicesDeps): DevicesApi {
  const { db, clock } = deps;
  const devices = pushDevicesRepository(db);
  const since = () => liveSince(clock.now());
  return {
    setDevice: createSetDevice(deps),
    async devicesOf(uids) {
      const found = new Map<string, PushDevice[]>();
      if (uids.length === 0) return found;
      for (const { uid, platform, token } of await devices.of(uids, since()))
        found.set(uid, [...(found.get(uid) ?? []), { uid, platform, token }]);
      return found;
    },
    addDevice: (tx, device) =>
      pushDevicesRepository(tx).set({ ...device, tokenHash: tokenHash(device.token), now: clock.now() }),
    deleteDevice: (token) => removeDevice(deps, token),
    async deviceAnswered(token, answer) {
      if (answer === 'sent') return devices.forgetDenied(tokenHash(token));
      if ((await devices.countDenied(tokenHash(token))) >= MAX_DENIED) await removeDevice(deps, token);
    },
    deviceWith: (token) => devices.find(tokenHash(token), since()),
    countWithDevice: (filter) => devices.countPeople(filter, since()),
    pageWithDevice: (filter, page) => devices.pageOfPeople(filter, since(), page),
  };
}

/** The devices in the data export, without their tokens. */
export function createListDevices({ db, clock }: Pick<DevicesDeps, 'db' | 'clock'>) {
  return async function listDevices({ uid }: Actor): Promise<{ userPlatform: UserPlatform; at: number }[]> {
    const found = await pushDevicesRepository(db).of([uid], liveSince(clock.now()));
    return found.map(({ platform, setAt }) => ({ userPlatform: platform, at: setAt }));
  };
}

function createSetDevice({ withTx, clock, allowLoopbackPush = false }: DevicesDeps): DevicesApi['setDevice'] {
  return async function setDevice(
    { uid, sessionId },
    device: { pushToken: string; userPlatform: UserPlatform },
  ) {
    const platform = device.userPlatform;
    const token = checkedToken(platform, device.pushToken, allowLoopbackPush);
    await withTx(async (tx) => {
      // Locks the users, so that concurrent changes of one user's devices run one at a time.
      if (!(await lockOwners(tx, tokenHash(token), uid))) throw new DomainError('not_logged_in');
      const devices = pushDevicesRepository(tx);
      const device = { session: sessionId, uid, platform, token, tokenHash: tokenHash(token) };
      await devices.set({ ...device, now: clock.now() }).catch((error: unknown) => {
        throw violatesForeignKey(error) ? new DomainError('not_logged_in') : error;
      });
      await devices.keepNewest(uid, MAX_DEVICES);
    });
  };
}

export function deviceRoutes(deps: DevicesDeps) {
  const setDevice = createSetDevice(deps);
  return [
    route(routes.setPushToken, ({ actor, body }) => setDevice(actor, body)),
    // Another user's device and a missing one give the same answer and change nothing.
    route(routes.removePushToken, ({ actor, body }) => removeDevice(deps, body.pushToken, actor.uid)),
  ];
}
