// The e-mail address of a buyer, for providers that open no checkout without one.
import type { CheckoutOrder } from '../../ports/payments.ts';

/**
 * The buyer's own address, or one made of the customer's id at the operator's domain, so that a buyer without an
 * address can pay too. A server without a domain name gets a reserved domain that cannot be registered.
 */
export function emailOf({ buyer, returnUrl }: Pick<CheckoutOrder, 'buyer' | 'returnUrl'>): string {
  if (buyer.email) return buyer.email;
  const { hostname } = new URL(returnUrl);
  const isDomain = /^[a-z0-9.-]+\.[a-z]{2,}$/i.test(hostname);
  return `${buyer.cust_id}@${isDomain ? hostname : 'kerb.invalid'}`;
}
