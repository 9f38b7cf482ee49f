// The test environment of a journey: a demonstration server of its own, without simulated users, and a browser.
import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import {
  makeServerPlace,
  type RunningServer,
  removeServerPlace,
  type ServerPlace,
  startServer,
} from '../api/running-server.ts';
import { createWindows, openBrowser, openWindow, type Window, type WindowOptions } from './browser.ts';
import { withoutSimulation } from './without-simulation.ts';

export interface Stage {
  readonly server: RunningServer;
  readonly browser: Browser;
  /** The data folder and the port of the server. */
  readonly place: ServerPlace;
  /** Stops and starts the server, which then reads its settings again. */
  restart(): Promise<void>;
  /** Opens a window with its own session on this server. */
  open(options: Omit<WindowOptions, 'origin'>): Promise<Window>;
  /** Registers clean-up that runs before the server and the browser are closed. */
  atEnd(end: () => unknown): void;
  close(): Promise<void>;
}

interface StageOptions {
  /** Additional environment variables; called with the port before the server starts. */
  readonly env?: (port: number, atEnd: Stage['atEnd']) => Promise<Readonly<Record<string, string>>>;
}

export async function openStage({ env }: StageOptions = {}): Promise<Stage> {
  const endings: (() => unknown)[] = [];
  const atEnd = (end: () => unknown): void => void endings.push(end);
  /** Runs the registered clean-up in reverse order, also after a failed start. */
  const close = async (): Promise<void> => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    const place = await makeServerPlace(inject('kerbDemonstration'));
    atEnd(() => removeServerPlace(place));
    const variables = { ...withoutSimulation, ...(await env?.(place.port, atEnd)) };
    let server = await startServer(place, { env: variables });
    atEnd(() => server.stop());
    const browser = await openBrowser();
    atEnd(() => browser.close());
    const openInBrowser = createWindows(browser);
    let browserWithNotifications: Promise<Browser> | undefined;
    atEnd(async () => (await browserWithNotifications)?.close());
    const open: Stage['open'] = async (options) => {
      const located = { origin: server.origin, ...options };
      if (!options.push) return openInBrowser(located);
      browserWithNotifications ??= openBrowser({ notifications: true });
      return openWindow(await browserWithNotifications, located);
    };
    return {
      get server() {
        return server;
      },
      async restart() {
        await server.stop();
        server = await startServer(place, { env: variables });
      },
      browser,
      place,
      open,
      atEnd,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
