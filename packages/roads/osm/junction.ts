// Computes the time and cost of turning from one road into another at a junction, by the rules of the router
// (Valhalla).
import type { DrivableWay } from './classify-way.ts';

/** A road at a junction, as seen from the junction. */
export interface Arm {
  /** Direction in which the road leaves the junction, in degrees clockwise from north. */
  readonly heading: number;
  /** null for a way that a car cannot use. */
  readonly way: DrivableWay | null;
  readonly use: 'road' | 'ramp' | 'turn-channel';
  /** Whether a car may drive from this road into the junction. */
  readonly isInbound: boolean;
}

export interface Junction {
  readonly arms: readonly Arm[];
  readonly hasSignals: boolean;
  /** Relative density of the roads around, 0 to 15. */
  readonly density: number;
}

export interface Turn {
  readonly seconds: number;
  readonly cost: number;
}

type TurnType =
  | 'straight'
  | 'slight-right'
  | 'right'
  | 'sharp-right'
  | 'reverse'
  | 'sharp-left'
  | 'left'
  | 'slight-left';

/** Upper ends of the ranges of turn angles, in degrees clockwise: src/baldr/turn.cc of Valhalla 3.6.1. */
const turnTypes: readonly (readonly [number, TurnType])[] = [
  [10, 'straight'],
  [44, 'slight-right'],
  [135, 'right'],
  [159, 'sharp-right'],
  [200, 'reverse'],
  [224, 'sharp-left'],
  [315, 'left'],
  [349, 'slight-left'],
  [360, 'straight'],
];

/** Returns the angle in degrees clockwise, 0 to 359, between entering by one arm and leaving by another. */
const turnDegrees = (from: Arm, to: Arm): number =>
  (Math.round(to.heading) - Math.round(from.heading) + 540) % 360;

const typeOf = (degrees: number): TurnType => turnTypes.find(([end]) => degrees <= end)?.[1] ?? 'straight';

/**
 * Constants for the seconds of a turn: the formula of OSRM's car profile as Valhalla uses it
 * (valhalla/sif/osrm_car_duration.h), for driving on the right: a logistic curve over the angle up to 7.5 s, 20 s more
 * for a U-turn, 2 s for traffic lights.
 */
const TURN_SECONDS = 7.5;
const U_TURN_SECONDS = 20;
const SIGNAL_SECONDS = 2;
const TURN_BIAS = 1.075;

function secondsOf(degrees: number, junction: Junction): number {
  const signal = junction.hasSignals ? SIGNAL_SECONDS : 0;
  const isReverse = typeOf(degrees) === 'reverse';
  if (junction.arms.length <= 2 && !isReverse) return signal;
  const angle = degrees > 180 ? 360 - degrees : degrees;
  const bias = degrees > 180 ? TURN_BIAS : 1 / TURN_BIAS;
  const curve = TURN_SECONDS / (1 + Math.exp(-((13 * bias * angle) / 180 - 6.5 / bias)));
  return signal + curve + (isReverse ? U_TURN_SECONDS : 0);
}

/** Cost of a turn in addition to its time, for driving on the right: src/sif/autocost.cc of Valhalla 3.6.1. */
const turnCosts: Readonly<Record<TurnType, number>> = {
  straight: 0.5,
  'slight-right': 0.75,
  right: 1,
  'sharp-right': 1.5,
  reverse: 9.5,
  'sharp-left': 3.5,
  left: 2.5,
  'slight-left': 0.75,
};
const CROSSING_COST = 2;
const RAMP_COST = 1.5;
/** By the density of the roads around the junction: kTransDensityFactor. */
const densityFactors = [1, 1, 1, 1, 1, 1.1, 1.2, 1.3, 1.4, 1.6, 1.9, 2.2, 2.5, 2.8, 3.1, 3.5];

const UNNAMED_TURN_COST = 5;
const DESTINATION_ONLY_COST = 600;
const SERVICE_COST = 75;
const LIVING_STREET_COST = 400;
const TRACK_COST = 300;
const ALLEY_COST = 5;
const U_TURN_COST = 600;

const isSharp = (type: TurnType): boolean =>
  type === 'sharp-left' || type === 'sharp-right' || type === 'reverse';
const isSlight = (type: TurnType): boolean =>
  type === 'straight' || type === 'slight-left' || type === 'slight-right';
const isLeft = (type: TurnType): boolean => type === 'left' || type === 'sharp-left';

