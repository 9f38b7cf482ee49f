// Parses the payment part of the configuration: the configured providers, their problems, and whether the test provider
// is offered.
import {
  type AdapterDeps,
  type PaymentAdapter,
  paymentAdapters,
  type Variables,
} from './adapters/payments/index.ts';
import type { PaymentProvider } from './ports/payments.ts';

export interface PaymentsConfig {
  /** One factory for each configured provider, in the specification's order. */
  readonly create: readonly ((deps: AdapterDeps) => PaymentProvider)[];
  /**
   * Whether the provider `test` is offered: never in production, and by default only when no other provider is
   * configured.
   */
  readonly test: boolean;
}

const TEST_VARIABLE = 'KERB_TEST_PAYMENTS';

/** All variables that some provider requires. */
export const paymentVariables: readonly string[] = paymentAdapters.flatMap(({ required }) => required);

const isConfigured = ({ required }: PaymentAdapter, env: Variables): boolean =>
  required.some((name) => env[name]);

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

function problemsOf(adapter: PaymentAdapter, env: Variables): readonly string[] {
  if (adapter.required.some((name) => !env[name]))
    return [`${listed(adapter.required)} are set together or not at all`];
  const opened = adapter.open(env);
  return 'problems' in opened ? opened.problems : [];
}

/** The common prefix of a provider's variables, such as STRIPE or FLW. */
const prefixOf = ({ required: [first = ''] }: PaymentAdapter): string => first.split('_')[0] ?? '';

/** Provider URLs that are not https; production rejects them, sandbox URLs included. */
const plainAddresses = (adapter: PaymentAdapter, env: Variables): string[] =>
  Object.keys(env).filter(
    (name) =>
      name.startsWith(`${prefixOf(adapter)}_`) && name.endsWith('_URL') && env[name]?.startsWith('http:'),
  );

export function paymentProblems(
  env: Variables,
  adapters: readonly PaymentAdapter[] = paymentAdapters,
): string[] {
  const configured = adapters.filter((adapter) => isConfigured(adapter, env));
  const problems = configured.flatMap((adapter) => problemsOf(adapter, env));
  if (env[TEST_VARIABLE] && !['on', 'off'].includes(env[TEST_VARIABLE]))
    problems.push(`${TEST_VARIABLE} is on or off`);
  if (env.KERB_MODE !== 'production') return problems;
  if (env[TEST_VARIABLE] === 'on')
    problems.push(`${TEST_VARIABLE}: the test provider takes no money and is not offered in production`);
  for (const name of configured.flatMap((adapter) => plainAddresses(adapter, env)))
    problems.push(`${name} has to be an https address in production`);
  if (configured.length > 0 && !env.PUBLIC_URL?.startsWith('https:'))
    problems.push('PUBLIC_URL, an https address, is required in production with a payment provider');
  return problems;
}

/** Expects variables in which no problems were found. */
export function paymentsConfigOf(
  env: Variables,
  adapters: readonly PaymentAdapter[] = paymentAdapters,
): PaymentsConfig {
  const create = adapters
    .filter((adapter) => isConfigured(adapter, env))
    .flatMap((adapter) => {
      const opened = adapter.open(env);
      return 'create' in opened ? [opened.create] : [];
    });
  const wanted = env[TEST_VARIABLE] ?? (create.length === 0 ? 'on' : 'off');
  return { create, test: env.KERB_MODE !== 'production' && wanted === 'on' };
}
