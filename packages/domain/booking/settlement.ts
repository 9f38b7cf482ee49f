// How a finished trip is paid: what is paid at once, what is still owed, and the status that follows.
import { add, DomainError, type Minor, maxMinor, minMinor, subtract, ZERO } from '../kernel/index.ts';
import type { BookingStatus } from './booking.schema.ts';
import type { PaymentMode } from './payment-packet.schema.ts';

/** A final bill and how the rider chose to pay it. Amounts are final when the trip is REACHED. */
export interface Bill {
  trip_cost: Minor;
  discount_amount: Minor;
  payment_mode: PaymentMode;
  /** Paid in full before the trip (deliveries). */
  prepaid: boolean;
  /** The part of a cash or card payment that was to come from the wallet; 0 for none. Not read for wallet. */
  usedWalletMoney: Minor;
  /** What the rider's wallet holds now. */
  walletBalance: Minor;
}

/**
 * Who has paid what. Always: usedWalletMoney + cashPaymentAmount + cardPaymentAmount = customer_paid, and
 * customer_paid + payableAmount = trip_cost − discount_amount.
 */
export interface Payment {
  usedWalletMoney: Minor;
  cashPaymentAmount: Minor;
  cardPaymentAmount: Minor;
  customer_paid: Minor;
  /** Still owed. */
  payableAmount: Minor;
}

export interface Settlement extends Payment {
  /** REACHED while the driver is to collect cash, PENDING while the rider is to pay by card, else PAID. */
  status: Extract<BookingStatus, 'REACHED' | 'PENDING' | 'PAID'>;
}

type Parts = Pick<Payment, 'usedWalletMoney' | 'cashPaymentAmount' | 'cardPaymentAmount'>;

function payment({ usedWalletMoney, cashPaymentAmount, cardPaymentAmount }: Parts, total: Minor): Payment {
  const customer_paid = add(usedWalletMoney, cashPaymentAmount, cardPaymentAmount);
  const payableAmount = subtract(total, customer_paid);
  return { usedWalletMoney, cashPaymentAmount, cardPaymentAmount, customer_paid, payableAmount };
}

/** What a trip costs the rider after the discount; never below zero. */
export function amountDue(bill: Pick<Bill, 'trip_cost' | 'discount_amount'>): Minor {
  return maxMinor(ZERO, subtract(bill.trip_cost, bill.discount_amount));
}

/** The wallet pays its part whole or not at all; a part it does not cover is owed the way the rest is. */
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
 * Settles a trip that has REACHED its drop: a prepaid trip and one the wallet covers are PAID at once; cash is
 * owed to the driver, who stays with the trip until it is collected; everything else is PENDING until the rider
 * pays by card. `usedWalletMoney` is what to take from the wallet now, except when prepaid.
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

/** The driver has collected everything still owed in cash. Throws `transition_not_allowed` when nothing is owed. */
export function collectCash(before: Payment): Settlement {
  const cashPaymentAmount = add(before.cashPaymentAmount, owed(before));
  return { status: 'PAID', ...payment({ ...before, cashPaymentAmount }, total(before)) };
}

/** The rider has paid everything still owed by card. Throws `transition_not_allowed` when nothing is owed. */
export function payByCard(before: Payment): Settlement {
  const cardPaymentAmount = add(before.cardPaymentAmount, owed(before));
  return { status: 'PAID', ...payment({ ...before, cardPaymentAmount }, total(before)) };
}

/** The wallet pays everything still owed. Throws `insufficient_wallet` when it holds less. */
export function payByWallet(before: Payment, walletBalance: Minor): Settlement {
  const rest = owed(before);
  if (walletBalance < rest) throw new DomainError('insufficient_wallet');
  const usedWalletMoney = add(before.usedWalletMoney, rest);
  return { status: 'PAID', ...payment({ ...before, usedWalletMoney }, total(before)) };
}

function owed({ payableAmount }: Payment): Minor {
  if (payableAmount <= 0) throw new DomainError('transition_not_allowed', 'nothing is owed for this trip');
  return payableAmount;
}

function total(paid: Payment): Minor {
  return add(paid.customer_paid, paid.payableAmount);
}
