// Chooses a buyer's e-mail address for providers that require one.
import type { CheckoutOrder } from '../../ports/payments.ts';

/**
 * The buyer's own address; without one, an address with the customer's id at the operator's domain, so that the buyer
 * can pay. When the server has no domain name, a reserved domain is used that cannot be registered.
 */
export function emailOf({ buyer, returnUrl }: Pick<CheckoutOrder, 'buyer' | 'returnUrl'>): string {
  if (buyer.email) return buyer.email;
  const { hostname } = new URL(returnUrl);
  const isDomain = /^[a-z0-9.-]+\.[a-z]{2,}$/i.test(hostname);
  return `${buyer.cust_id}@${isDomain ? hostname : 'kerb.invalid'}`;
}
