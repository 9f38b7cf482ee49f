// Tests that the entries of every business event sum to zero and change the right accounts by the right amounts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bill, collectCash, payByCard, settleTrip } from '../booking/index.ts';
import { add, minor, subtract, ZERO } from '../kernel/index.ts';
import {
  acceptHeldEntries,
  adminCreditEntries,
  balanced,
  bookingRefundEntries,
  cancellationEntries,
  captureEntries,
  changeFor,
  type LedgerEntry,
  prepaymentEntries,
  prepaymentRefundEntries,
  providerRefundEntries,
  type RideSettlement,
  referralEntries,
  referralReversalEntries,
  rideSettlementEntries,
  tipEntries,
  topupEntries,
  topupReversalEntries,
  vehicleChargeEntries,
  withdrawalEntries,
  withdrawalPaidEntries,
  withdrawalReturnedEntries,
} from './ledger-entries.ts';
import { isBlockedByBalance } from './task-block.ts';

const ride = (change: Partial<RideSettlement>): RideSettlement => ({
  rider: 'ana',
  driver: 'leo',
  driver_share: minor(44_688),
  convenience_fees: minor(1500),
  discount_amount: ZERO,
  usedWalletMoney: ZERO,
  cashPaymentAmount: ZERO,
  cardPaymentAmount: ZERO,
  prepaidAmount: ZERO,
  ...change,
});

const listed = (entries: readonly LedgerEntry[]) =>
  entries.map(({ account, amount }) => [account.kind, amount]);

describe('rideSettlementEntries', () => {
  it('charge the fee to a driver who was paid in cash', () => {
    const entries = rideSettlementEntries(ride({ cashPaymentAmount: minor(46_188) }));
    expect(listed(entries)).toEqual([
      ['driver', 44_688],
      ['driver', -46_188],
      ['platform_revenue', 1500],
    ]);
    expect(changeFor(entries, 'leo')).toBe(-1500);
    expect(changeFor(entries, 'ana')).toBe(0);
    expect(balanced(entries)).toBe(true);
  });

  it('move the payment of a wallet trip from the rider', () => {
    const entries = rideSettlementEntries(ride({ usedWalletMoney: minor(46_188) }));
    expect(listed(entries)).toEqual([
      ['driver', 44_688],
      ['rider', -46_188],
      ['platform_revenue', 1500],
    ]);
    expect(changeFor(entries, 'ana')).toBe(-46_188);
    expect(balanced(entries)).toBe(true);
  });

  it('charge the discount to the platform, not to the driver', () => {
    const entries = rideSettlementEntries(
      ride({
        discount_amount: minor(6188),
        usedWalletMoney: minor(10_000),
        cashPaymentAmount: minor(30_000),
      }),
    );
    expect(listed(entries)).toEqual([
      ['driver', 44_688],
      ['driver', -30_000],
      ['rider', -10_000],
      ['platform_revenue', 1500],
      ['promo_expense', -6188],
    ]);
    expect(balanced(entries)).toBe(true);
  });

  it('use a prepayment that was held', () => {
    const entries = rideSettlementEntries(ride({ prepaidAmount: minor(46_188) }));
    expect(changeFor(entries, 'leo')).toBe(44_688);
    expect(listed(entries)).toContainEqual(['payments_held', -46_188]);
    expect(balanced(entries)).toBe(true);
  });

  it('balance for any settled bill', () => {
    const amounts = fc.integer({ min: 1, max: 200_000 }).map(minor);
    const bills = fc.record({
      driver_share: amounts,
      convenience_fees: amounts,
      discount: fc.integer({ min: 0, max: 100 }),
      payment_mode: fc.constantFrom('cash' as const, 'wallet' as const, 'card' as const),
      usedWalletMoney: amounts,
      walletBalance: amounts,
      inCash: fc.boolean(),
    });
    fc.assert(
      fc.property(bills, ({ driver_share, convenience_fees, discount, inCash, ...how }) => {
        const trip_cost = add(driver_share, convenience_fees);
        const discount_amount = minor(Math.floor((trip_cost * discount) / 100));
        const bill: Bill = { trip_cost, discount_amount, prepaid: false, ...how };
        const first = settleTrip(bill);
        const paid = first.status === 'PAID' ? first : inCash ? collectCash(first) : payByCard(first);
        const entries = rideSettlementEntries(
          ride({ driver_share, convenience_fees, discount_amount, ...paid }),
        );
        expect(balanced(entries)).toBe(true);
        expect(changeFor(entries, 'leo')).toBe(subtract(driver_share, paid.cashPaymentAmount));
        expect(changeFor(entries, 'ana')).toBe(0 - paid.usedWalletMoney);
      }),
    );
  });
});

