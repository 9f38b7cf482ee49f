// What every journey in a browser stands on: a demonstration server of its own, without simulated people, and a browser.
import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import {
  makeServerPlace,
  type RunningServer,
  removeServerPlace,
  type ServerPlace,
  startServer,
} from '../api/running-server.ts';
import { openBrowser, openWindow, type Window, type WindowOptions } from './browser.ts';
import { withoutSimulation } from './without-simulation.ts';

export interface Stage {
  readonly server: RunningServer;
  readonly browser: Browser;
  /** What the server keeps, and where it listens. */
  readonly place: ServerPlace;
  /** Ends the server and starts it again: it reads its settings anew. */
  restart(): Promise<void>;
  /** A window of its own on this server. */
  open(options: Omit<WindowOptions, 'origin'>): Promise<Window>;
  /** Does this before everything else ends. */
  atEnd(end: () => unknown): void;
  close(): Promise<void>;
}

interface StageOptions {
  /** Variables on top of a demonstration's; told the port before the server starts on it. */
  readonly env?: (port: number, atEnd: Stage['atEnd']) => Promise<Readonly<Record<string, string>>>;
}

export async function openStage({ env }: StageOptions = {}): Promise<Stage> {
  const endings: (() => unknown)[] = [];
  const atEnd = (end: () => unknown): void => void endings.push(end);
  /** What was begun is ended from its end, also when the beginning failed half way. */
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
    const open: Stage['open'] = (options) => openWindow(browser, { origin: server.origin, ...options });
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
