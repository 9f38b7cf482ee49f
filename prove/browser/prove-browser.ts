// Proof against stored scripts: checks planted faults first, then enters payloads in every text and opens every screen
// of every role.
import type { RouteName } from '@kerb/contract';
import { type Browser, chromium } from 'playwright-core';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { allRoutes } from '../privacy/prove-privacy.ts';
import { enterEverywhere, enterInOneTrip, type Trip } from './enter-payloads.ts';
import { judgeFiles } from './judge-files.ts';
import { judgeMails } from './judge-mails.ts';
import { allVisits, fewVisits } from './list-visits.ts';
import { createPayloads, kindsOfPayloads, type PayloadSource } from './payloads.ts';
import { plantedPageFaults, runningDocument, undefusedFile, unescapedMail } from './planted.ts';
import { openProduct, type Product } from './product.ts';
import { visitScreens } from './visit-screens.ts';

/**
 * Routes that are left out, because they need a city or a provider, or end the sessions that screens are opened with.
 */
const leftOut: readonly RouteName[] = ['setUp'];
/** Most bookings, and most users, with payloads whose screens are opened. */
const MAX_PER_KIND = 3;

const flags = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_SHELL_PATH ?? process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: flags,
  });

interface Parts {
  readonly product: Product;
  readonly browser: Browser;
  readonly payloads: PayloadSource;
  readonly trip: Trip;
}

async function plantFaults({ product, browser, payloads, trip }: Parts): Promise<PlantedFault[]> {
  const planted: PlantedFault[] = [];
  const [chat] = fewVisits(trip);
  if (!chat) throw new Error('There is no screen');
  for (const { fault, sign, page } of plantedPageFaults) {
    const { violations } = await visitScreens(browser, product.origin, [chat], page);
    planted.push({ fault, caught: violations.some((text) => sign.test(text)) });
  }
  const { admin } = trip;
  const mails = await judgeMails(product, browser, { admin, payloads }, unescapedMail);
  planted.push({
    fault: 'a mail has texts that are not escaped',
    caught: mails.violations.some((text) => /payload \d+ ran/.test(text)),
  });
  const tables = await judgeFiles(product.context, admin, undefusedFile);
  planted.push({
    fault: 'cells of a table begin with formulas',
    caught: tables.violations.some((text) => /a spreadsheet calculates/.test(text)),
  });
  const documents = await judgeFiles(product.context, admin, runningDocument);
  planted.push({
    fault: 'a document runs a script when it is opened',
    caught: documents.violations.some((text) => /does something when it is opened/.test(text)),
  });
  return planted;
}

async function tryProduct(parts: Parts, log: (line: string) => void, isShort: boolean) {
  const { product, browser, payloads, trip } = parts;
  const routes = isShort ? [] : allRoutes.filter((name) => !leftOut.includes(name));
  const entered = await enterEverywhere(product.context, routes, payloads);
  const withPayload = entered.filter(({ text }) => text.includes('xss('));
  log(`${withPayload.length} texts of ${routes.length} routes have a payload, ${payloads.count()} were made`);
  const visits = isShort ? fewVisits(trip) : await allVisits(product.context, trip, MAX_PER_KIND);
  const seen = await visitScreens(browser, product.origin, visits);
  log(`${seen.screens} screens showed ${seen.shown.size} payloads`);
  const { admin } = trip;
  const mails = await judgeMails(product, browser, { admin, payloads });
  const files = await judgeFiles(product.context, admin);
  return { entered: withPayload, seen, mails, files };
}

export async function proveBrowser(
  database: Omit<ProofDatabase, 'close'>,
  log: (line: string) => void,
  { isShort }: { isShort: boolean },
): Promise<ProofReport> {
  const product = await openProduct(database);
  const browser = await openBrowser();
  try {
    const payloads = createPayloads();
    const trip = await enterInOneTrip(product.context, payloads);
    const parts: Parts = { product, browser, payloads, trip };
    const planted = await plantFaults(parts);
    log(`${planted.length} faults planted`);
    const { entered, seen, mails, files } = await tryProduct(parts, log, isShort);
    const found = [...seen.violations, ...mails.violations, ...files.violations];
    return {
      tried: seen.screens + mails.opened + files.read,
      violations: [...new Set(found)],
      planted,
      more: {
        kinds: kindsOfPayloads.length,
        texts: entered.length + trip.messages.length,
        shown: seen.shown.size,
        screens: seen.screens,
        mails: mails.opened,
        files: files.read,
      },
    };
  } finally {
    await browser.close();
    await product.close();
  }
}
