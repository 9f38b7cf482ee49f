// The providers' names as people know them.
import type { ProviderName } from '@kerb/domain/payment';

const labels: Readonly<Record<ProviderName, string>> = {
  paypal: 'PayPal',
  braintree: 'Braintree',
  stripe: 'Stripe',
  paytm: 'Paytm',
  payulatam: 'PayU',
  flutterwave: 'Flutterwave',
  paystack: 'Paystack',
  securepay: 'SecurePay',
  payfast: 'PayFast',
  liqpay: 'LiqPay',
  culqi: 'Culqi',
  mercadopago: 'Mercado Pago',
  test: 'Test',
};

export const providerLabel = (name: ProviderName): string => labels[name];
