// Tests of travel times of a replayed day: by road, with the traffic of the hour, and missing where no road leads.
import { MS_PER_HOUR } from '@kerb/domain/kernel';
import { freeFlowModel, modelOfPrior } from '@kerb/domain/travel-times';
import { buildRoadGraph } from '@kerb/roads';
import { describe, expect, it } from 'vitest';
import { at, streetPlan } from '../../../../../packages/roads/testing/street-plan.ts';
import { createGrid, createRoadTravel, createStraightTravel } from './road-travel.ts';

const dayStart = Date.parse('2026-05-11T03:00:00Z');
const zone = 'America/Montevideo';
const quiet = { model: freeFlowModel(zone), dayStart };
/** Times are doubled at 8 o'clock. */
const rush = {
  model: modelOfPrior(
    Array.from({ length: 24 }, (_, hour) => (hour === 8 ? 2 : 1)),
    zone,
  ),
  dayStart,
};
/** Four kilometres east with a corner, at 10 m/s. */
const corner = at(0, 2000);
const west = at(0, 0);
const east = at(2000, 2000);
const graph = buildRoadGraph(streetPlan({ west, corner, east }, [{ through: ['west', 'corner', 'east'] }]));
const places = { pickups: [west], drops: [east] };

describe('travel by road', () => {
  it('follows the roads from any place to a pickup, to the accuracy of a cell', () => {
    const travel = createRoadTravel(graph, places, quiet);
    const [secs] = travel.secondsTo(west, [at(2000, 1990)], 0);
    expect(secs).toBeGreaterThan(370);
    expect(secs).toBeLessThan(430);
    expect(travel.kmBetween(at(2000, 1990), west)).toBeCloseTo(4, 0);
  });

  it('is exact from a pickup to its drop-off', () => {
    const travel = createRoadTravel(graph, places, quiet);
    expect(travel.secondsTo(east, [west], 0)[0]).toBeCloseTo(400, -1);
    expect(travel.kmBetween(west, east)).toBeCloseTo(4, 2);
  });

  it('makes no cells between the city and the end of a ride to another city', () => {
    const inCity = createGrid(places).centers.length;
    expect(createGrid({ pickups: [west], drops: [east, at(300_000, 0)] }).centers.length).toBe(inCity);
    const back = { pickups: [west, west, at(300_000, 0)], drops: [east] };
    expect(createGrid(back).centers.length).toBe(inCity);
  });

  it('makes cells around one of the pickups when the others are in other cities', () => {
    const south = at(0, 0);
    const north = at(100_000, 150_000);
    const inCity = createGrid({ pickups: [south], drops: [south] }).centers.length;
    expect(createGrid({ pickups: [south, north], drops: [south] }).centers.length).toBe(inCity);
    expect(createGrid({ pickups: [north, south], drops: [south] }).centers.length).toBe(inCity);
    expect(createGrid({ pickups: [], drops: [] }).cellOf(south)).toBeNull();
  });

  it('is exact for rides of hours between cities, there and back', () => {
    const far = at(108_000, 0);
    const road = buildRoadGraph(streetPlan({ west, far }, [{ through: ['west', 'far'] }]));
    const travel = createRoadTravel(road, { pickups: [west], drops: [far] }, quiet);
    expect(travel.secondsTo(far, [west], 0)[0]).toBeCloseTo(10_800, -1);
    expect(travel.secondsTo(west, [far], 0)[0]).toBeCloseTo(10_800, -1);
    expect(travel.kmBetween(far, west)).toBeCloseTo(108, 0);
  });

  it('has no time when no road is near', () => {
    const travel = createRoadTravel(graph, { pickups: [west], drops: [at(30_000, 0)] }, quiet);
    expect(travel.secondsTo(at(30_000, 0), [west], 0)).toEqual([null]);
    expect(travel.kmBetween(west, at(30_000, 0))).toBeGreaterThan(30);
  });

  it('multiplies times by the traffic factor of the hour in the operator’s time zone', () => {
    const travel = createRoadTravel(graph, places, rush);
    const [night] = travel.secondsTo(east, [west], 7.9 * MS_PER_HOUR);
    const [morning] = travel.secondsTo(east, [west], 8.5 * MS_PER_HOUR);
    expect((morning ?? 0) / (night ?? 1)).toBeCloseTo(2, 6);
  });
});

it('without roads uses straight lines with the same traffic', () => {
  const travel = createStraightTravel(rush);
  const [night] = travel.secondsTo(east, [west], 0);
  const [morning] = travel.secondsTo(east, [west], 8.5 * MS_PER_HOUR);
  expect(night).toBeGreaterThan(300);
  expect((morning ?? 0) / (night ?? 1)).toBeCloseTo(2, 6);
});
