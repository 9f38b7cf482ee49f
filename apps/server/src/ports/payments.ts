// Port of payment providers: opens a checkout, verifies returns and webhooks, queries payments, makes refunds.
import type { ProviderName } from '@kerb/domain/payment';

/** An amount in the form exchanged with providers: exact decimal text in major units ("12.34") and an ISO 4217 code. */
export interface ProviderMoney {
  readonly value: string;
  readonly currency: string;
}

/** Data of the payment form in the specification, §7, and the URLs to which the buyer returns. */
export interface CheckoutOrder {
  /** Our id of this payment, a UUID, which the provider stores as its reference. Each payment has one checkout. */
  readonly payment: string;
  readonly amount: ProviderMoney;
  readonly product_name: string;
  readonly buyer: {
    readonly cust_id: string;
    readonly first_name: string;
    readonly last_name: string;
    /** E.164 */
    readonly mobile_no: string;
    /** '' when unknown. */
    readonly email: string;
    /** IP address of the buyer's browser, for providers that require it. */
    readonly ip: string;
  };
  /** The browser returns to this URL by GET or POST, whether paid or not; the URL contains the payment's id. */
  readonly returnUrl: string;
  /**
   * The browser returns to this URL after the buyer cancelled, at providers that support it; it contains the payment's
   * id too.
   */
  readonly cancelUrl: string;
  /** URL of the provider's server-to-server notifications. */
  readonly webhookUrl: string;
  /** BCP 47 language of the provider's page. */
  readonly locale: string;
}

/** How the buyer's browser reaches the provider. */
export type Checkout =
  /** By a redirect. */
  | { readonly kind: 'redirect'; readonly providerRef: string | null; readonly url: string }
  /** By a form that submits itself. */
  | {
      readonly kind: 'form';
      readonly providerRef: string | null;
      readonly action: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  /** The browser stays on our page, where the provider's script turns the card into a token. */
  | {
      readonly kind: 'page';
      readonly providerRef: string | null;
      readonly page: EmbeddedPage;
    };

/**
 * A page that runs a provider's script. Its form posts the fields that the script has set to the order's `returnUrl`.
 */
export interface EmbeddedPage {
  /** URLs at the provider, loaded in this order. */
  readonly scripts: readonly string[];
  /**
   * Origins that the script frames, calls, or loads styles and pictures from, for the page's Content-Security-Policy.
   */
  readonly origins: readonly string[];
  /**
   * HTML between the heading and the pay button, with the elements that the script fills. Contains no data of the
   * buyer.
   */
  readonly body: string;
  /**
   * JavaScript that runs after the scripts. It may use `kerb.submit({ name: value })`, which posts these fields to the
   * return URL, `kerb.fail(text)`, which shows the text, `kerb.onPay(handler)` and `kerb.data`.
   */
  readonly setup: string;
  /** The value of `kerb.data` in `setup`; JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A request to one of our URLs, unparsed, because signatures cover the exact bytes. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

export type ProviderPaymentStatus =
  /** Opened, but the buyer has not paid yet. */
  | 'open'
  /** Paid, but not final yet, for example a bank transfer or a review. */
  | 'pending'
  /** The operator has the money. */
  | 'captured'
  /** Rejected, expired or cancelled: no money will arrive. */
  | 'failed'
  /** Refunded completely. */
  | 'refunded'
  /** The provider has no such payment. */
  | 'unknown';

/** State of a payment according to the provider. */
export interface ProviderPayment {
  readonly status: ProviderPaymentStatus;
  /** Our id as stored by the provider; null when the provider does not report it. */
  readonly payment: string | null;
  /** The provider's own id, which `refund` needs; null before the provider has assigned one. */
  readonly providerRef: string | null;
  /** The amount paid or to be paid; null when the provider does not report it. */
  readonly amount: ProviderMoney | null;
  /**
   * The amount refunded so far; for a failed payment, the captured amount that the provider has taken back. Null when the
   * provider does not report it.
   */
  readonly refunded: ProviderMoney | null;
  /** The provider's reason for a failure; null otherwise. */
  readonly reason: string | null;
}

export type WebhookReading =
  | {
      readonly kind: 'payment';
      /** The same for every delivery of one event, so that duplicates are detected. */
      readonly eventId: string;
      readonly report: ProviderPayment;
    }
  /** A genuine event of another kind, which needs no handling. */
  | { readonly kind: 'ignored'; readonly eventId: string; readonly event: string };

/** Identifies a payment at its provider. */
export interface PaymentKey {
  readonly payment: string;
  /** From the checkout or the latest report; null while the provider has not assigned an id. */
  readonly providerRef: string | null;
  readonly amount: ProviderMoney;
}

export interface RefundOrder extends PaymentKey {
  /** Our id of the refund, a UUID: repeated calls with the same id refund only once. */
  readonly refund: string;
  /** At most the captured amount. */
  readonly back: ProviderMoney;
  /**
   * The amount of this payment that other refunds have returned or are returning, as far as our database contains it.
   * Any further amount that the provider lists belongs to an earlier attempt at this refund. Needed for providers that
   * store no id of a refund.
   */
  readonly alreadyBack?: ProviderMoney;
  /** When the refund was requested, before its first attempt; ms since the epoch. */
  readonly requestedAt?: number;
  readonly reason: string;
}

export interface ProviderRefund {
  /** A `pending` refund is requested again later with the same id. */
  readonly status: 'done' | 'pending' | 'failed';
  readonly refundRef: string | null;
  readonly reason: string | null;
}

/** The call does not come from the provider, was altered, is too old, or is for another merchant. */
export class PaymentSignatureError extends Error {
  override name = 'PaymentSignatureError';
}

/** The provider did not answer, or its answer does not show the result. The caller retries later. */
export class PaymentUnavailableError extends Error {
  override name = 'PaymentUnavailableError';
}

/** The provider rejects the request permanently, for example because of the amount, the currency or a wrong key. */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError';
}

/**
 * Every call throws PaymentUnavailableError when the provider does not answer properly (no answer within ten seconds,
 * 5xx, 429, 408, a redirect, an invalid answer) and PaymentRefusedError when it rejects the request permanently.
 * Providers are stateless: one object serves all payments concurrently.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Accepted ISO 4217 codes; null when the provider accepts any. */
  readonly currencies: readonly string[] | null;
  /** Opens a checkout. Throws PaymentRefusedError for an amount or currency that the provider does not accept. */
  createCheckout(order: CheckoutOrder): Promise<Checkout>;
  /**
   * Handles the return of the buyer's browser. Its data is trusted only when it is signed or confirmed by the provider.
   * When the embedded page posts a token, the payment is made here. The report is always about `key`. Throws
   * PaymentSignatureError for a forged return.
   */
  readReturn(request: ProviderRequest, key: PaymentKey): Promise<ProviderPayment>;
  /**
   * Throws PaymentSignatureError for a webhook that is not genuine: its signature is wrong, missing or of other bytes
   * or, when the provider signs the time, that time is more than five minutes from now. `isOurs`: whether a payment of
   * ours at this provider has this id; a provider that signs nothing is queried only about such a payment; without it,
   * about none.
   */
  readWebhook(
    request: ProviderRequest,
    isOurs?: (payment: string) => Promise<boolean>,
  ): Promise<WebhookReading>;
  /** Reads the current state; `unknown` when the provider has no such payment. */
  query(key: PaymentKey): Promise<ProviderPayment>;
  refund(order: RefundOrder): Promise<ProviderRefund>;
}
