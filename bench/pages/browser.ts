// Starts Chromium, and opens a page with a signed-in user.
import { type Browser, chromium, type Page } from 'playwright-core';

/** Without a graphics card the processor renders the map. */
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

/** A page with its own cache; without a token, for a visitor. */
export async function signedInPage(
  browser: Browser,
  viewport: Viewport,
  { origin, token }: { origin: string; token?: string },
): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    serviceWorkers: 'block',
    // The live socket of the board has its own port.
    bypassCSP: true,
  });
  if (token !== undefined) await context.addCookies([{ name: 'kerb_session', value: token, url: origin }]);
  const page = await context.newPage();
  page.setDefaultTimeout(OPEN_WITHIN_MS);
  return page;
}
