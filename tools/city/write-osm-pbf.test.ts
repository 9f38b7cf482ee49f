// Checks that written .osm.pbf files are read back unchanged by an independent parser and by Kerb's own.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OsmData, writeOsmPbf } from '@kerb/testing/osm';
import fc from 'fast-check';
import { createOSMStream } from 'osm-pbf-parser-node';
import { afterAll, describe, expect, it } from 'vitest';
import { readOsmPbf } from '../../apps/server/src/modules/maps/osm/read-osm-pbf.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-pbf-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tags = fc.dictionary(fc.stringMatching(/^[a-z:]{1,12}$/), fc.string({ minLength: 1, maxLength: 20 }), {
  maxKeys: 4,
  noNullPrototype: true,
});
const e7 = (limit: number) => fc.integer({ min: -limit * 1e7, max: limit * 1e7 });
const id = fc.integer({ min: 1, max: 30_000_000_000 });
const byId = { selector: (element: { id: number }) => element.id };
const osmData: fc.Arbitrary<OsmData> = fc.record({
  nodes: fc.uniqueArray(fc.record({ id, latE7: e7(89), lngE7: e7(179), tags }), { minLength: 1, ...byId }),
  ways: fc.uniqueArray(fc.record({ id, refs: fc.array(id, { minLength: 2 }), tags }), byId),
  relations: fc.uniqueArray(
    fc.record({
      id,
      tags,
      members: fc.array(fc.record({ way: id, role: fc.constantFrom('outer' as const, 'inner' as const) })),
    }),
    byId,
  ),
});
const sorted = <T extends { id: number }>(items: readonly T[]): T[] => [...items].sort((a, b) => a.id - b.id);

describe('writeOsmPbf', () => {
  it('is read back by Kerb with every id, coordinate, tag and member', () => {
    fc.assert(
      fc.property(osmData, (data) => {
        const file = readOsmPbf(writeOsmPbf(data, 'a test'));
        for (const node of data.nodes) {
          const [lng, lat] = file.nodes.lngLat(node.id) ?? [];
          expect([Math.round((lng ?? 0) * 1e7), Math.round((lat ?? 0) * 1e7)]).toEqual([
            node.lngE7,
            node.latE7,
          ]);
        }
        const tagged = data.nodes.filter((node) => Object.keys(node.tags).length > 0);
        expect(file.taggedNodes).toEqual(sorted(tagged).map((node) => ({ id: node.id, tags: node.tags })));
        expect(file.ways).toEqual(sorted(data.ways));
        expect(file.relations).toEqual(
          sorted(data.relations).map(({ members, ...rest }) => ({
            ...rest,
            ways: members.map(({ way, role }) => ({ id: way, role })),
          })),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('is read by another parser', async () => {
    const data: OsmData = {
      nodes: [
        {
          id: 1,
          latE7: -349_052_597,
          lngE7: -561_850_161,
          tags: { 'addr:street': 'Ejido', name: 'Café ñandú' },
        },
        { id: 20_000_000_001, latE7: -349_000_000, lngE7: -561_000_000, tags: {} },
      ],
      ways: [{ id: 7, refs: [1, 20_000_000_001], tags: { highway: 'residential' } }],
      relations: [],
    };
    const path = join(folder, 'small.osm.pbf');
    writeFileSync(path, writeOsmPbf(data, 'a test'));
    const read = [];
    for await (const item of createOSMStream(path, { withTags: true, withInfo: false })) read.push(item);
    expect(read).toContainEqual(
      expect.objectContaining({
        type: 'node',
        id: 1,
        lat: -34.9052597,
        lon: -56.1850161,
        tags: data.nodes[0]?.tags,
      }),
    );
    expect(read).toContainEqual(
      expect.objectContaining({
        type: 'way',
        id: 7,
        refs: [1, 20_000_000_001],
        tags: { highway: 'residential' },
      }),
    );
  });

  it('writes the same bytes for the same elements in any order', () => {
    fc.assert(
      fc.property(osmData, (data) => {
        const turned = { ...data, nodes: [...data.nodes].reverse(), ways: [...data.ways].reverse() };
        expect(writeOsmPbf(turned, 'x').equals(writeOsmPbf(data, 'x'))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});
