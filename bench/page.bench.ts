// Benchmark of the landing page, a trip under way and the dispatch board, opened and used with the processor slowed
// down four times.
import type pg from 'pg';
import type { Browser } from 'playwright-core';
import { type Benchmark, countOption, type OptionValues, pairsOption, runPairs } from './lib/benchmark.ts';
import { type RunningServer, startServer, temporaryFolder } from './lib/server.ts';
import { openDatabase } from './lib/server-database.ts';
import { median } from './lib/statistics.ts';
import { openBoard, signInAdmin } from './pages/board-page.ts';
import { launchBrowser, signedInPage, type Viewport } from './pages/browser.ts';
import { framesPerSecond, measureVitals, type Vitals } from './pages/measure-vitals.ts';
import { openLiveSocket } from './sockets/live-socket.ts';
import { type MovingTrip, startTrips } from './sockets/moving-trips.ts';
import { positionAt } from './sockets/positions.ts';
import { prepareDrivers } from './writes/driver-trips.ts';

const PAIRS = 5;
const LCP_GOAL_MS = 2500;
const REPORT_EVERY_MS = 1000;
const PHONE: Viewport = { width: 390, height: 844 };
const DESKTOP: Viewport = { width: 1280, height: 800 };

interface Site {
  readonly browser: Browser;
  readonly server: RunningServer;
  readonly trip: MovingTrip;
  readonly adminToken: string;
}

async function measureLanding({ browser, server }: Site): Promise<Vitals> {
  const page = await signedInPage(browser, PHONE, { origin: server.origin });
  try {
    return await measureVitals(page, {
      open: async () => {
        await page.goto(server.origin);
        await page.getByRole('combobox', { name: 'Pickup' }).first().waitFor();
      },
      use: async () => {
        await page.getByRole('combobox', { name: 'Pickup' }).first().click();
        await page.keyboard.type('Obelisco', { delay: 100 });
      },
    });
  } finally {
    await page.context().close();
  }
}

/** Moves the trip's car, one report per second, until it is stopped. */
async function driveOn({ server, trip }: Site): Promise<() => void> {
  const socket = await openLiveSocket(server.origin, trip.driver);
  let step = 0;
  const report = setInterval(() => {
    step += 1;
    socket.log(positionAt({ lat: -34.9 + step * 0.0001, lng: -56.17 + step * 0.0001 }));
  }, REPORT_EVERY_MS);
  return () => {
    clearInterval(report);
    socket.end();
  };
}

interface TripVitals extends Vitals {
  frames: number;
}

async function measureTrip(site: Site): Promise<TripVitals> {
  const { browser, server, trip } = site;
  const page = await signedInPage(browser, PHONE, { origin: server.origin, token: trip.rider.token });
  const stop = await driveOn(site);
  const chat = page.getByRole('link', { name: /^Message / });
  try {
    const vitals = await measureVitals(page, {
      open: async () => {
        await page.goto(`${server.origin}/trip/${trip.id}`);
        await chat.waitFor();
      },
      use: async () => {
        await chat.click();
        await page.goBack();
        await chat.waitFor();
      },
    });
    return { ...vitals, frames: await framesPerSecond(page) };
  } finally {
    stop();
    await page.context().close();
  }
}

async function measureBoard({ browser, server, adminToken }: Site): Promise<Vitals> {
  const page = await signedInPage(browser, DESKTOP, { origin: server.origin, token: adminToken });
  let end: () => void = () => undefined;
  try {
    return await measureVitals(page, {
      open: async () => {
        end = await openBoard(page, server.origin);
      },
      use: () => page.getByRole('list', { name: 'Requests' }).getByRole('listitem').first().click(),
    });
  } finally {
    end();
    await page.context().close();
  }
}

async function prepareSite(server: RunningServer, client: pg.Client): Promise<Omit<Site, 'browser'>> {
  const [trip] = await startTrips(await prepareDrivers({ server, client }, 1), 1);
  if (trip === undefined) throw new Error('There is no trip');
  return { server, trip, adminToken: await signInAdmin(server.origin) };
}

const rounded = (value: number): number => Number(value.toPrecision(3));

function mediansOf(all: readonly Vitals[]) {
  return {
    lcp_ms: rounded(median(all.map(({ lcp }) => lcp))),
    tbt_ms: rounded(median(all.map(({ tbt }) => tbt))),
    inp_ms: rounded(median(all.map(({ inp }) => inp))),
  };
}

async function measure(site: Site, { log, pairs }: { log: (line: string) => void; pairs: number }) {
  const landing: Vitals[] = [];
  const trips: TripVitals[] = [];
  const boards: Vitals[] = [];
  const report = await runPairs({
    name: 'page',
    unit: 'ms',
    pairs,
    log,
    ours: async () => {
      const measured = await measureLanding(site);
      landing.push(measured);
      trips.push(await measureTrip(site));
      boards.push(await measureBoard(site));
      return [measured.lcp];
    },
    limit: async () => [LCP_GOAL_MS],
  });
  const more = {
    landing: mediansOf(landing),
    trip: { ...mediansOf(trips), frames_a_second: rounded(median(trips.map(({ frames }) => frames))) },
    board: mediansOf(boards),
  };
  return { ...report, more };
}

export const benchmark: Benchmark = {
  name: 'page',
  unit: 'ms',
  about: `LCP of the landing page on a processor four times as slow, beside ${LCP_GOAL_MS} ms; LCP, TBT and INP of three pages`,
  options: { pairs: pairsOption },
  async run(log, options: OptionValues) {
    const pairs = countOption(options, 'pairs', PAIRS);
    const folder = temporaryFolder('page');
    const server = await startServer(folder.path);
    const client = await openDatabase(folder.path);
    const browser = await launchBrowser();
    try {
      return await measure({ browser, ...(await prepareSite(server, client)) }, { log, pairs });
    } finally {
      await browser.close();
      await client.end();
      await server.stop();
      folder.remove();
    }
  },
};
