// HTTP clients that call like the apps: they retry with the idempotency key until they get a response, and record
// acknowledged calls.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RouteName } from '@kerb/contract';
import { type Caller, callOf, codeOf, type Input } from '../../../apps/server/src/testing/send-to.ts';

export interface HttpAnswer {
  /** 0 when the connection was lost or no response arrived in time. */
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly isReplayed: boolean;
}

/** A call that was answered with a success. */
export interface Acknowledged {
  readonly name: RouteName;
  readonly input: Input;
  readonly caller: Caller;
  readonly key: string;
  readonly answer: HttpAnswer;
}

export interface TimedAcknowledged extends Acknowledged {
  /** ms of performance.now() */
  readonly answeredAt: number;
}

/** Longer than a call waits for a database that does not respond, in ms. */
const ANSWER_WITHIN_MS = 25_000;
/**
 * Time to retry, in ms, since the server or the database was last lost; a key claimed by a crashed call is free after a
 * minute.
 */
const REPEAT_FOR_MS = 90_000;
/** Time after which a call stops retrying even if nothing recovers, in ms. */
const STOP_AFTER_MS = 600_000;
const REPEAT_EVERY_MS = 100;
const repeatable = ['unavailable', 'overloaded', 'request_in_progress'];

const lost: HttpAnswer = { status: 0, code: '', text: '', isReplayed: false };

export function createClients(origin: string) {
  const journal: TimedAcknowledged[] = [];
  /** Responses that a client must never get, even while processes are killed. */
  const odd: string[] = [];
  const refusals: Record<string, number> = {};

  async function send(name: RouteName, input: Input, caller: Caller, key?: string): Promise<HttpAnswer> {
    const { method, url, headers, payload } = callOf(name, input, caller);
    try {
      const response = await fetch(new URL(url, origin), {
        method,
        headers: {
          ...headers,
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const text = await response.text();
      return {
        status: response.status,
        code: response.status >= 400 ? codeOf(text) : '',
        text,
        isReplayed: response.headers.get('idempotency-replayed') === 'true',
      };
    } catch {
      return lost;
    }
  }

  /** Repeats the call until the response is not a retryable one. */
  async function sendAtLast(
    name: RouteName,
    input: Input,
    caller: Caller,
    key?: string,
  ): Promise<HttpAnswer> {
    const last = performance.now() + STOP_AFTER_MS;
    let deadline = performance.now() + REPEAT_FOR_MS;
    while (performance.now() < Math.min(deadline, last)) {
      const answer = await send(name, input, caller, key);
      if (answer.status === 0 || answer.code === 'unavailable') deadline = performance.now() + REPEAT_FOR_MS;
      if (answer.status >= 500 && !repeatable.includes(answer.code))
        odd.push(`${name} is answered ${answer.status} ${answer.code}`);
      if (answer.status !== 0 && !repeatable.includes(answer.code)) return answer;
      await pause(REPEAT_EVERY_MS);
    }
    odd.push(`${name} is not answered in ${REPEAT_FOR_MS / 1000} seconds`);
    return lost;
  }

  return {
    send,
    /** Calls a read route, or a route whose effect is not recorded. */
    read: (name: RouteName, input: Input, caller: Caller) => sendAtLast(name, input, caller),
    /** Calls with a new key; recorded when it is acknowledged. */
    async act(name: RouteName, input: Input, caller: Caller): Promise<HttpAnswer> {
      const key = randomUUID();
      const answer = await sendAtLast(name, input, caller, key);
      if (answer.status >= 200 && answer.status < 300)
        journal.push({ name, input, caller, key, answer, answeredAt: performance.now() });
      else refusals[`${name} ${answer.code}`] = (refusals[`${name} ${answer.code}`] ?? 0) + 1;
      return answer;
    },
    /** Calls with a used key until there is a response. */
    repeat: sendAtLast,
    journal: journal as readonly TimedAcknowledged[],
    odd: odd as readonly string[],
    /** Number of rejections of calls that may be rejected, by route and code. */
    refusals: refusals as Readonly<Record<string, number>>,
  };
}
export type Clients = ReturnType<typeof createClients>;
