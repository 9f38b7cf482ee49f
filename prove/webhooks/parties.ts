// Parties of the proof, one for each provider's counterpart: how a rider pays there, and the webhooks it then sends.
import { createHmac, randomUUID } from 'node:crypto';
import {
  braintreeKeys,
  braintreePayload,
  braintreeWebhook,
  startBraintreeCounterpart,
} from '../../apps/server/src/adapters/payments/braintree/testing/counterpart.ts';
import * as culqi from '../../apps/server/src/adapters/payments/culqi/testing/counterpart.ts';
import { startFlutterwaveCounterpart } from '../../apps/server/src/adapters/payments/flutterwave/testing/counterpart.ts';
import { startLiqpayCounterpart } from '../../apps/server/src/adapters/payments/liqpay/testing/counterpart.ts';
import * as mercadopago from '../../apps/server/src/adapters/payments/mercadopago/testing/counterpart.ts';
import {
  PAYFAST_TEST,
  startPayfastCounterpart,
} from '../../apps/server/src/adapters/payments/payfast/testing/counterpart.ts';
import type { BuyerOutcome } from '../../apps/server/src/adapters/payments/payment-provider.contract.ts';
import {
  payPalKeys,
  signPayPal,
  startPayPalCounterpart,
} from '../../apps/server/src/adapters/payments/paypal/testing/counterpart.ts';
import { startPaystackCounterpart } from '../../apps/server/src/adapters/payments/paystack/testing/counterpart.ts';
import {
  PAYTM_KEY,
  PAYTM_MID,
  startPaytmCounterpart,
} from '../../apps/server/src/adapters/payments/paytm/testing/counterpart.ts';
import {
  PAYU_TEST,
  startPayuCounterpart,
} from '../../apps/server/src/adapters/payments/payulatam/testing/counterpart.ts';
import * as securepay from '../../apps/server/src/adapters/payments/securepay/testing/counterpart.ts';
import {
  signStripe,
  startStripeCounterpart,
  stripeKeys,
} from '../../apps/server/src/adapters/payments/stripe/testing/counterpart.ts';
import { providerRequest } from '../../apps/server/src/adapters/payments/testing/counterpart-server.ts';
import type {
  Checkout,
  CheckoutOrder,
  PaymentProvider,
  ProviderRequest,
} from '../../apps/server/src/ports/payments.ts';

export interface Party {
  readonly name: PaymentProvider['name'];
  readonly currency: string;
  /** Configuration of the adapter for the counterpart. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * A rider pays; returns the resulting webhooks. `provider` is the adapter, for those whose return makes the charge.
   */
  pay(
    checkout: Checkout,
    order: CheckoutOrder,
    provider: PaymentProvider,
  ): Promise<readonly ProviderRequest[]>;
  /** The same webhook signed with another merchant's secret, or as of `ms` ago; null when it is not signed. */
  forged(webhook: ProviderRequest): ProviderRequest | null;
  aged(webhook: ProviderRequest, ms: number): ProviderRequest | null;
  close(): Promise<void>;
}

const none = () => null;
const FLW = { secret: 'FLWSECK_TEST-of-the-counterpart-X', hash: 'hash-of-the-counterpart' };
const LIQPAY = { publicKey: 'i00000000', privateKey: 'a4825234f4bae72a0be04eafe9e8e2bada209255' };
const PAYSTACK = 'sk_test_of_the_counterpart';

const urlOf = (checkout: Checkout): string => {
  if (checkout.kind !== 'redirect') throw new Error(`A ${checkout.kind} is no redirect`);
  return checkout.url;
};
const formOf = (checkout: Checkout) => {
  if (checkout.kind !== 'form') throw new Error(`A ${checkout.kind} is no form`);
  return checkout;
};
const keyOf = ({ payment, amount }: CheckoutOrder, providerRef: string | null) => ({
  payment,
  amount,
  providerRef,
});
const with_ = (webhook: ProviderRequest, headers: Record<string, string>): ProviderRequest => ({
  ...webhook,
  headers: { ...webhook.headers, ...headers },
});

async function stripe(): Promise<Party> {
  const at = await startStripeCounterpart();
  const sign = (body: Buffer, ms = 0, secret?: string) => signStripe(body, Date.now() - ms, secret);
  return {
    name: 'stripe',
    currency: 'EUR',
    close: at.close,
    env: {
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      STRIPE_API_URL: at.url,
    },
    async pay({ providerRef }) {
      const session = at.finish(providerRef ?? '', 'paid');
      const object = at.sessionObject(session.id);
      const body = JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: 'event',
        type: 'checkout.session.completed',
        data: { object },
      });
      return [providerRequest({ body, headers: { 'stripe-signature': sign(Buffer.from(body)) } })];
    },
    forged: (webhook) =>
      with_(webhook, { 'stripe-signature': sign(webhook.body, 0, 'whsec_of_another_account') }),
    aged: (webhook, ms) => with_(webhook, { 'stripe-signature': sign(webhook.body, ms) }),
  };
}

