// Parses the social sign-in part of the configuration: the configured providers and their problems.
import { createPrivateKey } from 'node:crypto';

export interface SocialConfig {
  google: { clientId: string; clientSecret: string; issuer: string | undefined } | undefined;
  apple:
    | { clientId: string; teamId: string; keyId: string; privateKey: string; issuer: string | undefined }
    | undefined;
  facebook: { appId: string; appSecret: string; issuer: string | undefined } | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

const groups = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  apple: ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  facebook: ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
} as const;
const issuers = ['GOOGLE_ISSUER', 'APPLE_ISSUER', 'FACEBOOK_ISSUER'] as const;

/** Environment variables often contain \n in place of a key's line breaks. */
const toPem = (key: string): string => key.replaceAll('\\n', '\n');

function isP256Key(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

export function socialProblems(env: Variables): string[] {
  const problems: string[] = [];
  for (const names of Object.values(groups)) {
    const given = names.filter((name) => env[name]);
    if (given.length > 0 && given.length < names.length)
      problems.push(`${names.slice(0, -1).join(', ')} and ${names.at(-1)} are set together or not at all`);
  }
  if (env.APPLE_PRIVATE_KEY && !isP256Key(toPem(env.APPLE_PRIVATE_KEY)))
    problems.push('APPLE_PRIVATE_KEY is not the text of a .p8 key (PEM, with \\n for its line ends)');
  if (env.KERB_MODE !== 'production') return problems;
  for (const name of issuers)
    if (env[name]?.startsWith('http:')) problems.push(`${name} has to be an https address in production`);
  if (Object.values(groups).some(([id]) => env[id]) && !env.PUBLIC_URL?.startsWith('https:'))
    problems.push('PUBLIC_URL, an https address, is required in production with a social sign-in');
  return problems;
}

export function socialConfigOf(env: Variables): SocialConfig {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, FACEBOOK_APP_ID, FACEBOOK_APP_SECRET } = env;
  const { APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY } = env;
  return {
    google:
      GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET
        ? { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET, issuer: env.GOOGLE_ISSUER }
        : undefined,
    apple:
      APPLE_CLIENT_ID && APPLE_TEAM_ID && APPLE_KEY_ID && APPLE_PRIVATE_KEY
        ? {
            clientId: APPLE_CLIENT_ID,
            teamId: APPLE_TEAM_ID,
            keyId: APPLE_KEY_ID,
            privateKey: toPem(APPLE_PRIVATE_KEY),
            issuer: env.APPLE_ISSUER,
          }
        : undefined,
    facebook:
      FACEBOOK_APP_ID && FACEBOOK_APP_SECRET
        ? { appId: FACEBOOK_APP_ID, appSecret: FACEBOOK_APP_SECRET, issuer: env.FACEBOOK_ISSUER }
        : undefined,
  };
}
