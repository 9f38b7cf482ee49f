// Table of the payment providers of the specification, by their names there.
import { z } from 'zod';

export const providerName = z.enum([
  'paypal',
  'braintree',
  'stripe',
  'paytm',
  'payulatam',
  'flutterwave',
  'paystack',
  'securepay',
  'payfast',
  'liqpay',
  'culqi',
  'mercadopago',
  'test',
]);
export type ProviderName = z.infer<typeof providerName>;

/** Display names of the providers, which are the same in every language. */
export const providerTitles: Readonly<Record<ProviderName, string>> = {
  paypal: 'PayPal',
  braintree: 'Braintree',
  stripe: 'Stripe',
  paytm: 'Paytm',
  payulatam: 'PayU',
  flutterwave: 'Flutterwave',
  paystack: 'Paystack',
  securepay: 'SecurePay',
  payfast: 'Payfast',
  liqpay: 'LiqPay',
  culqi: 'Culqi',
  mercadopago: 'Mercado Pago',
  test: 'Test',
};
