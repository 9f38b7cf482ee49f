// Webhook proof: checks planted faults first, then sends mutated calls to every provider's real route.
import { paymentAdapters } from '../../apps/server/src/adapters/payments/index.ts';
import type { Modules } from '../../apps/server/src/app.ts';
import type { PaymentProvider, ProviderRequest } from '../../apps/server/src/ports/payments.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import { mutate, mutationKinds } from './mutations.ts';
import { type Party, startParties } from './parties.ts';
import { judge, type Opened, openPayment, type Pool, unitsOf } from './payments-paid.ts';
import { anyAmount, postAgain, withoutSignature } from './planted.ts';

export interface WebhookSubject {
  readonly origin: string;
  readonly pool: Pool;
  readonly modules: Pick<Modules, 'withTx' | 'wallet'>;
  close(): Promise<void>;
}
/** Starts the whole server with these variables; `providers` replaces those configured by them. */
export type StartSubject = (
  env: Readonly<Record<string, string>>,
  providers?: readonly PaymentProvider[],
) => Promise<WebhookSubject>;

const AT_ONCE = 8;
const PAID_EACH = 6;
const clock = { now: () => Date.now() };

const envOf = (parties: readonly Party[]): Record<string, string> =>
  Object.assign({}, ...parties.map(({ env }) => env));

/** The adapters for opening checkouts; the server has its own instances. */
function providersOf(env: Readonly<Record<string, string>>): Map<string, PaymentProvider> {
  const providers = new Map<string, PaymentProvider>();
  for (const adapter of paymentAdapters) {
    const opened = adapter.open(env);
    if ('problems' in opened) throw new Error(`${adapter.name}: ${opened.problems.join(', ')}`);
    providers.set(adapter.name, opened.create({ clock }));
  }
  return providers;
}

/** Status of the response; 0 for a call that no client can send. */
async function send({ origin }: WebhookSubject, route: string, request: ProviderRequest): Promise<number> {
  const { 'content-length': _, host: __, ...headers } = request.headers;
  const query = request.query.toString();
  try {
    const response = await fetch(`${origin}/api/v1/payments/${route}/webhook${query && `?${query}`}`, {
      method: 'POST',
      headers,
      body: request.body,
    });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    if (error instanceof TypeError) return 0;
    throw error;
  }
}

const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The proof has lost what it works on');
  return value;
};

async function plantFaults(start: StartSubject, parties: readonly Party[]): Promise<PlantedFault[]> {
  const stripeParty = present(parties.find(({ name }) => name === 'stripe'));
  const stripe = present(providersOf(envOf(parties)).get('stripe'));
  const asked = new Map<string, string>();
  const truth = new Map<string, number>();
  const found: PlantedFault[] = [];

  async function plant(
    fault: string,
    provider: PaymentProvider,
    deliver: (subject: WebhookSubject, paid: Opened, unpaid: Opened) => Promise<void>,
  ): Promise<void> {
    const subject = await start({ KERB_TEST_PAYMENTS: 'off' }, [provider]);
    try {
      const paid = await openPayment(subject.pool, stripeParty, stripe, true);
      const unpaid = await openPayment(subject.pool, stripeParty, stripe, false);
      const { payment, amount } = paid.order;
      truth.set(payment, unitsOf(amount.value));
      asked.set(payment, amount.value);
      await deliver(subject, paid, unpaid);
      found.push({ fault, caught: (await judge(subject.pool, truth)).length > 0 });
    } finally {
      await subject.close();
    }
  }

  await plant(
    'an adapter that skips the signature',
    withoutSignature(stripe),
    async (subject, paid, unpaid) => {
      for (let nth = 0; nth < 4 * mutationKinds.length; nth += 1) {
        const { request } = mutate(nth, paid, unpaid, ['stripe', 'paypal']);
        await send(subject, 'stripe', request);
      }
    },
  );
  const acceptsAnyAmount = anyAmount(stripe, (payment) => asked.get(payment) ?? '');
  await plant('an adapter that takes any amount', acceptsAnyAmount, async (subject, paid) => {
    // The buyer has paid one cent less, and the provider reports it.
    truth.set(paid.order.payment, unitsOf(paid.order.amount.value) - 1);
    for (const webhook of paid.webhooks) await send(subject, 'stripe', webhook);
  });
  await plant('a module that posts each delivery', stripe, async (subject, paid) => {
    for (const webhook of [...paid.webhooks, ...paid.webhooks]) {
      await send(subject, 'stripe', webhook);
      await postAgain(subject.modules, 100);
    }
  });
  return found;
}

