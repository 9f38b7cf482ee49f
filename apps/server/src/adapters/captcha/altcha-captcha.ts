// The captcha by altcha: the browser derives keys until one has the wanted beginning. No third party is asked.
import { createHmac } from 'node:crypto';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Captcha } from '../../ports/captcha.ts';
import type { Clock } from '../../ports/clock.ts';

export interface AltchaOptions {
  /** The server's secret; the keys of the signatures are derived from it. */
  secret: string;
  clock: Clock;
  /** PBKDF2 iterations of one try, and how many tries a solution takes at most; fewer only in tests. */
  cost?: number;
  maxTries?: number;
}

const VALID_MS = 5 * 60_000;
/** 200 to 400 tries of 1000 iterations: a fifth of a second on a laptop, below 1.5 s on a slow phone. */
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
        // Not the library's own expiry: that one is read on the machine's clock.
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
