// Tests the rate limit of position reports: a burst, then as many as the refill allows, separately for each driver.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPositionLimiter } from './position-limiter.ts';

const START = 1_700_000_000_000;

/** The number of allowed reports out of `reports` at one moment. */
function allowedAt(limiter: ReturnType<typeof createPositionLimiter>, now: number, reports: number): number {
  return Array.from({ length: reports }, () => limiter.allows('driver', now)).filter(Boolean).length;
}

describe('the position limiter', () => {
  it('allows a burst of 20, and then 5 in each second', () => {
    const limiter = createPositionLimiter();
    expect(allowedAt(limiter, START, 50)).toBe(20);
    expect(allowedAt(limiter, START + 1000, 50)).toBe(5);
    expect(allowedAt(limiter, START + 1199, 50)).toBe(0);
    expect(allowedAt(limiter, START + 1200, 50)).toBe(1);
  });

  it('refills to the burst and no further, however long the driver was silent', () => {
    const limiter = createPositionLimiter();
    expect(allowedAt(limiter, START, 50)).toBe(20);
    expect(allowedAt(limiter, START + 3_600_000, 50)).toBe(20);
  });

  it('takes no tokens away when the system clock is set back', () => {
    const limiter = createPositionLimiter();
    expect(allowedAt(limiter, START, 10)).toBe(10);
    const setBack = START - 3_600_000;
    expect(allowedAt(limiter, setBack, 50)).toBe(10);
    expect(allowedAt(limiter, setBack + 1000, 50)).toBe(5);
  });

  it('limits each driver alone', () => {
    const limiter = createPositionLimiter({ burst: 1 });
    expect(limiter.allows('one', START)).toBe(true);
    expect(limiter.allows('one', START)).toBe(false);
    expect(limiter.allows('other', START)).toBe(true);
  });

  it('never allows more than the burst and the refill of the time that passed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2000 }), { maxLength: 200 }), (pauses) => {
        const limiter = createPositionLimiter();
        let now = START;
        let allowed = 0;
        for (const pause of pauses) {
          now += pause;
          if (limiter.allows('driver', now)) allowed += 1;
        }
        expect(allowed).toBeLessThanOrEqual(20 + ((now - START) / 1000) * 5 + 1e-6);
        expect(allowed).toBeGreaterThanOrEqual(Math.min(pauses.length, 20));
      }),
    );
  });
});
