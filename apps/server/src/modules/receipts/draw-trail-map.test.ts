// Tests of the map on a receipt: it shows the whole route over the city, and leaves out invisible details.
import type { LatLng } from '@kerb/domain/geo';
import { expect, it } from 'vitest';
import type { MapFeature } from '../maps/index.ts';
import { drawTrailMap, frameOf, placesOf, type TrailMap } from './draw-trail-map.ts';

const pickup = { lat: -34.9058, lng: -56.1913 };
const drop = { lat: -34.9121, lng: -56.1645 };
const map: TrailMap = { trail: [pickup, { lat: -34.92, lng: -56.18 }, drop], pickup, stops: [], drop };

const road = (points: LatLng[], kind = 'primary'): MapFeature => ({
  kind: 'line',
  layer: 'road',
  class: kind,
  points,
});

it('shows every place of the trip with a margin, north up and east to the right', () => {
  const { at, box } = frameOf(placesOf(map));
  for (const place of placesOf(map)) {
    const [x, y] = at(place);
    expect(x).toBeGreaterThan(50);
    expect(x).toBeLessThan(950);
    expect(y).toBeGreaterThan(20);
    expect(y).toBeLessThan(320);
    expect(place.lat).toBeGreaterThan(box.south);
    expect(place.lat).toBeLessThan(box.north);
  }
  expect(at(drop)[0]).toBeGreaterThan(at(pickup)[0]);
  expect(at(drop)[1]).toBeGreaterThan(at(pickup)[1]);
  expect(at({ lat: box.north, lng: box.west })).toEqual([0, 0]);
});

it('limits the zoom of a trip without movement', () => {
  const { box } = frameOf([pickup, pickup]);
  expect(box.east - box.west).toBeCloseTo(0.006, 6);
});

it('draws the route over the streets with both ends, and preserves holes in water areas', () => {
  const hole = [pickup, drop, { lat: -34.91, lng: -56.17 }];
  const ring = [
    { lat: -34.8, lng: -56.3 },
    { lat: -34.8, lng: -56 },
    { lat: -35, lng: -56 },
    { lat: -35, lng: -56.3 },
  ];
  const features: MapFeature[] = [
    road([pickup, drop]),
    { kind: 'area', layer: 'water', rings: [ring, hole] },
    // Too small to be visible, and far away.
    road([pickup, drop], 'service'),
    road([
      { lat: 10, lng: 10 },
      { lat: 10.1, lng: 10 },
    ]),
  ];
  const { shapes } = drawTrailMap(map, frameOf(placesOf(map)), features, 'Map');
  expect(shapes.map(({ kind }) => kind)).toEqual(['area', 'area', 'line', 'line', 'line', 'dot', 'dot']);
  expect(shapes[1]).toMatchObject({ holes: [expect.arrayContaining([expect.any(Array)])] });
});
