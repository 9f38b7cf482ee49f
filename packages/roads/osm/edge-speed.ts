// Computes the speed of a car on a way and the preference for the way, by the rules of the router (Valhalla).
import type { DrivableWay, Surface } from './classify-way.ts';

/**
 * Speed in km/h by road class without a maxspeed tag: default_speed in lua/graph.lua, and urban_rc_speed in
 * mjolnir/speed_assigner.h.
 */
const openSpeeds = [105, 90, 75, 60, 50, 40, 35, 25];
const urbanSpeeds = [89, 73, 57, 49, 40, 35, 30, 20];
const MAX_RURAL_DENSITY = 8;

const ROUNDABOUT_FACTOR = 0.5;
const TURN_CHANNEL_FACTOR = 1.25;
const RAMP_FACTOR = 0.85;
const URBAN_RAMP_FACTOR = 0.8;
const PARKING_SPEED = 15;
const DRIVEWAY_SPEED = 10;
const LIVING_STREET_SPEED = 10;
const TRACK_SPEED = 5;

const isRoughRoad = (surface: Surface): boolean => surface !== 'paved';

/** Returns the speed in km/h. */
export function speedOf(way: DrivableWay, density: number, isTurnChannel: boolean): number {
  const isUrban = density > MAX_RURAL_DENSITY;
  if (way.use === 'link') return linkSpeed(way, isUrban, isTurnChannel);
  if (way.maxSpeed !== null) {
    if (!isRoughRoad(way.surface)) return way.maxSpeed;
    if (way.maxSpeed >= 50) return way.maxSpeed - 10;
    return way.maxSpeed > 15 ? way.maxSpeed - 5 : way.maxSpeed;
  }
  let speed = (isUrban ? urbanSpeeds : openSpeeds)[way.roadClass] ?? DRIVEWAY_SPEED;
  if (way.use === 'living-street') speed = LIVING_STREET_SPEED;
  if (way.use === 'track') speed = TRACK_SPEED;
  if (way.use === 'parking') speed = PARKING_SPEED;
  if (way.use === 'driveway') speed = DRIVEWAY_SPEED;
  if (way.roundabout) speed *= ROUNDABOUT_FACTOR;
  return isRoughRoad(way.surface) ? speed / 2 : speed;
}

function linkSpeed(way: DrivableWay, isUrban: boolean, isTurnChannel: boolean): number {
  const speed = way.maxSpeed ?? openSpeeds[way.roadClass] ?? DRIVEWAY_SPEED;
  if (isTurnChannel) return speed * TURN_CHANNEL_FACTOR;
  if (way.maxSpeed !== null) return speed;
  return speed * (isUrban && way.roadClass <= 2 ? URBAN_RAMP_FACTOR : RAMP_FACTOR);
}

/** Half of kSurfaceFactor in src/sif/autocost.cc. */
const surfaceCosts: Readonly<Record<Surface, number>> = {
  paved: 0,
  rough: 0,
  compacted: 0.05,
  dirt: 0.1,
  gravel: 0.25,
  path: 0.5,
};
const TRACK_FACTOR = 4;
const LIVING_STREET_FACTOR = 2.6;

/** Returns the cost of one second on the way, in seconds: AutoCost::EdgeCost. */
export function costFactorOf(way: DrivableWay, density: number): number {
  const factor = 0.85 + density * 0.025 + surfaceCosts[way.surface];
  if (way.use === 'track') return factor * TRACK_FACTOR;
  return way.use === 'living-street' ? factor * LIVING_STREET_FACTOR : factor;
}
