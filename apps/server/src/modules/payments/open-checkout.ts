// Handles the posted payment form: verifies the amount owed, opens a checkout at the provider, and returns where the
// browser continues.
import { DomainError, type Minor, toMinor } from '@kerb/domain/kernel';
import type { ProviderName } from '@kerb/domain/payment';
import type { Actor } from '../../kit/index.ts';
import {
  type Checkout,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentUnavailableError,
} from '../../ports/payments.ts';
import type { ApplyReport } from './apply-report.ts';
import { FIRST_CHECK_MS } from './check-times.ts';
import type { FindOrder, Order } from './orders.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { publishPaymentChanged } from './payments.events.ts';
import { type PaymentRecord, paymentsRepository, paymentsWriter } from './payments.repository.ts';
import { moneyText, offered } from './providers.ts';

/** A form that is posted twice within this time (ms), for example by a double click, opens one payment. */
const SAME_CLICK_MS = 5_000;
/** How long a duplicate request waits for the checkout, in ms: the call to the provider times out after ten seconds. */
const WAIT_FOR_OTHER_MS = 12_000;
const LOOK_AGAIN_MS = 100;

export interface CheckoutInput {
  provider: ProviderName;
  form: { order_id: string; amount: string; currency: string };
  /** Public origin of this installation, without a path. */
  origin: string;
  ip: string;
  /** BCP 47 language tag. */
  locale: string;
}

export interface OpenedCheckout {
  payment: string;
  checkout: Checkout;
  amount: Minor;
  decimals: number;
  product_name: string;
  returnUrl: string;
  cancelUrl: string;
}

const API = '/api/v1/payments';

export const returnUrlsOf = (origin: string, payment: string) => ({
  returnUrl: `${origin}${API}/return/${payment}`,
  cancelUrl: `${origin}${API}/return/${payment}?cancelled=1`,
});
export const webhookUrlOf = (origin: string, provider: ProviderName): string =>
  `${origin}${API}/${provider}/webhook`;

/** Throws `amount_mismatch` unless the amount and currency of the form equal the amount owed exactly. */
function assertOwed({ amount, currency, decimals }: Order, form: CheckoutInput['form']): void {
  const isNumber = /^\d{1,15}(\.\d{1,15})?$/.test(form.amount);
  let given: Minor | null = null;
  try {
    given = isNumber ? toMinor(form.amount, decimals) : null;
  } catch {
    given = null;
  }
  if (given !== amount || form.currency !== currency) throw new DomainError('amount_mismatch');
}

export function createOpenCheckout(deps: PaymentsDeps, findOrder: FindOrder, apply: ApplyReport) {
  const { db, withTx, clock, ids, identity, logger } = deps;
  const payments = paymentsRepository(db);
  const wait = () => new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));

  /**
   * Opens a payment, or returns the one that a duplicate of this request has just opened. `isNew`: this call opened it.
   */
  async function begin(actor: Actor, order: Order, provider: PaymentProvider) {
    const id = ids.next();
    return withTx(async (tx) => {
      const writer = paymentsWriter(tx);
      await writer.lockOrder(order.id, provider.name);
      const now = clock.now();
      const open = await writer.openedSince(order.id, provider.name, now - SAME_CLICK_MS);
      if (open?.amount === order.amount && open.currency === order.currency)
        return { id: open.id, isNew: false };
      const { id: order_id, ...rest } = order;
      await writer.open({
        ...rest,
        id,
        order_id,
        uid: actor.uid,
        provider: provider.name,
        created_at: now,
        next_check_at: now + FIRST_CHECK_MS,
      });
      await publishPaymentChanged(tx, { ...rest, id, uid: actor.uid }, 'open');
      return { id, isNew: true };
    });
  }

  async function ask(actor: Actor, payment: PaymentRecord, provider: PaymentProvider, input: CheckoutInput) {
    const user = await identity.userOf(actor.uid);
    return provider.createCheckout({
      payment: payment.id,
      amount: moneyText(payment),
      product_name: payment.product_name,
      buyer: {
        cust_id: actor.uid,
        first_name: user?.firstName ?? '',
        last_name: user?.lastName ?? '',
        mobile_no: user?.mobile ?? '',
        email: user?.email ?? '',
        ip: input.ip,
      },
      ...returnUrlsOf(input.origin, payment.id),
      webhookUrl: webhookUrlOf(input.origin, provider.name),
      locale: input.locale,
    });
  }

  /** Fails the payment after its checkout could not be opened, and throws the error code for the caller. */
  async function failCheckout(payment: string, error: unknown): Promise<never> {
    const isRefusal = error instanceof PaymentRefusedError;
    const reason = isRefusal ? error.message : 'The provider did not open the checkout';
    const empty = { payment: null, providerRef: null, amount: null, refunded: null };
    await withTx((tx) => apply(tx, payment, { ...empty, status: 'failed', reason }));
    // The buyer never reached the provider's page.
    await payments.stopChecks(payment);
    logger.warn({ err: error, payment }, 'A checkout could not be opened');
    if (isRefusal) throw new DomainError('provider_refused', reason);
    if (error instanceof PaymentUnavailableError) throw new DomainError('provider_unavailable');
    throw error;
  }

  /** Waits for the checkout of a payment that a concurrent duplicate of this request is opening at the provider. */
  async function waitFor(payment: string): Promise<Checkout> {
    for (let waited = 0; waited < WAIT_FOR_OTHER_MS; waited += LOOK_AGAIN_MS) {
      const seen = await payments.checkoutOf(payment);
      if (seen?.checkout) return seen.checkout;
      if (seen?.status !== 'open') break;
      await wait();
    }
    throw new DomainError('provider_unavailable');
  }

  /**
   * Throws `no_provider_found`, `not_found`, `already_paid`, `transition_not_allowed`, `amount_mismatch`,
   * `provider_unavailable` and `provider_refused`.
   */
  return async function openCheckout(actor: Actor, input: CheckoutInput): Promise<OpenedCheckout> {
    const provider = (await offered(deps)).find(({ name }) => name === input.provider);
    if (provider === undefined) throw new DomainError('no_provider_found');
    const order = await findOrder(actor, input.form.order_id);
    if (order === null) throw new DomainError('not_found');
    assertOwed(order, input.form);
    const { id, isNew } = await begin(actor, order, provider);
    const payment = await payments.find(id);
    if (payment === null) throw new Error(`Payment ${id} is gone`);
    const about = {
      payment: id,
      amount: order.amount,
      decimals: order.decimals,
      product_name: order.product_name,
      ...returnUrlsOf(input.origin, id),
    };
    if (!isNew) return { ...about, checkout: await waitFor(id) };
    const checkout = await ask(actor, payment, provider, input).catch((error) => failCheckout(id, error));
    await withTx((tx) => paymentsWriter(tx).openedAt(id, checkout));
    return { ...about, checkout };
  };
}
