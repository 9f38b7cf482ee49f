// Stores the latest message of each key in Redis hashes, by map cell and by key, for servers that do not subscribe to
// the cell. The name of a hash contains a period of ten minutes, so that whole hashes expire instead of single fields.
import { LRUCache } from 'lru-cache';
import type { CellChannel, Channels } from './channels.ts';
import { GROUPS } from './channels.ts';
import type { RedisLink } from './redis-link.ts';

/** Length of a period, ms. A message can be read for one to two periods; car positions are valid for one. */
const PERIOD_MS = 600_000;
/** Maximum difference between the clocks of two servers, ms. */
const CLOCK_DIFFERENCE_MS = 30_000;
/** Time during which a read is not repeated, ms. */
const FRESH_MS = 1_000;
/** Time without reads after a failed read, ms. */
const PAUSE_MS = 1_000;
const MAX_FRESH_KEYS = 50_000;
/** Maximum number of fields in one command, so that its response is at most a megabyte. */
const KEYS_TOGETHER = 2_000;

/** The latest message of a key; `json` is an array of the topic's name and the data. */
export interface KeyedMessage {
  readonly topic: string;
  readonly key: string;
  readonly cell: CellChannel;
  readonly json: string;
}

export interface LatestDeps {
  channels: Channels;
  /** Names of the topics that can be read. */
  topics: () => readonly string[];
  /** Whether this server currently receives a group, so that the hashes of the group can be used. */
  isReachable(group: number): boolean;
  /** Called with each message that was read; `by` is the kind of hash that contained it. */
  deliver(topic: string, data: unknown, by: 'cell' | 'key'): void;
  onError(error: unknown): void;
}

export interface LatestMessages {
  /** Stores messages. Sends the commands synchronously, in order; rejects when Redis did not confirm all of them. */
  write(link: RedisLink, messages: readonly KeyedMessage[]): Promise<void>;
  /** Removes the key from the cell of the message, because its subject has moved to another cell. */
  leave(link: RedisLink, message: KeyedMessage): Promise<void>;
  /** Reads and delivers the stored messages of the cells; resolves to false when some could not be read. */
  loadCells(link: RedisLink, cells: readonly CellChannel[]): Promise<boolean>;
  /** Like `loadCells`, but reuses reads of the last second. */
  refreshCells(link: RedisLink | null, cells: readonly CellChannel[]): Promise<boolean>;
  refreshKeys(link: RedisLink | null, topic: string, keys: readonly string[]): Promise<boolean>;
  forget(link: RedisLink, topic: string, key: string, cell: CellChannel | undefined): Promise<void>;
}

interface Reading {
  readonly startedAt: number;
  readonly isDone: Promise<boolean>;
}

const periodAt = (time: number): number => Math.floor(time / PERIOD_MS);
const expiryOf = (period: number): number => (period + 2) * PERIOD_MS + CLOCK_DIFFERENCE_MS;