async function paypal(): Promise<Party> {
  const at = await startPayPalCounterpart(Date.now());
  const sign = (webhook: ProviderRequest, ms: number, webhookId?: string): ProviderRequest => ({
    ...webhook,
    headers: {
      ...signPayPal(webhook.body, {
        certUrl: at.certUrl(),
        at: Date.now() - ms,
        ...(webhookId ? { webhookId } : {}),
      }),
    },
  });
  return {
    name: 'paypal',
    currency: 'EUR',
    close: at.close,
    env: {
      PAYPAL_CLIENT_ID: payPalKeys.clientId,
      PAYPAL_CLIENT_SECRET: payPalKeys.clientSecret,
      PAYPAL_WEBHOOK_ID: payPalKeys.webhookId,
      PAYPAL_API_URL: at.url,
    },
    async pay({ providerRef }, order, provider) {
      const returned = providerRequest({ method: 'GET', url: at.approve(providerRef) });
      await provider.readReturn(returned, keyOf(order, providerRef));
      return [at.event('PAYMENT.CAPTURE.COMPLETED', at.resources(providerRef).capture)];
    },
    forged: (webhook) => sign(webhook, 0, '9XL90610J3647323C'),
    aged: (webhook, ms) => sign(webhook, ms),
  };
}

async function braintree(): Promise<Party> {
  const at = await startBraintreeCounterpart();
  return {
    name: 'braintree',
    currency: 'EUR',
    close: at.close,
    aged: none,
    env: {
      BRAINTREE_MERCHANT_ID: braintreeKeys.merchantId,
      BRAINTREE_PUBLIC_KEY: braintreeKeys.publicKey,
      BRAINTREE_PRIVATE_KEY: braintreeKeys.privateKey,
      BRAINTREE_API_URL: at.url,
      BRAINTREE_MERCHANT_ACCOUNTS: 'EUR=kerb_eur,JPY=kerb_jpy,KWD=kerb_kwd,USD=kerb_none',
    },
    async pay(_, order, provider) {
      const fields = new URLSearchParams({ payment_method_nonce: at.tokenize() });
      await provider.readReturn(providerRequest({ body: fields }), keyOf(order, null));
      const { legacyId = '' } = at.transactionOf(order.payment) ?? {};
      return [braintreeWebhook(braintreePayload('transaction_settled', legacyId))];
    },
    forged: (webhook) =>
      braintreeWebhook(new URLSearchParams(webhook.body.toString()).get('bt_payload') ?? '', {
        ...braintreeKeys,
        privateKey: 'of_another_account',
      }),
  };
}

async function paystack(): Promise<Party> {
  const at = await startPaystackCounterpart(PAYSTACK);
  return {
    name: 'paystack',
    currency: 'NGN',
    close: at.close,
    aged: none,
    env: { PAYSTACK_SECRET_KEY: PAYSTACK, PAYSTACK_API_URL: at.url },
    pay: async (checkout) => at.pay(urlOf(checkout)).webhooks,
    forged: (webhook) =>
      with_(webhook, {
        'x-paystack-signature': createHmac('sha512', 'sk_of_another').update(webhook.body).digest('hex'),
      }),
  };
}

async function flutterwave(): Promise<Party> {
  const at = await startFlutterwaveCounterpart(FLW.secret, FLW.hash);
  return {
    name: 'flutterwave',
    currency: 'NGN',
    close: at.close,
    aged: none,
    env: { FLW_SECRET_KEY: FLW.secret, FLW_SECRET_HASH: FLW.hash, FLW_API_URL: at.apiUrl },
    pay: async (checkout) => at.pay(urlOf(checkout)).webhooks,
    forged: (webhook) => with_(webhook, { 'verif-hash': 'hash-of-another-merchant' }),
  };
}

async function liqpay(): Promise<Party> {
  const at = await startLiqpayCounterpart(LIQPAY);
  return {
    name: 'liqpay',
    currency: 'UAH',
    close: at.close,
    aged: none,
    forged: none,
    env: {
      LIQPAY_PUBLIC_KEY: LIQPAY.publicKey,
      LIQPAY_PRIVATE_KEY: LIQPAY.privateKey,
      LIQPAY_API_URL: at.apiUrl,
    },
    pay: async (checkout) => at.post(formOf(checkout).fields, 'success').webhooks,
  };
}

async function payfast(): Promise<Party> {
  const at = await startPayfastCounterpart();
  return {
    name: 'payfast',
    currency: 'ZAR',
    close: at.close,
    aged: none,
    forged: none,
    env: {
      PAYFAST_MERCHANT_ID: PAYFAST_TEST.merchantId,
      PAYFAST_MERCHANT_KEY: PAYFAST_TEST.merchantKey,
      PAYFAST_PASSPHRASE: PAYFAST_TEST.passphrase,
      PAYFAST_URL: at.url,
      PAYFAST_API_URL: at.url,
    },
    async pay(checkout) {
      const { action, fields } = formOf(checkout);
      const { notices } = await at.buyer('pays', action, { ...fields });
      return notices.map((text) => providerRequest({ body: new URLSearchParams(text) }));
    },
  };
}

