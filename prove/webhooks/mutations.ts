// Mutations of a genuine webhook, as transport errors or an attacker could cause them.
import { randomBytes, randomInt } from 'node:crypto';
import type { PaymentProvider, ProviderRequest } from '../../apps/server/src/ports/payments.ts';
import type { Opened } from './payments-paid.ts';

export interface Delivery {
  readonly what: string;
  readonly route: PaymentProvider['name'];
  readonly request: ProviderRequest;
}

const SIX_MINUTES_MS = 6 * 60_000;
const pick = <T>(items: readonly T[]): T | undefined => items[randomInt(Math.max(1, items.length))];

const withBody = (request: ProviderRequest, body: Buffer): ProviderRequest => ({ ...request, body });
const edited = (request: ProviderRequest, from: string, to: string): ProviderRequest => ({
  ...withBody(request, Buffer.from(request.body.toString('latin1').replaceAll(from, to), 'latin1')),
  query: new URLSearchParams(request.query.toString().replaceAll(from, to)),
});

/** Gives the event a new id, because an event with a known id would be ignored. */
const renamed = (request: ProviderRequest): ProviderRequest =>
  withBody(
    request,
    Buffer.from(
      request.body.toString('latin1').replace(/evt_[\w-]+/, `evt_${randomBytes(8).toString('hex')}`),
      'latin1',
    ),
  );

function byte(request: ProviderRequest): ProviderRequest {
  const body = Buffer.from(request.body);
  if (body.length > 0) body[randomInt(body.length)] = randomInt(256);
  return withBody(request, body);
}

function header(request: ProviderRequest): ProviderRequest {
  const names = Object.keys(request.headers).filter((name) => name !== 'content-type');
  const name = pick(names);
  const value = name === undefined ? '' : (request.headers[name] ?? '');
  if (name === undefined || value === '') return byte(request);
  const at = randomInt(value.length);
  const letter = String.fromCharCode(randomInt(33, 127));
  return {
    ...request,
    headers: { ...request.headers, [name]: value.slice(0, at) + letter + value.slice(at + 1) },
  };
}

/** The notations of an amount that this provider may use: 12.34, 1234. */
function amounts({ order }: Opened): string[] {
  const { value } = order.amount;
  return [value, value.replace('.', '')];
}

type Mutation = (paid: Opened, webhook: ProviderRequest, unpaid: Opened) => ProviderRequest | null;

const mutations: Readonly<Record<string, Mutation>> = {
  'one byte of the body': (_, webhook) => byte(webhook),
  'one letter of a header': (_, webhook) => header(webhook),
  'cut off': (_, webhook) => withBody(webhook, webhook.body.subarray(0, randomInt(webhook.body.length + 1))),
  'two bodies in one': (_, webhook) => withBody(webhook, Buffer.concat([webhook.body, webhook.body])),
  'noise for a body': (_, webhook) => withBody(webhook, randomBytes(randomInt(400))),
  'no signature': (_, webhook) => ({
    ...webhook,
    headers: { 'content-type': webhook.headers['content-type'] ?? 'application/json' },
  }),
  "another merchant's secret": ({ party }, webhook) => party.forged(webhook),
  'a forged event of an unpaid payment': ({ party, order }, webhook, unpaid) =>
    party.forged(renamed(edited(webhook, order.payment, unpaid.order.payment))),
  'an old time': ({ party }, webhook) => party.aged(webhook, SIX_MINUTES_MS),
  'a time to come': ({ party }, webhook) => party.aged(webhook, -SIX_MINUTES_MS),
  'the id of an unpaid payment': ({ order, providerRef }, webhook, unpaid) => {
    const swapped = renamed(edited(webhook, order.payment, unpaid.order.payment));
    return providerRef && unpaid.providerRef ? edited(swapped, providerRef, unpaid.providerRef) : swapped;
  },
  'another amount': (paid, webhook) => {
    const from = pick(amounts(paid)) ?? '';
    return edited(
      webhook,
      from,
      from.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
    );
  },
  'another currency': ({ order }, webhook) => {
    const { currency } = order.amount;
    const lower = edited(webhook, currency.toLowerCase(), 'usx');
    return edited(lower, currency, 'USX');
  },
  'a replay': (_, webhook) => webhook,
};

const kinds = Object.keys(mutations);
export const mutationKinds: readonly string[] = [...kinds, "another provider's route"];

/** The mutation of the nth delivery: kinds and payments alternate, so that each kind meets each provider. */
export function mutate(
  nth: number,
  paid: Opened,
  unpaid: Opened,
  names: readonly PaymentProvider['name'][],
): Delivery {
  const webhook = pick(paid.webhooks);
  if (webhook === undefined) throw new Error(`${paid.party.name} has sent no webhook`);
  const { name } = paid.party;
  const kind = mutationKinds[nth % mutationKinds.length] ?? '';
  const change = mutations[kind];
  if (change === undefined) {
    const route = pick(names.filter((other) => other !== name)) ?? name;
    return { what: `${name}: ${kind} (${route})`, route, request: webhook };
  }
  // Without a signature there is nothing to forge or expire, so a byte is changed instead.
  return { what: `${name}: ${kind}`, route: name, request: change(paid, webhook, unpaid) ?? byte(webhook) };
}
