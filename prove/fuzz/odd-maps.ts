// Generates map files: a small city with changed elements, blocks or bytes.
import { deflateSync, inflateSync } from 'node:zlib';
import { type OsmData, type OsmNode, type OsmRelation, type OsmWay, writeOsmPbf } from '@kerb/testing/osm';
import Pbf from 'pbf';
import { type Draw, pick } from './change-input.ts';
import { drawDamage } from './odd-files.ts';

const SIZE = 5;
const SOURCE = 'the fuzz';

/** A grid of named streets with doors, a suburb, a park with a pond, a building and a shore. */
function smallCity(): OsmData {
  const at = (row: number, column: number) => ({
    latE7: Math.round((-34.9 + row * 0.0009) * 1e7),
    lngE7: Math.round((-56.2 + column * 0.0011) * 1e7),
  });
  const line = Array.from({ length: SIZE }, (_, index) => index);
  const cells = line.flatMap((row) => line.map((column) => ({ row, column, id: 1 + row * SIZE + column })));
  const nodes: OsmNode[] = [
    ...cells.map(({ row, column, id }) => ({ id, ...at(row, column), tags: {} })),
    ...cells.map(({ row, column, id }) => ({
      id: 100 + id,
      ...at(row + 0.1, column + 0.1),
      tags: { 'addr:street': `Row ${row}`, 'addr:housenumber': `${column}`, 'addr:city': 'Fuzz' },
    })),
    { id: 300, ...at(2, 2), tags: { place: 'suburb', name: 'Centre' } },
    { id: 301, ...at(1, 1), tags: { amenity: 'hospital', name: 'Hospital' } },
  ];
  const street = (id: number, name: string, refs: number[]): OsmWay => ({
    id,
    refs,
    tags: { highway: 'residential', name },
  });
  const idAt = (row: number, column: number): number => 1 + row * SIZE + column;
  const square = (row: number, column: number): number[] => [
    idAt(row, column),
    idAt(row, column + 1),
    idAt(row + 1, column + 1),
    idAt(row + 1, column),
    idAt(row, column),
  ];
  const ways: OsmWay[] = [
    ...line.map((row) =>
      street(
        500 + row,
        `Row ${row}`,
        line.map((column) => idAt(row, column)),
      ),
    ),
    ...line.map((column) =>
      street(
        700 + column,
        `Column ${column}`,
        line.map((row) => idAt(row, column)),
      ),
    ),
    { id: 800, refs: square(0, 0), tags: { building: 'yes' } },
    { id: 801, refs: square(2, 2), tags: {} },
    { id: 802, refs: line.map((row) => idAt(row, SIZE - 1)), tags: { natural: 'coastline' } },
    { id: 803, refs: line.map((row) => idAt(row, 0)), tags: { highway: 'service', oneway: '-1' } },
  ];
  const relations: OsmRelation[] = [
    {
      id: 900,
      members: [
        { way: 801, role: 'outer' },
        { way: 800, role: 'inner' },
      ],
      tags: { type: 'multipolygon', leisure: 'park', name: 'Park' },
    },
  ];
  return { nodes, ways, relations };
}

export const mapFileOf = (data: OsmData = smallCity()): Buffer => writeOsmPbf(data, SOURCE);

export interface MapChange {
  readonly title: string;
  readonly ofData?: (data: OsmData) => OsmData;
  readonly ofBytes?: (file: Buffer) => Buffer;
}

const oddTexts: readonly string[] = [
  'constructor',
  '__proto__',
  'toString',
  '',
  'a\u0000b',
  '\u202e',
  'é'.repeat(30_000),
  '\\N\t\n',
  "' or 1=1 --",
  '9'.repeat(400),
];
const oddCoordinates: readonly number[] = [
  0,
  1,
  -900_000_000,
  900_000_001,
  1_800_000_000,
  -1_800_000_000,
  2e9,
  2 ** 40,
];
const oddIds: readonly number[] = [0, -1, 1, 2 ** 31, 2 ** 52, 500];

/** Changes one element of a list. */
function changeOne<Item>(items: readonly Item[], index: number, change: (item: Item) => Item): Item[] {
  return items.map((item, at) => (at === index % items.length ? change(item) : item));
}