describe('other entries', () => {
  it('move a fee from the rider to the driver, by their account kinds', () => {
    expect(cancellationEntries('ana', 'leo', minor(60))).toEqual([
      { account: { kind: 'rider', owner: 'ana' }, amount: -60 },
      { account: { kind: 'driver', owner: 'leo' }, amount: 60 },
    ]);
  });

  it('move a fee from the card payment that is held for the booking, and the rest from the wallet', () => {
    const entries = cancellationEntries('ana', 'leo', minor(60), minor(45));
    expect(entries).toEqual([
      { account: { kind: 'rider', owner: 'ana' }, amount: -15 },
      { account: { kind: 'payments_held' }, amount: -45 },
      { account: { kind: 'driver', owner: 'leo' }, amount: 60 },
    ]);
    expect(balanced(entries)).toBe(true);
    expect(changeFor(cancellationEntries('ana', 'leo', minor(60), minor(60)), 'ana')).toBe(0);
  });

  it('move an accepted payment that was held into the wallet of its payer', () => {
    const ana = { kind: 'rider', owner: 'ana' } as const;
    expect(acceptHeldEntries(ana, minor(500))).toEqual([
      { account: { kind: 'payments_held' }, amount: -500 },
      { account: ana, amount: 500 },
    ]);
    expect(acceptHeldEntries(ana, ZERO)).toEqual([]);
  });

  it('reverse a top-up and a referral bonus exactly', () => {
    const ana = { kind: 'rider', owner: 'ana' } as const;
    const leo = { kind: 'driver', owner: 'leo' } as const;
    expect(topupReversalEntries(ana, 'stripe', minor(500))).toEqual([
      { account: { kind: 'provider_clearing', provider: 'stripe' }, amount: 500 },
      { account: ana, amount: -500 },
    ]);
    expect(referralReversalEntries([ana, leo], minor(50))).toEqual([
      { account: { kind: 'referral_expense' }, amount: 100 },
      { account: ana, amount: -50 },
      { account: leo, amount: -50 },
    ]);
  });

  it('move a cancellation fee to the driver, and are empty without a fee', () => {
    const entries = cancellationEntries('ana', 'leo', minor(5000));
    expect([changeFor(entries, 'ana'), changeFor(entries, 'leo')]).toEqual([-5000, 5000]);
    expect(balanced(entries)).toBe(true);
    expect(cancellationEntries('ana', 'leo', ZERO)).toEqual([]);
  });

  it('credit a bonus to both, or to the rider alone, from its own account', () => {
    const ana = { kind: 'rider', owner: 'ana' } as const;
    const leo = { kind: 'driver', owner: 'leo' } as const;
    const both = referralEntries([ana, leo], minor(5000));
    expect(listed(both)).toEqual([
      ['referral_expense', -10_000],
      ['rider', 5000],
      ['driver', 5000],
    ]);
    const alone = referralEntries([ana], minor(5000));
    expect([balanced(both), balanced(alone), changeFor(alone, 'ana')]).toEqual([true, true, 5000]);
    expect(referralEntries([ana, leo], ZERO)).toEqual([]);
  });

  it('return a prepayment exactly as it was paid', () => {
    const paid = prepaymentEntries('ana', minor(4000));
    expect(listed(paid)).toEqual([
      ['rider', -4000],
      ['payments_held', 4000],
    ]);
    expect(listed(prepaymentRefundEntries('ana', minor(4000)))).toEqual([
      ['rider', 4000],
      ['payments_held', -4000],
    ]);
    expect(prepaymentEntries('ana', ZERO)).toEqual([]);
  });

  it('hold the amount a provider captured, and reverse it when the provider pays it back', () => {
    expect(captureEntries('stripe', minor(6000))).toEqual([
      { account: { kind: 'provider_clearing', provider: 'stripe' }, amount: -6000 },
      { account: { kind: 'payments_held' }, amount: 6000 },
    ]);
    expect(listed(providerRefundEntries('stripe', minor(6000)))).toEqual([
      ['provider_clearing', 6000],
      ['payments_held', -6000],
    ]);
  });

  const leo = { kind: 'driver', owner: 'leo' } as const;

  it('credit a top-up to its wallet', () => {
    expect(topupEntries(leo, 'paypal', minor(500))).toEqual([
      { account: { kind: 'provider_clearing', provider: 'paypal' }, amount: -500 },
      { account: leo, amount: 500 },
    ]);
  });

  it('charge a refund to the platform, and hold the card part for the provider', () => {
    expect(listed(bookingRefundEntries('ana', minor(1000), minor(3000)))).toEqual([
      ['refund_expense', -4000],
      ['rider', 1000],
      ['payments_held', 3000],
    ]);
  });

  it('record a withdrawal as owed until it is transferred, or return it', () => {
    expect(listed(withdrawalEntries(leo, minor(700)))).toEqual([
      ['driver', -700],
      ['withdrawals_payable', 700],
    ]);
    expect(listed(withdrawalPaidEntries(minor(700)))).toEqual([
      ['withdrawals_payable', -700],
      ['bank', 700],
    ]);
    expect(listed(withdrawalReturnedEntries(leo, minor(700)))).toEqual([
      ['driver', 700],
      ['withdrawals_payable', -700],
    ]);
  });

  it('debit an admin credit from the cash account or from the credit account of the operator', () => {
    expect(listed(adminCreditEntries(leo, minor(300), 'cash'))[0]).toEqual(['cash_in_hand', -300]);
    expect(listed(adminCreditEntries(leo, minor(300), 'credit'))[0]).toEqual(['admin_credit', -300]);
  });

  it('balance for any amounts', () => {
    const amounts = fc.integer({ min: 1, max: 1_000_000_000 }).map(minor);
    fc.assert(
      fc.property(amounts, amounts, (one, other) => {
        for (const entries of [
          prepaymentEntries('ana', one),
          captureEntries('test', one),
          topupEntries(leo, 'test', one),
          providerRefundEntries('test', one),
          bookingRefundEntries('ana', one, other),
          withdrawalEntries(leo, one),
          withdrawalPaidEntries(one),
          withdrawalReturnedEntries(leo, one),
          adminCreditEntries(leo, one, 'cash'),
        ])
          expect(balanced(entries)).toBe(true);
      }),
    );
  });
});

