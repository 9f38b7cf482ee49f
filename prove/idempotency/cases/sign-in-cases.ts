// Calls of sign-in and second factors that take effect.
import { createHmac, randomUUID } from 'node:crypto';
import type { RouteName } from '@kerb/contract';
import { z } from 'zod';
import { createSoftwareAuthenticator } from '../../../apps/server/src/modules/identity/second-factor/testing/software-authenticator.ts';
import { insertRow } from '../../../apps/server/src/testing/insert-row.ts';
import type { Caller } from '../../../apps/server/src/testing/send-to.ts';
import { codeFor, newMobile } from '../people.ts';
import { type Case, type CaseContext, type Prepare, usual, visitor } from '../prepared-call.ts';

const STEP_SECONDS = 30;
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator app at a time (RFC 6238); the secret in base32. */
function codeAt(secret: string, now: number): string {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 1000 / STEP_SECONDS)));
  const mac = createHmac('sha1', bytes).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function sentCode({ send, pool }: CaseContext) {
  const mobile = newMobile();
  const { text } = await send('sendOtp', { body: { mobile } }, visitor);
  const { verificationId } = z.object({ verificationId: z.string() }).parse(JSON.parse(text));
  return { verificationId, otp: await codeFor({ pool }, mobile), mobile };
}

/** An admin or fleet admin. Passkeys are bound to the host of the request. */
async function manager({ environment }: CaseContext): Promise<Caller> {
  const admin = await environment.person('admin');
  return { ...admin, headers: { ...admin.headers, host: 'localhost' } };
}

/** An admin who is setting up an authenticator app, with its first code. */
async function begun(context: CaseContext) {
  const caller = await manager(context);
  const { text } = await context.send('beginAuthenticator', { body: {} }, caller);
  const { secret } = z.object({ secret: z.string() }).parse(JSON.parse(text));
  return { caller, code: codeAt(secret, Date.now()) };
}

async function withAuthenticator(context: CaseContext) {
  const { caller, code } = await begun(context);
  const { text } = await context.send('confirmAuthenticator', { body: { code } }, caller);
  const { recoveryCodes } = z.object({ recoveryCodes: z.array(z.string()) }).parse(JSON.parse(text));
  return { caller, recoveryCodes };
}

const provedManager =
  (body?: object): Prepare =>
  async (context) => {
    const { caller } = await withAuthenticator(context);
    return { caller, input: body ? { body } : {} };
  };

const addedPasskey: Prepare = async (context) => {
  const caller = await manager(context);
  const { text } = await context.send('beginPasskey', { body: {} }, caller);
  const { challenge } = z.object({ challenge: z.string() }).parse(JSON.parse(text));
  const passkey = createSoftwareAuthenticator().create(challenge, 'http://localhost');
  const body = { name: 'Key', passkey };
  return { caller, input: { body }, others: [{ body: { ...body, name: 'Another key' } }] };
};

const sameChallenge = 'the challenge is made again, in place of the first';

export const signInCases: Partial<Record<RouteName, Case>> = {
  finishSocialSignInByPost: {
    refused: 'no provider is configured; its page posts a form, without a key, and its state is valid once',
  },
  endSessions: {
    prepare: async (context) => {
      const prepared = await usual('endSessions', { query: { keep: 'true' } })(context);
      await context.environment.own('session', prepared.caller);
      return prepared;
    },
  },
  sendOtp: {
    prepare: async () => ({
      caller: visitor,
      input: { body: { mobile: newMobile() } },
      others: [{ body: { mobile: newMobile() } }],
    }),
  },
  cancelOtp: {
    prepare: async (context) => {
      const { verificationId } = await sentCode(context);
      return { caller: visitor, input: { params: { id: verificationId } } };
    },
  },
  mobileSignIn: {
    prepare: async (context) => {
      const { verificationId, otp } = await sentCode(context);
      return { caller: visitor, input: { body: { verificationId, otp } } };
    },
  },
  signOut: {
    prepare: async ({ environment }) => ({ caller: await environment.person('rider'), input: {} }),
  },
  beginAuthenticator: { repeats: sameChallenge },
  confirmAuthenticator: {
    prepare: async (context) => {
      const { caller, code } = await begun(context);
      return { caller, input: { body: { code } } };
    },
  },
  removeAuthenticator: { prepare: provedManager() },
  beginPasskey: { repeats: sameChallenge },
  addPasskey: { prepare: addedPasskey },
  renewRecoveryCodes: { prepare: provedManager({}) },
  beginPasskeyProof: {
    prepare: async (context) => {
      const caller = await manager(context);
      await context.environment.own('passkey', caller);
      return { caller, input: { body: {} } };
    },
    repeats: sameChallenge,
  },
  proveSecondFactor: {
    prepare: async (context) => {
      const { caller, recoveryCodes } = await withAuthenticator(context);
      return { caller, input: { body: { recoveryCode: recoveryCodes[0] ?? '' } } };
    },
  },
  disconnectSocial: {
    prepare: async ({ environment, pool }) => {
      const caller = await environment.person('rider');
      const connected = { subject: randomUUID(), uid: caller.uid, connected_at: 1 };
      await insertRow(pool, 'social_identities', { provider: 'google', ...connected });
      return { caller, input: { params: { provider: 'google' } } };
    },
  },
};
