// Sends calls with an Idempotency-Key to a server in the same process.
import { setTimeout as pause } from 'node:timers/promises';
import type { RouteName } from '@kerb/contract';
import type { FastifyInstance } from 'fastify';
import { type Caller, callOf, codeOf, type Input } from '../../apps/server/src/testing/send-to.ts';

/** The caller and the address; without a session a key belongs to the address. */
export interface From {
  readonly caller: Caller;
  readonly address: string;
}

export interface KeyedAnswer {
  readonly status: number;
  readonly code: string;
  /** Response headers, without those of the transfer. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly isReplayed: boolean;
}

export type KeyedSend = (name: RouteName, input: Input, from: From, key: string) => Promise<KeyedAnswer>;

/** Most retries while the first attempt is still running. */
const MAX_ATTEMPTS = 400;
const RETRY_MS = 25;

const transferHeaders = [
  'connection',
  'content-length',
  'date',
  'idempotency-replayed',
  'transfer-encoding',
  'vary',
];

/** Sends a call like a client: again while the response says that another attempt with its key is running. */
export const keyedSendTo =
  (server: Pick<FastifyInstance, 'inject'>): KeyedSend =>
  async (name, input, { caller, address }, key) => {
    const call = callOf(name, input, caller);
    for (let tries = 1; ; tries += 1) {
      const response = await server.inject({
        ...call,
        remoteAddress: address,
        headers: { ...call.headers, 'idempotency-key': key },
      });
      const code = response.statusCode >= 400 ? codeOf(response.body) : '';
      if (code !== 'request_in_progress' || tries === MAX_ATTEMPTS)
        return {
          status: response.statusCode,
          code,
          headers: Object.fromEntries(
            Object.entries(response.headers).filter(([header]) => !transferHeaders.includes(header)),
          ),
          text: response.body,
          isReplayed: response.headers['idempotency-replayed'] === 'true',
        };
      await pause(RETRY_MS);
    }
  };
