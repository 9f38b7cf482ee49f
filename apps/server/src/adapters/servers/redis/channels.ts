// Computes the names of Redis channels (one for each cell of the map and one for messages without a place) and of the
// hashes that store the latest messages.
import type { Area, Circle } from '../../../ports/other-servers.ts';

/** Number of channel groups. All channels of a group share a hash slot, so that one heartbeat tests them all. */
export const GROUPS = 8;
/** Number of rows and columns after which cells repeat, about 55 km, so that all cells of a city differ. */
const GRID = 16;
/** Size of a cell: 3.5 km from north to south; from east to west 2.8 km at 35° and 1.7 km at 60° of latitude. */
const CELL_DEGREES = 1 / 32;
const KM_PER_DEGREE = 111.2;
/** Latitude in degrees beyond which a circle may contain the pole, so that it needs all columns. */
const MAX_LATITUDE = 89;

/** The channel of messages without a place, or of a cell. */
export interface Channel {
  readonly name: string;
  readonly group: number;
}

export interface CellChannel extends Channel {
  /** Row and column, such as `3.12`. */
  readonly cell: string;
}

/** Channels of a group; the heartbeats of the group use a separate channel. */
interface ChannelGroup {
  readonly beat: string;
  /** Names of all message channels of the group. */
  readonly messages: readonly string[];
}

const wrap = (cell: number): number => ((cell % GRID) + GRID) % GRID;
const stepOf = (degrees: number): number => Math.floor(degrees / CELL_DEGREES);
const everyStep = Array.from({ length: GRID }, (_, index) => index);

/** Rows or columns that an interval of degrees intersects. */
function stepsBetween(from: number, to: number): readonly number[] {
  const first = stepOf(from);
  const count = stepOf(to) - first + 1;
  if (count >= GRID) return everyStep;
  return Array.from({ length: count }, (_, index) => wrap(first + index));
}

/** Rows and columns of the cells that the bounding box of a circle intersects. */
function stepsAround({ lat, lng, radiusKm }: Circle): {
  rows: readonly number[];
  columns: readonly number[];
} {
  const halfHeight = radiusKm / KM_PER_DEGREE;
  const rows = stepsBetween(lat - halfHeight, lat + halfHeight);
  const farthest = Math.abs(lat) + halfHeight;
  if (farthest >= MAX_LATITUDE) return { rows, columns: everyStep };
  const halfWidth = halfHeight / Math.cos((farthest * Math.PI) / 180);
  return { rows, columns: stepsBetween(lng - halfWidth, lng + halfWidth) };
}

/** Distributes keys, such as ids, over the groups by a hash that is the same on all servers. */
function groupOfKey(key: string): number {
  let hash = 0;
  for (let index = 0; index < key.length; index += 1)
    hash = (Math.imul(hash, 31) + key.charCodeAt(index)) | 0;
  return (hash >>> 0) % GROUPS;
}

export interface Channels {
  readonly groups: readonly ChannelGroup[];
  /** Channel of messages without a place. */
  readonly moments: Channel;
  readonly cells: readonly CellChannel[];
  /** Cell of a place, in degrees. */
  cellOf(place: { lat: number; lng: number }): CellChannel;
  cellsIn(area: Area): readonly CellChannel[];
  /** Group of a heartbeat channel; undefined for other channels. */
  groupOfBeat(channel: string): number | undefined;
  /** Group in whose hash slot the latest message of a key is stored. */
  groupOfKey(key: string): number;
  /** Name of the hash that stores the latest messages of a topic in a cell; `period` is a number of `periodAt`. */
  cellHash(cell: CellChannel, topic: string, period: number): string;
  /** Name of the hash that stores the latest messages of a topic for all keys of a group. */
  keyHash(group: number, topic: string, period: number): string;
}

/** Creates the channels of an installation; `namespace` separates installations that share a Redis. */
export function createChannels(namespace: string): Channels {
  // Redis Cluster computes the hash slot from the part in braces.
  const prefix = (group: number) => `kerb:${namespace}:{${group}}`;
  const moments: Channel = { name: `${prefix(0)}:moments`, group: 0 };
  const rows = everyStep.map((row) =>
    everyStep.map((column): CellChannel => {
      const group = (row + 3 * column) % GROUPS;
      const cell = `${row}.${column}`;
      return { name: `${prefix(group)}:cell:${cell}`, group, cell };
    }),
  );
  const cells = rows.flat();
  const all: readonly Channel[] = [moments, ...cells];
  const groups = Array.from({ length: GROUPS }, (_, group) => ({
    beat: `${prefix(group)}:beat`,
    messages: all.filter((channel) => channel.group === group).map(({ name }) => name),
  }));
  const beats = new Map(groups.map(({ beat }, group) => [beat, group]));
  const at = (row: number, column: number): CellChannel => {
    const cell = rows[row]?.[column];
    if (cell === undefined) throw new RangeError(`There is no cell ${row}.${column}`);
    return cell;
  };
  return {
    groups,
    moments,
    cells,
    cellOf: ({ lat, lng }) => at(wrap(stepOf(lat)), wrap(stepOf(lng))),
    cellsIn(area) {
      if (area === 'everywhere') return cells;
      const around = stepsAround(area);
      return around.rows.flatMap((row) => around.columns.map((column) => at(row, column)));
    },
    groupOfBeat: (channel) => beats.get(channel),
    groupOfKey,
    cellHash: ({ group, cell }, topic, period) => `${prefix(group)}:latest:${topic}:cell:${cell}:${period}`,
    keyHash: (group, topic, period) => `${prefix(group)}:latest:${topic}:key:${period}`,
  };
}
