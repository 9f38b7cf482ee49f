// Base query of the response cache: calls the typed client of the store, which retries, restores a session and proves a
// second factor.
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { ApiError, type CallOptions } from '../client/index.ts';

export interface Question {
  readonly route: string;
  readonly input: object;
  readonly options?: Pick<CallOptions, 'idempotencyKey' | 'timeoutMs'>;
}

type Call = (input: object, options: CallOptions) => Promise<unknown>;
const isCall = (value: unknown): value is Call => typeof value === 'function';

function callOf(extra: unknown, route: string): Call {
  const client: unknown = typeof extra === 'object' && extra !== null ? Reflect.get(extra, 'client') : null;
  const call: unknown = typeof client === 'object' && client !== null ? Reflect.get(client, route) : null;
  if (!isCall(call)) throw new TypeError(`The store has no client with a call ${route}`);
  return call;
}

/** `error` is the ApiError; its code is also the key of its text. */
export const answerFrom: BaseQueryFn<Question, unknown, ApiError> = async (
  { route, input, options },
  { signal, extra },
) => {
  try {
    // A response without a body becomes null, because RTK Query treats undefined as a programming error.
    return { data: (await callOf(extra, route)(input, { ...options, signal })) ?? null };
  } catch (error) {
    if (error instanceof ApiError) return { error };
    throw error;
  }
};
