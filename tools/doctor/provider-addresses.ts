// Table of provider URLs, and the selection of those that the environment variables of an installation enable.
import { paymentAdapters } from '../../apps/server/src/adapters/payments/index.ts';

interface Provider {
  readonly name: string;
  /** Environment variable that enables the provider. */
  readonly usedWith: string;
  /** Environment variable that overrides the default URL. */
  readonly replacedBy?: string;
  readonly address: string;
}

/** Providers with a default URL. A test compares the URLs with those in the adapters. */
export const providers: readonly Provider[] = [
  {
    name: 'Twilio',
    usedWith: 'TWILIO_ACCOUNT_SID',
    replacedBy: 'TWILIO_API_URL',
    address: 'https://api.twilio.com',
  },
  {
    name: 'Firebase',
    usedWith: 'FCM_PROJECT_ID',
    replacedBy: 'FCM_API_URL',
    address: 'https://fcm.googleapis.com',
  },
  {
    name: 'Firebase tokens',
    usedWith: 'FCM_PROJECT_ID',
    replacedBy: 'FCM_TOKEN_URL',
    address: 'https://oauth2.googleapis.com/token',
  },
  { name: 'Google Maps', usedWith: 'GOOGLE_MAPS_KEY', address: 'https://maps.googleapis.com' },
  {
    name: 'Google sign-in',
    usedWith: 'GOOGLE_CLIENT_ID',
    replacedBy: 'GOOGLE_ISSUER',
    address: 'https://accounts.google.com',
  },
  {
    name: 'Apple sign-in',
    usedWith: 'APPLE_CLIENT_ID',
    replacedBy: 'APPLE_ISSUER',
    address: 'https://appleid.apple.com',
  },
  {
    name: 'Facebook sign-in',
    usedWith: 'FACEBOOK_APP_ID',
    replacedBy: 'FACEBOOK_ISSUER',
    address: 'https://graph.facebook.com',
  },
];

export interface ProviderAddress {
  name: string;
  url: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Providers and addresses without a default URL. */
const ownAddresses: readonly { name: string; variable: string }[] = [
  { name: 'Valhalla', variable: 'VALHALLA_URL' },
  { name: 'mail server', variable: 'SMTP_URL' },
  { name: 'sign-in check', variable: 'SIGN_IN_CHECK_URL' },
  { name: 'public address', variable: 'PUBLIC_URL' },
];

export function addressesOf(variables: Variables): ProviderAddress[] {
  const payments = paymentAdapters.filter(({ required }) => required.some((name) => variables[name]));
  const used = providers.filter(({ usedWith }) => variables[usedWith]);
  const own = ownAddresses.flatMap(({ name, variable }) => {
    const url = variables[variable];
    return url ? [{ name, url }] : [];
  });
  return [
    ...used.map(({ name, replacedBy, address }) => ({
      name,
      url: (replacedBy === undefined ? undefined : variables[replacedBy]) || address,
    })),
    ...payments.map((adapter) => ({ name: adapter.name, url: adapter.address(variables) })),
    ...own,
  ];
}
