// Paying at a provider: open a checkout, read what comes back with the browser and by webhook, ask, refund.
import type { ProviderName } from '@kerb/domain/payment';

/** An amount as providers take it: exact decimal text in major units ("12.34") and an ISO 4217 code. */
export interface ProviderMoney {
  readonly value: string;
  readonly currency: string;
}

/** What the payment form of the specification, §7, carries, and where the buyer comes back to. */
export interface CheckoutOrder {
  /** Our id of this payment: the reference the provider keeps with it. A UUID; one checkout a payment. */
  readonly payment: string;
  readonly amount: ProviderMoney;
  readonly product_name: string;
  readonly buyer: {
    readonly cust_id: string;
    readonly first_name: string;
    readonly last_name: string;
    /** E.164 */
    readonly mobile_no: string;
    /** '' when not known. */
    readonly email: string;
    /** IP address of the buyer's browser, for providers that want it. */
    readonly ip: string;
  };
  /** The browser comes back here, by GET or POST, paid or not; it names the payment. */
  readonly returnUrl: string;
  /** The browser's return address after the buyer cancelled, for providers that have one; it names the payment too. */
  readonly cancelUrl: string;
  /** Where the provider notifies the server, without a browser. */
  readonly webhookUrl: string;
  /** BCP 47, for the provider's page. */
  readonly locale: string;
}

/** How the buyer's browser gets to the provider. */
export type Checkout =
  /** Sent there by a redirect. */
  | { readonly kind: 'redirect'; readonly providerRef: string | null; readonly url: string }
  /** Sent there by a form that posts itself. */
  | {
      readonly kind: 'form';
      readonly providerRef: string | null;
      readonly action: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  /** Stays on a page of ours, in which the provider's own script takes the card and answers with a token. */
  | {
      readonly kind: 'page';
      readonly providerRef: string | null;
      readonly page: EmbeddedPage;
    };

/** A page for a provider's script. Its form posts what the script filled in to `returnUrl` of the order. */
export interface EmbeddedPage {
  /** Loaded in this order, from the provider. */
  readonly scripts: readonly string[];
  /** Origins that the script frames, calls, or takes styles and pictures from, for the page's content policy. */
  readonly origins: readonly string[];
  /** HTML between the heading and the pay button: the elements the script fills. Nothing of the buyer's in it. */
  readonly body: string;
  /**
   * JavaScript run after the scripts. It may use `kerb.submit({ name: value })`, which posts these fields to the
   * return address, `kerb.fail(text)`, which shows the text, `kerb.onPay(handler)` and `kerb.data`.
   */
  readonly setup: string;
  /** What `setup` finds in `kerb.data`; JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A call to one of our addresses, as it arrived: signatures are made over these very bytes. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

export type ProviderPaymentStatus =
  /** Opened; the buyer has not paid yet. */
  | 'open'
  /** Paid, but the money is not sure yet: a bank transfer, a review. */
  | 'pending'
  /** The money is the operator's. */
  | 'captured'
  /** Refused, expired or given up: nothing will come. */
  | 'failed'
  /** All of it went back. */
  | 'refunded'
  /** The provider knows no such payment. */
  | 'unknown';

/** What a provider says of a payment. */
export interface ProviderPayment {
  readonly status: ProviderPaymentStatus;
  /** Our id as the provider keeps it; null when it does not say. */
  readonly payment: string | null;
  /** The provider's own id, the one `refund` needs; null before the provider has assigned one. */
  readonly providerRef: string | null;
  /** What was or is to be paid; null when the provider does not say. */
  readonly amount: ProviderMoney | null;
  /** What has gone back so far; null when the provider does not say. */
  readonly refunded: ProviderMoney | null;
  /** Why it failed, in the provider's words; null otherwise. */
  readonly reason: string | null;
}

export type WebhookReading =
  | {
      readonly kind: 'payment';
      /** The same for each delivery of the same event, so that a duplicate is known. */
      readonly eventId: string;
      readonly report: ProviderPayment;
    }
  /** Genuine, and of no concern: an event of another kind. */
  | { readonly kind: 'ignored'; readonly eventId: string; readonly event: string };

/** What identifies a payment to its provider. */
export interface PaymentKey {
  readonly payment: string;
  /** From the checkout or the newest report; null when the provider gave none yet. */
  readonly providerRef: string | null;
  readonly amount: ProviderMoney;
}

export interface RefundOrder extends PaymentKey {
  /** Our id of the refund, a UUID: asked twice with one id, a provider pays back once. */
  readonly refund: string;
  /** At most what was captured. */
  readonly back: ProviderMoney;
  /**
   * What of the payment is back, or being paid back, without this refund, as far as is known here: what the provider
   * lists beyond it is this refund, asked for before. Needed where a provider keeps no id of a refund.
   */
  readonly alreadyBack?: ProviderMoney;
  readonly reason: string;
}

export interface ProviderRefund {
  /** `pending` is asked for again with the same id later. */
  readonly status: 'done' | 'pending' | 'failed';
  readonly refundRef: string | null;
  readonly reason: string | null;
}

/** A call that does not come from the provider, was altered, is too old, or is for another merchant. */
export class PaymentSignatureError extends Error {
  override name = 'PaymentSignatureError';
}

/** The provider did not answer, or not in a way that says what happened. Ask again later. */
export class PaymentUnavailableError extends Error {
  override name = 'PaymentUnavailableError';
}

/** The provider refuses what is asked, and will refuse it again: an amount, a currency, a wrong key. */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError';
}

/**
 * Every call throws PaymentUnavailableError when the provider cannot be asked (no answer within ten seconds, 5xx,
 * 429, an invalid answer) and PaymentRefusedError when it refuses for good. Providers hold no state:
 * the same object serves every payment, at the same time.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** ISO 4217 codes it takes; null: any. */
  readonly currencies: readonly string[] | null;
  /** Opens a checkout. Throws PaymentRefusedError for an amount or currency that the provider does not take. */
  createCheckout(order: CheckoutOrder): Promise<Checkout>;
  /**
   * The buyer's browser is back. What it brings is believed only when signed or asked for at the provider; providers
   * whose payment is made by what the embedded page posts make it here. The answer is about `key` and no other
   * payment. Throws PaymentSignatureError for a return that was made up.
   */
  readReturn(request: ProviderRequest, key: PaymentKey): Promise<ProviderPayment>;
  /**
   * Throws PaymentSignatureError for what is not genuine: a signature that is wrong, missing, of other bytes or,
   * where the provider signs the time, more than five minutes away from now.
   */
  readWebhook(request: ProviderRequest): Promise<WebhookReading>;
  /** The current state; `unknown` when the provider has no such payment. */
  query(key: PaymentKey): Promise<ProviderPayment>;
  refund(order: RefundOrder): Promise<ProviderRefund>;
}
