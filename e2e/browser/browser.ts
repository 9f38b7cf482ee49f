// Opens the real browser of the journeys and its windows, each with a size, a session and a device position.
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
  /** Allows the service worker, so that the app opens offline too. */
  readonly installed?: boolean;
  /** Allows notifications and the service worker, which receives push messages. */
  readonly push?: boolean;
  /**
   * Draws the map. The processor draws it, which takes longer than everything else of a page, so a window has no
   * WebGL unless its test is about the map: the app then describes the map in words.
   */
  readonly map?: boolean;
}

/** Source text, because it runs in the page and not in the journey's process. */
const withoutWebGl = `
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (type, ...options) {
    return /webgl/.test(type) ? null : getContext.call(this, type, ...options);
  };`;

const WITHIN_MS = 60_000;

export async function openWindow(browser: Browser, options: WindowOptions): Promise<Window> {
  const {
    origin,
    width,
    place,
    language = 'en-US',
    token,
    installed = false,
    push = false,
    map = false,
  } = options;
  const context = await browser.newContext({
    baseURL: origin,
    locale: language,
    viewport: { width, height: width < 600 ? 844 : 800 },
    serviceWorkers: installed || push ? 'allow' : 'block',
    // The pages respect the preference, so no test waits for an animation.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(WITHIN_MS);
  if (!map) await context.addInitScript({ content: withoutWebGl });
  if (place) {
    await context.grantPermissions(['geolocation'], { origin });
    await moveTo(context, place);
  }
  if (push) await context.grantPermissions(['notifications'], { origin });
  if (token) await context.addCookies([{ name: 'kerb_session', value: token, url: origin, httpOnly: true }]);
  const page = await context.newPage();
  pictureOnFailure(page);
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  return { page, context, failures };
}

/** Sets the position that the device reports from now on, with an accuracy of 40 m. */
export function moveTo(context: BrowserContext, { lat, lng }: LatLng): Promise<void> {
  return context.setGeolocation({ latitude: lat, longitude: lng, accuracy: 40 });
}
