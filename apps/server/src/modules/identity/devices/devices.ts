// The installations of people that take push messages: set by the one that is signed in, gone with its session.
import { routes } from '@kerb/contract';
import type { UserPlatform } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import {
  type Actor,
  type Clock,
  type Queries,
  route,
  violatesForeignKey,
  type WithTx,
} from '../../../kit/index.ts';
import { usersRepository } from '../people/users.repository.ts';
import { sessionLimits } from '../sessions/sessions.ts';
import { checkedToken, type PushDevice, tokenHash } from './push-device.ts';
import { type DeviceFilter, pushDevicesRepository } from './push-devices.repository.ts';

export interface DevicesDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  /** In a demonstration a push service may be on this machine. */
  allowLoopbackPush: boolean;
}

export interface DevicesApi {
  /** By person, newest first; nobody without a device is in it, nor who is disabled, deleted or signed out. */
  devicesOf(uids: readonly string[]): Promise<ReadonlyMap<string, readonly PushDevice[]>>;
  /** A device that takes messages no more. */
  forgetDevice(token: string): Promise<void>;
  /** The device with this push token, and whose it is; null for one that nobody has. */
  deviceWith(token: string): Promise<PushDevice | null>;
  /** How many people with a device there are of these types. */
  countWithDevice(filter: DeviceFilter): Promise<number>;
  /** Their uids in order, after the last of the page before. */
  pageWithDevice(
    filter: DeviceFilter,
    page: { after: string | null; limit: number },
  ): Promise<readonly string[]>;
}

/** More than anybody carries; the oldest beyond are forgotten. */
export const MOST_DEVICES = 20;

export function createDevicesApi({ db, clock }: Pick<DevicesDeps, 'db' | 'clock'>): DevicesApi {
  const devices = pushDevicesRepository(db);
  const since = () => ({ now: clock.now(), idleSince: clock.now() - sessionLimits.idleMs });
  return {
    async devicesOf(uids) {
      const found = new Map<string, PushDevice[]>();
      if (uids.length === 0) return found;
      for (const { uid, platform, token } of await devices.of(uids, since()))
        found.set(uid, [...(found.get(uid) ?? []), { uid, platform, token }]);
      return found;
    },
    forgetDevice: (token) => devices.remove(tokenHash(token)),
    deviceWith: (token) => devices.find(tokenHash(token), since()),
    countWithDevice: (filter) => devices.countPeople(filter, since()),
    pageWithDevice: (filter, page) => devices.pageOfPeople(filter, since(), page),
  };
}

/** What the export of one's data says of them: never the token. */
export function createListDevices({ db, clock }: Pick<DevicesDeps, 'db' | 'clock'>) {
  return async ({ uid }: Actor): Promise<{ userPlatform: UserPlatform; at: number }[]> => {
    const since = { now: clock.now(), idleSince: clock.now() - sessionLimits.idleMs };
    const found = await pushDevicesRepository(db).of([uid], since);
    return found.map(({ platform, setAt }) => ({ userPlatform: platform, at: setAt }));
  };
}

/** Throws `invalid_input` for a token that nothing can be sent to, `not_logged_in` when the session has just ended. */
function createSetPushToken({ withTx, clock, allowLoopbackPush }: DevicesDeps) {
  return async ({ uid, sessionId }: Actor, given: { pushToken: string; userPlatform: UserPlatform }) => {
    const platform = given.userPlatform;
    const token = checkedToken(platform, given.pushToken, allowLoopbackPush);
    await withTx(async (tx) => {
      // Those of one person take turns.
      if ((await usersRepository(tx).findForUpdate(uid)) === null) throw new DomainError('not_logged_in');
      const devices = pushDevicesRepository(tx);
      const device = { session: sessionId, uid, platform, token, tokenHash: tokenHash(token) };
      await devices.set({ ...device, now: clock.now() }).catch((error: unknown) => {
        throw violatesForeignKey(error) ? new DomainError('not_logged_in') : error;
      });
      await devices.keepNewest(uid, MOST_DEVICES);
    });
  };
}

export function deviceRoutes(deps: DevicesDeps) {
  const setPushToken = createSetPushToken(deps);
  return [
    route(routes.setPushToken, ({ actor, body }) => setPushToken(actor, body)),
    // Somebody else's, or one that is gone, is left as it is: the answer tells nothing of it.
    route(routes.removePushToken, ({ actor, body }) =>
      deps.withTx((tx) => pushDevicesRepository(tx).remove(tokenHash(body.pushToken), actor.uid)),
    ),
  ];
}
