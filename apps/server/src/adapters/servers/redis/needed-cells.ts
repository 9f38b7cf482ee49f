// Tracks the map cells that this server needs, by the name of each need, and subscribes to them.
import type { Area } from '../../../ports/other-servers.ts';
import { type CellChannel, type Channels, GROUPS } from './channels.ts';
import type { RedisLink } from './redis-link.ts';

export interface NeededCellsDeps {
  channels: Channels;
  /** Whether all cells are needed regardless of named needs, because some server may not store its messages. */
  needsAll(): boolean;
  /** Delivers the latest messages of the cells; resolves to false when some could not be read. */
  load(link: RedisLink, cells: readonly CellChannel[]): Promise<boolean>;
  /** Called when the channels of a group cannot be subscribed. */
  onFailure(group: number, error: unknown): void;
}

export interface NeededCells {
  set(name: string, area: Area): void;
  remove(name: string): void;
  /** Replaces the link; starts without subscriptions. */
  use(link: RedisLink): void;
  /** Removes a link that ended, unless another one has replaced it. */
  drop(lost: RedisLink): void;
  /** Updates the subscriptions to the currently needed cells, and loads the latest messages of new ones. */
  update(): Promise<void>;
  /** Whether the cells are subscribed and their latest messages were delivered. */
  has(cells: readonly CellChannel[]): boolean;
  readonly subscribed: number;
}

const namesOf = (cells: readonly CellChannel[]): string[] => cells.map(({ name }) => name);
const everyGroup = Array.from({ length: GROUPS }, (_, group) => group);

/** Counts the needs that include each cell. */
function createNeeds(channels: Channels) {
  const cellsOf = new Map<string, readonly CellChannel[]>();
  const counts = new Map<CellChannel, number>();
  function remove(name: string): void {
    for (const cell of cellsOf.get(name) ?? []) {
      const rest = (counts.get(cell) ?? 0) - 1;
      if (rest > 0) counts.set(cell, rest);
      else counts.delete(cell);
    }
    cellsOf.delete(name);
  }
  return {
    remove,
    set(name: string, area: Area): void {
      remove(name);
      const cells = channels.cellsIn(area);
      cellsOf.set(name, cells);
      for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
    },
    isNeeded: (cell: CellChannel): boolean => counts.has(cell),
  };
}

export function createNeededCells({ channels, needsAll, load, onFailure }: NeededCellsDeps): NeededCells {
  const needs = createNeeds(channels);
  let link: RedisLink | null = null;
  let subscribed = new Set<CellChannel>();
  /** Cells that are subscribed and whose latest messages were delivered. */
  let ready = new Set<CellChannel>();
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  async function subscribe(current: RedisLink, cells: readonly CellChannel[]): Promise<void> {
    const known = subscribed;
    await Promise.all(
      everyGroup.map(async (group) => {
        const ofGroup = cells.filter((cell) => cell.group === group);
        if (ofGroup.length === 0) return;
        try {
          await current.subscribe(namesOf(ofGroup));
          for (const cell of ofGroup) known.add(cell);
        } catch (error) {
          if (link === current) onFailure(group, error);
        }
      }),
    );
  }

  async function unsubscribe(current: RedisLink, cells: readonly CellChannel[]): Promise<void> {
    for (const cell of cells) {
      subscribed.delete(cell);
      ready.delete(cell);
    }
    await Promise.all(
      everyGroup.map(async (group) => {
        const ofGroup = cells.filter((cell) => cell.group === group);
        if (ofGroup.length === 0) return;
        // A failure is ignored: messages that still arrive from these cells are valid.
        await current.unsubscribe(namesOf(ofGroup)).catch(() => undefined);
      }),
    );
  }

  async function updateOnce(): Promise<void> {
    next = null;
    const current = link;
    if (current === null) return;
    const isWanted = needsAll() ? () => true : needs.isNeeded;
    const left = [...subscribed].filter((cell) => !isWanted(cell));
    if (left.length > 0) await unsubscribe(current, left);
    const added = channels.cells.filter((cell) => isWanted(cell) && !subscribed.has(cell));
    if (added.length > 0) await subscribe(current, added);
    await loadNew(current);
  }

  /** Loads the latest messages after subscribing, so that a message published in between is not lost. */
  async function loadNew(current: RedisLink): Promise<void> {
    await Promise.all(
      everyGroup.map(async (group) => {
        const unloaded = [...subscribed].filter((cell) => cell.group === group && !ready.has(cell));
        if (unloaded.length === 0) return;
        const isLoaded = await load(current, unloaded);
        if (isLoaded && link === current) for (const cell of unloaded) ready.add(cell);
      }),
    );
  }

  function setLink(other: RedisLink | null): void {
    link = other;
    subscribed = new Set();
    ready = new Set();
  }

  return {
    set: needs.set,
    remove: needs.remove,
    use: setLink,
    drop(lost) {
      if (link === lost) setLink(null);
    },
    update() {
      if (next === null) {
        next = running.then(updateOnce);
        running = next.catch(() => undefined);
      }
      return next;
    },
    has: (cells) => cells.every((cell) => ready.has(cell)),
    get subscribed() {
      return subscribed.size;
    },
  };
}
