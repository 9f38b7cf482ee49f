// Tests that damaged and malicious map files are rejected, with a reason, before they use much time or memory.
import { deflateSync } from 'node:zlib';
import { type OsmData, writeOsmPbf } from '@kerb/testing/osm';
import Pbf from 'pbf';
import { describe, expect, it } from 'vitest';
import { rejectCrowdedNodes, rejectLargerThanRegion } from './degenerate-map.ts';
import { readOsmPbf } from './read-osm-pbf.ts';

const street = (change: { latE7?: number; lngE7?: number; name?: string }): Buffer => {
  const { name = 'The Street', ...place } = change;
  const data: OsmData = {
    nodes: [
      { id: 1, latE7: -349_000_000, lngE7: -562_000_000, tags: {}, ...place },
      { id: 2, latE7: -349_100_000, lngE7: -562_100_000, tags: {} },
    ],
    ways: [{ id: 10, refs: [1, 2], tags: { highway: 'residential', name } }],
    relations: [],
  };
  return writeOsmPbf(data, 'a test');
};

/** A block of `count` nodes that are all zero bytes, which compresses to a thousandth. */
function zeroNodes(count: number): Buffer {
  const dense = new Pbf();
  dense.writeBytesField(1, new Uint8Array(count));
  const group = new Pbf();
  group.writeBytesField(2, dense.finish());
  const block = new Pbf();
  block.writeBytesField(2, group.finish());
  const blob = new Pbf();
  blob.writeBytesField(3, deflateSync(block.finish()));
  const blobBytes = blob.finish();
  const header = new Pbf();
  header.writeStringField(1, 'OSMData');
  header.writeVarintField(3, blobBytes.length);
  const headerBytes = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(headerBytes.length);
  return Buffer.concat([length, headerBytes, blobBytes]);
}

describe('a map file', () => {
  it('is read when it is complete', () => {
    const { nodes, ways } = readOsmPbf(Buffer.concat([street({}), zeroNodes(30_000)]));
    expect([nodes.size, ways.length]).toEqual([30_002, 1]);
  });

  it.each([
    ['a block of 40 million nodes in 40 KB', Buffer.concat([street({}), zeroNodes(40_000_000)]), 'damaged'],
    ['a text with a NUL', street({ name: 'a\0b' }), 'NUL character'],
    ['a latitude beyond the pole', street({ latE7: 900_000_001 }), 'not on the earth'],
    ['a longitude beyond the date line', street({ lngE7: -1_800_000_001 }), 'not on the earth'],
  ])('is refused for %s', (_what, file, reason) => {
    expect(() => readOsmPbf(file)).toThrow(expect.objectContaining({ name: 'CityFileError' }));
    expect(() => readOsmPbf(file)).toThrow(reason);
  });
});

describe('the roads of a map file', () => {
  it('are rejected when they span more than 12 degrees', () => {
    expect(() => rejectLargerThanRegion([-58, -35, -53, -30])).not.toThrow();
    expect(() => rejectLargerThanRegion([-58, -35, -45, -30])).toThrow('more than 12 degrees');
    expect(() => rejectLargerThanRegion([-58, -35, -53, -20])).toThrow('more than 12 degrees');
  });

  it('are rejected when more than 60 of them meet at one node', () => {
    const roads = (count: number, tags: Record<string, string> = { highway: 'residential' }) =>
      Array.from({ length: count }, (_, at) => ({ id: at, refs: [1, 2 + at], tags }));
    expect(() => rejectCrowdedNodes(roads(60))).not.toThrow();
    expect(() => rejectCrowdedNodes(roads(61))).toThrow('more than 60 roads meet at node 1');
    expect(() => rejectCrowdedNodes(roads(61, { building: 'yes' }))).not.toThrow();
    expect(() =>
      rejectCrowdedNodes([{ id: 1, refs: Array<number>(61).fill(7), tags: { highway: 'service' } }]),
    ).toThrow('at node 7');
  });
});
