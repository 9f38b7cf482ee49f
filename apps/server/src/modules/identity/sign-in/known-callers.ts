// Known callers of an account: the devices and networks that it has signed in from.
import { createHmac } from 'node:crypto';
import { homeNetworkOf } from '@kerb/domain/identity';
import { MS_PER_HOUR } from '@kerb/domain/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock, Ids, Tx, WithTx } from '../../../kit/index.ts';
import { usersRepository } from '../users/users.repository.ts';
import { DEVICE_VALID_MS, deviceTokenOf, giveDeviceToken, readDevice, signDevice } from './device-token.ts';
import { knownCallersRepository } from './known-callers.repository.ts';

const DAY = 24 * MS_PER_HOUR;
/** A network counts as usual for this long after a sign-in from it, in ms. */
const NETWORK_VALID_MS = 90 * DAY;
/** Most devices, and most networks, stored for an account; bounded because each has its own allowance of codes. */
export const MAX_KNOWN_CALLERS = 5;

/** Allowance shared by all callers that are unknown to the account of a number. */
export const UNKNOWN_CALLERS = 'unknown';

const networkMac = (secret: string, uid: string, address: string): Buffer =>
  createHmac('sha256', secret)
    .update(`network:${uid}:${homeNetworkOf(address)}`)
    .digest();

export interface KnownCaller {
  /** Uid of the account with the number; null without one. */
  uid: string | null;
  /** Allowance of the caller's device; null for an unknown device. */
  device: string | null;
  /** Allowance of the caller's network; null for an unknown network. */
  network: string | null;
}

export interface Caller {
  mobile: string;
  /** The IP address. */
  address: string;
  /** The device token as sent by the client, not verified yet. */
  device?: string | undefined;
}

/** Looks up the caller's device and network among those that the number's account has signed in from. */
export async function findKnownCaller(
  tx: Tx,
  caller: Caller,
  { secret, now }: { secret: string; now: number },
): Promise<KnownCaller> {
  const uid = (await usersRepository(tx).findByMobile(caller.mobile))?.uid ?? null;
  if (uid === null) return { uid, device: null, network: null };
  const known = knownCallersRepository(tx);
  const device = readDevice(secret, caller.device);
  const mac = networkMac(secret, uid, caller.address);
  const isKnownDevice = device !== null && (await known.hasDevice(uid, device, now - DEVICE_VALID_MS));
  const isUsualNetwork = await known.hasNetwork(uid, mac, now - NETWORK_VALID_MS);
  return {
    uid,
    device: isKnownDevice ? `device:${device}` : null,
    network: isUsualNetwork ? `network:${mac.toString('hex')}` : null,
  };
}

/**
 * Stores that the account signed in on the caller's device and from its network, and gives the device its token. Never
 * rejects: the sign-in is complete and its code is used up, so a failure is only reported.
 */
export type RememberCaller = (request: FastifyRequest, reply: FastifyReply, uid: string) => Promise<void>;

export function createRememberCaller(deps: {
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  secret: string;
  onCallerNotStored?: ((error: unknown) => void) | undefined;
}): RememberCaller {
  const { withTx, clock, ids, secret, onCallerNotStored } = deps;

  const store: RememberCaller = async (request, reply, uid) => {
    const device = readDevice(secret, deviceTokenOf(request)) ?? ids.next();
    await withTx(async (tx) => {
      // Stores nothing for a user who was deleted since the session was opened.
      if (!(await usersRepository(tx).lockExisting(uid))) return;
      const signIn = { uid, device, networkMac: networkMac(secret, uid, request.ip), now: clock.now() };
      await knownCallersRepository(tx).remember(signIn, MAX_KNOWN_CALLERS);
    });
    giveDeviceToken(request, reply, signDevice(secret, device));
  };

  return async function rememberCaller(request, reply, uid) {
    try {
      await store(request, reply, uid);
    } catch (error) {
      onCallerNotStored?.(error);
    }
  };
}
