// Tests the settlement of trips in cash, by wallet, by card, in parts and before the start; the parts always add up to
// the price.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minor } from '../kernel/index.ts';
import { nextStatus } from './booking-machine.ts';
import {
  amountDue,
  type Bill,
  chargeToWallet,
  collectCash,
  type Payment,
  payByCard,
  payByWallet,
  settleTrip,
} from './settlement.ts';

const bill = (change: Partial<Bill> = {}): Bill => ({
  trip_cost: minor(46_188),
  discount_amount: minor(0),
  payment_mode: 'cash',
  prepaid: false,
  usedWalletMoney: minor(0),
  walletBalance: minor(0),
  ...change,
});

describe('settleTrip', () => {
  it.each<[string, Partial<Bill>, string, [wallet: number, cash: number, card: number, owed: number]]>([
    ['cash waits for the driver', {}, 'REACHED', [0, 0, 0, 46_188]],
    [
      'the wallet covers it exactly',
      { payment_mode: 'wallet', walletBalance: minor(46_188) },
      'PAID',
      [46_188, 0, 0, 0],
    ],
    [
      'the wallet is a cent short',
      { payment_mode: 'wallet', walletBalance: minor(46_187) },
      'PENDING',
      [0, 0, 0, 46_188],
    ],
    [
      'the wallet is in debt',
      { payment_mode: 'wallet', walletBalance: minor(-1) },
      'PENDING',
      [0, 0, 0, 46_188],
    ],
    ['a card is charged later', { payment_mode: 'card' }, 'PENDING', [0, 0, 0, 46_188]],
    ['a discount comes off first', { discount_amount: minor(6188) }, 'REACHED', [0, 0, 0, 40_000]],
    ['nothing is left to pay', { discount_amount: minor(46_188) }, 'PAID', [0, 0, 0, 0]],
    [
      'a discount never pays out',
      { discount_amount: minor(50_000), payment_mode: 'card' },
      'PAID',
      [0, 0, 0, 0],
    ],
    [
      'wallet and cash',
      { usedWalletMoney: minor(6188), walletBalance: minor(7000) },
      'REACHED',
      [6188, 0, 0, 40_000],
    ],
    [
      'wallet and card',
      { payment_mode: 'card', usedWalletMoney: minor(6188), walletBalance: minor(7000) },
      'PENDING',
      [6188, 0, 0, 40_000],
    ],
    [
      'the wallet part is not covered any more',
      { usedWalletMoney: minor(6188), walletBalance: minor(6000) },
      'REACHED',
      [0, 0, 0, 46_188],
    ],
    [
      'the wallet part covers all',
      { usedWalletMoney: minor(90_000), walletBalance: minor(90_000) },
      'PAID',
      [46_188, 0, 0, 0],
    ],
    ['prepaid by card', { payment_mode: 'card', prepaid: true }, 'PAID', [0, 0, 46_188, 0]],
    [
      'prepaid by card and wallet',
      { payment_mode: 'card', prepaid: true, usedWalletMoney: minor(188) },
      'PAID',
      [188, 0, 46_000, 0],
    ],
    ['prepaid from the wallet', { payment_mode: 'wallet', prepaid: true }, 'PAID', [46_188, 0, 0, 0]],
  ])(
    '%s',
    (_name, change, status, [usedWalletMoney, cashPaymentAmount, cardPaymentAmount, payableAmount]) => {
      expect(settleTrip(bill(change))).toEqual({
        status,
        usedWalletMoney,
        cashPaymentAmount,
        cardPaymentAmount,
        payableAmount,
        customer_paid: usedWalletMoney + cashPaymentAmount + cardPaymentAmount,
      });
    },
  );
});

const amounts = fc.integer({ min: 0, max: 200_000 }).map(minor);
const anyBill: fc.Arbitrary<Bill> = fc.record({
  trip_cost: amounts,
  discount_amount: amounts,
  payment_mode: fc.constantFrom('cash', 'wallet', 'card'),
  prepaid: fc.boolean(),
  usedWalletMoney: amounts,
  walletBalance: fc.integer({ min: -50_000, max: 200_000 }).map(minor),
});