function drawDataChange(draw: Draw): MapChange {
  const index = draw(200);
  const text = pick(draw, oddTexts) ?? '';
  const key =
    pick(draw, [
      'name',
      'highway',
      'natural',
      'place',
      'amenity',
      'addr:street',
      'leisure',
      'building',
      '__proto__',
    ]) ?? 'name';
  const lat = pick(draw, oddCoordinates) ?? 0;
  const lng = pick(draw, oddCoordinates) ?? 0;
  const id = pick(draw, oddIds) ?? 0;
  const ref = 1 + draw(30);
  const way = (title: string, change: (one: OsmWay) => OsmWay): MapChange => ({
    title: `way ${index % smallCity().ways.length}: ${title}`,
    ofData: (data) => ({ ...data, ways: changeOne(data.ways, index, change) }),
  });
  const node = (title: string, change: (one: OsmNode) => OsmNode): MapChange => ({
    title: `node ${index % smallCity().nodes.length}: ${title}`,
    ofData: (data) => ({ ...data, nodes: changeOne(data.nodes, index, change) }),
  });
  const all = (title: string, ofData: (data: OsmData) => OsmData): MapChange => ({ title, ofData });
  const tagged = `${key} = ${JSON.stringify(text).slice(0, 40)}`;
  const kinds: readonly MapChange[] = [
    node(`at ${lat}, ${lng}`, (one) => ({ ...one, latE7: lat, lngE7: lng })),
    node(`at longitude ${lng}`, (one) => ({ ...one, lngE7: lng })),
    node(`with the id ${id}`, (one) => ({ ...one, id })),
    node(tagged, (one) => ({ ...one, tags: { ...one.tags, [key]: text } })),
    way(tagged, (one) => ({ ...one, tags: { ...one.tags, [key]: text } })),
    way(`with the id ${id}`, (one) => ({ ...one, id })),
    way('without nodes', (one) => ({ ...one, refs: [] })),
    way('of one node', (one) => ({ ...one, refs: [ref] })),
    way('of the same node', (one) => ({ ...one, refs: Array(2_100).fill(ref) })),
    way('back and forth', (one) => ({ ...one, refs: [...one.refs, ...one.refs.toReversed(), ...one.refs] })),
    way('of missing nodes', (one) => ({ ...one, refs: one.refs.map((own) => own + 100_000) })),
    way('to another node', (one) => ({ ...one, refs: [...one.refs, ref] })),
    all('all nodes at one place', (data) => ({
      ...data,
      nodes: data.nodes.map((one) => ({ ...one, latE7: 0, lngE7: 0 })),
    })),
    all('all streets have one name', (data) => ({
      ...data,
      ways: data.ways.map((one) => ({ ...one, tags: { ...one.tags, name: text } })),
    })),
    all('no nodes', (data) => ({ ...data, nodes: data.nodes.slice(0, 1) })),
    all('no ways', (data) => ({ ...data, ways: [] })),
    all('a relation of itself and what is missing', (data) => ({
      ...data,
      relations: data.relations.map((one) => ({
        ...one,
        members: [...one.members, ...one.members, { way: 900, role: 'outer' }, { way: 5_000, role: 'inner' }],
      })),
    })),
    all('3,000 open pieces in a relation', (data) => ({
      ...data,
      ways: [
        ...data.ways,
        ...Array.from({ length: 3_000 }, (_, at) => ({
          id: 10_000 + at,
          refs: [ref, 1 + (at % 25)],
          tags: {},
        })),
      ],
      relations: data.relations.map((one) => ({
        ...one,
        members: Array.from({ length: 3_000 }, (_, at) => ({ way: 10_000 + at, role: 'outer' as const })),
      })),
    })),
    all('3,000 streets at one corner', (data) => ({
      ...data,
      ways: [
        ...data.ways,
        ...Array.from({ length: 300 }, (_, at) => ({
          id: 20_000 + at,
          refs: [ref, 1 + (at % 25)],
          tags: { highway: 'residential', name: `Street ${at}` },
        })),
      ],
    })),
  ];
  return pick(draw, kinds) ?? { title: 'as it is' };
}

interface Block {
  readonly type: string;
  readonly content: Buffer;
}

function readBlocks(file: Buffer): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < file.length; ) {
    const headerLength = file.readUInt32BE(at);
    const start = at + 4 + headerLength;
    const header = { type: '', size: 0 };
    new Pbf(file.subarray(at + 4, start)).readFields((tag, into, pbf) => {
      if (tag === 1) into.type = pbf.readString();
      if (tag === 3) into.size = pbf.readVarint();
    }, header);
    const blob: { bytes: Uint8Array } = { bytes: new Uint8Array() };
    new Pbf(file.subarray(start, start + header.size)).readFields((tag, into, pbf) => {
      if (tag === 3) into.bytes = pbf.readBytes();
    }, blob);
    blocks.push({ type: header.type, content: inflateSync(blob.bytes) });
    at = start + header.size;
  }
  return blocks;
}

interface BlockForm {
  /** Field of the blob: 1 raw, 3 zlib; 4 and above are not supported. */
  readonly field: number;
  /** How much the size in the header exceeds the true size. */
  readonly more?: number;
  readonly headerLength?: number;
}

