// How far a trip went: by road through a sample of its trail, held to what the trail itself shows.
import { distanceKm, type LatLng, lengthKm, planTrailDistance } from '@kerb/domain/geo';
import { boundsOf, cornersOf, isGap, stepsOf, type WayBounds } from './trail-bound.ts';

export type RoadKm = (through: readonly LatLng[]) => Promise<number | null>;

/**
 * A sampled position a few metres off may lie on the other carriageway, and the way through it goes around the
 * block; other samples of the same trail seldom have the same bad luck.
 */
const OTHER_SAMPLES = [24, 17, 12, 7, 4] as const;
/** As many silences of a phone are looked up on the road, the longest first. */
const GAPS_LOOKED_UP = 3;
/** Where to measure a silence from, in steps before and after it: one of them is on its right side of the road. */
const MARGINS = [0, 2, 5] as const;

/** The shortest way over a gap that the roads offer, from one of several places before it to one after it. */
async function gapByRoad(
  steps: readonly LatLng[],
  index: number,
  roadKm: RoadKm,
): Promise<number | undefined> {
  const ways: number[] = [];
  for (const margin of MARGINS) {
    const before = steps.slice(Math.max(0, index - margin), index + 1);
    const after = steps.slice(index + 1, index + 2 + margin);
    const [first, last] = [before[0], after.at(-1)];
    const whole = first && last ? await roadKm([first, last]) : null;
    if (whole !== null) ways.push(whole - lengthKm(before) - lengthKm(after));
  }
  const [from, to] = [steps[index], steps[index + 1]];
  if (ways.length === 0 || !from || !to) return undefined;
  return Math.max(distanceKm(from, to), Math.min(...ways));
}

async function boundsByRoad(trail: readonly LatLng[], roadKm: RoadKm): Promise<WayBounds> {
  const steps = stepsOf(trail);
  const gaps = steps
    .flatMap((from, index) => {
      const to = steps[index + 1];
      return to && isGap(from, to) ? [{ index, km: distanceKm(from, to) }] : [];
    })
    .sort((one, other) => other.km - one.km)
    .slice(0, GAPS_LOOKED_UP);
  const byRoad = new Map<number, number>();
  for (const { index } of gaps) {
    const km = await gapByRoad(steps, index, roadKm);
    if (km !== undefined) byRoad.set(index, km);
  }
  return boundsOf(steps, byRoad, cornersOf(trail));
}

/** 0 or 1 points: nothing. 2: the way between them. More: through at most 25 of them, as long as the trail allows. */
export async function kmDriven(trail: readonly LatLng[], roadKm: RoadKm): Promise<number> {
  const plan = planTrailDistance(trail);
  if (plan.kind === 'none') return 0;
  const direct = await roadKm(plan.through);
  if (direct === null) return lengthKm(trail);
  if (plan.through.length === 2) return direct;
  const { least, most } = await boundsByRoad(trail, roadKm);
  const isPlausible = (km: number): boolean => km >= least && km <= most;
  if (isPlausible(direct)) return direct;
  for (const size of OTHER_SAMPLES) {
    const other = planTrailDistance(trail, size);
    const km = other.kind === 'none' ? null : await roadKm(other.through);
    if (km !== null && isPlausible(km)) return km;
  }
  return Math.min(most, Math.max(least, direct));
}
