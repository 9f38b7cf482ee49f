// Reads a .osm.pbf file (https://wiki.openstreetmap.org/wiki/PBF_Format) into compact arrays.
import { inflateSync } from 'node:zlib';
import Pbf from 'pbf';
import { NodeTable } from './node-table.ts';

export type Tags = Readonly<Record<string, string>>;

export interface TaggedNode {
  readonly id: number;
  readonly tags: Tags;
}
export interface Way {
  readonly id: number;
  readonly refs: readonly number[];
  readonly tags: Tags;
}
export interface Relation {
  readonly id: number;
  readonly tags: Tags;
  readonly ways: readonly { readonly id: number; readonly role: string }[];
}
export interface OsmFile {
  readonly nodes: NodeTable;
  readonly taggedNodes: readonly TaggedNode[];
  readonly ways: readonly Way[];
  readonly relations: readonly Relation[];
}

/** The file cannot be imported as a city; the message states the reason for the operator. */
export class CityFileError extends Error {
  override name = 'CityFileError';
}

const MAX_BLOB_HEADER = 64 * 1024;
const MAX_BLOB = 64 * 1024 * 1024;
/**
 * Largest ratio of decompressed to compressed size. Real map data compresses a few times; more is a decompression bomb.
 */
const MAX_INFLATION = 50;
const SMALL_BLOB = 64 * 1024;
const MAX_LAT_E7 = 90e7;
const MAX_LNG_E7 = 180e7;
const UNDERSTOOD = new Set(['OsmSchema-V0.6', 'DenseNodes']);

/** Throws CityFileError for a file that is incomplete or not readable. */
export function readOsmPbf(file: Buffer): OsmFile {
  if (file.length === 0) throw new CityFileError('The file is empty.');
  const nodes = new NodeTable();
  const content = { nodes, taggedNodes: [], ways: [], relations: [] } satisfies OsmFile;
  const reader = new BlockReader(content);
  try {
    let sawHeader = false;
    for (const block of fileBlocks(file)) {
      if (block.type === 'OSMHeader') {
        checkHeader(block.bytes);
        sawHeader = true;
      } else if (block.type === 'OSMData') {
        if (!sawHeader) throw new CityFileError('The file does not start with an OpenStreetMap header.');
        reader.read(block.bytes);
      }
    }
  } catch (error) {
    if (error instanceof CityFileError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CityFileError(`The file is damaged or not an .osm.pbf file (${reason}).`);
  }
  nodes.finish();
  return content;
}

function* fileBlocks(file: Buffer): Generator<{ type: string; bytes: Uint8Array }> {
  let at = 0;
  while (at < file.length) {
    if (at + 4 > file.length)
      throw new CityFileError('The file is damaged: it ends in the middle of a block.');
    const headerLength = file.readUInt32BE(at);
    if (headerLength > MAX_BLOB_HEADER) throw new CityFileError('The file is not an .osm.pbf file.');
    const header = readBlobHeader(file.subarray(at + 4, at + 4 + headerLength));
    const start = at + 4 + headerLength;
    if (header.size > MAX_BLOB) throw new CityFileError('The file is damaged: a block is too large.');
    if (start + header.size > file.length)
      throw new CityFileError('The file is damaged: it ends in the middle of a block.');
    yield { type: header.type, bytes: unpackBlob(file.subarray(start, start + header.size)) };
    at = start + header.size;
  }
}

function readBlobHeader(bytes: Uint8Array): { type: string; size: number } {
  const header = { type: '', size: -1 };
  new Pbf(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) into.type = pbf.readString();
    if (tag === 3) into.size = pbf.readVarint();
  }, header);
  if (header.size < 0 || header.type === '') throw new CityFileError('The file is not an .osm.pbf file.');
  return header;
}

