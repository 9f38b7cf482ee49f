// Sends push messages to a browser's push service: encrypted for the subscription (RFC 8291), signed with VAPID (RFC
// 8292).
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import webpush from 'web-push';
import { z } from 'zod';
import type { Clock } from '../../../ports/clock.ts';
import type { PushMessage, PushOutcome, PushSender } from '../../../ports/push.ts';
import type { OutageSigns, RemoteCalls } from '../../remote-calls.ts';
import { outcomeOf } from '../http-outcome.ts';
import { lookupPublic, NotPublicError } from './public-address.ts';
import { pushServiceAt } from './push-services.ts';
import type { VapidKeys } from './vapid-keys.ts';

export interface WebPushOptions {
  keys: VapidKeys;
  /** Contact for the push service's operator: a mailto: or https: URL. */
  subject: string;
  clock: Clock;
  /** True in a demonstration: allows push services on this machine. */
  allowLoopback: boolean;
  /** Timeout of a call, ms; by default that of the push service. */
  timeoutMs?: number;
  /** Circuit breakers; those of this process by default. */
  calls?: Pick<RemoteCalls, 'call'>;
}

const subscription = z.object({
  endpoint: z.url(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});

/**
 * Maximum payload in bytes. Push services accept 4,096 bytes of ciphertext; the difference leaves room for URLs and the
 * encryption's overhead.
 */
const MAX_BYTES = 3400;

/** The JSON that the service worker shows and opens; a body too long for push services is truncated. */
export function payloadOf({ id, title, body, screen, params, url }: PushMessage): string {
  const write = (text: string) => JSON.stringify({ id, title, body: text, screen, params, url, tag: id });
  const letters = Array.from(body);
  let shown = letters.length;
  while (shown > 0 && Buffer.byteLength(write(letters.slice(0, shown).join(''))) > MAX_BYTES)
    shown = Math.floor(shown * 0.9);
  return write(shown === letters.length ? body : `${letters.slice(0, shown).join('')}…`);
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || /^127(\.\d+){3}$/.test(hostname);

interface Prepared {
  url: URL;
  headers: Record<string, string>;
  body: Buffer | null;
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
  /**
   * True for a web page, which comes from a proxy or network login in between: push services answer without a body, or
   * with JSON or plain text.
   */
  isWebPage: boolean;
  /** The first bytes of the answer; '' unless the service rejected the sender. */
  text: string;
}

/** A non-public address is an error of the subscription, so it does not count as an outage. */
const outageSigns: OutageSigns<Answer> = {
  inError: (error) => !(error instanceof NotPublicError),
  inAnswer: ({ status }) => status >= 500,
};

const isDenied = (status: number): boolean => status === 401 || status === 403;
const MAX_TEXT_LENGTH = 2048;
/** Answers of Chrome's and Safari's push services when the browser subscribed with another VAPID key. */
const OTHER_KEY = /do not correspond to the credentials used to create|VapidPkHashMismatch/i;

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of answer) {
    text += String(part);
    if (text.length >= MAX_TEXT_LENGTH) break;
  }
  return text;
}

export function createWebPush(options: WebPushOptions): PushSender & { readonly publicKey: string } {
  const { keys, subject, clock, allowLoopback } = options;

  function post({ url, headers, body }: Prepared, timeoutMs: number): Promise<Answer> {
    const isLocal = allowLoopback && isLoopback(url.hostname);
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const call = request(
        url,
        {
          method: 'POST',
          headers,
          signal: AbortSignal.timeout(timeoutMs),
          ...(isLocal ? {} : { lookup: lookupPublic }),
        },
        (answer) => {
          const reply = {
            status: answer.statusCode ?? 0,
            retryAfter: answer.headers['retry-after'],
            isWebPage: /^text\/html\b/i.test(answer.headers['content-type'] ?? ''),
          };
          if (isDenied(reply.status))
            return void textOf(answer).then((text) => resolve({ ...reply, text }), reject);
          // The rest of the answer is not read, because only its status matters.
          answer.destroy();
          resolve({ ...reply, text: '' });
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  }

  /**
   * Host names are checked when the connection looks them up. Literal IP addresses are not looked up, so they are
   * rejected; no push service uses one.
   */
  function mayReach({ protocol, hostname }: URL): boolean {
    if (allowLoopback && isLoopback(hostname)) return true;
    return protocol === 'https:' && !/^[\d.]+$|^\[/.test(hostname);
  }

  /** Null for a subscription that cannot be encrypted for, or whose URL cannot be a push service. */
  function prepare(token: string, message: PushMessage): Prepared | null {
    try {
      const to = subscription.parse(JSON.parse(token));
      const url = new URL(to.endpoint);
      if (!mayReach(url)) return null;
      const details = webpush.generateRequestDetails(to, payloadOf(message), {
        vapidDetails: { subject, ...keys },
        TTL: message.ttlSeconds,
        urgency: message.urgent ? 'high' : 'normal',
        contentEncoding: 'aes128gcm',
      });
      const given = Object.entries(details.headers).map(([name, value]) => [name, String(value)]);
      const headers: Record<string, string> = Object.fromEntries(given);
      return { url, headers, body: details.body };
    } catch {
      return null;
    }
  }

  return {
    kind: 'web-push',
    publicKey: keys.publicKey,
    async send(token, message): Promise<PushOutcome> {
      const prepared = prepare(token, message);
      if (prepared === null) return { result: 'gone' };
      const { host } = prepared.url;
      const service = pushServiceAt(prepared.url);
      const { calls = service.calls, timeoutMs = service.timeoutMs } = options;
      try {
        const { status, retryAfter, isWebPage, text } = await calls.call(
          host,
          () => post(prepared, timeoutMs),
          outageSigns,
        );
        if (status === 404 || status === 410) return { result: 'gone' };
        if (isWebPage && status < 300)
          return { result: 'later', reason: 'Something else than the push service answered' };
        if (isDenied(status))
          return OTHER_KEY.test(text)
            ? { result: 'gone' }
            : { result: 'denied', reason: `The push service answered ${status}` };
        return outcomeOf(status, { who: 'The push service', retryAfter, now: clock.now() });
      } catch (error) {
        if (error instanceof NotPublicError) return { result: 'gone' };
        return { result: 'later', reason: error instanceof Error ? error.message : 'No answer' };
      }
    },
  };
}
