// Rate limit of position reports per driver: a few per second, with a burst for reconnections.

export interface PositionLimiter {
  allows(driver: string, now: number): boolean;
}

export interface LimiterOptions {
  perSecond?: number;
  burst?: number;
}

/** A token bucket per driver that refills at `perSecond` up to `burst`. */
export function createPositionLimiter({ perSecond = 5, burst = 20 }: LimiterOptions = {}): PositionLimiter {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    allows(driver, now) {
      const bucket = buckets.get(driver) ?? { tokens: burst, at: now };
      // Negative after the system clock was set back, which must not cost tokens.
      const elapsedMs = Math.max(0, now - bucket.at);
      const refilled = Math.min(burst, bucket.tokens + (elapsedMs / 1000) * perSecond);
      const allowed = refilled >= 1;
      buckets.set(driver, { tokens: allowed ? refilled - 1 : refilled, at: now });
      return allowed;
    },
  };
}
