// Calls the API through the proxy with the SDK client, which retries as in the apps. Calls that still fail are repeated
// with the same idempotency key.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type CallOptions, type Client, createLazyClient } from '@kerb/sdk/client';
import type { Caller, Input } from '../../apps/server/src/testing/send-to.ts';
import type { Acknowledged } from '../crash/kills/clients.ts';

export interface Person {
  readonly uid: string;
  readonly token: string;
  readonly caller: Caller;
  readonly client: Client;
}

/** The routes that this experiment calls and that change something. */
export type ChangingRoute =
  | 'createBooking'
  | 'acceptBooking'
  | 'arriveBooking'
  | 'startBooking'
  | 'reachBooking'
  | 'collectBooking'
  | 'payBooking'
  | 'cancelBooking'
  | 'addToWallet'
  | 'updateProfile'
  | 'sendMessage';
type ReadingRoute = 'createEstimate' | 'getBooking' | 'getMe' | 'listBookings' | 'listTasks' | 'getWallet';

/** Result of a call; when it was rejected, `answer` is null and `code` is the error code, else `code` is empty. */
export interface Outcome {
  readonly answer: unknown;
  readonly code: string;
}

/** Number of requests since the last `take`, in total and by kind of failure. */
export interface CallCounts {
  /** HTTP requests, including repeats. */
  readonly sent: number;
  /** Requests without a response, or with a 502, 503 or 504 of the proxy because a server cannot be reached. */
  readonly cut: number;
  /** Number of these by cause: a status of the proxy, or the error of the connection. */
  readonly cut_by: Readonly<Record<string, number>>;
  /** Requests that a server rejected with 503: it is overloaded, or the database cannot be reached. */
  readonly refused: number;
}

/** What an error of `fetch` was caused by, such as ECONNRESET or TimeoutError. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' ? code : error.name;
}

/** Time after the first attempt during which a call is repeated while its failures are temporary, ms. */
const REPEAT_FOR_MS = 120_000;
const REPEAT_EVERY_MS = 200;
const repeatableCodes = ['network_error', 'unavailable', 'overloaded', 'request_in_progress'];
const PROBLEM_TYPE = 'application/problem+json';
const gatewayStatuses = [502, 503, 504];

const isRepeatable = ({ status, code }: ApiError): boolean =>
  status === 0 || status === 429 || gatewayStatuses.includes(status) || repeatableCodes.includes(code);

const tokenOf = ({ headers }: Caller): string => headers.authorization?.slice('Bearer '.length) ?? '';

function callByName(client: Client, name: string, input: Input, options: CallOptions): Promise<unknown> {
  const call: unknown = Reflect.get(client, name);
  if (typeof call !== 'function') throw new Error(`The client has no call ${name}`);
  return call(input, options);
}

export function createCalls(origin: string) {
  const journal: Acknowledged[] = [];
  /** Uids of people whose profile edit was not acknowledged; the edit may still have been committed. */
  const unsure = new Set<string>();
  /** Responses that no client may receive, even while parts of the cluster fail; one sentence each. */
  const odd: string[] = [];
  let sent = 0;
  let cut = 0;
  let refused = 0;
  let taken = { sent: 0, cut: 0, refused: 0 };
  /** Number of calls cut off by cause since the last `take`. */
  let causes = new Map<string, number>();

  function noteCut(cause: string): void {
    cut += 1;
    causes.set(cause, (causes.get(cause) ?? 0) + 1);
  }

  async function countedFetch(address: string, init: RequestInit): Promise<Response> {
    sent += 1;
    try {
      const response = await fetch(address, init);
      const isOfServer = response.headers.get('content-type')?.startsWith(PROBLEM_TYPE) === true;
      if (gatewayStatuses.includes(response.status) && !isOfServer)
        noteCut(`${response.status} of the proxy`);
      else if (response.status === 503) refused += 1;
      return response;
    } catch (error) {
      noteCut(causeOf(error));
      throw error;
    }
  }

  /** Repeats the call until it succeeds, or until it is rejected with an error that a repeat would return again. */
  async function untilAnswered(person: Person, name: string, input: Input, key: string): Promise<Outcome> {
    const deadline = performance.now() + REPEAT_FOR_MS;
    while (performance.now() < deadline) {
      try {
        return { answer: await callByName(person.client, name, input, { idempotencyKey: key }), code: '' };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (!isRepeatable(error)) {
          if (error.status >= 500) odd.push(`${name} is answered ${error.status} ${error.code}`);
          return { answer: null, code: error.code };
        }
        await pause(REPEAT_EVERY_MS);
      }
    }
    odd.push(`${name} is not answered in ${REPEAT_FOR_MS / 1000} seconds`);
    return { answer: null, code: 'network_error' };
  }

  return {
    personOf(caller: Caller): Person {
      const token = tokenOf(caller);
      const client = createLazyClient({ baseUrl: origin, token, fetch: countedFetch });
      return { uid: caller.uid, token, caller, client };
    },
    read: (person: Person, name: ReadingRoute, input: Input = {}): Promise<Outcome> =>
      untilAnswered(person, name, input, randomUUID()),
    /** Calls a route with a new idempotency key, and records the call in the journal when it succeeds. */
    async act(person: Person, name: ChangingRoute, input: Input): Promise<Outcome> {
      const key = randomUUID();
      const outcome = await untilAnswered(person, name, input, key);
      if (outcome.code === '') {
        const answer = { status: 200, code: '', text: JSON.stringify(outcome.answer), isReplayed: false };
        journal.push({ name, input, caller: person.caller, key, answer });
      } else if (name === 'updateProfile') unsure.add(person.uid);
      return outcome;
    },
    journal: journal as readonly Acknowledged[],
    unsure: unsure as ReadonlySet<string>,
    odd: odd as readonly string[],
    sent: (): number => sent,
    /** Returns the counts since the previous call of `take`. */
    take(): CallCounts {
      const all = { sent, cut, refused };
      const since = {
        sent: all.sent - taken.sent,
        cut: all.cut - taken.cut,
        cut_by: Object.fromEntries(causes),
        refused: all.refused - taken.refused,
      };
      causes = new Map();
      taken = all;
      return since;
    },
  };
}
export type Calls = ReturnType<typeof createCalls>;
