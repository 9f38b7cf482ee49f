// Route declarations of the second factor of admins and fleet admins: adding, proving and removing passkeys, an
// authenticator app and recovery codes.
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams } from '../pages.ts';

const tag = 'second factor';
const managers = ['admin', 'fleetadmin'] as const;

/** Pending step before the session can be used: setting up the first factor, or proving one. */
export const pendingSecondFactor = z.enum(['setup', 'proof']);
export type PendingSecondFactor = z.infer<typeof pendingSecondFactor>;

const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: z.number(),
  lastUsedAt: z.number().nullable(),
});

export const secondFactorView = z.object({
  /** Whether the operator's settings require a second factor of this user. */
  required: z.boolean(),
  pending: pendingSecondFactor.nullable(),
  /**
   * Whether passkeys can be added. They are bound to one web origin, so a production server needs PUBLIC_URL for them.
   */
  passkeysOffered: z.boolean(),
  passkeys: z.array(passkeyView),
  authenticator: z.object({ addedAt: z.number(), lastUsedAt: z.number().nullable() }).nullable(),
  recoveryCodesLeft: z.number().int(),
});
export type SecondFactorView = z.infer<typeof secondFactorView>;

/** Recovery codes, returned only once; null when the user already has some. */
const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() });

const base64url = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[A-Za-z0-9_-]+$/);
const credentialId = base64url(1400);
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
const knownCredential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(transport).optional(),
});
const attachment = z.enum(['cross-platform', 'platform']).optional();

/** The used part of PublicKeyCredentialCreationOptionsJSON of WebAuthn level 3. */
export const passkeyCreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number(),
  excludeCredentials: z.array(knownCredential),
  authenticatorSelection: z.object({
    residentKey: z.enum(['discouraged', 'preferred', 'required']),
    userVerification: z.enum(['discouraged', 'preferred', 'required']),
  }),
  attestation: z.literal('none'),
});

/** The used part of PublicKeyCredentialRequestOptionsJSON of WebAuthn level 3. */
export const passkeyRequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(knownCredential),
  userVerification: z.enum(['discouraged', 'preferred', 'required']),
});

/** RegistrationResponseJSON: the browser's response when a passkey is created. */
export const passkeyRegistration = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>;

