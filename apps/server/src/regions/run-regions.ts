// Runs the other cities of the installation beside the first one, and follows when they are added and closed.
import type { Server } from 'node:http';
import type { RegionLink } from '@kerb/contract';
import { atMost } from '../kit/at-most.ts';
import type { OtherHosts } from '../kit/http/shared-port.ts';
import type { Logger } from '../kit/observe/logger.ts';
import type { DutyElsewhere } from '../modules/fleet/index.ts';
import { publicUrlOf, type Region } from './region.ts';

/** How soon a running server opens a city that was added, and tries one again that could not be opened. */
const LOOK_EVERY_MS = 5_000;
/** The first city does not wait longer for the others when a server starts. */
const START_WITHIN_MS = 30_000;

/** A city that runs in this server. */
export interface OpenRegion {
  server: Server;
  duty: DutyElsewhere;
  /** Its live sockets leave; everything still works. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export interface RegionsDeps {
  /** The cities that are to run. */
  read(): Promise<readonly Region[]>;
  /** Opens one; rejects where that is not possible. */
  open(region: Region): Promise<OpenRegion>;
  /** The first city, as the others link to it. */
  first: { name: () => string; url: string; duty: () => DutyElsewhere };
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  lookEveryMs?: number;
}

export interface Regions extends OtherHosts {
  /** Opens the cities that there are. One that cannot be opened, or not soon, is tried again later, and stops no other. */
  start(): Promise<void>;
  /** All cities, the first one first; `key` is the city that asks, null for the first one. Empty while there is only one. */
  links(key: string | null): RegionLink[];
  /** Of the drivers of a city (null for the first one) in all others. A city that cannot answer holds up no driver. */
  dutyBeside(own: string | null): DutyElsewhere;
  /** How many run, and how many are to run but cannot; the first city is not counted. */
  count(): { open: number; away: number };
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** `Rivera.example:3000` → `rivera.example` */
const hostNameOf = (host: string): string => host.replace(/:\d*$/, '').toLowerCase();

const isSame = (one: Region, other: Region): boolean => JSON.stringify(one) === JSON.stringify(other);

export function createRegions({
  read,
  open,
  first,
  logger,
  lookEveryMs = LOOK_EVERY_MS,
}: RegionsDeps): Regions {
  let known: readonly Region[] = [];
  const running = new Map<string, { region: Region; opened: OpenRegion }>();
  let keyOfHost: ReadonlyMap<string, string> = new Map();
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  async function openOne(region: Region): Promise<void> {
    try {
      running.set(region.key, { region, opened: await open(region) });
      logger.info({ region: region.key, host: region.host }, 'A city was opened');
    } catch (error) {
      logger.error({ err: error, region: region.key }, 'A city could not be opened; it is tried again');
    }
  }

  async function closeOne(key: string): Promise<void> {
    const one = running.get(key);
    running.delete(key);
    try {
      await one?.opened.close();
    } catch (error) {
      logger.error({ err: error, region: key }, 'A city did not close in order');
    }
  }

  /** One city after the other: each takes a part of the processor while it opens. */
  async function look(): Promise<void> {
    known = await read();
    keyOfHost = new Map(known.map(({ host, key }) => [host, key]));
    for (const { region } of [...running.values()]) {
      const now = known.find(({ key }) => key === region.key);
      if (now === undefined || !isSame(now, region)) await closeOne(region.key);
    }
    for (const region of known) if (!isClosed && !running.has(region.key)) await openOne(region);
  }

  async function lookThenWait(): Promise<void> {
    try {
      await look();
    } catch (error) {
      logger.warn({ err: error }, 'The cities of the installation could not be read');
    }
    if (isClosed) return;
    timer = setTimeout(() => {
      looking = lookThenWait();
    }, lookEveryMs);
    timer.unref();
  }

  const dutiesBeside = (own: string | null): DutyElsewhere[] => {
    const others = [...running.values()].filter(({ region }) => region.key !== own);
    const duties = others.map(({ opened }) => opened.duty);
    return own === null ? duties : [first.duty(), ...duties];
  };

  async function orWarn<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      logger.warn({ err: error }, "A driver's duty in another city is not known");
      return otherwise;
    }
  }

  return {
    dutyBeside: (own) => ({
      async isOnTrip(mobile) {
        const answers = dutiesBeside(own).map((duty) => orWarn(duty.isOnTrip(mobile), false));
        return (await Promise.all(answers)).includes(true);
      },
      async endDuty(mobile) {
        await Promise.all(dutiesBeside(own).map((duty) => orWarn(duty.endDuty(mobile), undefined)));
      },
    }),
    async start() {
      looking = lookThenWait();
      await atMost(START_WITHIN_MS, looking);
    },
    serverOf(host) {
      const key = host === undefined ? undefined : keyOfHost.get(hostNameOf(host));
      if (key === undefined) return null;
      return running.get(key)?.opened.server ?? 'away';
    },
    links(own) {
      if (known.length === 0) return [];
      const others = known.map((region) => ({
        name: region.name,
        url: publicUrlOf(region, first.url),
        here: region.key === own,
      }));
      return [{ name: first.name(), url: first.url, here: own === null }, ...others];
    },
    count: () => ({ open: running.size, away: known.filter(({ key }) => !running.has(key)).length }),
    async drain() {
      await Promise.all([...running.values()].map(({ opened }) => opened.drain()));
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
      for (const key of [...running.keys()]) await closeOne(key);
    },
  };
}
