// Server behind a proxy with the limits of production and an adjustable clock, and the calls of its sign-in.
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { createApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import { createLogger } from '../../apps/server/src/kit/observe/logger.ts';
import { codeOf } from '../../apps/server/src/testing/send-to.ts';
import { codeFor } from '../idempotency/people.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';

export interface Client {
  readonly address: string;
  /** Device token from an earlier sign-in. */
  readonly device?: string | undefined;
}

/** `code`: error code of the response, empty for a success. */
interface CodeAnswer {
  readonly code: string;
  readonly verificationId: string;
}

const sent = z.object({ verificationId: z.string() });

export async function openCodesServer(database: Omit<ProofDatabase, 'close'>, perDay: number) {
  const config = parseConfig({
    KERB_DATA: database.folder,
    PORT: '0',
    KERB_PAST_DAYS: '0',
    TRUST_PROXY: 'true',
    OTP_PER_DAY: String(perDay),
  });
  const clock = { time: Date.now(), now: () => clock.time };
  const app = await createApp({
    config: { ...config, secret: 'secret of the proofs' },
    database: { ...database, close: async () => undefined },
    logger: createLogger('silent'),
    version: '0.0.0-proof',
    limitScale: 1,
    eventLoopDelayMs: 0,
    clock,
  });
  await app.seedDemonstration();
  const { server } = await app.start();
  const post = (url: string, { address, device }: Client, payload: object) =>
    server.inject({
      method: 'POST',
      url: `/api/v1/auth/${url}`,
      headers: { 'x-forwarded-for': address, ...(device ? { 'kerb-device': device } : {}) },
      payload,
    });

  async function solve({ address }: Client): Promise<string> {
    const answer = await server.inject({
      url: '/api/v1/auth/captcha',
      headers: { 'x-forwarded-for': address },
    });
    const challenge: Challenge = answer.json();
    const solution = await solveChallenge({ challenge, deriveKey });
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  }

  /** Requests a code; when a captcha is required and `solves` is set, requests again with the solution. */
  async function ask(client: Client, mobile: string, { solves } = { solves: true }): Promise<CodeAnswer> {
    let answer = await post('otp', client, { mobile });
    if (solves && codeOf(answer.body) === 'captcha_required')
      answer = await post('otp', client, { mobile, captcha: await solve(client) });
    const done = sent.safeParse(answer.json());
    return {
      code: answer.statusCode < 300 ? '' : codeOf(answer.body),
      verificationId: done.data?.verificationId ?? '',
    };
  }

  /** Enters a code; returns the error code and the device token. */
  async function enter(client: Client, verificationId: string, otp: string) {
    const answer = await post('session', client, { verificationId, otp });
    const code = answer.statusCode < 300 ? '' : codeOf(answer.body);
    const device = answer.cookies.find(({ name }) => name.endsWith('kerb_device'))?.value;
    return { code, device: device ?? String(answer.headers['kerb-device'] ?? '') };
  }

  return {
    clock,
    asOwner: database.asOwner,
    ask,
    enter,
    codeFor: (mobile: string) => codeFor({ pool: database.pool }, mobile),
    /** Requests a code, reads the message and enters the code; `code` is the first error code. */
    async signIn(client: Client, mobile: string) {
      const { code, verificationId } = await ask(client, mobile);
      if (code !== '') return { code, device: '' };
      return enter(client, verificationId, await codeFor({ pool: database.pool }, mobile));
    },
    close: () => app.close(),
  };
}
export type CodesServer = Awaited<ReturnType<typeof openCodesServer>>;
