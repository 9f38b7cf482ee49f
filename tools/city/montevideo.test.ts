// Checks the committed demonstration city: roads in one connected network, addresses, places and the sea.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CityShape, cityShapes, contains } from '../../apps/server/src/modules/maps/osm/city-shapes.ts';
import { type OsmFile, readOsmPbf } from '../../apps/server/src/modules/maps/osm/read-osm-pbf.ts';

let file: OsmFile;
let shapes: CityShape[];
beforeAll(() => {
  file = readOsmPbf(readFileSync(join(import.meta.dirname, '..', '..', 'data', 'montevideo.osm.pbf')));
  shapes = cityShapes(file);
});

describe('data/montevideo.osm.pbf', () => {
  it('contains the roads, the addresses and the named places of the city', () => {
    expect(shapes.filter(({ tags }) => tags.highway && !tags.natural).length).toBeGreaterThan(13_000);
    expect(shapes.filter(({ tags }) => tags['addr:housenumber']).length).toBeGreaterThan(205_000);
    expect(shapes.filter(({ tags }) => tags.name && !tags.highway).length).toBeGreaterThan(5_900);
  });

  it('has the sea and the bay as water, but not the city', () => {
    const sea = shapes.find(({ tags }) => tags.water === 'sea');
    const ring = sea?.kind === 'area' ? (sea.polygons[0]?.[0] ?? []) : [];
    expect(contains(ring, [-56.2, -34.95])).toBe(true);
    expect(contains(ring, [-56.225, -34.885])).toBe(true);
    expect(contains(ring, [-56.1913, -34.9056])).toBe(false);
    expect(contains(ring, [-56.257, -34.885])).toBe(false);
    expect(contains(ring, [-56.06, -34.88])).toBe(false);
  });

  it('joins nearly all roads into one network across the source tiles', () => {
    const groups = new Map<number, number>();
    const rootOf = (node: number): number => {
      let root = node;
      while ((groups.get(root) ?? root) !== root) root = groups.get(root) ?? root;
      groups.set(node, root);
      return root;
    };
    const roads = file.ways.filter(({ tags }) =>
      /^(trunk|primary|secondary|tertiary|residential)$/.test(tags.highway ?? ''),
    );
    for (const { refs } of roads) {
      for (const ref of refs) groups.set(rootOf(ref), rootOf(refs[0] ?? ref));
    }
    const sizes = new Map<number, number>();
    for (const { refs } of roads) {
      const root = rootOf(refs[0] ?? 0);
      sizes.set(root, (sizes.get(root) ?? 0) + 1);
    }
    expect(Math.max(...sizes.values()) / roads.length).toBeGreaterThan(0.97);
  });
});