async function openAll(
  subject: WebhookSubject,
  parties: readonly Party[],
  isPaid: boolean,
): Promise<Opened[]> {
  const providers = providersOf(envOf(parties));
  const opened: Opened[] = [];
  for (const party of parties)
    for (let count = 0; count < PAID_EACH; count += 1)
      opened.push(await openPayment(subject.pool, party, present(providers.get(party.name)), isPaid));
  return opened;
}

/** Sends `tries` mutated webhooks; half of the payments get their genuine webhooks before, the others afterwards. */
async function fuzz(
  subject: WebhookSubject,
  parties: readonly Party[],
  tries: number,
  log: (line: string) => void,
) {
  const paid = await openAll(subject, parties, true);
  const unpaid = await openAll(subject, parties, false);
  const truth = new Map(paid.map(({ order }) => [order.payment, unitsOf(order.amount.value)]));
  const names = parties.map(({ name }) => name);
  const answers = new Map<number, number>();
  const violations: string[] = [];
  const sendGenuine = async ({ party, webhooks }: Opened) => {
    for (const webhook of webhooks) {
      const status = await send(subject, party.name, webhook);
      if (status !== 200) violations.push(`${party.name}: a genuine webhook was answered with ${status}`);
    }
  };
  for (const [index, one] of paid.entries()) if (index % 2 === 0) await sendGenuine(one);
  let nth = 0;
  const work = async () => {
    while (nth < tries) {
      const turn = nth;
      nth += 1;
      // Each kind in turn for each payment in turn.
      const one = present(paid[Math.floor(turn / mutationKinds.length) % paid.length]);
      const targets = unpaid.filter(({ party }) => party === one.party);
      const target = present(targets[turn % targets.length]);
      const { what, route, request } = mutate(turn, one, target, names);
      const status = await send(subject, route, request);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status >= 500 && status !== 503) violations.push(`${what}: the server answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  violations.push(...(await judge(subject.pool, truth)));
  for (const one of paid) await sendGenuine(one);
  violations.push(...(await judge(subject.pool, truth)));
  const { rows } = await subject.pool.query<{ id: string }>(
    `select id from payments where status = 'captured'`,
  );
  const captured = new Set(rows.map(({ id }) => id));
  for (const { party, order } of paid)
    if (!captured.has(order.payment))
      violations.push(`${party.name} ${order.payment} was paid and reported, but is not captured`);
  log(`answers: ${[...answers].map(([status, count]) => `${status} × ${count}`).join(', ')}`);
  return { violations, answers };
}

export async function proveWebhooks(
  start: StartSubject,
  tries: number,
  log: (line: string) => void,
): Promise<ProofReport> {
  const parties = await startParties();
  try {
    const planted = await plantFaults(start, parties);
    log(`${planted.length} faults planted`);
    const subject = await start({ ...envOf(parties), KERB_TEST_PAYMENTS: 'off' });
    try {
      const { violations, answers } = await fuzz(subject, parties, tries, log);
      const missing = paymentAdapters.filter(({ name }) => !parties.some((party) => party.name === name));
      return {
        tried: tries,
        planted,
        violations: [...violations, ...missing.map(({ name }) => `${name} has no counterpart in the proof`)],
        more: {
          providers: parties.length,
          kinds: mutationKinds.length,
          answers: Object.fromEntries(answers),
        },
      };
    } finally {
      await subject.close();
    }
  } finally {
    await Promise.all(parties.map((party) => party.close()));
  }
}
