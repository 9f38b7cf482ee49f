// Benchmark of the dispatch board in a real browser with 2,000 cars and 500 open requests: the main-thread time per
// second of updates.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Benchmark, runPairs } from './lib/benchmark.ts';
import { startServer, temporaryFolder } from './lib/server.ts';
import { CARS, openBoard, REQUESTS, signInAdmin } from './pages/board-page.ts';
import { launchBrowser, signedInPage } from './pages/browser.ts';

const PAIRS = 5;
/** Duration of one sample. */
const SAMPLE_MS = 4000;
const LIMIT_MS = 250;
const SETTLE_MS = 5000;

/** Main-thread time of tasks in ms per second, while the page is updated. */
async function measure(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await read();
  const begun = performance.now();
  await pause(SAMPLE_MS);
  const spent = (await read()) - before;
  const seconds = (performance.now() - begun) / 1000;
  await session.detach();
  return (spent * 1000) / seconds;
}

export const benchmark: Benchmark = {
  name: 'board',
  unit: 'ms',
  about: `main-thread work of the dispatch board in a second of updates of ${CARS} cars and ${REQUESTS} requests, beside ${LIMIT_MS} ms`,
  async run(log) {
    const folder = temporaryFolder('board');
    const server = await startServer(folder.path);
    const browser = await launchBrowser();
    try {
      const token = await signInAdmin(server.origin);
      const page = await signedInPage(
        browser,
        { width: 1280, height: 800 },
        { origin: server.origin, token },
      );
      const end = await openBoard(page, server.origin);
      await pause(SETTLE_MS);
      const report = await runPairs({
        name: 'board',
        unit: 'ms',
        pairs: PAIRS,
        log,
        ours: async () => [await measure(page)],
        limit: async () => [LIMIT_MS],
      });
      end();
      return report;
    } finally {
      await browser.close();
      await server.stop();
      folder.remove();
    }
  },
};
