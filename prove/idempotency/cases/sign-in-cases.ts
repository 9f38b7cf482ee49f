// Calls of signing in and of second factors that take effect.
import { createHmac, randomUUID } from 'node:crypto';
import type { RouteName } from '@kerb/contract';
import { z } from 'zod';
import { createSoftwareAuthenticator } from '../../../apps/server/src/modules/identity/second-factor/testing/software-authenticator.ts';
import type { Caller } from '../../../apps/server/src/testing/send-to.ts';
import { insertRow } from '../../lib/insert-row.ts';
import { codeFor, newMobile } from '../people.ts';
import { type Case, type Prepare, usual, visitor, type Workshop } from '../stage.ts';

const STEP_SECONDS = 30;
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The six digits that an authenticator app shows at a time (RFC 6238); the secret in base32. */
function codeAt(secret: string, now: number): string {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 1000 / STEP_SECONDS)));
  const mac = createHmac('sha1', bytes).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function sentCode({ send, pool }: Workshop) {
  const mobile = newMobile();
  const { text } = await send('sendOtp', { body: { mobile } }, visitor);
  const { verificationId } = z.object({ verificationId: z.string() }).parse(JSON.parse(text));
  return { verificationId, otp: await codeFor({ pool }, mobile), mobile };
}

/** Passkeys belong to the host that the browser names. */
async function manager({ environment }: Workshop): Promise<Caller> {
  const admin = await environment.person('admin');
  return { ...admin, headers: { ...admin.headers, host: 'localhost' } };
}

/** An authenticator is being set up: its first code. */
async function begun(workshop: Workshop) {
  const caller = await manager(workshop);
  const { text } = await workshop.send('beginAuthenticator', { body: {} }, caller);
  const { secret } = z.object({ secret: z.string() }).parse(JSON.parse(text));
  return { caller, code: codeAt(secret, Date.now()) };
}

async function withAuthenticator(workshop: Workshop) {
  const { caller, code } = await begun(workshop);
  const { text } = await workshop.send('confirmAuthenticator', { body: { code } }, caller);
  const { recoveryCodes } = z.object({ recoveryCodes: z.array(z.string()) }).parse(JSON.parse(text));
  return { caller, recoveryCodes };
}

const provedManager =
  (body?: object): Prepare =>
  async (workshop) => {
    const { caller } = await withAuthenticator(workshop);
    return { caller, input: body ? { body } : {} };
  };

const addedPasskey: Prepare = async (workshop) => {
  const caller = await manager(workshop);
  const { text } = await workshop.send('beginPasskey', { body: {} }, caller);
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
    prepare: async (workshop) => {
      const stage = await usual('endSessions', { query: { keep: 'true' } })(workshop);
      await workshop.environment.own('session', stage.caller);
      return stage;
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
    prepare: async (workshop) => {
      const { verificationId } = await sentCode(workshop);
      return { caller: visitor, input: { params: { id: verificationId } } };
    },
  },
  mobileSignIn: {
    prepare: async (workshop) => {
      const { verificationId, otp } = await sentCode(workshop);
      return { caller: visitor, input: { body: { verificationId, otp } } };
    },
  },
  signOut: {
    prepare: async ({ environment }) => ({ caller: await environment.person('rider'), input: {} }),
  },
  beginAuthenticator: { repeats: sameChallenge },
  confirmAuthenticator: {
    prepare: async (workshop) => {
      const { caller, code } = await begun(workshop);
      return { caller, input: { body: { code } } };
    },
  },
  removeAuthenticator: { prepare: provedManager() },
  beginPasskey: { repeats: sameChallenge },
  addPasskey: { prepare: addedPasskey },
  renewRecoveryCodes: { prepare: provedManager({}) },
  beginPasskeyProof: {
    prepare: async (workshop) => {
      const caller = await manager(workshop);
      await workshop.environment.own('passkey', caller);
      return { caller, input: { body: {} } };
    },
    repeats: sameChallenge,
  },
  proveSecondFactor: {
    prepare: async (workshop) => {
      const { caller, recoveryCodes } = await withAuthenticator(workshop);
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
