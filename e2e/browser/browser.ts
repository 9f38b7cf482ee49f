// Opens the browser of the journeys and its windows, each with a size, a session and a device position.
import type { LatLng } from '@kerb/domain/geo';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { pictureOnFailure } from './failure-picture.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Without a graphics card the processor draws the map.
  '--enable-unsafe-swiftshader',
  '--use-angle=swiftshader',
  // Pages of the same site share a process, in which the app is already compiled.
  '--process-per-site',
  // Pages are too short-lived to benefit from optimised code; compiling it took an eighth of the browser's time.
  '--js-flags=--no-opt,--no-maglev',
];

const fullBrowser = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/** The same browser without windows and notifications, which needs two thirds of the processor time. */
const lightBrowser = process.env.CHROMIUM_SHELL_PATH ?? fullBrowser;

/** Notifications need the full browser; everything else runs in the light one, if the machine has it. */
export function openBrowser({ notifications = false } = {}): Promise<Browser> {
  return chromium.launch({ executablePath: notifications ? fullBrowser : lightBrowser, args: flags });
}

export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Uncaught errors of the page's own code; a journey expects none. */
  readonly failures: readonly string[];
  /** Closes the window and removes its session and storage, so that the next window starts empty. */
  close(): Promise<void>;
}

export interface WindowOptions {
  readonly origin: string;
  readonly width: number;
  /** The position of the device; without it the location permission is denied. */
  readonly place?: LatLng;
  /** The language of the browser, English by default. */
  readonly language?: string;
  /** The token of an existing session. */
  readonly token?: string | undefined;
  /** Allows the service worker, with which the app also opens offline. */
  readonly installed?: boolean;
  /** Allows notifications and the service worker, which receives push messages. */
  readonly push?: boolean;
  /** Installs a clock that the test controls; it starts at the current time. */
  readonly clock?: boolean;
  /**
   * Enables WebGL, which the map requires. Without it the app describes the map in words. Off by default, because
   * software rendering of the map takes longer than the rest of a page.
   */
  readonly map?: boolean;
}

/** Source text, because it runs in the page and not in the journey's process. */
const withoutWebGl = `
  delete globalThis.WebGL2RenderingContext;
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (type, ...options) {
    return /webgl/.test(type) ? null : getContext.call(this, type, ...options);
  };`;

const WITHIN_MS = 60_000;

/** Opens a window in a new context, or in an empty one of the same origin, language, `map` and `installed`. */
export async function openWindow(
  browser: Browser,
  options: WindowOptions,
  empty?: BrowserContext,
): Promise<Window> {
  const { origin, width, place, token, push = false, clock = false } = options;
  const context = empty ?? (await openContext(browser, options));
  if (place) {
    await context.grantPermissions(['geolocation'], { origin });
    await moveTo(context, place);
  }
  if (push) await context.grantPermissions(['notifications'], { origin });
  if (clock) await context.clock.install();
  if (token) await context.addCookies([{ name: 'kerb_session', value: token, url: origin, httpOnly: true }]);
  const page = context.pages()[0] ?? (await context.newPage());
  await page.setViewportSize({ width, height: width < 600 ? 844 : 800 });
  pictureOnFailure(page);
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  return { page, context, failures, close: () => context.close() };
}

async function openContext(browser: Browser, options: WindowOptions): Promise<BrowserContext> {
  const { origin, language = 'en-US', installed = false, push = false, map = false } = options;
  const context = await browser.newContext({
    baseURL: origin,
    locale: language,
    serviceWorkers: installed || push ? 'allow' : 'block',
    // The pages respect the preference, so no test waits for an animation.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(WITHIN_MS);
  if (!map) await context.addInitScript({ content: withoutWebGl });
  return context;
}

export interface Windows {
  open(options: WindowOptions): Promise<Window>;
  /** Closes every window that is open. */
  closeAll(): Promise<void>;
}

/**
 * Reuses the browser contexts of closed windows, because a new context loads and compiles the app again, which doubles
 * the time of a page. Everything of a closed window except the browser's cache is removed.
 */
export function createWindows(browser: Browser): Windows {
  const emptyContexts = new Map<string, BrowserContext[]>();
  /** How to close the window of each context that will be used again. */
  const contextsInUse = new Map<BrowserContext, () => Promise<void>>();

  function emptyContextsFor({ origin, language, map, installed }: WindowOptions): BrowserContext[] {
    const key = JSON.stringify([origin, language, map, installed]);
    const waiting = emptyContexts.get(key) ?? [];
    emptyContexts.set(key, waiting);
    return waiting;
  }

  async function open(options: WindowOptions): Promise<Window> {
    // Not reused: push messages require a separate browser, and an installed clock remains in its context.
    if (options.push || options.clock) return openWindow(browser, options);
    const waiting = emptyContextsFor(options);
    const window = await openWindow(browser, options, waiting.pop());
    contextsInUse.set(window.context, close);
    async function close(): Promise<void> {
      contextsInUse.delete(window.context);
      await emptyContext(window.context, options.origin);
      waiting.push(window.context);
    }
    return { ...window, close };
  }

  async function closeAll(): Promise<void> {
    const waiting = new Set([...emptyContexts.values()].flat());
    for (const context of browser.contexts()) {
      if (waiting.has(context)) continue;
      const close = contextsInUse.get(context) ?? (() => context.close());
      await close();
    }
  }

  return { open, closeAll };
}

/** Removes the pages, storage, session, permissions and routes of a context, and leaves one blank page. */
async function emptyContext(context: BrowserContext, origin: string): Promise<void> {
  const used = context.pages();
  const blank = await context.newPage();
  // The app may write to its storage until its page is closed.
  for (const page of used) await page.close();
  const devtools = await context.newCDPSession(blank);
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers';
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await devtools.detach();
  await context.clearCookies();
  await context.clearPermissions();
  await context.setGeolocation(null);
  await context.setOffline(false);
  await context.unrouteAll();
}

/** Sets the position that the device reports from now on, with an accuracy of 40 m. */
export function moveTo(context: BrowserContext, { lat, lng }: LatLng): Promise<void> {
  return context.setGeolocation({ latitude: lat, longitude: lng, accuracy: 40 });
}