/** AuthenticationResponseJSON: the browser's response when a passkey is used. */
export const passkeyAssertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    userHandle: z.string().max(200).optional(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** Code of an authenticator app; spaces between the digits are ignored. */
const authenticatorCode = z.string().trim().max(20);

/** One of the three proofs of the second factor. */
export const secondFactorProof = z.union([
  z.strictObject({ code: authenticatorCode }),
  z.strictObject({ recoveryCode: z.string().trim().max(60) }),
  z.strictObject({ passkey: passkeyAssertion }),
]);
export type SecondFactorProof = z.infer<typeof secondFactorProof>;

export const secondFactorRoutes = {
  getSecondFactor: defineRoute({
    method: 'GET',
    path: '/me/second-factor',
    summary: 'My passkeys, authenticator app and how many recovery codes are left',
    tag,
    access: managers,
    pendingSession: 'any',
    answer: secondFactorView,
    errors: [],
  }),
  beginAuthenticator: defineRoute({
    method: 'POST',
    path: '/me/second-factor/authenticator',
    summary: 'A secret for an authenticator app (TOTP, RFC 6238), to be confirmed with its first code',
    tag,
    access: managers,
    pendingSession: 'setup',
    stepUp: true,
    body: z.object({}),
    answer: z.object({ secret: z.string(), uri: z.string(), expiresAt: z.number() }),
    status: 201,
    errors: [],
    rateLimit: { max: 30, windowSeconds: 60 },
  }),
  confirmAuthenticator: defineRoute({
    method: 'POST',
    path: '/me/second-factor/authenticator/confirm',
    summary: 'Add the authenticator app with a code it shows, in place of an earlier one',
    tag,
    access: managers,
    pendingSession: 'setup',
    stepUp: true,
    body: z.object({ code: authenticatorCode }),
    answer: newRecoveryCodes,
    errors: ['second_factor_wrong', 'second_factor_expired', 'second_factor_paused'],
    rateLimit: { max: 30, windowSeconds: 60 },
  }),
  removeAuthenticator: defineRoute({
    method: 'DELETE',
    path: '/me/second-factor/authenticator',
    summary: 'Remove the authenticator app; the last factor stays while one is required',
    tag,
    access: managers,
    stepUp: true,
    answer: z.void(),
    errors: ['not_found', 'last_second_factor'],
  }),
  beginPasskey: defineRoute({
    method: 'POST',
    path: '/me/second-factor/passkeys/options',
    summary: 'Options for navigator.credentials.create: the challenge is good once, for this session',
    tag,
    access: managers,
    pendingSession: 'setup',
    stepUp: true,
    body: z.object({}),
    answer: passkeyCreationOptions,
    status: 201,
    errors: ['unavailable', 'too_many_passkeys'],
    rateLimit: { max: 30, windowSeconds: 60 },
  }),
  addPasskey: defineRoute({
    method: 'POST',
    path: '/me/second-factor/passkeys',
    summary: 'Add the passkey that the browser created',
    tag,
    access: managers,
    pendingSession: 'setup',
    stepUp: true,
    body: z.object({ name: z.string().trim().min(1).max(60), passkey: passkeyRegistration }),
    answer: newRecoveryCodes,
    status: 201,
    errors: [
      'unavailable',
      'second_factor_wrong',
      'second_factor_expired',
      'too_many_passkeys',
      'passkey_known',
    ],
    rateLimit: { max: 30, windowSeconds: 60 },
  }),
  removePasskey: defineRoute({
    method: 'DELETE',
    path: '/me/second-factor/passkeys/:id',
    summary: 'Remove a passkey; the last factor stays while one is required',
    tag,
    access: managers,
    stepUp: true,
    params: idParams,
    answer: z.void(),
    errors: ['not_found', 'last_second_factor'],
  }),
  renewRecoveryCodes: defineRoute({
    method: 'POST',
    path: '/me/second-factor/recovery-codes',
    summary: 'New recovery codes, shown once; all earlier ones end',
    tag,
    access: managers,
    stepUp: true,
    body: z.object({}),
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    status: 201,
    errors: ['second_factor_missing'],
    rateLimit: { max: 10, windowSeconds: 60 },
  }),
  beginPasskeyProof: defineRoute({
    method: 'POST',
    path: '/auth/second-factor/options',
    summary: 'Options for navigator.credentials.get: the challenge is good once, for this session',
    tag,
    access: managers,
    pendingSession: 'proof',
    body: z.object({}),
    answer: passkeyRequestOptions,
    status: 201,
    errors: ['unavailable', 'second_factor_missing'],
    rateLimit: { max: 30, windowSeconds: 60 },
  }),
  proveSecondFactor: defineRoute({
    method: 'POST',
    path: '/auth/second-factor',
    summary:
      'Prove the second factor of this session by passkey, code or recovery code: after sign-in, and again before protected actions',
    tag,
    access: managers,
    pendingSession: 'proof',
    body: secondFactorProof,
    answer: z.object({ provedAt: z.number(), recoveryCodesLeft: z.number().int() }),
    errors: [
      'second_factor_wrong',
      'second_factor_expired',
      'second_factor_paused',
      'second_factor_missing',
      'unavailable',
      'not_logged_in',
    ],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
  resetSecondFactor: defineRoute({
    method: 'DELETE',
    path: '/users/:id/second-factor',
    summary:
      'Remove every factor of another admin or fleet admin and end their sessions; they set a new one up at the next sign-in',
    tag,
    access: ['admin'],
    stepUp: true,
    params: idParams,
    answer: z.void(),
    errors: ['not_found', 'own_account', 'demo_mode'],
  }),
};
