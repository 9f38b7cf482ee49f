// List of all payment provider adapters, in the specification's order.

import { braintreeAdapter } from './braintree/braintree.ts';
import { culqiAdapter } from './culqi/culqi.ts';
import { flutterwaveAdapter } from './flutterwave/flutterwave.ts';
import { liqpayAdapter } from './liqpay/liqpay.ts';
import { mercadopagoAdapter } from './mercadopago/mercadopago.ts';
import { payfastAdapter } from './payfast/payfast.ts';
import type { PaymentAdapter } from './payment-adapter.ts';
import { paypalAdapter } from './paypal/paypal.ts';
import { paystackAdapter } from './paystack/paystack.ts';
import { paytmAdapter } from './paytm/paytm.ts';
import { payulatamAdapter } from './payulatam/payulatam.ts';
import { securepayAdapter } from './securepay/securepay.ts';
import { stripeAdapter } from './stripe/stripe.ts';

export type { AdapterDeps, PaymentAdapter, Variables } from './payment-adapter.ts';

export const paymentAdapters: readonly PaymentAdapter[] = [
  paypalAdapter,
  braintreeAdapter,
  stripeAdapter,
  paytmAdapter,
  payulatamAdapter,
  flutterwaveAdapter,
  paystackAdapter,
  securepayAdapter,
  payfastAdapter,
  liqpayAdapter,
  culqiAdapter,
  mercadopagoAdapter,
];
