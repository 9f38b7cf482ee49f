// Runs the other cities of the installation in this server, and opens and closes them as regions are added and closed.
import type { Server } from 'node:http';
import type { RegionLink } from '@kerb/contract';
import { atMost } from '../kit/at-most.ts';
import type { OtherHosts } from '../kit/http/shared-port.ts';
import type { Logger } from '../kit/observe/logger.ts';
import type { Metrics } from '../kit/observe/metrics.ts';
import type { DutyInOtherCities } from '../modules/fleet/index.ts';
import { firstHostOf, publicUrlOf, type Region } from './region.ts';

/** Interval at which the list of cities is read: added ones are opened, and failed ones retried. */
const POLL_INTERVAL_MS = 5_000;
/** Maximum time for which the start of the first city waits for the others, ms. */
const START_WITHIN_MS = 30_000;

/** A city that runs in this server. */
export interface OpenRegion {
  server: Server;
  duty: DutyInOtherCities;
  /** Metrics of the city. */
  registry: Metrics['registry'];
  /** Disconnects the city's live sockets; its routes still work. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export interface RegionsDeps {
  /** Reads the cities that should run. */
  read(): Promise<readonly Region[]>;
  /** Reads the hosts of closed cities, which the first city does not serve either. */
  readClosedHosts(): Promise<readonly string[]>;
  /** Opens one city; rejects when it cannot be opened. */
  open(region: Region): Promise<OpenRegion>;
  /** The first city, for the links and duty lookups of the others. */
  first: { name: () => string; url: string; duty: () => DutyInOtherCities };
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  pollIntervalMs?: number;
}

export interface Regions extends OtherHosts {
  /**
   * Opens the configured cities. A city that cannot be opened, or not within the time limit, is retried later without
   * delaying the others.
   */
  start(): Promise<void>;
  /**
   * Links to all cities, the first one first; `key` is the city that shows them, null for the first one. Empty when
   * there is only one city.
   */
  links(key: string | null): RegionLink[];
  /**
   * Duty of a city's drivers in all other cities; `own` is that city, null for the first one. A city that does not
   * answer does not block drivers.
   */
  dutyInOtherCities(own: string | null): DutyInOtherCities;
  /** Number of cities that run, and of those that should run but cannot be opened; the first city is not counted. */
  count(): { open: number; away: number };
  /** Metrics of the cities that run; the first city's are not included. */
  registries(): Metrics['registry'][];
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** `Rivera.example:3000` → `rivera.example` */
const hostNameOf = (host: string): string => host.replace(/:\d*$/, '').toLowerCase();

const isSame = (one: Region, other: Region): boolean => JSON.stringify(one) === JSON.stringify(other);

export function createRegions({
  read,
  readClosedHosts,
  open,
  first,
  logger,
  pollIntervalMs = POLL_INTERVAL_MS,
}: RegionsDeps): Regions {
  const firstHost = firstHostOf(first.url);
  let known: readonly Region[] = [];
  const running = new Map<string, { region: Region; opened: OpenRegion }>();
  let keyOfHost: ReadonlyMap<string, string> = new Map();
  let closedHosts: ReadonlySet<string> = new Set();
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

  /** A city with the first city's host is not opened, because that city's requests would go to it. */
  const hasFirstHost = ({ host }: Region): boolean => host === firstHost;

  /** Reads the closed hosts first, so that a city that is opened meanwhile is not missing from both. */
  async function readRegions(): Promise<void> {
    const closed = await readClosedHosts();
    const open = await read();
    for (const { key, host } of open.filter(hasFirstHost)) {
      if (known.some((region) => region.key === key && hasFirstHost(region))) continue;
      logger.error({ region: key, host }, "A city has the first city's host and is not opened");
    }
    known = open;
    closedHosts = new Set(closed);
    keyOfHost = new Map(open.filter((region) => !hasFirstHost(region)).map(({ host, key }) => [host, key]));
  }

  /** Opens one city at a time, because opening uses much CPU time. */
  async function look(): Promise<void> {
    await readRegions();
    for (const { region } of [...running.values()]) {
      const now = known.find(({ key }) => key === region.key);
      if (now === undefined || hasFirstHost(now) || !isSame(now, region)) await closeOne(region.key);
    }
    for (const region of known.filter((one) => !hasFirstHost(one)))
      if (!isClosed && !running.has(region.key)) await openOne(region);
  }

  async function pollRegions(): Promise<void> {
    try {
      await look();
    } catch (error) {
      logger.warn({ err: error }, 'The cities of the installation could not be read');
    }
    if (isClosed) return;
    timer = setTimeout(() => {
      looking = pollRegions();
    }, pollIntervalMs);
    timer.unref();
  }

  const dutiesOfOthers = (own: string | null): DutyInOtherCities[] => {
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
    dutyInOtherCities: (own) => ({
      async isOnTrip(mobile) {
        const answers = dutiesOfOthers(own).map((duty) => orWarn(duty.isOnTrip(mobile), false));
        return (await Promise.all(answers)).includes(true);
      },
      async endDuty(mobile) {
        await Promise.all(dutiesOfOthers(own).map((duty) => orWarn(duty.endDuty(mobile), undefined)));
      },
    }),
    async start() {
      looking = pollRegions();
      await atMost(START_WITHIN_MS, looking);
    },
    serverOf(host) {
      if (host === undefined) return null;
      const name = hostNameOf(host);
      const key = keyOfHost.get(name);
      if (key === undefined) return closedHosts.has(name) && name !== firstHost ? 'away' : null;
      return running.get(key)?.opened.server ?? 'away';
    },
    links(own) {
      const served = known.filter((region) => !hasFirstHost(region));
      if (served.length === 0) return [];
      const others = served.map((region) => ({
        name: region.name,
        url: publicUrlOf(region, first.url),
        here: region.key === own,
      }));
      return [{ name: first.name(), url: first.url, here: own === null }, ...others];
    },
    count: () => ({ open: running.size, away: known.filter(({ key }) => !running.has(key)).length }),
    registries: () => [...running.values()].map(({ opened }) => opened.registry),
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