describe('balanced', () => {
  const entry = (amount: number): LedgerEntry => ({
    account: { kind: 'payments_held' },
    amount: minor(amount),
  });
  it.each([
    [[], false],
    [[0], false],
    [[5, -5], true],
    [[5, -4], false],
    [[5, -5, 0], false],
    [[10, -3, -7], true],
  ])('%j: %s', (amounts, expected) => {
    expect(balanced(amounts.map(entry))).toBe(expected);
  });
});

describe('isBlockedByBalance', () => {
  it.each([
    [-1, true, false],
    [0, true, false],
    [-1, false, true],
    [0, false, true],
    [1, false, false],
  ])('at %d with negativeBalance %s: %s', (balance, negativeBalance, expected) => {
    expect(isBlockedByBalance(minor(balance), { negativeBalance })).toBe(expected);
  });
});

it('a tip is moved in full from the rider’s wallet to the driver’s', () => {
  expect(tipEntries('ana', 'leo', minor(500))).toEqual([
    { account: { kind: 'rider', owner: 'ana' }, amount: -500 },
    { account: { kind: 'driver', owner: 'leo' }, amount: 500 },
  ]);
  expect(tipEntries('ana', 'leo', ZERO)).toEqual([]);
});

describe('a charge for a shared vehicle', () => {
  it('is paid by the driver to the fleet admin who owns the vehicle, or to the platform', () => {
    expect(vehicleChargeEntries('leo', 'fay', minor(90_000))).toEqual([
      { account: { kind: 'driver', owner: 'leo' }, amount: -90_000 },
      { account: { kind: 'fleet', owner: 'fay' }, amount: 90_000 },
    ]);
    expect(listed(vehicleChargeEntries('leo', null, minor(90_000)))).toEqual([
      ['driver', -90_000],
      ['platform_revenue', 90_000],
    ]);
    expect(vehicleChargeEntries('leo', 'fay', ZERO)).toEqual([]);
  });

  it('minus a part of it returned leaves exactly the rest', () => {
    const amounts = fc.integer({ min: 1, max: 1_000_000_000 });
    const payee = fc.constantFrom('fay', null);
    fc.assert(
      fc.property(amounts, amounts, payee, (charged, back, fleetadmin) => {
        const given = vehicleChargeEntries('leo', fleetadmin, minor(-back));
        const entries = [...vehicleChargeEntries('leo', fleetadmin, minor(charged)), ...given];
        expect(balanced(given)).toBe(true);
        expect(changeFor(entries, 'leo')).toBe(back - charged);
        if (fleetadmin !== null) expect(changeFor(entries, fleetadmin)).toBe(charged - back);
      }),
    );
  });
});
