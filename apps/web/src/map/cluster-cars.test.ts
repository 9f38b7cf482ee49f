// Tests that cars are clustered by their distance on the screen, not on the ground.
import { describe, expect, it } from 'vitest';
import { clusterCars, clustersEndAt, splittingZoom } from './cluster-cars.ts';

const car = (id: string, lat: number, lng: number) => ({ id, lat, lng });
/** At zoom 10 one px is about 63 m at this latitude, or 0.0007 degrees of longitude. */
const near = [car('1', -34.9, -56.2), car('2', -34.9, -56.19), car('3', -34.9, -55.9)];

describe('cars', () => {
  it('that overlap are one cluster at their centre, and others are single', () => {
    const { singles, clusters } = clusterCars(near, 10);
    expect(singles.map(({ id }) => id)).toEqual(['3']);
    expect(clusters).toHaveLength(1);
    expect(clusters[0]?.cars.map(({ id }) => id)).toEqual(['1', '2']);
    expect(clusters[0]?.id).toBe('1');
    expect(clusters[0]?.lng).toBeCloseTo(-56.195, 6);
  });

  it('separate at a higher zoom, and are never clustered at street level', () => {
    expect(clusterCars(near, 13).clusters).toEqual([]);
    const same = [car('1', -34.9, -56.2), car('2', -34.9, -56.2)];
    expect(clusterCars(same, clustersEndAt - 0.1).clusters).toHaveLength(1);
    expect(clusterCars(same, clustersEndAt)).toEqual({ singles: same, clusters: [] });
  });

  it('have the same clusters between two integer zooms', () => {
    expect(clusterCars(near, 10.9)).toEqual(clusterCars(near, 10));
  });

  it('that are selected are not clustered', () => {
    const { singles, clusters } = clusterCars(near, 10, '2');
    expect(singles.map(({ id }) => id).sort()).toEqual(['1', '2', '3']);
    expect(clusters).toEqual([]);
  });

  it('are each in exactly one cluster or single, however many there are', () => {
    const many = Array.from({ length: 2000 }, (_, at) =>
      car(String(at), -34.9 + Math.sin(at) / 20, -56.2 + Math.cos(at * 7) / 20),
    );
    for (const zoom of [9, 10, 12, 14]) {
      const { singles, clusters } = clusterCars(many, zoom);
      const ids = [...singles, ...clusters.flatMap((cluster) => cluster.cars)].map(({ id }) => id);
      expect(new Set(ids).size).toBe(2000);
      expect(ids).toHaveLength(2000);
    }
  });

  it('are empty without input', () => {
    expect(clusterCars([], 10)).toEqual({ singles: [], clusters: [] });
  });
});

describe('opening a cluster', () => {
  it('zooms to the first level at which its cars are separate', () => {
    const zoom = splittingZoom(near.slice(0, 2), 10);
    expect(zoom).toBe(12);
    expect(clusterCars(near.slice(0, 2), zoom - 1).clusters).toHaveLength(1);
    expect(clusterCars(near.slice(0, 2), zoom).clusters).toEqual([]);
  });

  it('of cars at one position zooms to the level without clusters', () => {
    expect(splittingZoom([car('1', 1, 1), car('2', 1, 1)], 12)).toBe(clustersEndAt);
  });
});
