// Trip meter: adds up the road distances between the matched fixes of a trip, limited to what can be driven in the time
// between them.
import { MS_PER_HOUR, MS_PER_SECOND } from '../kernel/index.ts';

/** The road between two consecutive fixes of a trip. */
export interface Hop {
  /** Distance by road in km. */
  km: number;
  /** Great-circle distance in km. */
  straightKm: number;
  /** Driving time at the free-flow speeds of these roads in seconds; null when the speeds are unknown. */
  freeFlowSeconds: number | null;
  /** Seconds between the two fixes. */
  seconds: number;
}

export interface MeterLimits {
  /** A car can exceed the free-flow speed of a road by this factor, plus the km/h below. */
  speedFactor: number;
  extraKmPerHour: number;
  /** Maximum speed in km/h on roads with an unknown speed. */
  unknownRoadKmPerHour: number;
  /**
   * Seconds by which a whole trip may be faster than the fastest drive. The budget applies to the whole trip and
   * recovers when the car drives slower.
   */
  slackSeconds: number;
}

export const meterLimits: MeterLimits = {
  speedFactor: 1.6,
  extraKmPerHour: 15,
  unknownRoadKmPerHour: 110,
  slackSeconds: 15,
};

/** Returns the same limits for cars that are `scale` times as fast. */
export const scaleSpeeds = (limits: MeterLimits, scale: number): MeterLimits => ({
  ...limits,
  speedFactor: limits.speedFactor * scale,
  extraKmPerHour: limits.extraKmPerHour * scale,
  unknownRoadKmPerHour: limits.unknownRoadKmPerHour * scale,
});

export interface Metered {
  km: number;
  /** Road distance in km that was not counted because it could not be driven in the time between the fixes. */
  rejectedKm: number;
}

const SECONDS_PER_HOUR = MS_PER_HOUR / MS_PER_SECOND;

/** Returns the minimum time in seconds in which a car can drive a hop. */
export function fastestSeconds(
  { km, freeFlowSeconds }: Pick<Hop, 'km' | 'freeFlowSeconds'>,
  limits: MeterLimits = meterLimits,
): number {
  if (km <= 0) return 0;
  if (freeFlowSeconds === null || freeFlowSeconds <= 0)
    return (km / limits.unknownRoadKmPerHour) * SECONDS_PER_HOUR;
  const freeFlowKmPerHour = (km / freeFlowSeconds) * SECONDS_PER_HOUR;
  return (km / (freeFlowKmPerHour * limits.speedFactor + limits.extraKmPerHour)) * SECONDS_PER_HOUR;
}

/**
 * Adds up hops in order. A hop counts in full while the trip is at most `slackSeconds` faster than the fastest drive. A
 * hop that exceeds this limit counts with its straight-line distance, limited to what can be driven. The sum therefore
 * never exceeds the distance that the fastest car can drive in the total time plus the slack.
 */
export function meterHops(hops: readonly Hop[], limits: MeterLimits = meterLimits): Metered {
  let km = 0;
  let rejectedKm = 0;
  let aheadSeconds = 0;
  for (const hop of hops) {
    const fastest = fastestSeconds(hop, limits);
    const ahead = aheadSeconds + fastest - hop.seconds;
    // A hop without a minimum time counts in full even if rounding has exceeded the slack, because its drivable share
    // would be a division by zero.
    if (ahead <= limits.slackSeconds || fastest === 0) {
      km += hop.km;
      aheadSeconds = Math.max(0, ahead);
      continue;
    }
    const secondsLeft = Math.max(0, limits.slackSeconds - aheadSeconds + hop.seconds);
    const drivableKm = (hop.km * secondsLeft) / fastest;
    const counted = Math.min(hop.straightKm, drivableKm);
    km += counted;
    rejectedKm += hop.km - counted;
    aheadSeconds = Math.max(0, aheadSeconds + (fastest * counted) / hop.km - hop.seconds);
  }
  return { km, rejectedKm };
}
