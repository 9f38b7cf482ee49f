// Tests how far a final fare may exceed its quote, and how a collected amount is shared.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minor } from '../kernel/index.ts';
import { convenienceFee } from './convenience-fee.ts';
import { shareCost, toleratedCost } from './fare-tolerance.ts';

const tolerated = (quoted: number, distance: number, time: number, percent = 50) =>
  toleratedCost({
    quoted: minor(quoted),
    quotedWithMoreDistance: minor(distance),
    quotedWithMoreTime: minor(time),
    percent,
  });

describe('toleratedCost', () => {
  it('is the quote plus its percentage, or plus 3 km or 10 minutes when that is more', () => {
    expect(tolerated(100_00, 110_00, 120_00)).toBe(150_00);
    expect(tolerated(100_00, 190_00, 120_00)).toBe(190_00);
    expect(tolerated(100_00, 110_00, 200_00)).toBe(200_00);
    expect(tolerated(100_00, 100_00, 100_00, 0)).toBe(100_00);
  });
});

describe('shareCost', () => {
  const share = (
    cost: number,
    driver: number,
    fee: number,
    tariff: { fees: number; type: 'flat' | 'percentage' },
  ) =>
    shareCost(
      minor(cost),
      { driver_share: minor(driver), convenience_fees: minor(fee) },
      { convenience_fees: tariff.fees, convenience_fee_type: tariff.type },
      2,
    );

  it('takes a percentage of the driver’s share, or the whole flat fee', () => {
    expect(share(110_00, 200_00, 20_00, { fees: 10, type: 'percentage' })).toEqual({
      driver_share: 100_00,
      convenience_fees: 10_00,
    });
    expect(share(110_00, 200_00, 5_00, { fees: 5, type: 'flat' })).toEqual({
      driver_share: 105_00,
      convenience_fees: 5_00,
    });
    // A fee of 15 % would be 14.35 of 110.00; the flat fee of 15.00 is taken in full.
    expect(share(110_00, 200_00, 15_00, { fees: 15, type: 'flat' })).toEqual({
      driver_share: 95_00,
      convenience_fees: 15_00,
    });
  });

  it('divides the whole cost, with no part above that of the metered fare', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.constantFrom('flat' as const, 'percentage' as const),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (fare, fees, type, part) => {
          const tariff = { convenience_fees: fees, convenience_fee_type: type };
          const fee = convenienceFee(minor(fare), tariff, 2);
          const cost = minor(Math.floor((fare + fee) * part));
          const shared = shareCost(cost, { driver_share: minor(fare), convenience_fees: fee }, tariff, 2);
          expect(shared.driver_share + shared.convenience_fees).toBe(cost);
          expect(shared.driver_share).toBeGreaterThanOrEqual(0);
          expect(shared.convenience_fees).toBeGreaterThanOrEqual(0);
          expect(shared.driver_share).toBeLessThanOrEqual(fare);
          expect(shared.convenience_fees).toBeLessThanOrEqual(fee);
        },
      ),
    );
  });
});
