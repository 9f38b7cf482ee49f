// Measures the load and interaction times of a page in a browser with a slowed-down processor, like that of a mid-range
// phone.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const SLOWDOWN = 4;
/** Time after the page is shown in which tasks count, in ms. */
const SETTLE_MS = 5000;
const FRAMES_MS = 5000;
/** The part of a task beyond this blocks, in ms. */
const LONG_TASK_MS = 50;

export interface Vitals {
  /** Largest Contentful Paint, ms since the navigation began. */
  lcp: number;
  /** Total Blocking Time, ms: for tasks after the first paint, the sum of their time beyond 50 ms each. */
  tbt: number;
  /** Interaction to Next Paint: the slowest interaction, in ms. */
  inp: number;
}

interface Watched {
  lcp: number;
  tasks: { start: number; duration: number }[];
  interactions: number[];
}

/** Runs in the page before its own scripts. */
const WATCH_PAGE = `
  const watched = { lcp: 0, tasks: [], interactions: [] };
  globalThis.kerbWatched = watched;
  const watch = (type, take, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  watch('largest-contentful-paint', ({ startTime }) => { watched.lcp = startTime; });
  watch('longtask', ({ startTime, duration }) => watched.tasks.push({ start: startTime, duration }));
  const takeEvent = ({ interactionId, duration }) => { if (interactionId > 0) watched.interactions.push(duration); };
  watch('event', takeEvent, { durationThreshold: 16 });
`;

/** Runs in the page and counts its frames per second. */
const COUNT_FRAMES = `(async () => {
  let frames = 0;
  const begun = performance.now();
  while (performance.now() - begun < ${FRAMES_MS}) {
    await new Promise(requestAnimationFrame);
    frames += 1;
  }
  return (frames * 1000) / (performance.now() - begun);
})()`;

async function readWatched(page: Page): Promise<Watched & { firstPaint: number }> {
  return page.evaluate(() => {
    const watched: Watched = Reflect.get(globalThis, 'kerbWatched');
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return { ...watched, firstPaint: paint?.startTime ?? 0 };
  });
}

export interface OpenedPage {
  /** Opens the page and waits until its main content is shown. */
  readonly open: (page: Page) => Promise<void>;
  /** A few typical clicks and keystrokes. */
  readonly use: (page: Page) => Promise<void>;
}

async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Opens and uses the page with a slow processor. */
export async function measureVitals(page: Page, { open, use }: OpenedPage): Promise<Vitals> {
  await page.addInitScript({ content: WATCH_PAGE });
  await slowDown(page, SLOWDOWN);
  await open(page);
  await pause(SETTLE_MS);
  const { lcp, tasks, firstPaint } = await readWatched(page);
  await use(page);
  await pause(SETTLE_MS / 5);
  const { interactions } = await readWatched(page);
  const blocking = tasks
    .filter(({ start }) => start >= firstPaint)
    .reduce((sum, { duration }) => sum + Math.max(0, duration - LONG_TASK_MS), 0);
  return { lcp, tbt: blocking, inp: Math.max(0, ...interactions) };
}

/** Frames per second of the page, with the processor at full speed. */
export async function framesPerSecond(page: Page): Promise<number> {
  await slowDown(page, 1);
  return page.evaluate<number>(COUNT_FRAMES);
}
