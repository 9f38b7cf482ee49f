// Tests what the road graph takes from OpenStreetMap: access, directions, speeds, junctions and the connected part.
import { describe, expect, it } from 'vitest';
import { travelTime } from '../arrival-times.ts';
import { at, streetPlan } from '../testing/street-plan.ts';
import { buildRoadGraph } from './build-road-graph.ts';
import { classifyWay } from './classify-way.ts';

const block = { sw: at(0, 0), se: at(0, 400), ne: at(400, 400), nw: at(400, 0) };
const ring = [{ through: ['sw', 'se'] }, { through: ['se', 'ne'] }, { through: ['ne', 'nw', 'sw'] }];

describe('a way', () => {
  it.each([
    [{ highway: 'residential' }, { forward: true, backward: true, maxSpeed: null, destinationOnly: false }],
    [
      { highway: 'primary', oneway: 'yes', maxspeed: '60' },
      { forward: true, backward: false, maxSpeed: 60 },
    ],
    [
      { highway: 'primary', oneway: '-1' },
      { forward: false, backward: true },
    ],
    [
      { highway: 'tertiary', junction: 'roundabout' },
      { forward: true, backward: false, roundabout: true },
    ],
    [{ highway: 'motorway' }, { forward: true, backward: false }],
    [
      { highway: 'motorway', oneway: 'no' },
      { forward: true, backward: true },
    ],
    [{ highway: 'trunk_link' }, { roadClass: 1, use: 'link' }],
    [
      { highway: 'service', service: 'driveway' },
      { destinationOnly: true, use: 'driveway' },
    ],
    [{ highway: 'residential', access: 'private' }, { destinationOnly: true }],
    [{ highway: 'residential', access: 'no', motor_vehicle: 'yes' }, { destinationOnly: false }],
    [{ highway: 'residential', maxspeed: '30 mph' }, { maxSpeed: expect.closeTo(48.28, 2) }],
    [{ highway: 'residential', maxspeed: 'walk' }, { maxSpeed: null }],
    [{ highway: 'residential', surface: 'unpaved' }, { surface: 'gravel' }],
    [{ highway: 'residential', surface: 'cobblestone' }, { surface: 'rough' }],
  ])('tagged %j is %j', (tags, expected) => {
    expect(classifyWay(tags)).toMatchObject(expected);
  });

  it.each([
    [{ highway: 'footway' }],
    [{ highway: 'residential', access: 'no' }],
    [{ highway: 'residential', motor_vehicle: 'no' }],
    [{ highway: 'construction' }],
    [{ highway: 'service', area: 'yes' }],
    [{ building: 'yes' }],
  ])('tagged %j is not for cars', (tags) => {
    expect(classifyWay(tags)).toBeNull();
  });
});

describe('the road graph', () => {
  it('excludes roads that cars cannot both reach and leave', () => {
    const graph = buildRoadGraph(
      streetPlan(
        { ...block, island: at(3000, 0), shore: at(3000, 400), trap: at(800, 0), end: at(1200, 0) },
        [
          ...ring,
          { through: ['sw', 'ne'] },
          { through: ['island', 'shore'] },
          { through: ['nw', 'trap'], tags: { oneway: 'yes' } },
          { through: ['trap', 'end'], tags: { oneway: 'yes' } },
        ],
      ),
    );
    expect(graph.edgeCount).toBe(10);
    expect(graph.index.snap(at(3000, 100), 500)).toBeNull();
    expect(graph.index.snap(at(1100, 0), 500)).toBeNull();
  });

  it('is empty without a road', () => {
    const graph = buildRoadGraph(
      streetPlan(block, [{ through: ['sw', 'se'], tags: { highway: 'footway' } }]),
    );
    expect(graph.edgeCount).toBe(0);
    expect(travelTime(graph, at(0, 0), at(0, 100))).toBeNull();
  });

  it('uses the signed speed limits', () => {
    const seconds = (maxspeed: string) =>
      travelTime(
        buildRoadGraph(streetPlan(block, [...ring.slice(1), { through: ['sw', 'se'], tags: { maxspeed } }])),
        at(0, 100),
        at(0, 300),
      )?.seconds;
    expect(seconds('36')).toBeCloseTo(20, 1);
    expect(seconds('72')).toBeCloseTo(10, 1);
  });

  it('allows U-turns only at the end of a road', () => {
    const graph = buildRoadGraph(
      streetPlan({ ...block, end: at(0, 700) }, [...ring, { through: ['se', 'end'] }]),
    );
    // From one end of the southern street to the other and back: around the block, because turning back at the corner
    // is not allowed.
    const around = travelTime(graph, at(100, 400), at(300, 400));
    expect(around?.metres).toBeCloseTo(200, 0);
    expect(graph.turnStart[0]).toBe(0);
    expect(graph.turnStart[graph.edgeCount]).toBe(graph.turnTo.length);
    const turnsBack = graph.edgeRoad.reduce((count, road, edge) => {
      const next = graph.turnTo.subarray(graph.turnStart[edge], graph.turnStart[edge + 1]);
      return count + [...next].filter((to) => (graph.edgeRoad[to] ?? 0) >> 1 === road >> 1).length;
    }, 0);
    expect(turnsBack).toBe(1);
  });

  it('counts traffic lights and turns at junctions', () => {
    const cross = { ...block, far: at(0, 800) };
    const ways = [...ring, { through: ['se', 'far'] }];
    const seconds = (signals: readonly string[]) =>
      travelTime(buildRoadGraph(streetPlan(cross, ways, signals)), at(0, 300), at(0, 500))?.seconds ?? 0;
    const straight = seconds([]);
    expect(straight).toBeGreaterThan(20);
    expect(straight).toBeLessThan(20.1);
    expect(seconds(['se']) - straight).toBeCloseTo(2, 3);
    const graph = buildRoadGraph(streetPlan(cross, ways));
    const left = (travelTime(graph, at(0, 300), at(100, 400))?.seconds ?? 0) - 20;
    const right = (travelTime(graph, at(0, 500), at(100, 400))?.seconds ?? 0) - 20;
    // OSRM's turn curve at 90 degrees, for driving on the right.
    expect(left).toBeCloseTo(5.4, 1);
    expect(right).toBeCloseTo(2.1, 1);
  });
});
