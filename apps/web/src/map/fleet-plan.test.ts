// Tests what is drawn of a fleet: only cars in view, the selected car unclustered, and cars between two positions.
import { describe, expect, it } from 'vitest';
import { steerCars } from './car-motion.ts';
import { clusterFeatures, demandFeatures, type FleetCar, fleetFeatures, planFleet } from './fleet-plan.ts';

const car = (id: string, lng: number): FleetCar => ({ id, lat: -34.9, lng, heading: 90, state: 'free' });
const view = { zoom: 10, west: -57, south: -35.5, east: -55.5, north: -34 };

describe('the visible fleet', () => {
  it('contains only the clusters and cars in view', () => {
    const cars = [car('1', -56.2), car('2', -56.19), car('3', -55.9), car('far', -50)];
    const { singles, clusters } = planFleet(cars, view, null);
    expect(singles.map(({ id }) => id)).toEqual(['3']);
    expect(clusterFeatures(clusters, String).features).toMatchObject([
      { properties: { id: '1', count: 2, label: '2' } },
    ]);
  });

  it('leaves a selected car out of its cluster, and marks it', () => {
    const { singles, clusters } = planFleet([car('1', -56.2), car('2', -56.19)], view, '2');
    expect(clusters).toEqual([]);
    const { features } = fleetFeatures(singles, new Map(), 0, '2');
    expect(
      features.filter(({ properties }) => properties.chosen).map(({ properties }) => properties.id),
    ).toEqual(['2']);
  });
});

it('places a car half way after half the time, and at its position at the end', () => {
  const before = steerCars(new Map(), [car('1', -56.2)], 0);
  const moved = [car('1', -56.199)];
  const motions = steerCars(before, moved, 2000);
  const lngAt = (now: number) =>
    fleetFeatures(moved, motions, now, null).features[0]?.geometry.coordinates[0];
  expect(lngAt(2000)).toBeCloseTo(-56.2, 6);
  expect(lngAt(3000)).toBeCloseTo(-56.1995, 6);
  expect(lngAt(4000)).toBeCloseTo(-56.199, 6);
});

it('computes the share of lost requests of a place, also without requests', () => {
  const places = [
    { lat: 1, lng: 2, asked: 4, lost: 1 },
    { lat: 1, lng: 2, asked: 0, lost: 0 },
  ];
  const shares = demandFeatures(places, String).features.map(({ properties }) => properties.share);
  expect(shares).toEqual([0.25, 0]);
});