describe('for any bill', () => {
  it('the paid and the owed amounts add up to the cost of the trip', () => {
    fc.assert(
      fc.property(anyBill, (some) => {
        const result = settleTrip(some);
        expect(result.customer_paid + result.payableAmount).toBe(
          Math.max(0, some.trip_cost - some.discount_amount),
        );
        expect(result.usedWalletMoney + result.cashPaymentAmount + result.cardPaymentAmount).toBe(
          result.customer_paid,
        );
        for (const amount of [result.usedWalletMoney, result.payableAmount]) {
          expect(amount).toBeGreaterThanOrEqual(0);
        }
        if (!some.prepaid && result.usedWalletMoney > 0) {
          expect(result.usedWalletMoney).toBeLessThanOrEqual(some.walletBalance);
        }
        expect(result.status === 'PAID').toBe(result.payableAmount === 0);
      }),
    );
  });

  it('ends in PAID when paid in full, through a transition of the booking machine', () => {
    fc.assert(
      fc.property(anyBill, fc.boolean(), (some, cash) => {
        const first = settleTrip(some);
        if (first.status !== 'REACHED') {
          const fullyPaid = first.status === 'PAID';
          expect(nextStatus('REACHED', 'settle', 'system', { fullyPaid })).toEqual({
            ok: true,
            to: first.status,
          });
        }
        if (first.status === 'PAID') {
          expect(() => collectCash(first)).toThrowError(/^transition_not_allowed/);
          expect(() => payByCard(first)).toThrowError(/^transition_not_allowed/);
          return;
        }
        const collects = cash || first.status === 'REACHED';
        const done = collects ? collectCash(first) : payByCard(first);
        const step = collects
          ? nextStatus(first.status, 'collect', 'driver')
          : nextStatus(first.status, 'pay', 'rider');
        expect(step).toEqual({ ok: true, to: done.status });
        expect(done.payableAmount).toBe(0);
        expect(done.customer_paid).toBe(some.trip_cost - some.discount_amount);
        expect(collects ? done.cashPaymentAmount : done.cardPaymentAmount).toBe(first.payableAmount);
        expect(done.usedWalletMoney).toBe(first.usedWalletMoney);
      }),
    );
  });
});

describe('prepaid in cash', () => {
  it('is paid in cash only, regardless of the wallet amount chosen', () => {
    const change = { prepaid: true, usedWalletMoney: minor(188), walletBalance: minor(188) };
    expect(settleTrip(bill(change))).toEqual({
      status: 'PAID',
      usedWalletMoney: 0,
      cashPaymentAmount: 46_188,
      cardPaymentAmount: 0,
      customer_paid: 46_188,
      payableAmount: 0,
    });
  });
});

describe('the amount still owed', () => {
  const partly: Payment = {
    usedWalletMoney: minor(1000),
    cashPaymentAmount: minor(200),
    cardPaymentAmount: minor(30),
    customer_paid: minor(1230),
    payableAmount: minor(770),
  };
  const paid = { status: 'PAID', customer_paid: 2000, payableAmount: 0 };

  it('is added to the earlier payment in the same payment mode', () => {
    expect(collectCash(partly)).toEqual({ ...partly, ...paid, cashPaymentAmount: 970 });
    expect(payByCard(partly)).toEqual({ ...partly, ...paid, cardPaymentAmount: 800 });
    expect(payByWallet(partly, minor(5000))).toEqual({ ...partly, ...paid, usedWalletMoney: 1770 });
  });

  it('can be paid from a wallet with exactly that balance, and not with a cent less', () => {
    expect(payByWallet(partly, minor(770)).status).toBe('PAID');
    expect(() => payByWallet(partly, minor(769))).toThrowError(/^insufficient_wallet/);
  });

  it('can be charged to a wallet of any balance', () => {
    expect(chargeToWallet(partly)).toEqual({ ...partly, ...paid, usedWalletMoney: 1770 });
  });

  it('can be paid only once', () => {
    const done = payByWallet(partly, minor(770));
    for (const pay of [
      collectCash,
      payByCard,
      chargeToWallet,
      (before: Payment) => payByWallet(before, minor(5000)),
    ])
      expect(() => pay(done)).toThrowError(/^transition_not_allowed/);
  });
});

it('the cost of a trip is reduced by the discount, and never negative', () => {
  const due = (trip_cost: number, discount_amount: number) =>
    amountDue({ trip_cost: minor(trip_cost), discount_amount: minor(discount_amount) });
  expect([due(1000, 300), due(1000, 1000), due(1000, 1001)]).toEqual([700, 0, 0]);
});
