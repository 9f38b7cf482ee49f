// Paying at the test provider the way a browser does: post the form, follow the page, press pay, come back.
import type { PaymentForm } from '@kerb/contract';
import type { Random } from '@kerb/lab';
import type { Session } from './session.ts';
import type { SharedState } from './shared-state.ts';

/** The test provider's cards: one that pays, one that is declined. */
const CARDS = { good: '4242424242424242', declined: '4000000000000002' } as const;
const TIMEOUT_MS = 20_000;

interface CardDeps {
  shared: SharedState;
  session: Session;
  random: Random;
}

async function visit(
  url: string | URL,
  form: Record<string, string> | null,
  headers: Record<string, string>,
) {
  const response = await fetch(url, {
    method: form === null ? 'GET' : 'POST',
    headers,
    ...(form === null ? {} : { body: new URLSearchParams(form) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { location: response.headers.get('location'), text: await response.text() };
}

/** Where the page between takes the browser: it names the address in its refresh. */
const nextPage = (html: string): string | null =>
  /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1]?.replaceAll('&#38;', '&') ?? null;

/** The link of the test provider; null where payments are real, or none are taken. */
export async function testLink(
  { shared, session }: Pick<CardDeps, 'shared' | 'session'>,
  signal: AbortSignal,
): Promise<string | null> {
  const { items } = await shared.persist(
    (options) => session.client.getPaymentProviders(undefined, options),
    signal,
  );
  return items.find(({ name }) => name === 'test')?.link ?? null;
}

/**
 * True when the provider took the card. Now and then it is declined, and false; also where no test provider is
 * offered. What becomes of the payment is seen where it was for.
 */
export async function payByCard(deps: CardDeps, form: PaymentForm, signal: AbortSignal): Promise<boolean> {
  const { session, random } = deps;
  const link = await testLink(deps, signal);
  if (link === null) return false;
  const fields = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]));
  const opened = await visit(link, fields, { authorization: `Bearer ${session.token}` });
  const page = nextPage(opened.text);
  if (page === null) return false;
  const isGood = !random.chance(0.1);
  const paid = await visit(page, { action: 'approve', card: isGood ? CARDS.good : CARDS.declined }, {});
  if (paid.location === null) return false;
  await visit(new URL(paid.location, page), null, {});
  return isGood;
}