/** Classes from unclassified (5) down are treated as one. */
const LOWEST_CLASS = 5;
const classOf = (arm: Arm): number => Math.min(arm.way?.roadClass ?? LOWEST_CLASS, LOWEST_CLASS);

/** Returns how likely a driver has to stop, 0 to 7: GetStopImpact in src/mjolnir/util.cc. */
function stopImpact(junction: Junction, from: Arm, to: Arm, type: TurnType): number {
  if (from.way?.roundabout && to.way?.roundabout) return 0;
  let best = LOWEST_CLASS;
  for (const arm of junction.arms) {
    if (arm === from || arm === to || !arm.isInbound) continue;
    best = Math.min(best, classOf(arm) + (arm.way?.roundabout ? 2 : 0));
  }
  if (from.use === 'turn-channel' && to.use === 'turn-channel' && best < LOWEST_CLASS) return 7;
  const impact = Math.max(0, classOf(from) - best + 3);
  return Math.min(7, impact + impactOfRamps(junction, from, to, type, impact));
}

function impactOfRamps(junction: Junction, from: Arm, to: Arm, type: TurnType, impact: number): number {
  if (junction.arms.every(({ use }) => use !== 'road')) {
    if (isSharp(type)) return 2;
    return isSlight(type) ? -Math.ceil(impact / 2) : -Math.min(1, impact);
  }
  if (from.use === 'ramp' && to.use !== 'ramp') {
    if (isSharp(type)) return 3;
    return isSlight(type) ? 1 : 2;
  }
  if (from.use === 'turn-channel') {
    if (isSharp(type)) return 2;
    if (to.use === 'ramp') return 1;
    return isSlight(type) ? -Math.ceil(impact / 2) : -Math.min(1, impact);
  }
  const step = Math.abs(classOf(from) - (to.way?.roadClass ?? LOWEST_CLASS));
  if (!isLeft(type) || to.use !== 'road' || step === 0) return 0;
  if (junction.hasSignals) return 2;
  return step > 1 ? 1 : 0;
}

/** Returns whether roads leave on both sides of the turn, so that the driver crosses another road. */
function isCrossing(junction: Junction, from: Arm, to: Arm, degrees: number): boolean {
  let isRight = false;
  let isLeftSide = false;
  for (const arm of junction.arms) {
    if (arm === from || arm === to) continue;
    const other = turnDegrees(from, arm);
    if (degrees > 180) {
      if (other > degrees || other < 180) isRight = true;
      else if (other < degrees && other > 180) isLeftSide = true;
    } else if (other > degrees && other < 180) isRight = true;
    else if (other < degrees || other > 180) isLeftSide = true;
  }
  return isRight && isLeftSide;
}

/** Returns the cost of entering a road from a road of another kind: base_transition_cost in sif/dynamiccost.h. */
function entryCost({ way: from }: Arm, { way: to }: Arm): number {
  if (from === null || to === null) return 0;
  let cost = 0;
  if (to.destinationOnly && !from.destinationOnly) cost += DESTINATION_ONLY_COST;
  if (to.use !== 'link' && from.name !== to.name) cost += UNNAMED_TURN_COST;
  if (to.use === from.use) return cost;
  if (to.use === 'living-street') cost += LIVING_STREET_COST;
  if (to.use === 'track') cost += TRACK_COST;
  if (to.use === 'service') cost += SERVICE_COST;
  if (to.use === 'alley') cost += ALLEY_COST;
  return cost;
}

export function turnAt(junction: Junction, from: Arm, to: Arm): Turn {
  const degrees = turnDegrees(from, to);
  const type = typeOf(degrees);
  const seconds = secondsOf(degrees, junction);
  const cost = entryCost(from, to);
  const impact = stopImpact(junction, from, to, type);
  // If a U-turn cost nothing, driving into a dead end and back would cost as little as starting in the right direction.
  if (impact === 0) return { seconds, cost: cost + (type === 'reverse' ? seconds : 0) };
  const isRampChange = (from.use === 'ramp') !== (to.use === 'ramp');
  const base = isCrossing(junction, from, to, degrees) ? CROSSING_COST : turnCosts[type];
  const turn = (base + (isRampChange ? RAMP_COST : 0)) * impact + (type === 'reverse' ? U_TURN_COST : 0);
  return { seconds, cost: cost + turn * (densityFactors[junction.density] ?? 1) };
}
