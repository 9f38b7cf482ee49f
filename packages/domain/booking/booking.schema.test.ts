// Tests the limits and defaults of a booking request: instructions, payment and stored timeline.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minor, ZERO } from '../kernel/index.ts';
import {
  bookingStatus,
  cancelledBy,
  deliveryPhonePattern,
  instructionData,
  parcelChoice,
  trackingEntry,
} from './booking.schema.ts';
import { paymentChoice, paymentMode, paymentPacket } from './payment-packet.schema.ts';
import { QUOTE_MS } from './quote-life.ts';
import { refundParts } from './refund-parts.ts';

it('has the statuses and parties of the specification', () => {
  expect(bookingStatus.options.join(' ')).toBe(
    'PAYMENT_PENDING NEW ACCEPTED ARRIVED STARTED REACHED PENDING PAID COMPLETE CANCELLED',
  );
  expect(cancelledBy.options).toEqual(['rider', 'driver', 'admin', 'system']);
  expect(paymentMode.options).toEqual(['cash', 'wallet', 'card']);
});

it('keeps the price of a quote valid for ten minutes', () => {
  expect(QUOTE_MS).toBe(600_000);
});

describe('delivery instructions', () => {
  it('are empty by default', () => {
    expect(instructionData.parse({})).toEqual({
      deliveryPerson: '',
      deliveryPersonPhone: '',
      pickUpInstructions: '',
      deliveryInstructions: '',
      parcelTypeIndex: null,
      optionIndex: null,
    });
  });

  it.each([
    ['deliveryPerson', 120],
    ['deliveryPersonPhone', 40],
    ['pickUpInstructions', 500],
    ['deliveryInstructions', 500],
  ] as const)('%s is trimmed and has at most %d characters', (field, most) => {
    expect(instructionData.parse({ [field]: ` ${'x'.repeat(most)} ` })[field]).toBe('x'.repeat(most));
    expect(instructionData.safeParse({ [field]: 'x'.repeat(most + 1) }).success).toBe(false);
  });

  it.each(['parcelTypeIndex', 'optionIndex'] as const)('%s is a place in a list, or none', (field) => {
    for (const value of [0, 7, null])
      expect(instructionData.safeParse({ [field]: value }).success, `${value}`).toBe(true);
    for (const value of [-1, 0.5, '1'])
      expect(instructionData.safeParse({ [field]: value }).success, `${value}`).toBe(false);
  });

  it('accept a missing parcel type', () => {
    expect(parcelChoice.safeParse(null).success).toBe(true);
  });
});

describe('the phone of a delivery', () => {
  it.each([
    '099 123 456',
    '+598-99-123456',
    '1234567',
    '1234567x123',
    '1234567 ext. 12',
    '1234567 EXT5',
    '123-456 7 x 9',
  ])('may be %s', (phone) => {
    expect(deliveryPhonePattern.test(phone)).toBe(true);
  });

  it.each([
    '123456',
    '1234567x',
    'a1234567',
    '1234567a',
    '++1234567',
    '1234567 ext.',
    '12345+67',
    '1234567 y12',
  ])('may not be %s', (phone) => {
    expect(deliveryPhonePattern.test(phone)).toBe(false);
  });
});

it('a tracking entry has a place, a time and a status', () => {
  const entry = { id: 'e', at: 1, status: 'ARRIVED', lat: 2, lng: 3 };
  expect(trackingEntry.parse(entry)).toEqual(entry);
  for (const field of Object.keys(entry))
    expect(trackingEntry.safeParse({ ...entry, [field]: undefined }).success, field).toBe(false);
});

describe('a payment packet', () => {
  const amounts = [
    'customer_paid',
    'discount_amount',
    'usedWalletMoney',
    'cardPaymentAmount',
    'cashPaymentAmount',
    'payableAmount',
  ] as const;

  it('has amounts of 0 and no promo by default', () => {
    expect(paymentPacket.parse({ payment_mode: 'cash' })).toEqual({
      payment_mode: 'cash',
      ...Object.fromEntries(amounts.map((name) => [name, 0])),
      promo_applied: false,
      promo_details: null,
    });
  });

  it.each(amounts)('has no %s below 0 or above a thousand million', (name) => {
    const of = (value: number) => paymentPacket.safeParse({ payment_mode: 'card', [name]: value }).success;
    expect([of(0), of(1_000_000_000), of(-0.01), of(1_000_000_000.01)]).toEqual([true, true, false, false]);
  });

  it('defaults the wallet amount to 0, and requires a payment mode', () => {
    expect(paymentChoice.parse({ payment_mode: 'wallet' })).toEqual({
      payment_mode: 'wallet',
      usedWalletMoney: 0,
    });
    expect(paymentChoice.safeParse({ usedWalletMoney: 1 }).success).toBe(false);
  });
});

describe('the parts of a refund', () => {
  it('refund the card up to its payment, and the rest to the wallet', () => {
    expect(refundParts(minor(500), minor(300))).toEqual({ toCard: 300, toWallet: 200 });
    expect(refundParts(minor(500), minor(500))).toEqual({ toCard: 500, toWallet: 0 });
    expect(refundParts(minor(200), minor(500))).toEqual({ toCard: 200, toWallet: 0 });
    expect(refundParts(minor(500), ZERO)).toEqual({ toCard: 0, toWallet: 500 });
  });

  it('add up to the refund, and are never negative', () => {
    const amounts = fc.integer({ min: 0, max: 1_000_000 }).map(minor);
    fc.assert(
      fc.property(amounts, amounts, (amount, cardLeft) => {
        const { toCard, toWallet } = refundParts(amount, cardLeft);
        expect(toCard + toWallet).toBe(amount);
        expect(Math.min(toCard, toWallet)).toBeGreaterThanOrEqual(0);
        expect(toCard).toBeLessThanOrEqual(cardLeft);
      }),
    );
  });
});
