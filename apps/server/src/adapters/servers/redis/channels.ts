// Which Redis channel carries a message: one for each cell of the map, and one for messages without a place.

/** Channels of a group share a hash slot of a cluster, so that one heartbeat shows whether all of them deliver. */
export const GROUPS = 8;
/** Cells repeat after so many rows and columns, about 55 km: a city has a channel for each of its cells. */
const GRID = 16;
/** 3.5 km from north to south; from east to west 2.8 km at 35° and 1.7 km at 60°. */
const CELL_DEGREES = 1 / 32;

interface Channel {
  readonly name: string;
  readonly group: number;
}

/** One channel or more of a group; the heartbeats of the group have their own. */
interface ChannelGroup {
  readonly beat: string;
  readonly messages: readonly string[];
}

const wrap = (degrees: number): number => {
  const cell = Math.floor(degrees / CELL_DEGREES) % GRID;
  return cell < 0 ? cell + GRID : cell;
};

export interface Channels {
  readonly groups: readonly ChannelGroup[];
  /** Of a message at a place, in degrees; null for one without a place. */
  channelOf(place: { lat: number; lng: number } | null): Channel;
  /** Which group's heartbeats a channel carries; undefined for other channels. */
  groupOfBeat(channel: string): number | undefined;
}

/** `namespace` separates the installations that share a Redis. */
export function createChannels(namespace: string): Channels {
  // The part in braces decides the slot in a cluster.
  const prefix = (group: number) => `kerb:${namespace}:{${group}}`;
  const moments: Channel = { name: `${prefix(0)}:moments`, group: 0 };
  const cellChannel = (row: number, column: number): Channel => {
    const group = (row + 3 * column) % GROUPS;
    return { name: `${prefix(group)}:cell:${row}.${column}`, group };
  };
  const steps = Array.from({ length: GRID }, (_, index) => index);
  const all = [moments, ...steps.flatMap((row) => steps.map((column) => cellChannel(row, column)))];
  const groups = Array.from({ length: GROUPS }, (_, group) => ({
    beat: `${prefix(group)}:beat`,
    messages: all.filter((channel) => channel.group === group).map(({ name }) => name),
  }));
  const beats = new Map(groups.map(({ beat }, group) => [beat, group]));
  return {
    groups,
    channelOf: (place) => (place === null ? moments : cellChannel(wrap(place.lat), wrap(place.lng))),
    groupOfBeat: (channel) => beats.get(channel),
  };
}
