// The trip meter: adds up the road between the matched fixes of a trip, as far as it can be driven in the time between.
import { MS_PER_HOUR, MS_PER_SECOND } from '../kernel/index.ts';

/** The road from one fix of a trip to the next. */
export interface Hop {
  /** Distance by road in km. */
  km: number;
  /** Great-circle distance in km. */
  straightKm: number;
  /** Driving time at the free-flow speeds of these roads, in seconds; null where the speeds are not known. */
  freeFlowSeconds: number | null;
  /** Seconds that really passed between the fixes. */
  seconds: number;
}

export interface MeterLimits {
  /** Cars are faster than the free-flow speed of a road: by this factor and this many km/h. */
  speedFactor: number;
  extraKmPerHour: number;
  /** Fastest speed where that of the road is not known, in km/h. */
  unknownRoadKmPerHour: number;
  /** Seconds by which a whole trip may run ahead of the fastest drive: one budget, recovered by driving slower. */
  slackSeconds: number;
}

export const meterLimits: MeterLimits = {
  speedFactor: 1.6,
  extraKmPerHour: 15,
  unknownRoadKmPerHour: 110,
  slackSeconds: 15,
};

/** The same limits for cars that are `scale` times as fast. */
export const scaleSpeeds = (limits: MeterLimits, scale: number): MeterLimits => ({
  ...limits,
  speedFactor: limits.speedFactor * scale,
  extraKmPerHour: limits.extraKmPerHour * scale,
  unknownRoadKmPerHour: limits.unknownRoadKmPerHour * scale,
});

export interface Metered {
  km: number;
  /** km by road that could not be driven in the time between the fixes and were not counted. */
  rejectedKm: number;
}

const SECONDS_PER_HOUR = MS_PER_HOUR / MS_PER_SECOND;

/** The least seconds in which a car drives a hop. */
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
 * Adds up hops in order. A hop counts whole while the trip so far runs at most `slackSeconds` ahead of the fastest
 * drive. Of a hop that runs further ahead the straight line counts, and no more of it than can be driven: so the sum
 * never exceeds what the fastest car drives in the whole time and the slack.
 */
export function meterHops(hops: readonly Hop[], limits: MeterLimits = meterLimits): Metered {
  let km = 0;
  let rejectedKm = 0;
  let aheadSeconds = 0;
  for (const hop of hops) {
    const fastest = fastestSeconds(hop, limits);
    const ahead = aheadSeconds + fastest - hop.seconds;
    // A hop that takes no time counts even where rounding has overdrawn the slack: no share of it can be computed.
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