async function paytm(): Promise<Party> {
  const at = await startPaytmCounterpart();
  return {
    name: 'paytm',
    currency: 'INR',
    close: at.close,
    aged: none,
    forged: none,
    env: { PAYTM_MID, PAYTM_MERCHANT_KEY: PAYTM_KEY, PAYTM_API_URL: at.url },
    async pay(checkout, order) {
      const { action, fields } = formOf(checkout);
      const form = await at.buyer('pays', action, { ...fields }, order);
      return [providerRequest({ body: new URLSearchParams(form) })];
    },
  };
}

async function payulatam(): Promise<Party> {
  const at = await startPayuCounterpart();
  return {
    name: 'payulatam',
    currency: 'USD',
    close: at.close,
    aged: none,
    forged: none,
    env: {
      PAYULATAM_API_KEY: PAYU_TEST.apiKey,
      PAYULATAM_API_LOGIN: PAYU_TEST.apiLogin,
      PAYULATAM_MERCHANT_ID: PAYU_TEST.merchantId,
      PAYULATAM_ACCOUNT_ID: PAYU_TEST.accountId,
      PAYULATAM_API_URL: at.url,
      PAYULATAM_CHECKOUT_URL: `${at.url}/ppp-web-gateway-payu/`,
    },
    async pay(checkout) {
      const { action, fields } = formOf(checkout);
      const { confirmation } = await at.buyer('pays', action, { ...fields });
      return [providerRequest({ body: new URLSearchParams(confirmation) })];
    },
  };
}

/** Counterparts whose webhooks follow from the buyer's visit to the payment page. */
interface Visited {
  url: string;
  pay(checkout: Checkout, order: CheckoutOrder): Promise<BuyerOutcome>;
  close(): Promise<void>;
}

const visited =
  (at: Visited): Party['pay'] =>
  async (checkout, order, provider) => {
    const outcome = await at.pay(checkout, order);
    // A payment by token sends no webhook before the return charges it.
    await provider.readReturn(outcome.returned, keyOf(order, checkout.providerRef));
    return outcome.webhooks;
  };

async function culqiParty(): Promise<Party> {
  const at = await culqi.startCulqi();
  return {
    name: 'culqi',
    currency: 'PEN',
    close: at.close,
    aged: none,
    pay: visited(at),
    env: {
      CULQI_PUBLIC_KEY: culqi.PUBLIC_KEY,
      CULQI_SECRET_KEY: culqi.SECRET_KEY,
      CULQI_WEBHOOK_LOGIN: culqi.LOGIN,
      CULQI_API_URL: at.url,
    },
    forged: (webhook) => with_(webhook, { authorization: `Basic ${btoa('another:account')}` }),
  };
}

async function mercadopagoParty(): Promise<Party> {
  const at = await mercadopago.startMercadoPago();
  const idOf = ({ query }: ProviderRequest) => query.get('data.id') ?? '';
  return {
    name: 'mercadopago',
    currency: 'UYU',
    close: at.close,
    pay: visited(at),
    env: {
      MERCADOPAGO_ACCESS_TOKEN: mercadopago.ACCESS_TOKEN,
      MERCADOPAGO_API_URL: at.url,
      MERCADOPAGO_WEBHOOK_SECRET: mercadopago.WEBHOOK_SECRET,
    },
    forged: (webhook) => mercadopago.notificationOf(idOf(webhook), { secret: 'another-secret' }),
    aged: (webhook, ms) => mercadopago.notificationOf(idOf(webhook), { at: Date.now() - ms }),
  };
}

async function securepayParty(): Promise<Party> {
  const at = await securepay.startSecurePay();
  return {
    name: 'securepay',
    currency: 'AUD',
    close: at.close,
    aged: none,
    pay: visited(at),
    env: {
      SECUREPAY_CLIENT_ID: securepay.CLIENT_ID,
      SECUREPAY_CLIENT_SECRET: securepay.CLIENT_SECRET,
      SECUREPAY_MERCHANT_CODE: securepay.MERCHANT_CODE,
      SECUREPAY_API_URL: at.url,
      SECUREPAY_AUTH_URL: `${at.url}/oauth/token`,
    },
    forged: () => securepay.noticeOf(randomUUID()),
  };
}

export const startParties = (): Promise<Party[]> =>
  Promise.all([
    paypal(),
    braintree(),
    stripe(),
    paytm(),
    payulatam(),
    flutterwave(),
    paystack(),
    securepayParty(),
    payfast(),
    liqpay(),
    culqiParty(),
    mercadopagoParty(),
  ]);
