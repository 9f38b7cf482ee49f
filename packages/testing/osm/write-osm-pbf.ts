// Writes OpenStreetMap elements as a standard .osm.pbf file (https://wiki.openstreetmap.org/wiki/PBF_Format).
import { deflateSync } from 'node:zlib';
import Pbf from 'pbf';
import type { OsmData, OsmNode, OsmRelation, OsmWay, Tags } from './osm-elements.ts';

const ELEMENTS_PER_BLOCK = 8000;
/** Coordinates are written in units of 100 nanodegrees, the format's default granularity. */
const NANODEGREES_PER_E7 = 100;

/** Returns the whole file. Elements are sorted by id, so that equal input gives equal bytes. */
export function writeOsmPbf(data: OsmData, source: string): Buffer {
  const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
  const parts: Buffer[] = [fileBlock('OSMHeader', headerBlock(data, source))];
  for (const nodes of chunks([...data.nodes].sort(byId))) {
    parts.push(
      fileBlock(
        'OSMData',
        primitiveBlock((strings, group) => writeDense(nodes, strings, group)),
      ),
    );
  }
  for (const ways of chunks([...data.ways].sort(byId))) {
    parts.push(
      fileBlock(
        'OSMData',
        primitiveBlock((strings, group) => writeWays(ways, strings, group)),
      ),
    );
  }
  for (const relations of chunks([...data.relations].sort(byId))) {
    parts.push(
      fileBlock(
        'OSMData',
        primitiveBlock((strings, group) => writeRelations(relations, strings, group)),
      ),
    );
  }
  return Buffer.concat(parts);
}

/** String table of a block; the format reserves index 0 as a delimiter. */
class StringTable {
  readonly strings: string[] = [''];
  readonly #index = new Map<string, number>();

  indexOf(text: string): number {
    const known = this.#index.get(text);
    if (known !== undefined) return known;
    this.#index.set(text, this.strings.length);
    return this.strings.push(text) - 1;
  }
}

function headerBlock(data: OsmData, source: string): Uint8Array {
  const pbf = new Pbf();
  const box = boundsE7(data.nodes);
  pbf.writeMessage(
    1,
    (corners: readonly number[], bbox) => {
      corners.forEach((corner, i) => {
        bbox.writeSVarintField(i + 1, corner * NANODEGREES_PER_E7);
      });
    },
    [box.west, box.east, box.north, box.south],
  );
  pbf.writeStringField(4, 'OsmSchema-V0.6');
  pbf.writeStringField(4, 'DenseNodes');
  pbf.writeStringField(5, 'Sort.Type_then_ID');
  pbf.writeStringField(16, 'kerb make-montevideo');
  pbf.writeStringField(17, source);
  return pbf.finish();
}

function boundsE7(nodes: readonly OsmNode[]) {
  const box = { west: Infinity, east: -Infinity, north: -Infinity, south: Infinity };
  for (const { latE7, lngE7 } of nodes) {
    box.west = Math.min(box.west, lngE7);
    box.east = Math.max(box.east, lngE7);
    box.north = Math.max(box.north, latE7);
    box.south = Math.min(box.south, latE7);
  }
  return box;
}

function primitiveBlock(writeGroup: (strings: StringTable, group: Pbf) => void): Uint8Array {
  const strings = new StringTable();
  const group = new Pbf();
  writeGroup(strings, group);
  const block = new Pbf();
  block.writeMessage(
    1,
    (texts: readonly string[], table) => {
      for (const text of texts) table.writeBytesField(1, Buffer.from(text, 'utf8'));
    },
    strings.strings,
  );
  block.writeBytesField(2, group.finish());
  return block.finish();
}

function writeDense(nodes: readonly OsmNode[], strings: StringTable, group: Pbf): void {
  const keysVals: number[] = [];
  for (const node of nodes) {
    for (const [key, value] of Object.entries(node.tags)) {
      keysVals.push(strings.indexOf(key), strings.indexOf(value));
    }
    keysVals.push(0);
  }
  const dense = new Pbf();
  dense.writePackedSVarint(1, deltas(nodes.map((node) => node.id)));
  dense.writePackedSVarint(8, deltas(nodes.map((node) => node.latE7)));
  dense.writePackedSVarint(9, deltas(nodes.map((node) => node.lngE7)));
  dense.writePackedVarint(10, keysVals);
  group.writeBytesField(2, dense.finish());
}

function writeWays(ways: readonly OsmWay[], strings: StringTable, group: Pbf): void {
  for (const way of ways) {
    const message = new Pbf();
    message.writeVarintField(1, way.id);
    writeTags(way.tags, strings, message);
    message.writePackedSVarint(8, deltas(way.refs));
    group.writeBytesField(3, message.finish());
  }
}

function writeRelations(relations: readonly OsmRelation[], strings: StringTable, group: Pbf): void {
  for (const relation of relations) {
    const message = new Pbf();
    message.writeVarintField(1, relation.id);
    writeTags(relation.tags, strings, message);
    message.writePackedVarint(
      8,
      relation.members.map((member) => strings.indexOf(member.role)),
    );
    message.writePackedSVarint(9, deltas(relation.members.map((member) => member.way)));
    message.writePackedVarint(
      10,
      relation.members.map(() => 1),
    );
    group.writeBytesField(4, message.finish());
  }
}

function writeTags(tags: Tags, strings: StringTable, message: Pbf): void {
  message.writePackedVarint(
    2,
    Object.keys(tags).map((key) => strings.indexOf(key)),
  );
  message.writePackedVarint(
    3,
    Object.values(tags).map((value) => strings.indexOf(value)),
  );
}

function fileBlock(type: 'OSMHeader' | 'OSMData', content: Uint8Array): Buffer {
  const blob = new Pbf();
  blob.writeVarintField(2, content.length);
  blob.writeBytesField(3, deflateSync(content, { level: 9 }));
  const blobBytes = blob.finish();
  const header = new Pbf();
  header.writeStringField(1, type);
  header.writeVarintField(3, blobBytes.length);
  const headerBytes = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(headerBytes.length);
  return Buffer.concat([length, headerBytes, blobBytes]);
}

function deltas(values: readonly number[]): number[] {
  let previous = 0;
  return values.map((value) => {
    const delta = value - previous;
    previous = value;
    return delta;
  });
}

function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += ELEMENTS_PER_BLOCK)
    yield items.slice(at, at + ELEMENTS_PER_BLOCK);
}
