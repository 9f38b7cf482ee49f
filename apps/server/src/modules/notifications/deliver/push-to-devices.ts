// Pushes one notice to every installation of the person that has not had it yet.
import { createHash } from 'node:crypto';
import type { PushMessage, PushOutcome, PushSender, PushSenders } from '../../../ports/push.ts';
import type { PushDevice } from '../../identity/index.ts';
import { ruleOf } from '../catalogue/notice-catalogue.ts';
import type { Notice } from '../notices.repository.ts';
import type { ClaimedDelivery } from './deliveries.repository.ts';

export interface PushToDevicesDeps {
  senders: PushSenders;
  devicesOf: (uids: readonly string[]) => Promise<ReadonlyMap<string, readonly PushDevice[]>>;
  /** A device that takes messages no more. */
  forgetDevice: (token: string) => Promise<void>;
  /** It took a message, or who sends was not taken; too often in a row, and it is forgotten. */
  deviceAnswered: (token: string, answer: 'sent' | 'denied') => Promise<void>;
  /** A demonstration shows every message here, also what would go to apps; null elsewhere. */
  keepPush: ((uid: string, message: PushMessage) => Promise<void>) | null;
  now: () => number;
}

/** The outcome at one device, or in the inbox: a `key` is never sent to again. */
export interface Delivered {
  key: string;
  outcome: PushOutcome;
}

/** The screen's address, as the app's router reads it. */
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

/** `onEach` is called for each device as soon as its outcome is known. */
export function createPushToDevices(deps: PushToDevicesDeps) {
  const { senders, devicesOf, forgetDevice, deviceAnswered, keepPush, now } = deps;

  const senderFor = (device: PushDevice): PushSender | null =>
    device.platform === 'WEB' ? senders.web : senders.fcm;

  async function toDevice(device: PushDevice, message: PushMessage): Promise<PushOutcome> {
    const sender = senderFor(device);
    if (sender === null)
      return { result: 'refused', reason: `Nothing is set up to send to ${device.platform}` };
    const outcome = await sender.send(device.token, message);
    if (outcome.result === 'gone') await forgetDevice(device.token);
    if (outcome.result === 'sent' || outcome.result === 'denied')
      await deviceAnswered(device.token, outcome.result);
    return outcome;
  }

  async function toInbox(uid: string, message: PushMessage): Promise<PushOutcome> {
    await keepPush?.(uid, message);
    return { result: 'sent' };
  }

  return async function pushToDevices(
    delivery: ClaimedDelivery,
    onEach: (delivered: Delivered) => Promise<void>,
  ): Promise<void> {
    const { notice, until, only_token: onlyToken, done } = delivery;
    const message = pushMessageOf(notice, until, now());
    const devices = (await devicesOf([notice.uid])).get(notice.uid) ?? [];
    const wanted = devices.filter(({ token }) => onlyToken === null || token === onlyToken);
    const targets = wanted.map((device) => ({
      key: keyOf(device.token),
      send: () => toDevice(device, message),
    }));
    if (keepPush !== null) targets.push({ key: INBOX, send: () => toInbox(notice.uid, message) });
    await Promise.all(
      targets
        .filter(({ key }) => !done.includes(key))
        .map(async ({ key, send }) => onEach({ key, outcome: await send() })),
    );
  };
}
