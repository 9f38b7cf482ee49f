// Reads the address points of an .osm.pbf file (https://wiki.openstreetmap.org/wiki/PBF_Format): where trips begin and end.
import { inflateSync } from 'node:zlib';
import type { LatLng } from '@kerb/domain/geo';
import Pbf from 'pbf';

const ADDRESS_TAG = 'addr:housenumber';
const NANODEGREE = 1e-9;

/** The places of all nodes with a house number, in the order of the file. Throws for a file that is not an extract. */
export function readAddresses(file: Buffer): LatLng[] {
  const places: LatLng[] = [];
  for (const block of dataBlocks(file)) readBlock(block, places);
  return places;
}

function* dataBlocks(file: Buffer): Generator<Uint8Array> {
  let at = 0;
  while (at + 4 <= file.length) {
    const headerEnd = at + 4 + file.readUInt32BE(at);
    const header = { type: '', size: 0 };
    new Pbf(file.subarray(at + 4, headerEnd)).readFields((tag, into, pbf) => {
      if (tag === 1) into.type = pbf.readString();
      if (tag === 3) into.size = pbf.readVarint();
    }, header);
    const end = headerEnd + header.size;
    if (header.type === '' || end > file.length) throw new Error('The file is not a whole .osm.pbf file.');
    if (header.type === 'OSMData') yield unpack(file.subarray(headerEnd, end));
    at = end;
  }
}

function unpack(bytes: Uint8Array): Uint8Array {
  const blob: { raw?: Uint8Array; zlib?: Uint8Array } = {};
  new Pbf(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) into.raw = pbf.readBytes();
    if (tag === 3) into.zlib = pbf.readBytes();
  }, blob);
  if (blob.raw) return blob.raw;
  if (blob.zlib) return inflateSync(blob.zlib);
  throw new Error('The file uses a compression other than zlib.');
}

interface Block {
  strings: string[];
  groups: Uint8Array[];
  granularity: number;
  latOffset: number;
  lngOffset: number;
}

function readBlock(bytes: Uint8Array, places: LatLng[]): void {
  const block: Block = { strings: [], groups: [], granularity: 100, latOffset: 0, lngOffset: 0 };
  new Pbf(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) into.strings = readStrings(pbf.readBytes());
    if (tag === 2) into.groups.push(pbf.readBytes());
    if (tag === 17) into.granularity = pbf.readVarint();
    if (tag === 19) into.latOffset = pbf.readVarint(true);
    if (tag === 20) into.lngOffset = pbf.readVarint(true);
  }, block);
  const key = block.strings.indexOf(ADDRESS_TAG);
  if (key === -1) return;
  for (const group of block.groups) {
    new Pbf(group).readFields((tag, into, pbf) => {
      if (tag === 2) readDenseNodes(pbf.readBytes(), block, key, into);
    }, places);
  }
}

function readStrings(bytes: Uint8Array): string[] {
  const strings: string[] = [];
  new Pbf(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) into.push(pbf.readString());
  }, strings);
  return strings;
}

interface DenseNodes {
  lats: number[];
  lngs: number[];
  keysVals: number[];
}

function readDenseNodes(bytes: Uint8Array, block: Block, key: number, places: LatLng[]): void {
  const dense: DenseNodes = { lats: [], lngs: [], keysVals: [] };
  new Pbf(bytes).readFields((tag, into, pbf) => {
    if (tag === 8) pbf.readPackedSVarint(into.lats);
    if (tag === 9) pbf.readPackedSVarint(into.lngs);
    if (tag === 10) pbf.readPackedVarint(into.keysVals);
  }, dense);
  let lat = 0;
  let lng = 0;
  let at = 0;
  for (const [index, latStep] of dense.lats.entries()) {
    lat += latStep;
    lng += dense.lngs[index] ?? 0;
    let isAddress = false;
    for (; (dense.keysVals[at] ?? 0) !== 0; at += 2) if (dense.keysVals[at] === key) isAddress = true;
    at += 1;
    if (!isAddress) continue;
    places.push({
      lat: (block.latOffset + block.granularity * lat) * NANODEGREE,
      lng: (block.lngOffset + block.granularity * lng) * NANODEGREE,
    });
  }
}
