// Makes one HTTP call to a provider, with a time limit, and maps every failure to the port's errors.
import type { z } from 'zod';
import { PaymentRefusedError, PaymentUnavailableError } from '../../ports/payments.ts';
import { remoteCalls } from '../remote-calls.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

export interface ProviderCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string | URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, URLSearchParams as a form, and a string unchanged. */
  readonly body?: Readonly<Record<string, unknown>> | readonly unknown[] | URLSearchParams | string;
}

export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

function bodyOf({ body }: ProviderCall): {
  body?: string | URLSearchParams;
  headers?: Record<string, string>;
} {
  if (body === undefined) return {};
  if (typeof body === 'string' || body instanceof URLSearchParams) return { body };
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** Redirects, 408, 429 and 5xx come from a proxy or a busy server and do not show whether the call had an effect. */
const showsNoResult = (status: number): boolean =>
  (status >= 300 && status < 400) || status === 408 || status === 429 || status >= 500;

/** Throws PaymentUnavailableError for redirects, which are not followed, for 408, 429 and 5xx, and without an answer. */
export async function callProvider(call: ProviderCall): Promise<ProviderAnswer> {
  const { body, headers } = bodyOf(call);
  try {
    const response = await remoteCalls.fetch(call.url, {
      method: call.method,
      headers: { accept: 'application/json', ...headers, ...call.headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (showsNoResult(response.status))
      throw new PaymentUnavailableError(`${new URL(call.url).host} answered ${response.status}`);
    if (text.length > MAX_RESPONSE_BYTES)
      throw new PaymentUnavailableError(`${new URL(call.url).host} answered ${text.length} characters`);
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    if (error instanceof PaymentUnavailableError) throw error;
    throw new PaymentUnavailableError(`${new URL(call.url).host} did not answer`, { cause: error });
  }
}

/** Parses the JSON of an answer by the documented schema. Throws PaymentUnavailableError for anything else. */
export function parseAnswer<T>(answer: ProviderAnswer, schema: z.ZodType<T>): T {
  let json: unknown;
  try {
    json = JSON.parse(answer.text);
  } catch (error) {
    throw new PaymentUnavailableError('The provider answered no JSON', { cause: error });
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success)
    throw new PaymentUnavailableError(`The provider answered something else: ${parsed.error.message}`);
  return parsed.data;
}

/** The same for an answer that must be a success; otherwise throws PaymentRefusedError with the provider's text. */
export function parseSuccess<T>(answer: ProviderAnswer, schema: z.ZodType<T>): T {
  if (answer.status >= 300)
    throw new PaymentRefusedError(`The provider answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  return parseAnswer(answer, schema);
}
