// Which Redis channel carries a message, one for each cell of the map and one for messages without a place, and under
// which keys the latest messages are stored.
import type { Area, Circle } from '../../../ports/other-servers.ts';

/** Channels of a group share a hash slot of a cluster, so that one heartbeat shows whether all of them deliver. */
export const GROUPS = 8;
/** Cells repeat after so many rows and columns, about 55 km: a city has a channel for each of its cells. */
const GRID = 16;
/** 3.5 km from north to south; from east to west 2.8 km at 35° and 1.7 km at 60°. */
const CELL_DEGREES = 1 / 32;
const KM_PER_DEGREE = 111.2;
/** Nearer to a pole than this, a circle may reach around it. */
const MOST_LATITUDE = 89;

/** The channel of messages without a place, or of a cell. */
export interface Channel {
  readonly name: string;
  readonly group: number;
}

export interface CellChannel extends Channel {
  /** Row and column, such as `3.12`. */
  readonly cell: string;
}

/** Some channels of a group; the heartbeats of the group have their own. */
interface ChannelGroup {
  readonly beat: string;
  /** Every channel of messages with or without a place. */
  readonly messages: readonly string[];
}

const wrap = (cell: number): number => ((cell % GRID) + GRID) % GRID;
const stepOf = (degrees: number): number => Math.floor(degrees / CELL_DEGREES);
const everyStep = Array.from({ length: GRID }, (_, index) => index);

/** The steps of the grid that a span of degrees touches. */
function stepsBetween(from: number, to: number): readonly number[] {
  const first = stepOf(from);
  const count = stepOf(to) - first + 1;
  if (count >= GRID) return everyStep;
  return Array.from({ length: count }, (_, index) => wrap(first + index));
}

/** Rows and columns of the cells that a circle touches, and a few more around it. */
function stepsAround({ lat, lng, radiusKm }: Circle): {
  rows: readonly number[];
  columns: readonly number[];
} {
  const halfHeight = radiusKm / KM_PER_DEGREE;
  const rows = stepsBetween(lat - halfHeight, lat + halfHeight);
  const farthest = Math.abs(lat) + halfHeight;
  if (farthest >= MOST_LATITUDE) return { rows, columns: everyStep };
  const halfWidth = halfHeight / Math.cos((farthest * Math.PI) / 180);
  return { rows, columns: stepsBetween(lng - halfWidth, lng + halfWidth) };
}

/** Spreads keys such as ids over the groups; all servers compute the same. */
function groupOfKey(key: string): number {
  let hash = 0;
  for (let index = 0; index < key.length; index += 1)
    hash = (Math.imul(hash, 31) + key.charCodeAt(index)) | 0;
  return (hash >>> 0) % GROUPS;
}

export interface Channels {
  readonly groups: readonly ChannelGroup[];
  /** Of messages without a place. */
  readonly moments: Channel;
  readonly cells: readonly CellChannel[];
  /** Of a place, in degrees. */
  cellOf(place: { lat: number; lng: number }): CellChannel;
  cellsIn(area: Area): readonly CellChannel[];
  /** Which group's heartbeats a channel carries; undefined for other channels. */
  groupOfBeat(channel: string): number | undefined;
  /** Which group's slot has the latest message about a key. */
  groupOfKey(key: string): number;
  /** The hash of the latest messages of a topic in a cell, by key; `period` numbers spans of time. */
  cellHash(cell: CellChannel, topic: string, period: number): string;
  /** The hash of the latest messages of a topic, by key, of all keys of a group. */
  keyHash(group: number, topic: string, period: number): string;
}

/** `namespace` separates the installations that share a Redis. */
export function createChannels(namespace: string): Channels {
  // The part in braces decides the slot in a cluster.
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
