// A real browser for the journeys: one window for each person, at a size, with its own session and its own place.
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
  // The map is drawn by the processor where there is no graphics card.
  '--enable-unsafe-swiftshader',
  '--use-angle=swiftshader',
];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: flags });
}

export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page's own code threw; a journey ends with none. */
  readonly failures: readonly string[];
}

export interface WindowOptions {
  readonly origin: string;
  readonly width: number;
  /** Where the device says it is; without one it refuses to say. */
  readonly place?: LatLng;
  /** English, unless the browser is set to another. */
  readonly language?: string;
  /** Of a session begun elsewhere. */
  readonly token?: string | undefined;
  /** With its service worker: the app opens without a network too. */
  readonly installed?: boolean;
  /** Notifications are allowed; what is pushed comes to the service worker. */
  readonly push?: boolean;
}

const WITHIN_MS = 60_000;

export async function openWindow(browser: Browser, options: WindowOptions): Promise<Window> {
  const { origin, width, place, language = 'en-US', token, installed = false, push = false } = options;
  const context = await browser.newContext({
    baseURL: origin,
    locale: language,
    viewport: { width, height: width < 600 ? 844 : 800 },
    serviceWorkers: installed || push ? 'allow' : 'block',
  });
  context.setDefaultTimeout(WITHIN_MS);
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

/** What the device's GPS says from now on; within 40 m. */
export function moveTo(context: BrowserContext, { lat, lng }: LatLng): Promise<void> {
  return context.setGeolocation({ latitude: lat, longitude: lng, accuracy: 40 });
}
