// What the payment providers call themselves; names are the same in every language.
import type { ProviderName } from '@kerb/domain/payment';

export const providerTitles: Record<ProviderName, string> = {
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
