// Settles a finished trip: which amounts are paid at once, which are still due, and the next status.
import { add, DomainError, type Minor, maxMinor, minMinor, subtract, ZERO } from '../kernel/index.ts';
import type { BookingStatus } from './booking.schema.ts';
import type { PaymentMode } from './payment-packet.schema.ts';

/** Final amounts and the payment chosen by the rider. The amounts are final when the trip is REACHED. */
export interface Bill {
  trip_cost: Minor;
  discount_amount: Minor;
  payment_mode: PaymentMode;
  /** Paid in full before the trip (deliveries). */
  prepaid: boolean;
  /** Part of a cash or card payment to be paid from the wallet; 0 for none. Ignored for payments by wallet. */
  usedWalletMoney: Minor;
  /** Current balance of the rider's wallet. */
  walletBalance: Minor;
}

/**
 * Amounts paid by each means. Invariants: usedWalletMoney + cashPaymentAmount + cardPaymentAmount = customer_paid, and
 * customer_paid + payableAmount = trip_cost − discount_amount.
 */
export interface Payment {
  usedWalletMoney: Minor;
  cashPaymentAmount: Minor;
  cardPaymentAmount: Minor;
  customer_paid: Minor;
  /** Amount still due. */
  payableAmount: Minor;
}

export interface Settlement extends Payment {
  /** REACHED while the driver must collect cash, PENDING while the rider must pay by card, else PAID. */
  status: Extract<BookingStatus, 'REACHED' | 'PENDING' | 'PAID'>;
}

type Parts = Pick<Payment, 'usedWalletMoney' | 'cashPaymentAmount' | 'cardPaymentAmount'>;

function payment({ usedWalletMoney, cashPaymentAmount, cardPaymentAmount }: Parts, total: Minor): Payment {
  const customer_paid = add(usedWalletMoney, cashPaymentAmount, cardPaymentAmount);
  const payableAmount = subtract(total, customer_paid);
  return { usedWalletMoney, cashPaymentAmount, cardPaymentAmount, customer_paid, payableAmount };
}

/** Returns the price of a trip after the discount; never below zero. */
export function amountDue(bill: Pick<Bill, 'trip_cost' | 'discount_amount'>): Minor {
  return maxMinor(ZERO, subtract(bill.trip_cost, bill.discount_amount));
}

/**
 * Returns the amount taken from the wallet. The wallet pays its part in full or not at all; an uncovered part is added
 * to the rest of the payment.
 */
function walletPart(bill: Bill, due: Minor): Minor {
  const wanted = bill.payment_mode === 'wallet' ? due : minMinor(bill.usedWalletMoney, due);
  return bill.walletBalance >= wanted ? wanted : ZERO;
}

function prepaidPayment(bill: Bill, due: Minor): Payment {
  const nothing = { usedWalletMoney: ZERO, cashPaymentAmount: ZERO, cardPaymentAmount: ZERO };
  switch (bill.payment_mode) {
    case 'wallet':
      return payment({ ...nothing, usedWalletMoney: due }, due);
    case 'cash':
      return payment({ ...nothing, cashPaymentAmount: due }, due);
    case 'card': {
      const usedWalletMoney = minMinor(bill.usedWalletMoney, due);
      return payment({ ...nothing, usedWalletMoney, cardPaymentAmount: subtract(due, usedWalletMoney) }, due);
    }
  }
}

/**
 * Settles a trip that has REACHED its drop. A prepaid trip, and a trip that the wallet covers, is PAID at once. A cash
 * trip stays REACHED, and with its driver, until the cash is collected. Every other trip is PENDING until the rider
 * pays by card. `usedWalletMoney` is the amount to take from the wallet now, except for prepaid trips.
 */
export function settleTrip(bill: Bill): Settlement {
  const due = amountDue(bill);
  if (bill.prepaid) return { status: 'PAID', ...prepaidPayment(bill, due) };
  const parts = {
    usedWalletMoney: walletPart(bill, due),
    cashPaymentAmount: ZERO,
    cardPaymentAmount: ZERO,
  };
  const paid = payment(parts, due);
  if (paid.payableAmount === 0) return { status: 'PAID', ...paid };
  return { status: bill.payment_mode === 'cash' ? 'REACHED' : 'PENDING', ...paid };
}

/**
 * Records that the driver has collected the whole amount due in cash. Throws `transition_not_allowed` when nothing is
 * due.
 */
export function collectCash(before: Payment): Settlement {
  const cashPaymentAmount = add(before.cashPaymentAmount, owed(before));
  return { status: 'PAID', ...payment({ ...before, cashPaymentAmount }, total(before)) };
}

/**
 * Records that the rider has paid the whole amount due by card. Throws `transition_not_allowed` when nothing is due.
 */
export function payByCard(before: Payment): Settlement {
  const cardPaymentAmount = add(before.cardPaymentAmount, owed(before));
  return { status: 'PAID', ...payment({ ...before, cardPaymentAmount }, total(before)) };
}

/** Pays the whole amount due from the wallet. Throws `insufficient_wallet` when its balance is lower. */
export function payByWallet(before: Payment, walletBalance: Minor): Settlement {
  if (walletBalance < owed(before)) throw new DomainError('insufficient_wallet');
  return chargeToWallet(before);
}

/**
 * Charges the whole amount due to the wallet, which may go below zero. Throws `transition_not_allowed` when nothing is
 * due.
 */
export function chargeToWallet(before: Payment): Settlement {
  const usedWalletMoney = add(before.usedWalletMoney, owed(before));
  return { status: 'PAID', ...payment({ ...before, usedWalletMoney }, total(before)) };
}

function owed({ payableAmount }: Payment): Minor {
  if (payableAmount <= 0) throw new DomainError('transition_not_allowed', 'nothing is owed for this trip');
  return payableAmount;
}

function total(paid: Payment): Minor {
  return add(paid.customer_paid, paid.payableAmount);
}
