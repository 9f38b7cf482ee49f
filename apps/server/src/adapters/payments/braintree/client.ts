// Calls Braintree's GraphQL API, and maps its error classes to the port's errors.
import { z } from 'zod';
import { PaymentRefusedError, PaymentUnavailableError } from '../../../ports/payments.ts';
import { callProvider, parseAnswer } from '../call-provider.ts';

/** Requested version of the API: https://developer.paypal.com/braintree/graphql/guides/making_api_calls. */
const VERSION = '2019-01-01';

const graphAnswer = z.object({
  data: z.unknown(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        extensions: z
          .object({ errorClass: z.string().optional(), legacyCode: z.string().optional() })
          .optional(),
      }),
    )
    .nullish(),
});

/** The call was rejected as invalid: a nonce used twice, a key reused with other input, a refund before settlement. */
export class BraintreeValidationError extends Error {
  override name = 'BraintreeValidationError';
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

export interface BraintreeClient {
  /**
   * The `data` of an answer; null when Braintree has no such object. Throws BraintreeValidationError,
   * PaymentRefusedError when access is denied, and PaymentUnavailableError for all else.
   */
  ask<T>(
    query: string,
    variables: Readonly<Record<string, unknown>>,
    schema: z.ZodType<T>,
  ): Promise<T | null>;
}

function throwFor(error: NonNullable<z.infer<typeof graphAnswer>['errors']>[number]): null {
  const { errorClass = '', legacyCode = '' } = error.extensions ?? {};
  const message = `Braintree: ${error.message}`;
  switch (errorClass) {
    case 'NOT_FOUND':
      return null;
    case 'VALIDATION':
      throw new BraintreeValidationError(message, legacyCode);
    case 'AUTHENTICATION':
    case 'AUTHORIZATION':
    case 'NOT_IMPLEMENTED':
    case 'UNSUPPORTED_CLIENT':
      throw new PaymentRefusedError(message);
    default:
      throw new PaymentUnavailableError(message);
  }
}

export function createBraintreeClient(options: {
  apiUrl: string;
  publicKey: string;
  privateKey: string;
}): BraintreeClient {
  const basic = Buffer.from(`${options.publicKey}:${options.privateKey}`).toString('base64');
  return {
    async ask(query, variables, schema) {
      const answer = await callProvider({
        method: 'POST',
        url: options.apiUrl,
        headers: { authorization: `Basic ${basic}`, 'braintree-version': VERSION },
        body: { query, variables },
      });
      const { data, errors } = parseAnswer(answer, graphAnswer);
      const [error] = errors ?? [];
      if (error) return throwFor(error);
      const parsed = schema.safeParse(data);
      if (!parsed.success)
        throw new PaymentUnavailableError(`Braintree answered something else: ${parsed.error.message}`);
      return parsed.data;
    },
  };
}
