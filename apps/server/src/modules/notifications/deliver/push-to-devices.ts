// Pushes notices to every installation of their users that they are for and that has not received them yet.
import { createHash } from 'node:crypto';
import type { PushMessage, PushOutcome, PushSender, PushSenders } from '../../../ports/push.ts';
import type { PushDevice } from '../../identity/index.ts';
import { ruleOf } from '../catalogue/notice-catalogue.ts';
import type { UserPush } from '../dev-inbox.ts';
import type { Notice } from '../notices.repository.ts';
import type { ClaimedDelivery } from './deliveries.repository.ts';

export interface PushToDevicesDeps {
  senders: PushSenders;
  devicesOf: (uids: readonly string[]) => Promise<ReadonlyMap<string, readonly PushDevice[]>>;
  /** Removes a device that no longer accepts messages. */
  deleteDevice: (token: string) => Promise<void>;
  /**
   * Records that a device accepted or its service denied a message; the device is removed after several denials in a
   * row.
   */
  deviceAnswered: (token: string, answer: 'sent' | 'denied') => Promise<void>;
  /** Stores messages in the inbox of a demonstration, including those for apps; null elsewhere. */
  keepPushes: ((pushes: readonly UserPush[]) => Promise<void>) | null;
  now: () => number;
}

/** The outcome for one device; nothing is sent again to the same `key`. */
export interface Delivered {
  key: string;
  outcome: PushOutcome;
}

/** Records each outcome as soon as it is known. */
export interface PushRecorder {
  onDevice(delivery: ClaimedDelivery, delivered: Delivered): Promise<void>;
  /** Records that the demonstration's inbox has the messages; `key` as for a device. */
  onInbox(deliveries: readonly ClaimedDelivery[], key: string): Promise<void>;
}

/** Address of the screen in the web app. */
export const urlOf = ({ screen, params }: Pick<Notice, 'screen' | 'params'>): string => {
  if (screen === null) return '/';
  const query = new URLSearchParams(params).toString();
  return `/${encodeURIComponent(screen)}${query === '' ? '' : `?${query}`}`;
};

export function pushMessageOf(notice: Notice, until: number, now: number): PushMessage {
  const { id, title, body, screen, params, kind } = notice;
  const ttlSeconds = Math.max(0, Math.floor((until - now) / 1000));
  return {
    id,
    title,
    body,
    screen,
    params,
    url: urlOf(notice),
    urgent: ruleOf(kind).urgent === true,
    ttlSeconds,
  };
}

const INBOX = 'inbox';
const keyOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export function createPushToDevices(deps: PushToDevicesDeps) {
  const { senders, devicesOf, deleteDevice, deviceAnswered, keepPushes, now } = deps;

  const senderFor = (device: PushDevice): PushSender | null =>
    device.platform === 'WEB' ? senders.web : senders.fcm;

  const messageOf = ({ notice, until }: ClaimedDelivery) => pushMessageOf(notice, until, now());

  async function toDevice(device: PushDevice, message: PushMessage): Promise<PushOutcome> {
    const sender = senderFor(device);
    if (sender === null)
      return { result: 'refused', reason: `Nothing is set up to send to ${device.platform}` };
    const outcome = await sender.send(device.token, message);
    if (outcome.result === 'gone') await deleteDevice(device.token);
    if (outcome.result === 'sent' || outcome.result === 'denied')
      await deviceAnswered(device.token, outcome.result);
    return outcome;
  }

  async function toInbox(deliveries: readonly ClaimedDelivery[], recorder: PushRecorder): Promise<void> {
    const fresh = deliveries.filter(({ done }) => !done.includes(INBOX));
    if (keepPushes === null || fresh.length === 0) return;
    await keepPushes(fresh.map((delivery) => ({ uid: delivery.notice.uid, message: messageOf(delivery) })));
    await recorder.onInbox(fresh, INBOX);
  }

  async function toDevices(
    delivery: ClaimedDelivery,
    devices: readonly PushDevice[],
    recorder: PushRecorder,
  ): Promise<void> {
    const { only_token: onlyToken, only_platform: onlyPlatform, done } = delivery;
    const message = messageOf(delivery);
    await Promise.all(
      devices
        .filter(({ token }) => onlyToken === null || token === onlyToken)
        .filter(({ platform }) => onlyPlatform === null || platform === onlyPlatform)
        .map((device) => ({ device, key: keyOf(device.token) }))
        .filter(({ key }) => !done.includes(key))
        .map(async ({ device, key }) =>
          recorder.onDevice(delivery, { key, outcome: await toDevice(device, message) }),
        ),
    );
  }

  /** Results are in the order of the deliveries; one that fails does not stop the others. */
  return async function pushToDevices(
    deliveries: readonly ClaimedDelivery[],
    recorder: PushRecorder,
  ): Promise<PromiseSettledResult<void>[]> {
    const devices = await devicesOf(deliveries.map(({ notice }) => notice.uid));
    await toInbox(deliveries, recorder);
    return Promise.allSettled(
      deliveries.map((delivery) => toDevices(delivery, devices.get(delivery.notice.uid) ?? [], recorder)),
    );
  };
}
