// Calls one route of the public API: sends the request, retries it where that is safe, and parses the response.
import type { PeopleRouteName, RouteAnswer, RouteDefinition, RouteInput, Routes } from '@kerb/contract';
import { ApiError, problemFrom } from './api-error.ts';
import { addressOf, bodyOf, type CallInput } from './request.ts';
import { defaultRetryPolicy, type RetryPolicy, waitBeforeRetry } from './retry.ts';
import type { CallableRoute } from './route-table.ts';

type Upload<R> = R extends { readonly upload: object } ? { readonly file: Blob } : unknown;

/** Input of a call: `{ params?, query?, body?, file? }`, each only when the route declares it. */
export type InputOf<R extends RouteDefinition> = RouteInput<R> & Upload<R>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Calls with the same key have one effect, so that a manual retry is safe. By default, each call has a new key. */
  readonly idempotencyKey?: string;
  /** Timeout in ms; defaults to 15 s, or two minutes for an upload, which may use a slow connection. */
  readonly timeoutMs?: number;
}

type Call<R extends RouteDefinition> =
  Record<never, never> extends InputOf<R>
    ? (input?: InputOf<R>, options?: CallOptions) => Promise<RouteAnswer<R>>
    : (input: InputOf<R>, options?: CallOptions) => Promise<RouteAnswer<R>>;

export type Client = { readonly [N in PeopleRouteName]: Call<Routes[N]> };

export interface ClientOptions {
  /** Origin of the server, '' for the origin of the page. */
  readonly baseUrl: string;
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /** Bearer token, read at each call; without one, the session cookie is used. */
  readonly token?: string | (() => string | null);
  /** Called when a call failed with not_logged_in; returning true retries the call once. */
  readonly onNotLoggedIn?: () => unknown;
  /** Called when a call requires a recent second factor; resolving to true retries the call once. */
  readonly onSecondFactorRequired?: () => Promise<boolean>;
  readonly idempotencyKey?: () => string;
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetryPolicy>;
  readonly wait?: (ms: number) => Promise<void>;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function headersOf(
  options: ClientOptions,
  route: CallableRoute,
  type: string | undefined,
  key: string | null,
) {
  const headers: Record<string, string> = {
    accept: 'application/json, application/problem+json',
    // Id by which the server's logs and traces identify the call.
    'x-request-id': randomKey(),
  };
  if (type) headers['content-type'] = type;
  const token = typeof options.token === 'function' ? options.token() : options.token;
  if (token) headers.authorization = `Bearer ${token}`;
  if (key !== null && route.method !== 'GET') headers['idempotency-key'] = key;
  return headers;
}

async function answerOf(route: CallableRoute, response: Response): Promise<unknown> {
  if (!response.ok) throw await problemFrom(response);
  if (response.status === 204) return undefined;
  if (route.binary) return new Uint8Array(await response.arrayBuffer());
  try {
    return await response.json();
  } catch (cause) {
    throw new ApiError({ status: response.status, code: 'unexpected_answer', cause });
  }
}

/** Error codes that mean that the session ended, or that it needs a second factor before any further call. */
const sessionIsNoMore: ReadonlySet<string> = new Set([
  'not_logged_in',
  'needs_second_factor',
  'second_factor_setup_required',
]);

/** Creates a function that calls one route. The route can be loaded asynchronously at the first call. */
export function caller(options: ClientOptions, findRoute: () => CallableRoute | Promise<CallableRoute>) {
  const policy = { ...defaultRetryPolicy, ...options.retry };
  const send = options.fetch ?? ((address: string, init: RequestInit) => fetch(address, init));
  return async (input: CallInput = {}, call: CallOptions = {}): Promise<unknown> => {
    const found = findRoute();
    const route = found instanceof Promise ? await found : found;
    const address = addressOf(options.baseUrl, route, input);
    const key =
      route.method === 'GET' ? null : (call.idempotencyKey ?? (options.idempotencyKey ?? randomKey)());
    const { body, type } = bodyOf(route, input);
    const headers = headersOf(options, route, type, key);
    let isBack = false;
    let isProved = false;
    for (let attempt = 1; ; attempt += 1) {
      const timeout = AbortSignal.timeout(
        call.timeoutMs ?? options.timeoutMs ?? (input.file ? 120_000 : 15_000),
      );
      const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
      try {
        const request: RequestInit = { method: route.method, headers, signal, credentials: 'same-origin' };
        return await answerOf(
          route,
          await send(address, body === undefined ? request : { ...request, body }),
        );
      } catch (cause) {
        if (call.signal?.aborted) throw cause;
        const error =
          cause instanceof ApiError ? cause : new ApiError({ status: 0, code: 'network_error', cause });
        const pause = waitBeforeRetry(policy, attempt, error);
        if (error.code === 'second_factor_required' && !isProved) {
          isProved = (await options.onSecondFactorRequired?.()) === true;
          if (isProved) continue;
        }
        if (sessionIsNoMore.has(error.code) && !isBack) {
          isBack = (await options.onNotLoggedIn?.()) === true;
          if (isBack) continue;
        }
        if (pause === null) throw error;
        await (options.wait ?? wait)(pause);
      }
    }
  };
}

// randomUUID exists only in secure contexts; a phone on the office network reaches a trial server by plain http.
/** A new idempotency key, to be reused for every attempt of the same action. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
