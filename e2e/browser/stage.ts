// Test environment of a journey: a separate demonstration server without simulated users, and a browser.
import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import { freePort } from '../../apps/server/src/kit/postgres/free-port.ts';
import {
  makeServerPlace,
  type RunningServer,
  removeServerPlace,
  type ServerPlace,
  startServer,
} from '../api/running-server.ts';
import {
  createWindows,
  openBrowser,
  openWindow,
  type Window,
  type WindowOptions,
  type Windows,
} from './browser.ts';
import { withoutSimulation } from './without-simulation.ts';

export interface Stage {
  readonly server: RunningServer;
  readonly browser: Browser;
  /** The data folder and the port of the server. */
  readonly place: ServerPlace;
  /** Stops and starts the server, which then reads its settings again. */
  restart(): Promise<void>;
  /** Opens a window with its own session on this server, or with another origin of it. */
  open(options: Omit<WindowOptions, 'origin'> & Partial<Pick<WindowOptions, 'origin'>>): Promise<Window>;
  /** Registers clean-up that runs before the windows are closed and the server is stopped. */
  atEnd(end: () => unknown): void;
  close(): Promise<void>;
}

interface StageOptions {
  /** Additional environment variables; called with the port before the server starts. */
  readonly env?: (port: number, atEnd: Stage['atEnd']) => Promise<Readonly<Record<string, string>>>;
}

/** Browser and server port of a worker; reusing the port gives all pages one origin, so they share compiled code. */
interface Workplace {
  readonly browser: Browser;
  readonly windows: Windows;
  readonly port: number;
}

let workplaceOfWorker: Promise<Workplace> | undefined;

async function openWorkplace(): Promise<Workplace> {
  const browser = await openBrowser();
  browser.once('disconnected', () => {
    workplaceOfWorker = undefined;
  });
  // Below the range of ephemeral ports, so that no connection takes the port between two servers.
  const port = await freePort(20_000 + (process.pid % 10_000));
  return { browser, windows: createWindows(browser), port };
}

/** Creates the environment. The files of a worker run one after the other and share its browser. */
export async function openStage({ env }: StageOptions = {}): Promise<Stage> {
  const endings: (() => unknown)[] = [];
  const atEnd = (end: () => unknown): void => void endings.push(end);
  /** Runs the registered clean-up in reverse order, also after a failed start. */
  const close = async (): Promise<void> => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    workplaceOfWorker ??= openWorkplace();
    const { browser, windows, port } = await workplaceOfWorker;
    const place = await makeServerPlace(inject('kerbDemonstration'), port);
    atEnd(() => removeServerPlace(place));
    const variables = { ...withoutSimulation, ...(await env?.(place.port, atEnd)) };
    let server = await startServer(place, { env: variables });
    atEnd(() => server.stop());
    atEnd(() => windows.closeAll());
    let browserWithNotifications: Promise<Browser> | undefined;
    atEnd(async () => (await browserWithNotifications)?.close());
    const open: Stage['open'] = async (options) => {
      const located = { origin: server.origin, ...options };
      if (!options.push) return windows.open(located);
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
