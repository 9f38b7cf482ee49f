// Tests which payment mode of a booking is displayed, and when none is displayed.
import { expect, it } from 'vitest';
import { paymentShown } from './payment-shown.ts';

it.each([
  ['PAYMENT_PENDING', 0, null],
  ['CANCELLED', 0, null],
  ['CANCELLED', 120, 'cash'],
  ['NEW', 0, 'cash'],
  ['PENDING', 0, 'cash'],
  ['COMPLETE', 120, 'cash'],
] as const)('of a booking in %s with %d paid is %s', (status, customer_paid, shown) => {
  expect(paymentShown({ status, payment_mode: 'cash', customer_paid })).toBe(shown);
});
