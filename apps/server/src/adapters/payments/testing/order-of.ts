// Creates a checkout order like the payment form does, for tests and proofs.
import { randomUUID } from 'node:crypto';
import type { CheckoutOrder } from '../../../ports/payments.ts';

export function orderOf(currency: string, value = '12.34'): CheckoutOrder {
  const payment = randomUUID();
  const back = `https://kerb.test/api/v1/payments/return/${payment}`;
  return {
    payment,
    amount: { value, currency },
    product_name: 'Ride K7M2QX, Plaza Independencia – Terminal Tres Cruces',
    buyer: {
      cust_id: randomUUID(),
      first_name: 'Ana',
      last_name: 'Núñez & Söhne',
      mobile_no: '+59891000001',
      email: 'ana@example.com',
      ip: '203.0.113.7',
    },
    returnUrl: back,
    cancelUrl: `${back}?cancelled=1`,
    webhookUrl: 'https://kerb.test/api/v1/payments/provider/webhook',
    locale: 'es-UY',
  };
}
