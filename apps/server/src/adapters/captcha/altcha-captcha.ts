// Proof-of-work captcha by altcha: the browser derives keys until one has the required prefix. No third party is
// involved.
import { createHmac } from 'node:crypto';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Captcha } from '../../ports/captcha.ts';
import type { Clock } from '../../ports/clock.ts';

export interface AltchaOptions {
  /** The server's secret, from which the signature keys are derived. */
  secret: string;
  clock: Clock;
  /** PBKDF2 iterations per attempt, and the maximum number of attempts of a solution; tests use fewer. */
  cost?: number;
  maxTries?: number;
}

const VALID_MS = 5 * 60_000;
/** 200 to 400 attempts of 1000 iterations: 0.2 s on a laptop, below 1.5 s on a slow phone. */
const COST = 1000;
const MAX_TRIES = 400;

const hex = z.string().regex(/^([0-9a-f]{2}){1,64}$/);
const payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: hex,
      salt: hex,
      cost: z.number().int().positive(),
      keyLength: z.number().int().positive(),
      keyPrefix: hex,
      keySignature: hex,
      data: z.object({ until: z.number() }),
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.number(), derivedKey: hex }),
});

function parse(text: string): z.output<typeof payload> | null {
  try {
    return payload.safeParse(JSON.parse(Buffer.from(text, 'base64').toString())).data ?? null;
  } catch {
    return null;
  }
}

export function createAltchaCaptcha(options: AltchaOptions): Captcha {
  const { secret, clock, cost = COST, maxTries = MAX_TRIES } = options;
  const keyFor = (use: string): string => createHmac('sha256', secret).update(`captcha:${use}`).digest('hex');
  const secrets = {
    hmacSignatureSecret: keyFor('challenge'),
    hmacKeySignatureSecret: keyFor('solution'),
  };
  return {
    async challenge() {
      const { parameters, signature = '' } = await createChallenge({
        ...secrets,
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(maxTries, Math.ceil(maxTries / 2)),
        deriveKey,
        // Replaces the library's own expiry, which uses the machine's clock.
        data: { until: clock.now() + VALID_MS },
      });
      return { parameters: { ...parameters }, signature };
    },

    async judge(text) {
      const given = parse(text);
      if (given === null) return null;
      const { challenge, solution } = given;
      const { until } = challenge.parameters.data;
      if (until <= clock.now()) return null;
      const { verified } = await verifySolution({ ...secrets, challenge, solution, deriveKey });
      return verified ? { id: challenge.signature, expiresAt: until } : null;
    },
  };
}
