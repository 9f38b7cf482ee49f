// The payment providers of the specification, by their names there.
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
