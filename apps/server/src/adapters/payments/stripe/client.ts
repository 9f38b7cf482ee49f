// Configures Stripe's library: its base URL, validation of its answers, and mapping of its errors to the port's errors.
import Stripe from 'stripe';
import type { z } from 'zod';
import { PaymentRefusedError, PaymentUnavailableError } from '../../../ports/payments.ts';
import { type RemoteCalls, remoteCalls } from '../../remote-calls.ts';

const TIMEOUT_MS = 10_000;

/**
 * The library does not retry, because the caller decides when to retry. `calls` are those of this process by default.
 */
export function createStripeClient(
  secretKey: string,
  apiUrl: string,
  calls: Pick<RemoteCalls, 'fetch'> = remoteCalls,
): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  return new Stripe(secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    // Uses the same circuit breakers as all other providers.
    httpClient: Stripe.createFetchHttpClient((input, init) =>
      calls.fetch(input instanceof Request ? input.url : input, init),
    ),
  });
}

const refusals = [
  Stripe.errors.StripeInvalidRequestError,
  Stripe.errors.StripeAuthenticationError,
  Stripe.errors.StripePermissionError,
  Stripe.errors.StripeCardError,
  Stripe.errors.StripeIdempotencyError,
];

/**
 * Validates the answer of a call by the documented schema. Throws PaymentRefusedError for a rejection, and
 * PaymentUnavailableError for all else: no connection, 429, 409 (the same call is in progress), 5xx, another schema.
 */
export async function callStripe<T>(call: Promise<unknown>, schema: z.ZodType<T>): Promise<T> {
  const answer = await call.catch((error: unknown) => {
    const message = `Stripe: ${error instanceof Error ? error.message : String(error)}`;
    if (refusals.some((Refusal) => error instanceof Refusal))
      throw new PaymentRefusedError(message, { cause: error });
    throw new PaymentUnavailableError(message, { cause: error });
  });
  const parsed = schema.safeParse(answer);
  if (!parsed.success)
    throw new PaymentUnavailableError(`Stripe answered something else: ${parsed.error.message}`);
  return parsed.data;
}

/** The same, with null for objects that do not exist at Stripe. */
export async function findAtStripe<T>(call: Promise<unknown>, schema: z.ZodType<T>): Promise<T | null> {
  return callStripe(call, schema).catch((error: unknown) => {
    const { cause } = error instanceof PaymentRefusedError ? error : {};
    if (cause instanceof Stripe.errors.StripeInvalidRequestError && cause.code === 'resource_missing')
      return null;
    throw error;
  });
}
