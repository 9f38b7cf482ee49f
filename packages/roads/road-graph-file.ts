// Reads and writes the file of a road graph: a header with a checksum, followed by its arrays.
import { completeRoadGraph, type RoadGraph } from './road-graph.ts';
import type { StoredRoads } from './stored-roads.ts';

/** The file is unusable and must be built again; the message contains the reason. */
export class RoadGraphFileError extends Error {
  override name = 'RoadGraphFileError';
}

/** "KRG1" as a little-endian number. */
const MAGIC = 0x31475246;
/** Incremented when the layout, the speed model or the turn model changes. */
const VERSION = 1;

type ArrayKind = Uint32ArrayConstructor | Int32ArrayConstructor | Float32ArrayConstructor;

const arrays = {
  pointStart: Uint32Array,
  pointLat: Int32Array,
  pointLng: Int32Array,
  edgeRoad: Uint32Array,
  edgeSeconds: Float32Array,
  edgeMetres: Float32Array,
  edgeCost: Float32Array,
  turnStart: Uint32Array,
  turnTo: Uint32Array,
  turnSeconds: Float32Array,
  turnCost: Float32Array,
} as const satisfies Record<keyof StoredRoads, ArrayKind>;

const names = Object.keys(arrays) as (keyof StoredRoads)[];
const WORD = 4;
/** Number of header words: magic number, version and checksum of the rest, followed by the length of each array. */
const HEADER_WORDS = 3 + names.length;
const CHECKED_FROM = 3;

/** FNV-1a over 32-bit words: a change of any single word changes the checksum. */
function checksum(words: Uint32Array): number {
  let sum = 0x811c9dc5;
  for (const word of words) sum = Math.imul(sum ^ word, 0x01000193);
  return sum >>> 0;
}

/** All supported platforms are little-endian, so arrays are written without conversion. */
export function encodeRoadGraph(graph: StoredRoads): Uint8Array {
  const total = names.reduce((sum, name) => sum + graph[name].length, HEADER_WORDS);
  const words = new Uint32Array(total);
  let at = HEADER_WORDS;
  names.forEach((name, i) => {
    const values = graph[name];
    words[CHECKED_FROM + i] = values.length;
    words.set(new Uint32Array(values.buffer, values.byteOffset, values.length), at);
    at += values.length;
  });
  words[0] = MAGIC;
  words[1] = VERSION;
  words[2] = checksum(words.subarray(CHECKED_FROM));
  return new Uint8Array(words.buffer);
}

/** Checks that the bytes are a complete file of this version; throws RoadGraphFileError otherwise. */
export function checkRoadGraph(bytes: Uint8Array): void {
  readWords(bytes);
}

/** Returns the file as 32-bit words, and the length of each array. */
function readWords(bytes: Uint8Array): { words: Uint32Array<ArrayBuffer>; lengths: number[] } {
  if (bytes.length < HEADER_WORDS * WORD) throw new RoadGraphFileError('The road graph file is too short.');
  // Copied, because the bytes may start at any offset of a larger buffer, while typed arrays need multiples of four.
  const words = new Uint32Array(bytes.slice(0, bytes.length - (bytes.length % WORD)).buffer);
  if (words[0] !== MAGIC) throw new RoadGraphFileError('The file is not a road graph.');
  if (words[1] !== VERSION)
    throw new RoadGraphFileError(
      `The road graph file has version ${words[1]}, this program reads ${VERSION}.`,
    );
  const lengths = names.map((_, i) => words[CHECKED_FROM + i] ?? 0);
  const total = lengths.reduce((sum, length) => sum + length, HEADER_WORDS);
  if (bytes.length !== total * WORD)
    throw new RoadGraphFileError('The road graph file ends early or is too long.');
  if (words[2] !== checksum(words.subarray(CHECKED_FROM)))
    throw new RoadGraphFileError('The road graph file is damaged: its checksum does not fit.');
  return { words, lengths };
}

/** Decodes the file. Throws RoadGraphFileError like checkRoadGraph. */
export function decodeRoadGraph(bytes: Uint8Array): RoadGraph {
  const { words, lengths } = readWords(bytes);
  let at = HEADER_WORDS * WORD;
  const take = <T>(
    kind: new (buffer: ArrayBuffer, offset: number, length: number) => T,
    name: keyof StoredRoads,
  ): T => {
    const length = lengths[names.indexOf(name)] ?? 0;
    const taken = new kind(words.buffer, at, length);
    at += length * WORD;
    return taken;
  };
  return completeRoadGraph({
    pointStart: take(Uint32Array, 'pointStart'),
    pointLat: take(Int32Array, 'pointLat'),
    pointLng: take(Int32Array, 'pointLng'),
    edgeRoad: take(Uint32Array, 'edgeRoad'),
    edgeSeconds: take(Float32Array, 'edgeSeconds'),
    edgeMetres: take(Float32Array, 'edgeMetres'),
    edgeCost: take(Float32Array, 'edgeCost'),
    turnStart: take(Uint32Array, 'turnStart'),
    turnTo: take(Uint32Array, 'turnTo'),
    turnSeconds: take(Float32Array, 'turnSeconds'),
    turnCost: take(Float32Array, 'turnCost'),
  });
}
