// Parses the push part of the configuration: FCM's service account and the keys of Web Push.
import { createPrivateKey } from 'node:crypto';
import type { FcmConfig } from './adapters/push/fcm/fcm.ts';
import { isVapidPair, type VapidKeys } from './adapters/push/web-push/vapid-keys.ts';

type Variables = Readonly<Record<string, string | undefined>>;

export interface PushConfig {
  /** Undefined: apps receive no push messages; a demonstration shows them in its inbox. */
  fcm: FcmConfig | undefined;
  /** Undefined: the keys are derived from the installation's secret. */
  vapidKeys: VapidKeys | undefined;
  /** Contact address for the push services' operators. */
  vapidSubject: string;
}

const fcmNames = ['FCM_PROJECT_ID', 'FCM_CLIENT_EMAIL', 'FCM_PRIVATE_KEY'];
const vapidNames = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'];
const isSet = (value: unknown): boolean => value !== undefined && value !== '';

/** Keys are written in one line, with \n for their line breaks. */
const toPem = (text: string): string => text.replaceAll('\\n', '\n');

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

function isSubject(text: string): boolean {
  return /^mailto:[^\s@]+@[^\s@]+$/.test(text) || (URL.canParse(text) && text.startsWith('https://'));
}

export function pushProblems(env: Variables): string[] {
  const problems = [fcmNames, vapidNames].flatMap((names) => {
    const set = names.filter((name) => isSet(env[name]));
    return set.length > 0 && set.length < names.length
      ? [`${names.join(', ')} are set together or not at all`]
      : [];
  });
  if (env.FCM_PRIVATE_KEY && !isRsaKey(toPem(env.FCM_PRIVATE_KEY)))
    problems.push(
      'FCM_PRIVATE_KEY is not the private_key of a service account (PEM, with \\n for its line ends)',
    );
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env;
  if (publicKey && privateKey && !isVapidPair({ publicKey, privateKey }))
    problems.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not a pair of keys (base64url, P-256)');
  if (subject && !isSubject(subject))
    problems.push('VAPID_SUBJECT: give mailto: with an address, or an https address');
  return problems;
}

/** The operator's mail address, or the public URL of this installation. */
function subjectOf(env: Variables): string {
  if (env.VAPID_SUBJECT) return env.VAPID_SUBJECT;
  const address = /[^\s<>@,]+@[^\s<>@,]+/.exec(env.EMAIL_FROM ?? '')?.[0];
  if (address !== undefined) return `mailto:${address}`;
  return env.PUBLIC_URL?.startsWith('https://') ? new URL(env.PUBLIC_URL).origin : 'mailto:push@kerb.example';
}

export function pushConfigOf(env: Variables): PushConfig {
  const { FCM_PROJECT_ID, FCM_CLIENT_EMAIL, FCM_PRIVATE_KEY, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = env;
  return {
    fcm:
      FCM_PROJECT_ID && FCM_CLIENT_EMAIL && FCM_PRIVATE_KEY
        ? {
            projectId: FCM_PROJECT_ID,
            clientEmail: FCM_CLIENT_EMAIL,
            privateKey: toPem(FCM_PRIVATE_KEY),
            apiUrl: env.FCM_API_URL,
            tokenUrl: env.FCM_TOKEN_URL,
          }
        : undefined,
    vapidKeys:
      VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY
        ? { publicKey: VAPID_PUBLIC_KEY.replace(/=+$/, ''), privateKey: VAPID_PRIVATE_KEY }
        : undefined,
    vapidSubject: subjectOf(env),
  };
}
