// Tests the configuration of push messages: incomplete groups and invalid keys are rejected, and defaults apply
// otherwise.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { vapidKeysFrom } from './adapters/push/web-push/vapid-keys.ts';
import { ConfigError, parseConfig } from './config.ts';

const pem = String(
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
);
const fcm = {
  FCM_PROJECT_ID: 'kerb-trial',
  FCM_CLIENT_EMAIL: 'push@kerb-trial.example',
  FCM_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
};
const { publicKey, privateKey } = vapidKeysFrom('of the tests');
const vapid = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('push messages', () => {
  it('require no variables: web push keys are derived from the secret, apps get no messages', () => {
    expect(parseConfig({}).push).toEqual({
      fcm: undefined,
      vapidKeys: undefined,
      vapidSubject: 'mailto:push@kerb.example',
    });
  });

  it('use the service account of FCM, with escaped line ends', () => {
    expect(parseConfig({ ...fcm, FCM_API_URL: 'http://127.0.0.1:7' }).push.fcm).toEqual({
      projectId: 'kerb-trial',
      clientEmail: 'push@kerb-trial.example',
      privateKey: pem,
      apiUrl: 'http://127.0.0.1:7',
      tokenUrl: undefined,
    });
    expect(parseConfig(vapid).push.vapidKeys).toEqual({ publicKey, privateKey });
  });

  it.each([
    [{ FCM_PROJECT_ID: 'x' }, /FCM_PROJECT_ID, FCM_CLIENT_EMAIL, FCM_PRIVATE_KEY are set together/],
    [{ ...fcm, FCM_PRIVATE_KEY: 'secret' }, /FCM_PRIVATE_KEY is not/],
    [{ VAPID_PUBLIC_KEY: publicKey }, /VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY are set together/],
    [{ ...vapid, VAPID_PUBLIC_KEY: vapidKeysFrom('x').publicKey }, /not a pair of keys/],
    [{ ...vapid, VAPID_PRIVATE_KEY: 'short' }, /not a pair of keys/],
    [{ VAPID_SUBJECT: 'http://kerb.example' }, /VAPID_SUBJECT: give/],
    [{ VAPID_SUBJECT: 'me' }, /VAPID_SUBJECT: give/],
  ])('%# is reported as a problem', (env, problem) => {
    const problems = problemsOf(env);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
  });

  it.each([
    [{ VAPID_SUBJECT: 'https://kerb.example/contact' }, 'https://kerb.example/contact'],
    [{ SMTP_URL: 'smtp://mail:25', EMAIL_FROM: 'Kerb <hello@kerb.example>' }, 'mailto:hello@kerb.example'],
    [{ PUBLIC_URL: 'https://rides.example/app' }, 'https://rides.example'],
    [{ PUBLIC_URL: 'http://rides.example' }, 'mailto:push@kerb.example'],
  ])('%# says whom a push service may ask', (env, subject) => {
    expect(parseConfig(env).push.vapidSubject).toBe(subject);
  });
});
