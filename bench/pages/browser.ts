// Chromium, and a page in it that a person is signed in on.
import { type Browser, chromium, type Page } from 'playwright-core';

/** Without a graphics card the processor draws the map. */
const OPEN_WITHIN_MS = 120_000;

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', '--use-angle=swiftshader'],
  });

export interface Viewport {
  readonly width: number;
  readonly height: number;
}

/** A page with a cache of its own; of a visitor where there is no token. */
export async function signedInPage(
  browser: Browser,
  viewport: Viewport,
  { origin, token }: { origin: string; token?: string },
): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    serviceWorkers: 'block',
    // The live socket of the board has a port of its own.
    bypassCSP: true,
  });
  if (token !== undefined) await context.addCookies([{ name: 'kerb_session', value: token, url: origin }]);
  const page = await context.newPage();
  page.setDefaultTimeout(OPEN_WITHIN_MS);
  return page;
}