function writeBlock({ type, content }: Block, { field, more = 0, headerLength }: BlockForm): Buffer {
  const blob = new Pbf();
  blob.writeVarintField(2, content.length);
  blob.writeBytesField(field, field === 3 ? deflateSync(content, { level: 9 }) : content);
  const blobBytes = blob.finish();
  const header = new Pbf();
  header.writeStringField(1, type);
  header.writeVarintField(3, blobBytes.length + more);
  const headerBytes = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(headerLength ?? headerBytes.length);
  return Buffer.concat([length, headerBytes, blobBytes]);
}

const written = (blocks: readonly Block[], form: BlockForm): Buffer =>
  Buffer.concat(blocks.map((block) => writeBlock(block, form)));

/** A block whose nodes are this many zero bytes, which compress to a few kilobytes. */
function nodesOf(bytes: number): Block {
  const zeros = new Uint8Array(bytes);
  const dense = new Pbf();
  dense.writeBytesField(1, zeros);
  const group = new Pbf();
  group.writeBytesField(2, dense.finish());
  const block = new Pbf();
  block.writeBytesField(2, group.finish());
  return { type: 'OSMData', content: Buffer.from(block.finish()) };
}

function drawBlockChange(draw: Draw): MapChange {
  const form = { field: 1 };
  const change = (title: string, to: (blocks: readonly Block[]) => Buffer): MapChange => ({
    title,
    ofBytes: (file) => to(readBlocks(file)),
  });
  const seed = draw(2 ** 30);
  const kinds: readonly MapChange[] = [
    // Half of all changes, because the bytes of uncompressed blocks are those of elements.
    ...Array.from({ length: 9 }, () => ({
      title: `blocks not compressed, ${seed} damaged`,
      ofBytes: (file: Buffer) => {
        const raw = written(readBlocks(file), form);
        const at = seed % raw.length;
        const bytes = Buffer.from(raw);
        bytes.fill([0x00, 0xff, 0x7f, 0x80][seed % 4] ?? 0, at, Math.min(raw.length, at + 1 + (seed % 9)));
        return bytes;
      },
    })),
    change('blocks that say they are longer', (blocks) => written(blocks, { field: 3, more: 5_000 })),
    change('blocks that say they are 60 MB', (blocks) => written(blocks, { field: 3, more: 60_000_000 })),
    change('blocks that say they are 2^50 bytes', (blocks) => written(blocks, { field: 3, more: 2 ** 50 })),
    change('a header of 4 GB', (blocks) => written(blocks, { field: 3, headerLength: 2 ** 32 - 1 })),
    change('a header of no bytes', (blocks) => written(blocks, { field: 3, headerLength: 0 })),
    change('compressed as LZMA', (blocks) => written(blocks, { field: 4 })),
    change('zlib that is not', (blocks) => written(blocks, { field: 5 })),
    change('blocks in the other order', (blocks) => written(blocks.toReversed(), { field: 3 })),
    change('every block 40 times', (blocks) => written(Array(40).fill(blocks).flat(), { field: 3 })),
    change('no data', (blocks) => written(blocks.slice(0, 1), { field: 3 })),
    change('an unknown kind of block', (blocks) =>
      written(
        blocks.map(({ content }) => ({ type: 'Other', content })),
        { field: 3 },
      ),
    ),
    change('30 million nodes in a few kilobytes', (blocks) =>
      written([...blocks, nodesOf(30_000_000)], { field: 3 }),
    ),
    change('a block that is 70 MB uncompressed', (blocks) =>
      written([...blocks, { type: 'OSMData', content: Buffer.alloc(70_000_000) }], { field: 3 }),
    ),
  ];
  return pick(draw, kinds) ?? { title: 'as it is' };
}

/** One to three changes, ordered: elements first, then blocks and bytes. */
export function drawMapChanges(draw: Draw): MapChange[] {
  return Array.from({ length: 1 + draw(3) }, () => {
    const kind = draw(6);
    if (kind < 3) return drawDataChange(draw);
    if (kind < 5) return drawBlockChange(draw);
    const { title, change } = drawDamage(draw, mapFileOf().length);
    return { title, ofBytes: change };
  });
}

/** The file with the changes; block changes that cannot follow others are left out. */
export function changedMap(changes: readonly MapChange[]): Buffer {
  const data = changes.reduce((before, { ofData }) => ofData?.(before) ?? before, smallCity());
  return changes.reduce((before, { ofBytes }) => {
    try {
      return ofBytes?.(before) ?? before;
    } catch {
      return before;
    }
  }, mapFileOf(data));
}
