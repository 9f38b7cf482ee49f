// Schema of a booking's payment packet: how the trip is paid and in which parts. Amounts are in major units.
import { z } from 'zod';
import { promoDetails } from '../fare/index.ts';
import { appcat } from '../settings/index.ts';

export const paymentMode = z.enum(['cash', 'wallet', 'card']);
export type PaymentMode = z.infer<typeof paymentMode>;

const amount = z.number().min(0).max(1_000_000_000);

export const paymentPacket = z.object({
  appcat: appcat.optional(),
  payment_mode: paymentMode,
  customer_paid: amount.default(0),
  discount_amount: amount.default(0),
  usedWalletMoney: amount.default(0),
  cardPaymentAmount: amount.default(0),
  cashPaymentAmount: amount.default(0),
  payableAmount: amount.default(0),
  promo_applied: z.boolean().default(false),
  promo_details: promoDetails.nullable().default(null),
});
export type PaymentPacket = z.infer<typeof paymentPacket>;

/**
 * Payment fields that a booking request may set; the server takes every other amount from the estimate.
 * `usedWalletMoney` is the part of a cash or card payment to be paid from the wallet, in major units; payments by
 * wallet do not need it.
 */
export const paymentChoice = z.object({ payment_mode: paymentMode, usedWalletMoney: amount.default(0) });