/** Periods in which servers may have written messages that are still valid, the newest last. */
function periodsToRead(now = Date.now()): number[] {
  const last = periodAt(now + CLOCK_DIFFERENCE_MS);
  const first = periodAt(now) - 1;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Groups the messages by the name of their hash, each as a key followed by its JSON. */
function byHash(messages: readonly KeyedMessage[], hashOf: (message: KeyedMessage) => string) {
  const hashes = new Map<string, string[]>();
  for (const message of messages) {
    const hash = hashOf(message);
    const fields = hashes.get(hash) ?? [];
    hashes.set(hash, fields);
    fields.push(message.key, message.json);
  }
  return hashes;
}

function readMessage(value: string): readonly [string, unknown] {
  const parsed: unknown = JSON.parse(value);
  if (!Array.isArray(parsed) || typeof parsed[0] !== 'string')
    throw new Error('Redis has an invalid message');
  return [parsed[0], parsed[1]];
}

/** Creates `readFrom`, which delivers the values that the reads return, and resolves to false when they failed. */
function createReads({ deliver, onError }: Pick<LatestDeps, 'deliver' | 'onError'>) {
  let pausedUntil = 0;
  /** Delivers a value; an invalid one is reported and does not block the others. */
  function deliverValue(value: string, by: 'cell' | 'key'): void {
    try {
      const [topic, data] = readMessage(value);
      deliver(topic, data, by);
    } catch (error) {
      onError(error);
    }
  }
  return async function readFrom(
    by: 'cell' | 'key',
    reads: () => readonly Promise<readonly string[]>[],
  ): Promise<boolean> {
    if (performance.now() < pausedUntil) return false;
    try {
      for (const values of await Promise.all(reads())) {
        for (const value of values) deliverValue(value, by);
      }
      return true;
    } catch (error) {
      if (performance.now() >= pausedUntil) onError(error);
      pausedUntil = performance.now() + PAUSE_MS;
      return false;
    }
  };
}

/** Shares reads of the last second, so that several callers who need the same name cause one read. */
function createRecentReads() {
  const recent = new LRUCache<string, Reading>({ max: MAX_FRESH_KEYS });
  return async function readOnce(
    names: readonly string[],
    read: (missing: readonly string[]) => Promise<boolean>,
  ): Promise<boolean> {
    const now = performance.now();
    const missing = names.filter((name) => {
      const known = recent.get(name);
      return known === undefined || now - known.startedAt >= FRESH_MS;
    });
    if (missing.length > 0) {
      const reading = { startedAt: now, isDone: read(missing) };
      for (const name of missing) recent.set(name, reading);
    }
    const readings = new Set(names.flatMap((name) => recent.get(name) ?? []));
    const results = await Promise.all([...readings].map(({ isDone }) => isDone));
    return results.every(Boolean);
  };
}

function* partsOf(keys: readonly string[]): Iterable<readonly string[]> {
  for (let next = 0; next < keys.length; next += KEYS_TOGETHER) yield keys.slice(next, next + KEYS_TOGETHER);
}

export function createLatestMessages(deps: LatestDeps): LatestMessages {
  const { channels, topics, isReachable } = deps;
  const readFrom = createReads(deps);
  const readCellsOnce = createRecentReads();
  const readKeysOnce = createRecentReads();
  const cellByName = new Map(channels.cells.map((cell) => [cell.name, cell]));

  async function loadCells(link: RedisLink, cells: readonly CellChannel[]): Promise<boolean> {
    const reachable = cells.filter(({ group }) => isReachable(group));
    const isRead = await readFrom('cell', () =>
      reachable.flatMap((cell) =>
        topics().flatMap((topic) =>
          periodsToRead().map((period) => link.readAll(channels.cellHash(cell, topic, period))),
        ),
      ),
    );
    return isRead && reachable.length === cells.length;
  }

  /** Lists the keys by the group that stores them. */
  function byGroup(keys: readonly string[]): readonly (readonly string[])[] {
    const groups: string[][] = Array.from({ length: GROUPS }, () => []);
    for (const key of keys) groups[channels.groupOfKey(key)]?.push(key);
    return groups;
  }

  async function loadKeys(link: RedisLink, topic: string, keys: readonly string[]): Promise<boolean> {
    const groups = [...byGroup(keys).entries()].filter(([, ofGroup]) => ofGroup.length > 0);
    const reachable = groups.filter(([group]) => isReachable(group));
    const isRead = await readFrom('key', () =>
      reachable.flatMap(([group, ofGroup]) =>
        [...partsOf(ofGroup)].flatMap((part) =>
          periodsToRead().map((period) => link.readFields(channels.keyHash(group, topic, period), part)),
        ),
      ),
    );
    return isRead && reachable.length === groups.length;
  }

  return {
    async write(link, messages) {
      const period = periodAt(Date.now());
      const reachable = messages.filter(({ key }) => isReachable(channels.groupOfKey(key)));
      const hashes = [
        ...byHash(messages, ({ cell, topic }) => channels.cellHash(cell, topic, period)),
        ...byHash(reachable, ({ key, topic }) => channels.keyHash(channels.groupOfKey(key), topic, period)),
      ];
      const expiresAt = expiryOf(period);
      await Promise.all(
        hashes.map(([hash, fieldsAndValues]) => link.write({ hash, expiresAt, fieldsAndValues })),
      );
    },
    async leave(link, { cell, topic, key }) {
      const hashes = periodsToRead().map((period) => channels.cellHash(cell, topic, period));
      await Promise.all(hashes.map((hash) => link.remove(hash, [key])));
    },
    loadCells,
    async refreshCells(link, cells) {
      if (link === null) return false;
      return readCellsOnce(
        cells.map(({ name }) => name),
        (missing) =>
          loadCells(
            link,
            missing.flatMap((name) => cellByName.get(name) ?? []),
          ),
      );
    },
    async refreshKeys(link, topic, keys) {
      if (link === null) return false;
      return readKeysOnce(keys, (missing) => loadKeys(link, topic, missing));
    },
    async forget(link, topic, key, cell) {
      const group = channels.groupOfKey(key);
      const hashes = periodsToRead().flatMap((period) => [
        channels.keyHash(group, topic, period),
        ...(cell === undefined ? [] : [channels.cellHash(cell, topic, period)]),
      ]);
      await Promise.all(hashes.map((hash) => link.remove(hash, [key])));
    },
  };
}
