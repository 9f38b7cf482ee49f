// Tests which payment mode of a booking is displayed, when none is displayed, and what is still to be paid.
import { expect, it } from 'vitest';
import { minor } from '../kernel/index.ts';
import { payableShown, paymentShown } from './payment-shown.ts';

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

it.each([
  ['NEW', 120],
  ['PENDING', 120],
  ['CANCELLED', 0],
] as const)('of a booking in %s with a fare of 120, %d is to be paid', (status, payable) => {
  expect(payableShown(status, minor(120))).toBe(payable);
});
