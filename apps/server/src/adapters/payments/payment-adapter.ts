// Describes a payment adapter: its name, the environment variables it needs, and how to create it from them.
import type { ProviderName } from '@kerb/domain/payment';
import { z } from 'zod';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentProvider } from '../../ports/payments.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

export interface PaymentAdapter {
  readonly name: ProviderName;
  /** Variables that the provider requires; they must be set together or not at all. */
  readonly required: readonly string[];
  /** Base URL of the provider, given these variables. */
  address(variables: Variables): string;
  /** Creates the provider from the variables, or returns the problems found in them. */
  open(
    variables: Variables,
  ): { problems: readonly string[] } | { create(deps: AdapterDeps): PaymentProvider };
}

export interface AdapterDeps {
  readonly clock: Clock;
}

/**
 * `variables` has a field for each environment variable, by name: STRIPE_SECRET_KEY. Optional variables have a default
 * or an optional schema. The provider's base URL, such as STRIPE_API_URL, is one of them, so that a sandbox or a
 * counterpart can replace it.
 */
export function definePaymentAdapter<S extends z.ZodObject>(adapter: {
  name: ProviderName;
  variables: S;
  create(variables: z.output<S>, deps: AdapterDeps): PaymentProvider;
}): PaymentAdapter {
  const { name, variables: schema, create } = adapter;
  return {
    name,
    address(variables) {
      const [variable, field] = Object.entries(schema.shape).find(([key]) => key.endsWith('_API_URL')) ?? [];
      if (variable === undefined || field === undefined) throw new Error(`${name} has no address`);
      return z.string().parse(z.parse(field, variables[variable] || undefined));
    },
    required: Object.entries(schema.shape).flatMap(([variable, field]) =>
      field.safeParse(undefined).success ? [] : [variable],
    ),
    open(variables) {
      const parsed = schema.safeParse(variables);
      if (parsed.success) return { create: (deps) => create(parsed.data, deps) };
      return {
        problems: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
      };
    },
  };
}