function unpackBlob(bytes: Uint8Array): Uint8Array {
  const blob: { raw?: Uint8Array; zlib?: Uint8Array } = {};
  new Pbf(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) into.raw = pbf.readBytes();
    if (tag === 3) into.zlib = pbf.readBytes();
  }, blob);
  if (blob.raw) return blob.raw;
  if (blob.zlib) {
    const maxOutputLength = Math.min(MAX_BLOB, SMALL_BLOB + MAX_INFLATION * blob.zlib.length);
    return inflateSync(blob.zlib, { maxOutputLength });
  }
  throw new CityFileError('The file uses a compression other than zlib; write it again with zlib.');
}

function checkHeader(bytes: Uint8Array): void {
  const required: string[] = [];
  new Pbf(bytes).readFields((tag, into, pbf) => {
    if (tag === 4) into.push(pbf.readString());
  }, required);
  const unknown = required.filter((feature) => !UNDERSTOOD.has(feature));
  if (unknown.length > 0)
    throw new CityFileError(`The file needs features not read here: ${unknown.join(', ')}.`);
}

interface Target {
  nodes: NodeTable;
  taggedNodes: TaggedNode[];
  ways: Way[];
  relations: Relation[];
}

/** Decodes primitive blocks, one at a time, into the target. */
class BlockReader {
  readonly #target: Target;
  #strings: string[] = [];
  #granularity = 100;
  #latOffset = 0;
  #lngOffset = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  read(bytes: Uint8Array): void {
    this.#strings = [];
    this.#granularity = 100;
    this.#latOffset = 0;
    this.#lngOffset = 0;
    const groups: Uint8Array[] = [];
    new Pbf(bytes).readFields((tag, _, pbf) => {
      if (tag === 1) this.#strings = readStrings(pbf.readBytes());
      if (tag === 2) groups.push(pbf.readBytes());
      if (tag === 17) this.#granularity = pbf.readVarint();
      if (tag === 19) this.#latOffset = pbf.readVarint(true);
      if (tag === 20) this.#lngOffset = pbf.readVarint(true);
    }, undefined);
    for (const group of groups) this.#readGroup(group);
  }

  #readGroup(bytes: Uint8Array): void {
    new Pbf(bytes).readFields((tag, _, pbf) => {
      if (tag === 1) this.#readNode(pbf.readBytes());
      if (tag === 2) this.#readDense(pbf.readBytes());
      if (tag === 3) this.#readWay(pbf.readBytes());
      if (tag === 4) this.#readRelation(pbf.readBytes());
    }, undefined);
  }

  #addNode(id: number, lat: number, lng: number): void {
    const latE7 = Math.round((this.#latOffset + this.#granularity * lat) / 100);
    const lngE7 = Math.round((this.#lngOffset + this.#granularity * lng) / 100);
    if (!(Math.abs(latE7) <= MAX_LAT_E7 && Math.abs(lngE7) <= MAX_LNG_E7))
      throw new CityFileError('The file is damaged: a place is not on the earth.');
    this.#target.nodes.add(id, latE7, lngE7);
  }

  #readNode(bytes: Uint8Array): void {
    const node = { id: 0, lat: 0, lng: 0, keys: emptyNumbers(), values: emptyNumbers() };
    new Pbf(bytes).readFields((tag, into, pbf) => {
      if (tag === 1) into.id = pbf.readSVarint();
      if (tag === 2) pbf.readPackedVarint(into.keys);
      if (tag === 3) pbf.readPackedVarint(into.values);
      if (tag === 8) into.lat = pbf.readSVarint();
      if (tag === 9) into.lng = pbf.readSVarint();
    }, node);
    this.#addNode(node.id, node.lat, node.lng);
    if (node.keys.length > 0) {
      this.#target.taggedNodes.push({ id: node.id, tags: this.#tags(node.keys, node.values) });
    }
  }

  #readDense(bytes: Uint8Array): void {
    const dense = {
      ids: emptyNumbers(),
      lats: emptyNumbers(),
      lngs: emptyNumbers(),
      keysVals: emptyNumbers(),
    };
    new Pbf(bytes).readFields((tag, into, pbf) => {
      if (tag === 1) pbf.readPackedSVarint(into.ids);
      if (tag === 8) pbf.readPackedSVarint(into.lats);
      if (tag === 9) pbf.readPackedSVarint(into.lngs);
      if (tag === 10) pbf.readPackedVarint(into.keysVals);
    }, dense);
    let id = 0;
    let lat = 0;
    let lng = 0;
    let at = 0;
    for (let i = 0; i < dense.ids.length; i++) {
      id += dense.ids[i] ?? 0;
      lat += dense.lats[i] ?? 0;
      lng += dense.lngs[i] ?? 0;
      this.#addNode(id, lat, lng);
      const from = at;
      while ((dense.keysVals[at] ?? 0) !== 0) at += 2;
      if (at > from) this.#target.taggedNodes.push({ id, tags: this.#denseTags(dense.keysVals, from, at) });
      at += 1;
    }
  }

  #readWay(bytes: Uint8Array): void {
    const way = { id: 0, keys: emptyNumbers(), values: emptyNumbers(), refs: emptyNumbers() };
    new Pbf(bytes).readFields((tag, into, pbf) => {
      if (tag === 1) into.id = pbf.readVarint();
      if (tag === 2) pbf.readPackedVarint(into.keys);
      if (tag === 3) pbf.readPackedVarint(into.values);
      if (tag === 8) pbf.readPackedSVarint(into.refs);
    }, way);
    this.#target.ways.push({ id: way.id, refs: summed(way.refs), tags: this.#tags(way.keys, way.values) });
  }

  #readRelation(bytes: Uint8Array): void {
    const raw = {
      id: 0,
      keys: emptyNumbers(),
      values: emptyNumbers(),
      roles: emptyNumbers(),
      ids: emptyNumbers(),
    };
    const types = emptyNumbers();
    new Pbf(bytes).readFields((tag, into, pbf) => {
      if (tag === 1) into.id = pbf.readVarint();
      if (tag === 2) pbf.readPackedVarint(into.keys);
      if (tag === 3) pbf.readPackedVarint(into.values);
      if (tag === 8) pbf.readPackedVarint(into.roles);
      if (tag === 9) pbf.readPackedSVarint(into.ids);
      if (tag === 10) pbf.readPackedVarint(types);
    }, raw);
    const members = summed(raw.ids).map((id, i) => ({ id, role: this.#strings[raw.roles[i] ?? 0] ?? '' }));
    this.#target.relations.push({
      id: raw.id,
      tags: this.#tags(raw.keys, raw.values),
      ways: members.filter((_, i) => types[i] === 1),
    });
  }

  #tags(keys: readonly number[], values: readonly number[]): Tags {
    const tags: Record<string, string> = {};
    keys.forEach((key, i) => {
      tags[this.#strings[key] ?? ''] = this.#strings[values[i] ?? 0] ?? '';
    });
    return tags;
  }

  #denseTags(keysVals: readonly number[], from: number, to: number): Tags {
    const tags: Record<string, string> = {};
    for (let i = from; i < to; i += 2) {
      tags[this.#strings[keysVals[i] ?? 0] ?? ''] = this.#strings[keysVals[i + 1] ?? 0] ?? '';
    }
    return tags;
  }
}

const emptyNumbers = (): number[] => [];

function readStrings(bytes: Uint8Array): string[] {
  const strings: string[] = [];
  new Pbf(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) into.push(pbf.readString());
  }, strings);
  if (strings.some((text) => text.includes('\0')))
    throw new CityFileError('The file is damaged: a text in it has a NUL character.');
  return strings;
}

function summed(deltas: readonly number[]): number[] {
  let sum = 0;
  return deltas.map((delta) => {
    sum += delta;
    return sum;
  });
}
