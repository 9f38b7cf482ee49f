// npm run audit:web: measures the public pages and the console in a browser; exits with 1 when a page misses a goal.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { demoMobile } from '@kerb/domain/identity';
import { type BrowserContext, chromium } from 'playwright-core';
import { freePort } from '../../apps/server/src/kit/postgres/free-port.ts';
import { startServer, temporaryFolder } from '../../bench/lib/server.ts';
import { signIn } from '../../e2e/api/people.ts';
import { type AuditedPage, auditedPages } from './audited-pages.ts';
import {
  type Goal,
  lowestScores,
  type MissedGoal,
  medianFigures,
  missedGoals,
  type PageFigures,
} from './judge-pages.ts';
import { type Auditor, measurePage } from './measure-page.ts';

const usage = `npm run audit:web -- [page …] [--runs number] [--json]

Starts a demonstration with data of its own on a free port, measures each page with Lighthouse and axe, prints the
median of its runs, and stops the demonstration. Ends with 1 when a page misses one of its goals.
A page is named by its path, such as / or /settings; without one all are measured.
  --runs   how often each page is measured, 3 by default
  --json   only the result, as JSON with the lowest score of each kind
  --help   this text
Public pages are measured as on a phone, the console as on a desktop. CHROMIUM_PATH names another browser.
`;

/** Enables software rendering of the map (WebGL) for machines without a graphics card. */
const browserFlags = ['--no-sandbox', '--enable-unsafe-swiftshader', '--use-angle=swiftshader'];

interface Options {
  readonly pages: readonly AuditedPage[];
  readonly runs: number;
  readonly json: boolean;
}

function readOptions(): Options | string {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { runs: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return usage;
  const runs = Number(values.runs ?? 3);
  if (!Number.isInteger(runs) || runs < 1 || runs > 20) throw new Error('--runs is a number from 1 to 20');
  const unknown = positionals.filter((wanted) => !auditedPages.some((page) => page.path === wanted));
  if (unknown.length > 0)
    throw new Error(
      `No page ${unknown.join(', ')}. There are:\n${auditedPages.map((page) => page.path).join('\n')}`,
    );
  const pages = auditedPages.filter((page) => positionals.length === 0 || positionals.includes(page.path));
  return { pages, runs, json: values.json === true };
}

interface JudgedPage {
  readonly name: string;
  readonly path: string;
  readonly device: AuditedPage['device'];
  readonly figures: PageFigures;
  readonly missed: readonly MissedGoal[];
  readonly findings: readonly string[];
}

async function judgePage(page: AuditedPage, runs: number, auditor: Auditor): Promise<JudgedPage> {
  const measured = [];
  for (let run = 0; run < runs; run++) measured.push(await measurePage(page, auditor));
  const figures = medianFigures(measured.map((one) => one.figures));
  return {
    name: page.name,
    path: page.path,
    device: page.device,
    figures,
    missed: missedGoals(figures, page.goals),
    findings: [...new Set(measured.flatMap(({ findings }) => findings))],
  };
}

/** Signs in the page's demonstration user in the browser's default context, which Lighthouse uses. */
async function becomeViewer(context: BrowserContext, origin: string, viewer: AuditedPage['viewer']) {
  await context.clearCookies();
  if (viewer === null) return;
  const person = await signIn(origin, demoMobile(viewer, 1));
  person.leave();
  await context.addCookies([{ name: 'kerb_session', value: person.token, url: origin, httpOnly: true }]);
}

async function judgePages(
  { pages, runs }: Options,
  auditor: Auditor,
  log: (line: string) => void,
): Promise<JudgedPage[]> {
  const judged: JudgedPage[] = [];
  let viewer: AuditedPage['viewer'] = null;
  for (const page of pages) {
    if (page.viewer !== viewer) await becomeViewer(auditor.context, auditor.origin, page.viewer);
    viewer = page.viewer;
    log(`measuring ${page.name} ${runs} times`);
    judged.push(await judgePage(page, runs, auditor));
  }
  return judged;
}

/** Runs `work` with a new server and browser; afterwards stops both and removes their data. */
async function withAuditor<T>(work: (auditor: Auditor) => Promise<T>): Promise<T> {
  const data = temporaryFolder('audit');
  const profile = await mkdtemp(path.join(tmpdir(), 'kerb-audit-profile-'));
  const endings: (() => unknown)[] = [data.remove, () => rm(profile, { recursive: true, force: true })];
  try {
    const server = await startServer(data.path);
    endings.push(() => server.stop());
    const debuggingPort = await freePort();
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [...browserFlags, `--remote-debugging-port=${debuggingPort}`],
    });
    endings.push(() => context.close());
    return await work({ origin: server.origin, context, debuggingPort });
  } finally {
    for (const end of endings.reverse()) await end();
  }
}

const rounded = (value: number | null, digits = 0): string => (value === null ? '–' : value.toFixed(digits));
const kilobytes = (value: number | null): string => (value === null ? '–' : (value / 1000).toFixed(0));

function rowOf({ name, figures, missed }: JudgedPage) {
  return {
    page: name,
    performance: rounded(figures.performance),
    accessibility: rounded(figures.accessibility),
    'best practices': rounded(figures.bestPractices),
    SEO: rounded(figures.seo),
    'FCP ms': rounded(figures.fcp),
    'LCP ms': rounded(figures.lcp),
    'TBT ms': rounded(figures.tbt),
    CLS: rounded(figures.cls, 3),
    'code kB gzip': kilobytes(figures.codeBytes),
    'page kB': kilobytes(figures.pageBytes),
    axe: rounded(figures.violations),
    goals: missed.length === 0 ? 'met' : `${missed.length} missed`,
  };
}

const wanted = (goal: Goal): string =>
  'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`;

function print(judged: readonly JudgedPage[]): void {
  console.table(judged.map(rowOf));
  for (const { name, missed, findings } of judged) {
    if (missed.length === 0) continue;
    console.log(`${name}:`);
    for (const { figure, value, goal } of missed)
      console.log(`  ${figure} is ${value ?? 'not measured'}, wanted ${wanted(goal)}`);
    for (const finding of findings) console.log(`  ${finding}`);
  }
}

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'string') {
    console.log(options);
    return 0;
  }
  const log = (line: string) => void (options.json || console.log(line));
  const judged = await withAuditor((auditor) => judgePages(options, auditor, log));
  if (options.json)
    console.log(JSON.stringify({ runs: options.runs, pages: judged, lowest: lowestScores(judged) }, null, 2));
  else print(judged);
  return judged.every(({ missed }) => missed.length === 0) ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
