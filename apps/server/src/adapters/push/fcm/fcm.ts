// Sends push messages to apps through Firebase Cloud Messaging, HTTP v1, as a service account with an access token
// obtained by a signed assertion (RFC 7523).
import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../../ports/clock.ts';
import type { PushMessage, PushOutcome, PushSender } from '../../../ports/push.ts';
import { remoteCalls } from '../../remote-calls.ts';
import { outcomeOf } from '../http-outcome.ts';

export interface FcmConfig {
  projectId: string;
  clientEmail: string;
  /** RSA private key in PEM. */
  privateKey: string;
  /** Base URL of the API; tests override it. */
  apiUrl?: string | undefined;
  tokenUrl?: string | undefined;
}

const API = 'https://fcm.googleapis.com';
const TOKENS = 'https://oauth2.googleapis.com/token';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const TIMEOUT_MS = 10_000;
const ASSERTION_SECONDS = 3600;
/** Time before its expiry at which an access token is renewed, ms. */
const EARLY_MS = 5 * 60_000;

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
/** FCM's answer for an accepted message. */
const taken = z.object({ name: z.string().min(1) });
const failure = z.object({
  error: z.object({
    status: z.string().optional(),
    message: z.string().optional(),
    details: z
      .array(
        z.object({
          errorCode: z.string().optional(),
          /** google.rpc.BadRequest: the invalid fields of the request. */
          fieldViolations: z.array(z.object({ field: z.string().optional() })).optional(),
        }),
      )
      .optional(),
  }),
});

/** A malformed token and an otherwise invalid request have the same status; only the message distinguishes them. */
const NO_TOKEN = /not a valid FCM registration token/i;

/** The JSON sent to FCM; values of `data` must be texts. */
export function fcmMessage(token: string, message: PushMessage, now: number): object {
  const { id, title, body, screen, params, url, urgent, ttlSeconds } = message;
  return {
    message: {
      token,
      notification: { title, body },
      data: { ...params, id, url, params: JSON.stringify(params), ...(screen === null ? {} : { screen }) },
      android: {
        priority: urgent ? 'HIGH' : 'NORMAL',
        ttl: `${ttlSeconds}s`,
        notification: { tag: id },
      },
      apns: {
        headers: {
          'apns-priority': urgent ? '10' : '5',
          'apns-expiration': String(Math.floor(now / 1000) + ttlSeconds),
          'apns-collapse-id': id,
        },
        payload: { aps: { sound: 'default' } },
      },
    },
  };
}

export function createFcm(config: FcmConfig & { clock: Clock }): PushSender {
  const { projectId, clientEmail, privateKey, clock, apiUrl = API, tokenUrl = TOKENS } = config;
  const sendUrl = `${apiUrl.replace(/\/+$/, '')}/v1/projects/${encodeURIComponent(projectId)}/messages:send`;
  let access: { token: string; until: number } | null = null;
  let pendingToken: Promise<string> | null = null;

  function signAssertion(): Promise<string> {
    const now = Math.floor(clock.now() / 1000);
    return new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUrl)
      .setIssuedAt(now)
      .setExpirationTime(now + ASSERTION_SECONDS)
      .sign(createPrivateKey(privateKey));
  }

  async function requestToken(): Promise<string> {
    const response = await remoteCalls.fetch(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await signAssertion(),
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`The token endpoint answered ${response.status}`);
    const { access_token: token, expires_in } = granted.parse(await response.json());
    access = { token, until: clock.now() + expires_in * 1000 - EARLY_MS };
    return token;
  }

  /** Concurrent messages share one request for an access token. */
  async function accessToken(): Promise<string> {
    if (access && clock.now() < access.until) return access.token;
    pendingToken ??= requestToken().finally(() => {
      pendingToken = null;
    });
    return pendingToken;
  }

  async function outcome(response: Response): Promise<PushOutcome> {
    const answer: unknown = await response.json().catch(() => null);
    // The answer is a proxy's web page, or truncated, so the message is retried; devices show a duplicate only once.
    if (response.ok && !taken.safeParse(answer).success)
      return { result: 'later', reason: 'FCM did not confirm the message' };
    const errorBody = failure.safeParse(answer).data?.error;
    const details = errorBody?.details ?? [];
    const codes = [errorBody?.status, ...details.map(({ errorCode }) => errorCode)];
    const wrong = details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field));
    // The token has expired, belongs to another project, or was never valid.
    if (codes.includes('UNREGISTERED') || codes.includes('SENDER_ID_MISMATCH')) return { result: 'gone' };
    if (wrong.includes('message.token') || NO_TOKEN.test(errorBody?.message ?? '')) return { result: 'gone' };
    if (response.status === 401) {
      access = null;
      return { result: 'later', reason: 'FCM answered 401' };
    }
    const retryAfter = response.headers.get('retry-after');
    return outcomeOf(response.status, { who: 'FCM', retryAfter, now: clock.now() });
  }

  return {
    kind: 'fcm',
    async send(token, message) {
      try {
        const response = await remoteCalls.fetch(sendUrl, {
          method: 'POST',
          headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
          body: JSON.stringify(fcmMessage(token, message, clock.now())),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        return await outcome(response);
      } catch (error) {
        return { result: 'later', reason: error instanceof Error ? error.message : 'No answer' };
      }
    },
  };
}
